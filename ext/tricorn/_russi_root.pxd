# The position that was asked about, and what has been proven of its plays.
from libc.stdint cimport uint64_t

from tricorn._russi_engine cimport MOST
from tricorn._russi_table cimport Search

cdef enum:
    FIRST_STEP = 2000  # nodes after which a question is given up in the first round

cdef struct Choice:
    uint64_t card
    int lo
    int hi
    int score

cdef struct Root:
    # The player to move chooses among `choices`; every count is of the tricks he takes from now on, of `n`.
    uint64_t mover  # his cards
    uint64_t other
    uint64_t cov
    uint64_t led  # the card on the table, or 0
    uint64_t step  # nodes allowed for a question in this round
    int n
    int count
    int lo
    int hi
    Choice choices[MOST]

# `end` is a count of s.nodes: no question goes on beyond it.
cdef void root_setup(Search* s, Root* root) noexcept nogil
cdef void allow(Search* s, uint64_t step, uint64_t end) noexcept nogil
cdef bint spent(const Search* s, uint64_t end) noexcept nogil
cdef void ask_root(Search* s, Root* root, int k) noexcept nogil
cdef void root_round(Search* s, Root* root, uint64_t end) noexcept nogil
cdef void root_value(Search* s, Root* root, uint64_t end) noexcept nogil
cdef void root_choices(Search* s, Root* root, uint64_t end) noexcept nogil
cdef int line_from(Search* s, Root* root, uint64_t* out, uint64_t end) noexcept nogil
