# The play of the three games behind one small table of functions, for everything that plays deals out in C.
#
# A State is a deal with all cards known, on the rules of the C twins, together with what plays have shown to all. Actions are
# cards; of Rassi's equal cards `state_legal` names one of each rank as its RANK 0..12, for suits never matter there.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from quick cimport Quick
from tricorn._fast cimport RassiSight, RuffeSight, RussiSight
from tricorn._rassi cimport Rassi
from tricorn._ruffe cimport Ruffe
from tricorn._russi cimport Russi

cdef enum:
    RUSSI = 0
    RUFFE = 1
    RASSI = 2
    MOST_SEATS = 9

cdef union Cards:
    Russi russi
    Ruffe ruffe
    Rassi rassi

cdef struct State:
    Cards of
    uint64_t gone          # Rassi: cards played, and those gone before an ending
    uint8_t lacks[4]       # Russi, Ruffe: the suits that a seat's hand has shown to lack, as bits
    uint8_t low[9]         # Rassi: the least and the greatest height that a seat's hand can have, as its plays show
    uint8_t top[9]

cdef struct Game:
    int (*turn)(const State* state) noexcept nogil  # the seat to move, -1 when the deal is over
    uint64_t (*legal)(const State* state) noexcept nogil
    int (*play)(State* state, int action) noexcept nogil  # 0, or 1 + the card that it turned up for all to see
    int (*choose)(const State* state, const int32_t* weights) noexcept nogil  # the action of the policy `fast`
    # every action and its score by the policy `fast`; returns their number
    int (*rate)(const State* state, const int32_t* weights, int* action, int64_t* score) noexcept nogil
    void (*at_random)(State* state, Quick* rng) noexcept nogil  # plays the deal out, all legal cards equally likely
    int (*left)(const State* state) noexcept nogil  # cards that each seat had at the start of the trick
    # by seat what the deal has brought so far: Russi its tricks, Ruffe those of its side, Rassi (when over) its penalty
    # without the multiplier
    void (*count)(const State* state, int* out) noexcept nogil
    int (*seats)(const State* state) noexcept nogil
    int (*side)(const State* state, int seat) noexcept nogil
    int sign               # 1: more counts are better, -1: less

cdef void russi_look(const State* state, RussiSight* out) noexcept nogil  # what the seat to move sees
cdef void ruffe_look(const State* state, RuffeSight* out) noexcept nogil
cdef void rassi_look(const State* state, RassiSight* out) noexcept nogil

cdef int russi_run_out(Russi* game, Quick* rng) noexcept nogil  # random play to the end; returns the plies
cdef int ruffe_run_out(Ruffe* game, Quick* rng) noexcept nogil

cdef Game game_table(int game) noexcept nogil
