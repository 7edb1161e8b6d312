# cython: boundscheck=False, wraparound=False, cdivision=True
"""A small network that scores the ranks of a hand of Rassi by what its seat has seen.

Inputs are 0 or 1, so the first layer is a sum of rows, in whole numbers as all the rest: the same on every machine. There is a
network for each number of cards left.
"""
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t

from bits cimport lowest, popcount
from check cimport check
from tricorn._rassi cimport in_all_suits, ranks_of

cdef enum:
    MOST_OF_A_RANK = 4   # more count as many
    HELD = 0             # [rank][count]
    HIDDEN = 52          # [rank][count]
    LEVEL = 104          # [height of the highest card - 1, 0: none]
    PLACE = 118          # [seats - 2][laid]
    HOLDER = 190         # [steps]
    TOPS = 198           # [played to the trick][steps][height - 2]
    LOWS = 406


cdef int net_inputs(const RassiSight* sight, int* out) noexcept nogil:
    cdef uint64_t ranks = ranks_of(sight.hand)
    cdef int rank, count, step, played, n = 0
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        count = popcount(sight.hand & in_all_suits((<uint64_t>1) << rank))
        out[n] = HELD + 4 * rank + min(count, MOST_OF_A_RANK) - 1
        n += 1
    ranks = ranks_of(sight.unseen)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        count = popcount(sight.unseen & in_all_suits((<uint64_t>1) << rank))
        out[n] = HIDDEN + 4 * rank + min(count, MOST_OF_A_RANK) - 1
        n += 1
    out[n] = LEVEL + (sight.high - 1 if sight.laid else 0)
    out[n + 1] = PLACE + 9 * (sight.seats - 2) + sight.laid
    n += 2
    if sight.laid:
        out[n] = HOLDER + sight.holder - 1
        n += 1
    for step in range(sight.seats - 1):
        played = step >= sight.to_come
        out[n] = TOPS + 13 * (8 * played + step) + sight.top[step] - 2
        out[n + 1] = LOWS + 13 * (8 * played + step) + sight.low[step] - 2
        n += 2
    check(n <= MOST_INPUTS)
    return n


cdef void net_scores(const RassiSight* sight, const int16_t* nets, uint64_t ranks, int64_t* score) noexcept nogil:
    # The scores of these ranks, the lowest first.
    cdef int index[MOST_INPUTS]
    cdef int16_t wide[WIDE]
    cdef int16_t narrow[NARROW]
    cdef int count = net_inputs(sight, index), i, j, rank
    cdef int32_t total
    cdef const int16_t* row
    cdef const int16_t* net = nets + NET * (min(max(sight.size, 2), 6) - 2)
    row = net + WIDE * INPUTS
    for j in range(WIDE):
        wide[j] = row[j]
    for i in range(count):
        row = net + WIDE * index[i]
        for j in range(WIDE):
            wide[j] = <int16_t>(wide[j] + row[j])
    for j in range(WIDE):
        wide[j] = wide[j] if wide[j] > 0 else 0
    net += WIDE * (INPUTS + 1)
    for i in range(NARROW):
        row = net + WIDE * i
        total = 0
        for j in range(WIDE):
            total += <int32_t>wide[j] * <int32_t>row[j]
        total = (total >> 8) + net[WIDE * NARROW + i]
        narrow[i] = <int16_t>(0 if total < 0 else 32767 if total > 32767 else total)
    net += (WIDE + 1) * NARROW
    i = 0
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        row = net + NARROW * rank
        total = 0
        for j in range(NARROW):
            total += <int32_t>narrow[j] * <int32_t>row[j]
        total = (total >> 8) + net[NARROW * OUTPUTS + rank]
        score[i] = <int64_t>total * 1000 >> 8
        i += 1
