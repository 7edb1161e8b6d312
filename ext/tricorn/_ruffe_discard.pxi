# Part of _ruffe_search.pyx: every choice of four cards to throw away, valued by the play that follows.
#
# One table serves all of them: its entries speak of lengths and relative ranks, which is all that a throw changes.
# Two throws are the same if they take the same number of cards out of each run of the taker's cards that no card in
# another hand parts: what is left differs in names only.

cdef struct Throw:
    uint64_t cards  # public cards
    int lo          # proven, in tricks of the taker's side
    int hi


cdef bint rank_throws(Engine* e, const uint64_t* hands, int taker, int leader, Throw* throws, int count, bint every,
                      int64_t nodes, volatile int* stop) noexcept nogil:
    """Fill the bounds: exact for all, or (not every) exact for a best one and bounds for the others. False: ended early."""
    cdef uint64_t held[4]
    cdef int i, low, high, left, better, guess = -1, best = 0
    cdef bint same = e.side[taker] == e.side[leader]
    cdef int64_t end = e.nodes + nodes
    for i in range(4):
        held[i] = hands[i] if i < e.players else 0
    left = popcount(held[taker] & ~throws[0].cards)
    for i in range(count):
        throws[i].lo = 0
        throws[i].hi = left
    e.ended = False
    for i in range(count):
        if used_up(e, nodes, end):
            return False
        held[taker] = hands[taker] & ~throws[i].cards
        low = 0
        high = left
        if not every and best:
            # only whether it beats the best so far, and if so by how much
            better = solve_window(e, held, leader, 0, NULL, remaining(e, nodes, end), stop, best + 1 if same else left - best)
            if better >= 0 and not same:
                better = 1 - better
            if better == 0:
                throws[i].hi = best
                continue
            if better > 0:
                throws[i].lo = best + 1
                if same:
                    low = guess = best + 1
                else:
                    high = guess = left - best - 1
        if e.ended or used_up(e, nodes, end):
            return False
        solve_value(e, held, leader, 0, NULL, remaining(e, nodes, end), stop, guess, &low, &high)
        guess = low
        throws[i].lo = max(throws[i].lo, low if same else left - high)
        throws[i].hi = min(throws[i].hi, high if same else left - low)
        if e.ended:
            return False
        best = max(best, throws[i].lo)
        if not every and best == left:
            return True
    return True


cdef inline bint used_up(const Engine* e, int64_t nodes, int64_t end) noexcept nogil:
    return nodes > 0 and e.nodes >= end


cdef inline int64_t remaining(const Engine* e, int64_t nodes, int64_t end) noexcept nogil:
    """What is left of a budget that is not used up; 0 means no limit."""
    return end - e.nodes if nodes > 0 else 0


cdef dict equal_throws(uint64_t hand, uint64_t others):
    """All sets of four cards of a hand, gathered by how many they take out of each run: the key is the runs of the four,
    a byte each."""
    cdef uint32_t key
    cdef int a, b, c, d, i, n = 0, run = -1
    cdef int card[52]
    cdef uint32_t run_at[52]
    for i in range(52):
        if i % 13 == 0 or (others >> i) & 1:
            run += 1 if n and <int>run_at[n - 1] == run else 0
            run = max(run, 0)
        if (hand >> i) & 1:
            card[n] = i
            run_at[n] = run
            n += 1
    found = {}
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                for d in range(c + 1, n):
                    key = run_at[a] | (run_at[b] << 8) | (run_at[c] << 16) | (run_at[d] << 24)
                    found.setdefault(key, []).append(
                        (<uint64_t>1 << card[a]) | (<uint64_t>1 << card[b])
                        | (<uint64_t>1 << card[c]) | (<uint64_t>1 << card[d]))
    return found
