# Open-card Rassi: the deal, the node and max^n, for every search that stands on them.
#
# Ranks are 0..12 (2..A; a joker is one more 12). Seat q holds `rank[q][0..5]`, lowest first. What is left of all hands is
# one 64-bit word, six bits a seat:
#
#   bit  0..5    cards of seat 0, bit i = rank[0][i]
#   bit  6..11   cards of seat 1
#   ...
#   bit 48..53   cards of seat 8
#
# Of equal cards the one with the lowest index is always played first, so what is left of a run of equal cards is its upper
# end: a set of cards has one word and no other.
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from bits cimport highest, lowest, popcount
from check cimport check
from tricorn._stop cimport Stop

cdef enum:
    SEATS = 9
    HAND = 6
    NO_RANK = -1   # Node.high at the start of a trick
    ACE = 12
    FIRST_BITS = 14  # slots in use when a search starts
    GROWTH = 3

cdef struct Deal:
    int n                 # seats in the deal, 2..9
    bint optional         # overtake=optional: the lowest card may be played instead
    bint all_pay          # last_tie=all: everybody with the equal highest card of the last trick is penalised
    bint lowest_first     # tie rule of max^n: the first best play from the lowest rank up; else from the highest down
    uint64_t equal        # bit of a card whose rank is also that of the card below it in the same hand
    uint8_t rank[9][6]
    uint8_t worth[9][6]   # what the card costs its player in the last trick: ace and joker 1, else the rank 2..13
    uint8_t least[9][14]  # least[q][r]: the cards of seat q, six bits, that rank r or higher

cdef struct Node:
    uint64_t cards        # what is left of all hands
    signed char size      # cards each seat had at the start of the trick
    signed char left      # seats still to play to the trick; 0: the trick is over
    signed char turn      # seat to play
    signed char holder    # seat of the highest card so far, of equal ones the last played; at the start the leader
    signed char high      # its rank; NO_RANK at the start of a trick

cdef struct Slot:
    uint64_t key
    uint32_t stamp        # the search that wrote it; others are empty for us
    uint16_t value

cdef struct Search:
    Deal deal
    Slot* table           # 1 << most_bits slots, of which the first 1 << bits are in use; no table if NULL
    int bits
    int most_bits
    uint32_t stamp
    bint cut              # stop at the first play than which none can be better; tests turn it off
    int stake[2]          # two players who count their penalties' difference: the multipliers of both; 0: each counts its own
    long long nodes
    long long limit       # nodes after which the search gives up
    volatile int* raised           # the flag of a Stop, or NULL
    bint ended            # the limit or the flag ended it: values returned since mean nothing


cdef inline int worth(int rank) noexcept nogil:
    return 1 if rank == ACE else rank + 2


cdef inline uint64_t legal(const Deal* d, const Node* x) noexcept nogil:
    # The plays of the seat to move as its six bits, one of equal cards.
    cdef uint64_t held = (x.cards >> (6 * x.turn)) & 63, plays
    cdef uint64_t alike = (d.equal >> (6 * x.turn)) & 63
    check(held != 0)
    if x.high >= 0:
        plays = held & d.least[x.turn][x.high]
        if d.optional or plays == 0:
            plays |= held & (0 - held)
    else:
        plays = held
    # a card is left out if the next lower one in hand is equal and still there
    return plays & ~((held << 1) & alike)


cdef inline void play(const Deal* d, Node* x, int index) noexcept nogil:
    cdef int rank = d.rank[x.turn][index]
    check((x.cards >> (6 * x.turn + index)) & 1)
    x.cards ^= (<uint64_t>1) << (6 * x.turn + index)
    if rank >= x.high:
        x.high = rank
        x.holder = x.turn
    x.left -= 1
    x.turn += 1
    if x.turn == d.n:
        x.turn = 0


cdef inline void next_trick(const Deal* d, Node* x) noexcept nogil:
    x.size -= 1
    x.left = d.n
    x.turn = x.holder
    x.high = NO_RANK


cdef inline uint64_t node_key(const Node* x) noexcept nogil:
    # Exact: who has played to the trick follows from the numbers of cards, so holder and rank complete the node.
    return x.cards | (<uint64_t>(x.holder * 14 + x.high + 1)) << 54


cdef inline Slot* find(Search* s, uint64_t key) noexcept nogil:
    # The place of a node. A table that fits the cache is worth more than one that keeps everything, so a search starts in
    # its first 256 kB and takes twice as many slots whenever it has visited four times as many nodes; what lies in the
    # half that the longer index does not reach is lost, no more.
    if s.nodes >> (s.bits + GROWTH) and s.bits < s.most_bits:
        s.bits += 1
    key = (key ^ (key >> 31)) * <uint64_t>0x9E3779B97F4A7C15
    return &s.table[(key ^ (key >> 32)) & (((<uint64_t>1) << s.bits) - 1)]


cdef inline int cost(uint16_t value, int seat) noexcept nogil:
    # What a value (seats that pay << 4 | worth) costs a seat.
    return value & 15 if (value >> (4 + seat)) & 1 else 0


cdef inline int dearest(const Deal* d, const Node* x, int seat) noexcept nogil:
    # The last card is one of those still held, so no penalty is above the greatest worth among them.
    cdef uint64_t held = (x.cards >> (6 * seat)) & 63
    cdef int most = 0, i
    while held:
        i = lowest(held)
        held &= held - 1
        most = max(most, d.worth[seat][i])
    return most


cdef inline int price(const Search* s, uint16_t value, int seat) noexcept nogil:
    # What a seat wants low.
    if s.stake[0]:
        return cost(value, seat) * s.stake[seat] - cost(value, 1 - seat) * s.stake[1 - seat]
    return cost(value, seat)


cdef void deal_init(Deal* d, int n, bint optional, bint all_pay, bint lowest_first) noexcept nogil
cdef void deal_hand(Deal* d, int seat, const uint8_t* ranks, int count) noexcept nogil
cdef void deal_finish(Deal* d) noexcept nogil
cdef uint16_t last_trick(const Deal* d, const Node* x) noexcept nogil
cdef uint16_t maxn(Search* s, Node x) noexcept nogil
cdef int read_deal(Deal* d, Node* x, object hands, int leader, object trick, bint optional, bint all_pay,
                   bint lowest_first) except -1


@cython.final
cdef class Table:
    cdef Slot* slots
    cdef int bits
    cdef uint32_t stamp
    cdef void next_stamp(self) noexcept nogil


@cython.final
cdef class Solver:
    cdef Table table
    cdef int begin(self, Search* s, Node* x, object hands, int leader, object trick, bint optional, bint all_pay,
                   bint lowest_first, object nodes, Stop stop, bint cut) except -1
