"""The recursive search of Russi with all cards known: null windows on trick boundaries."""
from libc.stdint cimport int32_t, uint64_t

from bits cimport lowest
from check cimport check
from tricorn._russi_board cimport lane, one, representatives
from tricorn._russi_bounds cimport later, quick
from tricorn._russi_eval cimport judge
from tricorn._russi_order cimport WIDE_ESTIMATE, WIDE_OPEN, WIDE_ORDER, Look, lead_score, look_at, reply_score
from tricorn._russi_table cimport NO_LEAD, NOTED_FROM, NOTED_TO, NOTES, Search, bucket_of, find, keep, key_of, prefetch

cdef struct Child:
    # A trick boundary after a lead and a reply, from the side of its own leader.
    uint64_t me
    uint64_t him
    uint64_t cov
    uint64_t key
    int k  # the question: does its leader take k or more?
    bint turned  # its leader is the one who replied: "yes" is what the player who led does not want
    int score
    int index  # of the reply


cdef int expand(
    Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k, uint64_t led, Child* out
) noexcept nogil:
    # Does the leader take k or more of n tricks with the lead `led`? -1: no, one reply is certain to deny it. Else the
    # number of replies in `out` that are still open; with none left, the answer is yes. 1 <= k <= n.
    # First the bounds of all positions that the replies lead to, then one key each, then the table: a refutation found
    # early saves the rest, and each key is handed on to the search of its position.
    cdef uint64_t acc, replies, card
    cdef int index = lowest(led), count = 0, i, j, left = n - 1
    cdef Child child
    cdef uint64_t data
    cdef bint yes, no
    me ^= led
    if led & s.ups:
        cov &= ~one(s.under[index])
    acc = him & ~cov
    replies = acc & lane(index)
    if not replies:
        replies = acc
    if s.use_classes:
        replies = representatives(replies, s.ups, me | led)
    while replies:
        card = replies & (0 - replies)
        replies ^= card
        index = lowest(card)
        child.cov = cov
        if card & s.ups:
            child.cov &= ~one(s.under[index])
        child.turned = card < led and card & lane(lowest(led)) != 0
        if child.turned:
            child.me = him ^ card
            child.him = me
            child.k = n - k
        else:
            child.me = me
            child.him = him ^ card
            child.k = k - 1
        s.looked += 1
        if child.k <= 0:
            yes = True
            no = False
        elif child.k > left:
            yes = False
            no = True
        else:
            yes = no = False
            if s.use_bounds:
                yes = quick(child.me, child.him, child.cov, s.ups, s.under, child.k) >= child.k
                if not yes:
                    no = left - later(child.me, child.him, child.cov, s.ups, s.under, left, left - child.k + 1) < child.k
        if yes or no:
            if yes == child.turned:
                return -1
            continue
        child.index = index
        out[count] = child
        count += 1
    for i in range(count):
        out[i].key = key_of(s, out[i].me, out[i].him, out[i].cov, left)
        prefetch(bucket_of(s, out[i].key, left))
    if s.use_etc and s.use_table:
        j = 0
        for i in range(count):
            data = find(s, out[i].key, left)
            if data:
                yes = <int>(data & 255) >= out[i].k
                no = <int>(data >> 8 & 255) < out[i].k
                if yes or no:
                    if yes == out[i].turned:
                        return -1
                    continue
            if i != j:
                out[j] = out[i]
            j += 1
        count = j
    if count < 2:
        return count
    for i in range(count):
        index = out[i].index
        child = out[i]
        child.score = reply_score(s, me, him, cov, led, one(index), index)
        j = i
        while j and out[j - 1].score < child.score:
            out[j] = out[j - 1]
            j -= 1
        out[j] = child
    return count


cdef int hopes(const Search* s, const Child* child, int left) noexcept nogil:
    # The estimate of what the player who led gets after this reply, in thousandths, less what he needs.
    cdef int value = judge(s, child.me, child.him, child.cov, left) - 1000 * child.k
    return -1000 - value if child.turned else value


