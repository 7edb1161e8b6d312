# Minimax over a few tricks with the linear estimate behind it.
from tricorn._russi_root cimport Root
from tricorn._russi_table cimport Search

cdef void estimate_choices(const Search* s, Root* root, int tricks) noexcept nogil
