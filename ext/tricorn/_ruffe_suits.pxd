# The ways to share the unseen cards of ONE suit among up to three groups (hidden hands, or the face-down head) and a rest.
#
# A group takes a subset of the suit's free cards. A hidden hand with an announced total allows only subsets whose points
# stay within it, and sets its bit in `flags` where they reach it. The table counts the ways by (cards to each group, flags):
#
#   entry   take[0] take[1] take[2]  left for the rest   void cards   ways[flags 0..7]
#
# Counts are exact: 13 cards have at most 4**13 < 2**27 ways.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from tricorn._rng cimport Rng

cdef struct SuitSpec:
    int free        # number of free cards, 0..13; card j is rank `rank[j]`
    int rank[13]
    int allow[3]    # free cards that may lie in each group, as sets of j
    int allow_rest
    int count[3]    # cards of the suit already known to lie in each group
    int points[3]   # and what they count
    int bonus       # what the turn-up adds to a claim in this suit (0 in plain suits)
    int limit[3]    # announced total of the group; -1: no condition in this suit
    int fewer[3]    # 0: reaching the limit sets the flag; k: the claim, of k cards, is shown; only a shorter suit may equal it
    int cap[3]      # free cards that each group still takes, of all suits
    int rest        # and the rest
    int void_a      # groups (or 3: the rest, -1: none) whose free cards here, less `void_less`, the taker must have thrown away
    int void_b
    int void_less

cdef struct SuitEntry:
    int take[3]
    int left
    int void_cards
    uint32_t ways[8]
    uint64_t below[8]  # sum of ways over the subsets of the flags
    uint32_t most[8]   # largest number of ways to complete a pair of subsets: the bound of the rejection in `suit_draw`

cdef struct SuitTable:
    SuitSpec spec
    int full
    int width[3]        # 1 + the most cards that each group takes
    uint16_t* sets[3]   # the subsets each group allows, by (size, flag)
    int start[3][29]
    uint8_t* code[3]    # of a subset: 2 * size + flag, 255 when the group doesn't allow it
    uint16_t* third     # ways to split a remainder between group 2 and the rest, by (remainder, size, flag); NULL: closed form
    int entries
    SuitEntry* entry
    int* slot           # (take[0], take[1], take[2]) -> entry, -1: none

cdef void suit_clear(SuitTable* table) noexcept nogil
cdef int suit_build(SuitTable* table, const SuitSpec* spec, int most_void) noexcept nogil  # -1: out of memory
cdef int suit_slot(const SuitTable* table, int a, int b, int c) noexcept nogil  # the entry of these numbers of cards, -1: none
# One uniform draw among the ways of `entry` with exactly these flags, as sets of ranks; ways[flags] must not be 0.
cdef void suit_draw(const SuitTable* table, int entry, int flags, Rng* rng, int* out) noexcept nogil
