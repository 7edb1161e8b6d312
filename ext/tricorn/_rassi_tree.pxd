# Two-player Rassi with the last cards hidden: the public tree (sequences of played ranks) times vectors over the multisets of
# ranks that a hand may still be. Ranks are 0..ranks-1, the highest the ace.
#
# A hand's vectors leave out its own weight; the weight of a pair of hands is the number of ways to deal them as cards,
#   prod over ranks c! / (a! b! (c - a - b)!),   c cards unseen, a in one hand, b in the other,
# of which 1/a! and 1/b! go into the ranges at the root, and c!/(c - a - b)! is collected card by card on the way down:
# whoever plays a rank of which d are left multiplies by d.
#
# Memory: entries of a node in a row: its leader's, then for each rank led its follower's, then the nodes after each
# (rank led, rank that answers), which are all of one size.
cdef enum:
    MOST_RANKS = 13
    MOST_HAND = 6

cdef enum Mode:
    TRAIN       # both play by regrets; those of the seat are updated, the average of the other grows
    BEST        # the other plays its average, the seat a best response
    AVERAGE     # both play their averages

cdef struct Level:
    int hands             # multisets of this size
    short* without        # [hands][ranks] the multiset with one card of the rank less, or -1
    unsigned char* low    # lowest rank in it
    unsigned char* high
    int* lead             # [hands] first entry of the leader with this hand; -1: no choice
    int* follow           # [ranks led][hands] the same for the follower
    int lead_size
    int follow_start[14]  # first entry of the follower by rank led, from the node's start
    long long size        # entries of a node with all below it
    long long own         # entries of the node itself
    float* split          # scratch [ranks][hands of the level below]
    float* gather         # scratch [ranks][hands of the level below]
    float* below          # scratch [hands of the level below]

cdef struct Game:
    int ranks
    int cards            # in each hand
    bint optional
    bint all_pay
    float multiplier[2]
    int d[13]            # cards of a rank that are neither played nor gone
    Level level[7]
    float worth[13]
    float pay[2][2][13][13]  # [seat][it leads the last trick][its card][the other's]: the other's penalty less its own
    float* regret
    float* average
    int seat             # whose values are computed
    Mode mode
    float weight         # of this iteration in the average
    volatile int* raised
    long long watch      # entry whose values the next pass notes down, or -1
    double noted[6]
    int leaf             # cards each at which the walk ends with the values given for pairs of hands; 0: it goes to the end
    float* leaves[2]     # by seat [rank led][answer][its rest][the other's rest]: value for the seat, times the ways to deal
    bint alike           # leaves are [winner][its rest][the other's rest] instead, ways as before the trick
    float* many          # [ranks][rests] cards of a rank in a rest; where `alike`

cdef int answers(const Game* g, const Level* v, int hand, int led, int* out) noexcept nogil
cdef int leads(const Game* g, const Level* v, int hand, int* out) noexcept nogil
cdef long long after(const Game* g, int m, long long start, int x, int y) noexcept nogil
cdef void shares(const float* table, int count, float* out) noexcept nogil
cdef void trick(Game* g, int m, int leader, long long start, const float* reach, float* out) noexcept nogil
cdef float penalty(const Game* g, int seat, int mine, int other, bint first) noexcept nogil
cdef double all_ways(const Game* g, const Level* v, const float* a, const float* b) noexcept nogil
cdef double dealt(const Game* g, int cards, int hand, int* left) noexcept nogil