cdef bint answer_wide(
    Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k, uint64_t key, const uint64_t* leads, int count,
    int first, uint64_t start,
) noexcept nogil:
    # Near the root: every lead is expanded before any is searched, which finds a lead that is certain at once and
    # leaves out those that are refuted; the rest are sorted by the estimate behind the likeliest reply and the number
    # of open replies. `first`: the lead that the table names, or NO_LEAD.
    cdef Child children[MOST][MOST]
    cdef int size[MOST]
    cdef int scores[MOST]
    cdef int order[MOST]
    cdef const int32_t* w = s.weights
    cdef int i, j, c, kept = 0, score
    cdef bint held
    for i in range(count):
        size[i] = expand(s, me, him, cov, n, k, leads[i], children[i])
        if size[i] == 0:
            if s.use_table:
                keep(s, key, n, k, n, lowest(leads[i]), s.nodes - start)
            return True
        if size[i] > 0:
            order[kept] = i
            kept += 1
    if kept > 1:
        for c in range(kept):
            i = order[c]
            score = hopes(s, &children[i][0], n - 1) * w[WIDE_ESTIMATE] // 16 - w[WIDE_OPEN] * size[i] - w[WIDE_ORDER] * i
            if lowest(leads[i]) == first:
                score = 1 << 28
            j = c
            while j and scores[j - 1] < score:
                scores[j] = scores[j - 1]
                order[j] = order[j - 1]
                j -= 1
            scores[j] = score
            order[j] = i
    for c in range(kept):
        i = order[c]
        held = True
        for j in range(size[i]):
            if answer(s, children[i][j].me, children[i][j].him, children[i][j].cov, n - 1, children[i][j].k,
                      children[i][j].key) == children[i][j].turned:
                held = False
                break
            if s.given_up:
                return False
        if s.given_up:
            return False
        if held:
            if s.use_table:
                keep(s, key, n, k, n, lowest(leads[i]), s.nodes - start)
            return True
    if s.use_table:
        keep(s, key, n, 0, k - 1, NO_LEAD, s.nodes - start)
    return False


cdef void note(Search* s, uint64_t me, uint64_t him, uint64_t cov, int k) noexcept nogil:
    # Writes down one position in `note_every`: what the weights of the order are fitted to.
    cdef uint64_t* to = s.notes + 4 * s.noted
    s.note_next -= 1
    if s.note_next > 0 or s.noted == NOTES:
        return
    s.note_next = s.note_every
    s.noted += 1
    to[0] = me
    to[1] = him
    to[2] = cov
    to[3] = k


cdef bint answer(Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k, uint64_t key) noexcept nogil:
    # Whether the leader takes k or more of the n tricks left, 1 <= k <= n. Meaningless once `given_up` is set.
    cdef Child children[MOST]
    cdef uint64_t cards[MOST]
    cdef int scores[MOST]
    cdef uint64_t data = 0, leads, card
    cdef int count = 0, i, j, score, open_replies, best = NO_LEAD
    cdef bint held
    cdef Look look
    cdef uint64_t start = s.nodes
    s.nodes += 1
    if s.nodes & 1023 == 0 and s.stop != NULL and s.stop[0]:
        s.given_up = True
    if s.nodes > s.limit:
        s.given_up = True
    if s.given_up:
        return False
    if s.use_table:
        data = find(s, key, n)
        if data:
            if <int>(data & 255) >= k:
                return True
            if <int>(data >> 8 & 255) < k:
                return False
            best = <int>(data >> 16 & 255)
    if s.notes != NULL and NOTED_FROM <= n <= NOTED_TO:
        note(s, me, him, cov, k)
    leads = me & ~cov
    if s.use_classes:
        leads = representatives(leads, s.ups, him)
    look = look_at(s, me, him, cov, n, k)
    while leads:
        card = leads & (0 - leads)
        leads ^= card
        i = lowest(card)
        score = (1 << 24) if i == best else lead_score(s, &look, me, him, cov, card, i)
        j = count
        while j and scores[j - 1] < score:
            scores[j] = scores[j - 1]
            cards[j] = cards[j - 1]
            j -= 1
        scores[j] = score
        cards[j] = card
        count += 1
    check(count > 0)
    if n >= s.full_from:
        return answer_wide(s, me, him, cov, n, k, key, cards, count, best, start)
    for i in range(count):
        open_replies = expand(s, me, him, cov, n, k, cards[i], children)
        held = open_replies >= 0
        for j in range(open_replies):
            if answer(s, children[j].me, children[j].him, children[j].cov, n - 1, children[j].k,
                      children[j].key) == children[j].turned:
                held = False
                break
            if s.given_up:
                return False
        if s.given_up:
            return False
        if held:
            if s.use_table:
                keep(s, key, n, k, n, lowest(cards[i]), s.nodes - start)
            return True
    if s.use_table:
        keep(s, key, n, 0, k - 1, NO_LEAD, s.nodes - start)
    return False


cdef bint position_yields(Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k) noexcept nogil:
    if k <= 0:
        return True
    if k > n:
        return False
    if s.use_bounds:
        if quick(me, him, cov, s.ups, s.under, k) >= k:
            return True
        if n - later(me, him, cov, s.ups, s.under, n, n - k + 1) < k:
            return False
    return answer(s, me, him, cov, n, k, key_of(s, me, him, cov, n))


cdef bint lead_yields(Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k, uint64_t led) noexcept nogil:
    cdef Child children[MOST]
    cdef int count, i
    if k <= 0:
        return True
    if k > n:
        return False
    count = expand(s, me, him, cov, n, k, led, children)
    for i in range(count):
        if answer(s, children[i].me, children[i].him, children[i].cov, n - 1, children[i].k,
                  children[i].key) == children[i].turned or s.given_up:
            return False
    return count >= 0
