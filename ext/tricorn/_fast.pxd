# The policy `fast`: what a seat sees of the play, numbers that describe each card it may play, and a weighted sum of them.
#
# A `...Sight` holds what the seat to move has seen and nothing else, so the policy can't peek. Cards as in bits.pxd.
#
#   context   which row of weights applies: leading, winning so far, and so on; each game numbers its own
#   feature   FEATURES small integers for a card
#   score     sum over features of weight[context][feature] * feature; the highest plays, equal scores: the lowest card
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from tricorn._rassi_net cimport RassiSight

cdef enum:
    FEATURES = 17
    CONTEXTS = 10
    WEIGHTS = 170
    NET_FLAG = 170    # not 0: networks of Rassi follow, from NET_AT on, two of their numbers in one
    NET_AT = 172
    MOST_CARDS = 32   # that a seat may choose from

cdef struct RussiSight:
    uint64_t hand        # own hand
    uint64_t up          # own cards face up
    uint64_t cover       # those of them with a card beneath
    uint64_t his_up
    uint64_t unseen      # the opponent's hand and all cards face down
    uint64_t candidates  # those of `unseen` that may be in his hand
    int his_hand         # number of cards in it
    int led              # -1: the seat leads

cdef struct RuffeSight:
    uint64_t hand
    uint64_t legal
    uint64_t unseen
    int trump            # -1: none
    int laid             # cards on the table
    int best             # the one that wins so far, -1 when the seat leads
    int suit             # led, -1 when the seat leads
    bint ours            # whether `best` is of the own side
    int foes             # opponents still to play to the trick
    uint8_t foe_void[3]  # the suits that each of them has shown to lack, as bits
    int friend_void      # the same of a partner still to play, -1: none to come

cdef int russi_features(const RussiSight* sight, int card, int32_t* out) noexcept nogil  # returns the context
cdef int ruffe_features(const RuffeSight* sight, int card, int32_t* out) noexcept nogil
cdef int rassi_features(const RassiSight* sight, int card, int32_t* out) noexcept nogil
cdef uint64_t russi_sight_legal(const RussiSight* sight) noexcept nogil
# The legal cards and the score of each; returns their number. In Rassi one card of each rank.
cdef int russi_scores(const RussiSight* sight, const int32_t* weights, int* card, int64_t* score) noexcept nogil
cdef int ruffe_scores(const RuffeSight* sight, const int32_t* weights, int* card, int64_t* score) noexcept nogil
cdef int rassi_scores(const RassiSight* sight, const int32_t* weights, int* card, int64_t* score) noexcept nogil
cdef int russi_choose(const RussiSight* sight, const int32_t* weights) noexcept nogil
cdef int ruffe_choose(const RuffeSight* sight, const int32_t* weights) noexcept nogil
cdef int rassi_choose(const RassiSight* sight, const int32_t* weights) noexcept nogil

cdef union Sight:
    RussiSight russi
    RuffeSight ruffe
    RassiSight rassi

cdef class Policy:
    cdef int game  # 0 Russi, 1 Ruffe, 2 Rassi
    cdef int32_t* weight  # WEIGHTS, NET_FLAG, and the networks
    cdef int read(self, dict sight, Sight* out) except -1
