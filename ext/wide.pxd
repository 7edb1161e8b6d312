# The 128-bit product of two 64-bit words.
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline void tricorn_wide(uint64_t a, uint64_t b, uint64_t* hi, uint64_t* lo) {
    #ifdef __SIZEOF_INT128__
        unsigned __int128 p = (unsigned __int128)a * b;
        *hi = (uint64_t)(p >> 64); *lo = (uint64_t)p;
    #else
        uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
        uint64_t t = al * bl, u = ah * bl + (t >> 32), v = al * bh + (u & 0xffffffffu);
        *hi = ah * bh + (u >> 32) + (v >> 32); *lo = a * b;
    #endif
    }
    """
    void multiply "tricorn_wide"(uint64_t a, uint64_t b, uint64_t* hi, uint64_t* lo) noexcept nogil
