"""Minimax over a few tricks of Russi with the linear estimate behind it: for positions that can't be solved in time."""
from libc.stdint cimport uint64_t

from bits cimport lowest
from tricorn._russi_board cimport lane, one, representatives
from tricorn._russi_engine cimport MOST
from tricorn._russi_eval cimport judge
from tricorn._russi_order cimport Look, lead_score, look_at, reply_score
from tricorn._russi_root cimport Choice, Root
from tricorn._russi_table cimport Search

cdef enum:
    FAR = 1 << 20


cdef int after_reply(
    const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int tricks, uint64_t led, uint64_t card, int low,
    int high
) noexcept nogil:
    # The estimate, in thousandths for the player who led (me, without `led`), once the reply is played. n: with this
    # trick.
    cdef int index = lowest(card)
    if card & s.ups:
        cov &= ~one(s.under[index])
    if card < led and card & lane(lowest(led)):
        low, high = 1000 * (n - 1) - high, 1000 * (n - 1) - low
        return 1000 * (n - 1) - estimate(s, him ^ card, me, cov, n - 1, tricks - 1, low, high)
    return 1000 + estimate(s, me, him ^ card, cov, n - 1, tricks - 1, low - 1000, high - 1000)


cdef int after_lead(
    const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int tricks, uint64_t led, int low, int high
) noexcept nogil:
    # The same after the lead alone: the follower picks what is worst for the leader. Exact between low and high only.
    cdef uint64_t cards[MOST]
    cdef int scores[MOST]
    cdef uint64_t replies, acc, card
    cdef int i, j, score, count = 0, worst = FAR
    me ^= led
    if led & s.ups:
        cov &= ~one(s.under[lowest(led)])
    acc = him & ~cov
    replies = acc & lane(lowest(led))
    replies = representatives(replies if replies else acc, s.ups, me | led)
    while replies:
        card = replies & (0 - replies)
        replies ^= card
        score = reply_score(s, me, him, cov, led, card, lowest(card))
        j = count
        while j and scores[j - 1] < score:
            scores[j] = scores[j - 1]
            cards[j] = cards[j - 1]
            j -= 1
        scores[j] = score
        cards[j] = card
        count += 1
    for i in range(count):
        worst = min(worst, after_reply(s, me, him, cov, n, tricks, led, cards[i], low, min(high, worst)))
        if worst <= low:
            break
    return worst


cdef int estimate(
    const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int tricks, int low, int high
) noexcept nogil:
    # Thousandths of a trick for the leader.
    cdef uint64_t cards[MOST]
    cdef int scores[MOST]
    cdef uint64_t leads, card
    cdef int i, j, score, count = 0, best = -FAR
    cdef Look look
    if n == 0:
        return 0
    if tricks <= 0:
        return judge(s, me, him, cov, n)
    look = look_at(s, me, him, cov, n, n // 2)
    leads = representatives(me & ~cov, s.ups, him)
    while leads:
        card = leads & (0 - leads)
        leads ^= card
        score = lead_score(s, &look, me, him, cov, card, lowest(card))
        j = count
        while j and scores[j - 1] < score:
            scores[j] = scores[j - 1]
            cards[j] = cards[j - 1]
            j -= 1
        scores[j] = score
        cards[j] = card
        count += 1
    for i in range(count):
        best = max(best, after_lead(s, me, him, cov, n, tricks, cards[i], max(low, best), high))
        if best >= high:
            break
    return best


cdef void estimate_choices(const Search* s, Root* root, int tricks) noexcept nogil:
    # Sets the score of every choice to its estimate for the player to move, and puts the best first.
    cdef Choice choice
    cdef int i, j
    for i in range(root.count):
        choice = root.choices[i]
        if root.led:
            choice.score = 1000 * root.n - after_reply(
                s, root.other, root.mover, root.cov, root.n, tricks, root.led, choice.card, -FAR, FAR
            )
        else:
            choice.score = after_lead(s, root.mover, root.other, root.cov, root.n, tricks, choice.card, -FAR, FAR)
        choice.score = min(max(choice.score, 1000 * choice.lo), 1000 * min(choice.hi, root.hi))
        j = i
        while j and root.choices[j - 1].score < choice.score:
            root.choices[j] = root.choices[j - 1]
            j -= 1
        root.choices[j] = choice
