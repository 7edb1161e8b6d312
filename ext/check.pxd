# check(condition): nothing in a normal build; in the checked build (TRICORN_CHECKED=1) a failed one prints and aborts.
# It needs no GIL, so it may stand in the innermost loop.
cdef extern from *:
    """
    #ifdef TRICORN_CHECKED
    #include <stdio.h>
    #include <stdlib.h>
    #define tricorn_check(c) do { if (!(c)) { \\
        fprintf(stderr, "check failed: %s, %s:%d\\n", #c, __FILE__, __LINE__); abort(); } } while (0)
    #else
    #define tricorn_check(c) ((void)0)
    #endif
    """
    void check "tricorn_check"(bint c) noexcept nogil
