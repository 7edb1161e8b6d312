# cython: boundscheck=False, wraparound=False, cdivision=True
"""In how many ways hidden cards can fill classes that may hold certain ranks: exact, by remainders of three primes."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from check cimport check

cdef enum:
    MOST_CLASSES = 20
    MOST_STEPS = 13 * MOST_CLASSES

cdef struct Walk:
    int counts[13]
    int classes
    int capacity[20]
    int stride[20]
    int states
    int most               # cards of the most frequent rank
    int steps
    int step_class[260]
    int step_rank[260]


cdef uint64_t ways(const Walk* k, uint64_t* rows, uint64_t prime) noexcept nogil:
    # The table of `Sampler.count_ways`, two steps of it at a time and modulo a prime below 2**57: a cell adds at most
    # 2**6 remainders (six cards of a rank at most), which fits a word.
    cdef size_t line = <size_t>k.states, half = line * (k.most + 1)
    cdef uint64_t* after = rows
    cdef uint64_t* here = rows + half
    cdef uint64_t* swap
    cdef uint64_t sum_, choose
    cdef int step, m, x, state, open_, left, stride, capacity, last
    memset(after, 0, half * sizeof(uint64_t))
    after[0] = 1
    for step in range(k.steps - 1, -1, -1):
        stride = k.stride[k.step_class[step]]
        capacity = k.capacity[k.step_class[step]] + 1
        last = step + 1 == k.steps or k.step_rank[step + 1] != k.step_rank[step]
        for m in range(k.counts[k.step_rank[step]] + 1):
            for state in range(k.states):
                open_ = (state // stride) % capacity
                choose = 1
                sum_ = 0
                for x in range(min(m, open_) + 1):
                    left = m - x
                    if last:
                        left = 0 if step + 1 == k.steps else k.counts[k.step_rank[step + 1]]
                    sum_ += choose * after[left * line + state - x * stride]
                    choose = choose * (m - x) // (x + 1)
                here[m * line + state] = sum_ % prime
        swap = here
        here = after
        after = swap
    check(k.steps > 0)
    return after[k.counts[k.step_rank[0]] * line + k.states - 1]


def count_classes(counts, masks, needs):
    """In how many ways classes can be filled with hidden cards; cards of equal rank differ, the order in a class does not count.

    Args:
        counts: number of hidden cards of each of the 13 ranks, at most six of each.
        masks: for each class the set of ranks that it may hold.
        needs: for each class its number of cards.

    >>> count_classes([1, 1, 1] + [0] * 10, [0b011, 0b110], [1, 1])
    3
    """
    cdef Walk k
    cdef uint64_t prime, left
    cdef uint64_t* rows
    cdef int rank, c
    if len(masks) > MOST_CLASSES or max(counts) > 6:
        raise ValueError(f"{len(masks)} classes, {max(counts)} cards of a rank: more than can be counted")
    memset(&k, 0, sizeof(Walk))
    k.classes = len(masks)
    k.states = 1
    k.most = max(counts)
    for c in range(k.classes):
        k.capacity[c] = needs[c]
        k.stride[c] = k.states
        k.states *= k.capacity[c] + 1
    for rank in range(13):
        k.counts[rank] = counts[rank]
        for c in range(k.classes):
            if k.counts[rank] and masks[c] >> rank & 1:
                k.step_class[k.steps] = c
                k.step_rank[k.steps] = rank
                k.steps += 1
    if k.steps == 0:
        return 0 if any(needs) else 1
    most, cards = 1, sum(counts)
    for need in needs:  # no more ways than without the sets of ranks
        for i in range(need):
            most = most * max(cards - i, 0) // (i + 1)
        cards -= need
    total, modulus = 0, 1
    rows = <uint64_t*>calloc(2 * <size_t>k.states * (k.most + 1), sizeof(uint64_t))
    if rows == NULL:
        raise MemoryError("no memory to count worlds")
    try:
        for under in (13, 25, 49):  # 2**57 less each of these is prime; together they tell numbers up to 2**171 apart
            prime = (<uint64_t>1 << 57) - <uint64_t>under
            with nogil:
                left = ways(&k, rows, prime)
            total += modulus * ((left - total) * pow(modulus, -1, int(prime)) % int(prime))
            modulus *= int(prime)
            if modulus > most:
                break
    finally:
        free(rows)
    return total
