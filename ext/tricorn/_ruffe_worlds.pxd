# Exactly uniform worlds of a view of Ruffe and Trumps: what the seat has not seen, as `tricorn.ruffe.knowledge` lays it out.
from libc.stdint cimport uint32_t, uint64_t

from count128 cimport Wide
from tricorn._rng cimport Rng
from tricorn._ruffe_suits cimport SuitSpec, SuitTable
from tricorn._ruffe_thrown cimport Thrown

cdef struct World:
    uint64_t dealt[4]  # the hands as dealt
    uint64_t head      # the head, turn-up included
    uint64_t dead
    uint64_t thrown    # what the taker threw away, when the view does not know it

cdef struct Half:
    # Two suits together: for each (cards to each group, void cards) the exact number of ways by flags.
    int first       # the suit tables of the pair
    int second
    uint64_t* ways  # [slot][8]

cdef struct Final:
    # One way to join the halves; `upto` runs through the counts of all worlds.
    Wide upto
    uint32_t left   # slot of the left half
    uint32_t right
    uint32_t flags  # of the left half

cdef class Sampler:
    cdef SuitSpec bound[4]     # what binds each suit, also where the tables leave the totals out
    cdef SuitTable table[4]
    cdef Half half[2]
    cdef int width[4]          # slots of a half: cards of each group, void cards
    cdef Final* final
    cdef int finals
    cdef int need              # flags that a world must have
    cdef bint plain            # totals are left to rejection
    cdef int groups
    cdef int place[4]          # of group 0..2 and the rest: a seat, 4 the head, 5 dead
    cdef int cap[3]
    cdef int rest_head         # cards of the rest that lie in the head
    cdef int rest
    cdef int taker             # -1: no hidden choice of discards
    cdef int void_known        # cards the taker is known to have had, not played, in suits he is out of
    cdef int kept_open         # cards of his that are not played
    cdef uint64_t taker_played
    cdef uint64_t taker_voids  # every card of the suits he is out of
    cdef World known           # what is known of each place
    cdef Thrown thrown         # how the taker has chosen
    cdef bint has_thrown       # else he has thrown away any cards as likely as any
    cdef build(self)
    cdef int slots(self) noexcept nogil
    cdef int slot_of(self, const int* take, int void_cards) noexcept nogil
    cdef int join(self, Half* half) noexcept nogil
    cdef int finish(self) noexcept nogil
    cdef Wide below_total(self, Rng* rng) noexcept nogil
    cdef void draw_half(self, const Half* half, uint32_t slot, int flags, Rng* rng, int* ranks) noexcept nogil
    cdef bint totals_hold(self, const int* ranks) noexcept nogil
    cdef splits(self)
    cdef void draw_world(self, Rng* rng, World* out) noexcept nogil
    # The logarithm of how likely the taker's choice was in a world: his cards before it, and what he threw away; 0 where it tells
    # nothing. `tilt`: how much oftener the world is drawn than all alike, as a logarithm, up to a constant.
    cdef double tell(self, uint64_t hand, uint64_t thrown, double* tilt) noexcept nogil
    cdef void draw_indexed(self, uint64_t seed, uint64_t index, World* out) noexcept nogil
