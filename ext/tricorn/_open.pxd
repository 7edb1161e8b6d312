# The exact value of the last tricks with all cards known, by plain search on the States that playouts pass through.
from tricorn._state cimport Game, State

# By seat the end's `count`. With two sides exact minimax; with more max^n, of equally good plays the highest.
cdef void open_counts(const Game* table, const State* state, int* out) noexcept nogil
