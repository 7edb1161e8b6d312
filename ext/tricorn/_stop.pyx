"""The flag that ends a search early."""


cdef class Stop:
    """A flag that ends a search: `set()` from any thread, and the search returns within about 1,000 nodes.

    >>> stop = Stop()
    >>> stop.is_set()
    False
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __cinit__(self):
        self.raised = 0

    def set(self):
        """Raise the flag. Safe from any thread, at any time, more than once."""
        self.raised = 1

    def is_set(self):
        """Whether the flag is up."""
        return self.raised != 0
