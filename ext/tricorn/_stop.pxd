# A flag that any thread may raise and that a search polls about every 1,000 nodes.
cdef class Stop:
    cdef volatile int raised
