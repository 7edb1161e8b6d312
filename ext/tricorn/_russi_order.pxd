# Which lead and which reply to try first. Nothing here decides a value: a bad order costs time only.
#
# A score is a sum of features times integer weights; the weights stand in `_russi_search.pyx` and were fitted by
# `benchmarks/russi_tune.py`, which climbs on the node counts of solved positions.
from libc.stdint cimport int32_t, uint64_t

from bits cimport lowest, popcount
from tricorn._russi_board cimport above_all, lane, one, representatives
from tricorn._russi_table cimport Search

cdef enum:
    # leads
    W_SURE  # above all of the opponent's cards of the suit
    W_NOW  # above all that he can play now
    W_HIGHER  # per card of his above
    W_RANK  # per card left above in the suit
    W_TURN  # turns up a card
    W_TURN_SURE  # turns up a sure card
    W_VOID  # he has nothing to follow with
    W_CHOICE  # per different reply that he has
    W_MINE  # per own card of the suit
    W_HIS  # per card of his in the suit
    W_COVERED  # per covered card of his in the suit
    W_FORCED  # all his cards that he can follow with are up cards
    W_TURN_SAME  # turns up a card of the same suit
    # replies
    R_WIN
    R_WIN_RANK  # winning: per card left below it in the suit
    R_LOSE_RANK  # losing: per card left above it in the suit
    R_TURN
    R_TURN_SURE
    R_DISCARD_RANK  # discarding: per card left above it in the suit
    R_DISCARD_SURE  # discarding a card above all of the leader's
    R_GUARD  # discarding the last guard of a stopper
    R_LONG  # discarding: per own card of the suit
    R_DEAD  # discarding from a suit that the leader lacks
    R_TURN_WIN  # winning with a card that turns one up
    R_THEIRS  # discarding: per card of the leader's in the suit
    R_UP_DISCARD  # discarding an up card
    W_LEAD_UP_BEATEN  # leading an up card that can be beaten now
    W_LENGTH_SURE  # sure, and the opponent has none left after it
    # leads near the root, once expanded
    WIDE_ESTIMATE  # the estimate, in sixteenths
    WIDE_OPEN  # less so much for each open reply
    WIDE_ORDER  # less so much for each place in the plain order


cdef struct Look:
    # What the scores of all leads of a position share.
    uint64_t sure
    uint64_t now
    uint64_t acc
    uint64_t replies  # classes of the opponent's cards


cdef inline Look look_at(const Search* s, uint64_t me, uint64_t him, uint64_t cov) noexcept nogil:
    cdef Look look
    look.acc = him & ~cov
    look.sure = above_all(him)
    look.now = above_all(look.acc)
    look.replies = representatives(look.acc, s.ups, me)
    return look


cdef inline int lead_score(
    const Search* s, const Look* look, uint64_t me, uint64_t him, uint64_t cov, uint64_t card, int index
) noexcept nogil:
    cdef const int32_t* w = s.weights
    cdef uint64_t suit = lane(index), follow = look.acc & suit, above = suit & (card - 1), turned
    cdef int score = -w[W_RANK] * popcount((me | him) & above) + w[W_MINE] * popcount(me & suit)
    score += w[W_HIS] * popcount(him & suit) + w[W_COVERED] * popcount(him & cov & suit)
    if card & look.sure:
        score += w[W_SURE]
        if popcount(him & suit) <= 1:
            score += w[W_LENGTH_SURE]
    elif card & look.now:
        score += w[W_NOW]
    else:
        score -= w[W_HIGHER] * popcount(him & above)
    if follow:
        score -= w[W_CHOICE] * popcount(look.replies & suit)
        if not follow & ~s.ups:
            score += w[W_FORCED]
    else:
        score += w[W_VOID] - w[W_CHOICE] * popcount(look.replies)
    if card & s.ups:
        turned = one(s.under[index])
        score += w[W_TURN]
        if turned & look.sure:
            score += w[W_TURN_SURE]
        if turned & suit:
            score += w[W_TURN_SAME]
        if not card & (look.sure | look.now):
            score += w[W_LEAD_UP_BEATEN]
    return score


cdef inline int reply_score(
    const Search* s, uint64_t me, uint64_t him, uint64_t cov, uint64_t led, uint64_t card, int index
) noexcept nogil:
    # me: the leader's cards left after the lead `led`.
    cdef const int32_t* w = s.weights
    cdef uint64_t suit = lane(index), above = suit & (card - 1), own, theirs = me & suit
    cdef int score = 0, over
    if led & suit:
        if card < led:
            score = w[R_WIN] + w[R_WIN_RANK] * popcount((me | him) & above)
            if card & s.ups:
                score += w[R_TURN_WIN]
        else:
            score = w[R_LOSE_RANK] * popcount((me | him) & above)
    else:
        score = w[R_DISCARD_RANK] * popcount((me | him) & above)
        own = him & suit
        score += w[R_LONG] * popcount(own) + w[R_THEIRS] * popcount(theirs)
        if not theirs:
            score += w[R_DEAD]
        elif card & s.ups:
            score += w[R_UP_DISCARD]
        else:
            if not theirs & above:
                score += w[R_DISCARD_SURE]
            own &= ~cov & ~s.ups
            over = popcount(theirs & ((own & (0 - own)) - 1))
            if popcount(own) == over + 1 and popcount(theirs) > over:
                score += w[R_GUARD]
    if card & s.ups:
        score += w[R_TURN]
        if one(s.under[index]) & above_all(me):
            score += w[R_TURN_SURE]
    return score
