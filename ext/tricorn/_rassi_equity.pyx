# cython: boundscheck=False, wraparound=False, cdivision=True
"""Matches of Rassi between two or three players: the probability of winning from every score, exactly, by going backwards.

Every deal makes the total of the points greater, so the scores are gone through from the greatest total down. Seat 0 is
the dealer of the next deal throughout; for another dealer the seats are turned round.
"""
cdef enum:
    MOST = 52   # a redoubled king


def two(int out_at, const double[:, ::1] pay, double[:, ::1] win):
    """win[a, b]: the probability that seat 0, which deals next, wins a match of two players from the scores a and b.

    Args:
        pay: [2, 53]: the probability that a seat, counted from the dealer's left, pays so many points in a deal.
        win: [out_at, out_at], filled.
    """
    cdef int total, a, b, x
    cdef double sum_
    if out_at < 1 or win.shape[0] != out_at or win.shape[1] != out_at or pay.shape[0] != 2 or pay.shape[1] != MOST + 1:
        raise ValueError("arrays of another size")
    with nogil:
        for total in range(2 * (out_at - 1), -1, -1):
            for a in range(max(0, total - out_at + 1), min(out_at - 1, total) + 1):
                b = total - a
                sum_ = 0
                for x in range(1, MOST + 1):
                    if pay[0, x] > 0:
                        sum_ += pay[0, x] * (1 - win[b + x, a] if b + x < out_at else 1)
                    if pay[1, x] > 0 and a + x < out_at:
                        sum_ += pay[1, x] * (1 - win[b, a + x])
                win[a, b] = sum_


def three(int out_at, const double[:, ::1] pay, const double[:, ::1] pair, double[:, :, :, ::1] win):
    """win[a, b, c, i]: the probability that seat i wins a match of three from the scores a, b, c; seat 0 deals next.

    Args:
        pay: [3, 53] as in `two`.
        pair: what `two` found.
        win: [out_at, out_at, out_at, 3], filled.
    """
    cdef int total, a, b, c, x, q, i, dealer, other
    cdef int score[3]
    cdef double sums[3]
    cdef double share, first
    if out_at < 1 or pay.shape[0] != 3 or pay.shape[1] != MOST + 1 or pair.shape[0] != out_at or pair.shape[1] != out_at:
        raise ValueError("arrays of another size")
    if win.shape[0] != out_at or win.shape[1] != out_at or win.shape[2] != out_at or win.shape[3] != 3:
        raise ValueError("arrays of another size")
    with nogil:
        for total in range(3 * (out_at - 1), -1, -1):
            for a in range(max(0, total - 2 * (out_at - 1)), min(out_at - 1, total) + 1):
                for b in range(max(0, total - a - (out_at - 1)), min(out_at - 1, total - a) + 1):
                    c = total - a - b
                    sums[0] = sums[1] = sums[2] = 0
                    for q in range(3):
                        for x in range(1, MOST + 1):
                            share = pay[(q + 2) % 3, x]
                            if share <= 0:
                                continue
                            score[0] = a
                            score[1] = b
                            score[2] = c
                            score[q] += x
                            if score[q] < out_at:  # seat 1 deals next
                                for i in range(3):
                                    sums[i] += share * win[score[1], score[2], score[0], (i + 2) % 3]
                                continue
                            dealer = 1 if q != 1 else 2
                            other = 3 - q - dealer
                            first = pair[score[dealer], score[other]]
                            sums[dealer] += share * first
                            sums[other] += share * (1 - first)
                    for i in range(3):
                        win[a, b, c, i] = sums[i]
