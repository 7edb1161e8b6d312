# Which lead and which reply to try first. Nothing here decides a value: a bad order costs time only.
#
# The score of a lead is a sum of looked-up weights, one of each table below; `benchmarks/russi_order.py` fits them to what
# leads cost in searches (`solver/tricorn/russi_order.py`). The score of a reply is a sum of features times integer
# weights, which `benchmarks/russi_tune.py` climbs to on the node counts of solved positions.
from libc.stdint cimport int32_t, uint64_t

from bits cimport lowest, popcount
from tricorn._russi_board cimport above_all, lane, one, representatives
from tricorn._russi_table cimport Search, owners

cdef enum:
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
    # leads near the root, once expanded
    WIDE_ESTIMATE  # the estimate, in sixteenths
    WIDE_OPEN  # less so much for each open reply
    WIDE_ORDER  # less so much for each place in the plain order

cdef enum:
    # The tables of a lead. In its suit, "above" and "below" are the opponent's cards unless said otherwise, "open" are those
    # that he can play now; a count is cut off where its factor ends.
    L_RANK = 0  # 13: all cards above
    L_MINE = L_RANK + 13  # 14: own cards of the suit
    L_HIS = L_MINE + 14  # 14: his cards of the suit
    L_COVERED = L_HIS + 14  # 8: his covered ones
    L_REACH = L_COVERED + 8  # 2 * 3 * 3 * 3 * 2: up card, open above, covered above, open below, covered below
    L_RUN = L_REACH + 108  # 2 * 3 * 4 * 4: up card, open above, own above, own below
    L_BLOCK = L_RUN + 96  # 4 * 5 * 5: own above, his cards of the suit, above
    L_TOPS = L_BLOCK + 100  # 64 * 6: the owners of the five highest cards of the suit, all cards above
    L_GUARD = L_TOPS + 384  # 2 * 2 * 4 * 4: up card, is the highest single, above that, singles more than that
    L_FOLLOW = L_GUARD + 64  # 81: his open singles and up cards above, and both below
    L_VOID = L_FOLLOW + 81  # 3 * 4: he can't follow: his open cards in suits that I lack, his up cards
    L_CHOICE = L_VOID + 12  # 8 + 16: his different replies, if he follows and if not
    L_TURN = L_CHOICE + 24  # 1 + 2 * 3 * 2 * 3: of the card turned up: same suit, open above, covered above, open
    L_TURNED = L_TURN + 37  # 1 + 3 * 3: of the card turned up: own above, below
    L_TEMPO = L_TURNED + 10  # 3 * 5 * 5: can he beat it, or not follow; cards that win now in other suits, his and mine
    L_NEED = L_TEMPO + 75  # 2 * 2 * 4: beaten, up card, quarters of the tricks wanted
    L_PHASE = L_NEED + 16  # 2 * 2 * 6: beaten, up card, thirds of the tricks left
    L_END = L_PHASE + 24  # LEAD_WEIGHTS
    L_TABLES = 16  # looked up for one lead: L_FOLLOW or L_VOID, and all others


cdef struct Look:
    # What the scores of all leads of a position share.
    uint64_t open  # his cards that he can play
    uint64_t own  # mine
    uint64_t replies  # classes of his cards
    int choices
    int void_place  # in L_VOID
    int tops[4]  # in L_TOPS
    int his_winners[4]
    int my_winners[4]
    int need
    int phase


cdef inline Look look_at(
    const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k
) noexcept nogil:
    cdef Look look
    cdef uint64_t his, mine
    cdef int suit, count, dead = 0, t
    look.open = him & ~cov
    look.own = me & ~cov
    look.replies = representatives(look.open, s.ups, me)
    look.choices = min(popcount(look.replies), 15)
    his = look.open & above_all(look.own)
    mine = look.own & above_all(look.open)
    for suit in range(4):
        count = min(popcount((me | him) & (<uint64_t>0x1FFF) << (suit << 4)), 5)
        look.tops[suit] = L_TOPS + 6 * (owners(s, me, him, suit) & ((1 << count) - 1) | 1 << count)
        look.his_winners[suit] = popcount(his & (<uint64_t>0x1FFF) << (suit << 4))
        look.my_winners[suit] = popcount(mine & (<uint64_t>0x1FFF) << (suit << 4))
        if not me & (<uint64_t>0x1FFF) << (suit << 4):
            dead += popcount(look.open & (<uint64_t>0x1FFF) << (suit << 4))
    t = look.his_winners[0] + look.his_winners[1] + look.his_winners[2] + look.his_winners[3]
    count = look.my_winners[0] + look.my_winners[1] + look.my_winners[2] + look.my_winners[3]
    for suit in range(4):
        look.his_winners[suit] = min(t - look.his_winners[suit], 4)
        look.my_winners[suit] = min(count - look.my_winners[suit], 4)
    look.void_place = L_VOID + min(dead, 2) * 4 + min(popcount(look.open & s.ups), 3)
    look.need = min(4 * k // max(n, 1), 3)
    look.phase = min(n // 3, 5)
    return look


cdef inline void lead_places(
    const Search* s, const Look* look, uint64_t me, uint64_t him, uint64_t cov, uint64_t card, int index, int* out
) noexcept nogil:
    # The places in the tables for one lead.
    cdef uint64_t suit = lane(index), above = suit & (card - 1), below = suit & ~above & ~card, theirs, mine = me & suit
    cdef uint64_t hidden = him & cov & suit, follow = look.open & suit, singles = look.own & suit & ~s.ups, top, turned
    cdef int up = card & s.ups != 0, high = popcount(follow & above), over = popcount(him & above), t, number = index >> 4
    cdef int beaten = high > 0, own_above = min(popcount(mine & above), 3), rank = popcount((me | him) & above)
    out[0] = L_RANK + rank
    out[1] = L_MINE + popcount(mine)
    out[2] = L_HIS + popcount(him & suit)
    out[3] = L_COVERED + min(popcount(hidden), 7)
    t = up * 3 + min(high, 2)
    out[4] = L_REACH + ((t * 3 + min(popcount(hidden & above), 2)) * 3 + min(popcount(follow & below), 2)) * 2
    out[4] += hidden & below != 0
    out[5] = L_RUN + (t * 4 + own_above) * 4 + min(popcount(mine & below), 3)
    out[6] = L_BLOCK + (own_above * 5 + min(popcount(him & suit), 4)) * 5 + min(over, 4)
    out[7] = look.tops[number] + min(rank, 5)
    top = singles & (0 - singles)
    t = popcount(him & suit & (top - 1)) if top else 4
    out[8] = L_GUARD + ((up * 2 + (top == card)) * 4 + min(t, 3)) * 4 + min(max(popcount(singles) - t, -1) + 1, 3)
    if follow:
        theirs = follow & s.ups
        t = min(popcount(follow & above & ~s.ups), 2) * 3 + min(popcount(theirs & above), 2)
        t = t * 3 + min(popcount(follow & below & ~s.ups), 2)
        out[9] = L_FOLLOW + t * 3 + min(popcount(theirs & below), 2)
        out[10] = L_CHOICE + min(popcount(look.replies & suit), 7)
        t = beaten
    else:
        out[9] = look.void_place
        out[10] = L_CHOICE + 8 + look.choices
        t = 2
    out[11] = L_TURN
    out[12] = L_TURNED
    out[13] = L_TEMPO + (t * 5 + look.his_winners[number]) * 5 + look.my_winners[number]
    t = beaten * 2 + up
    out[14] = L_NEED + t * 4 + look.need
    out[15] = L_PHASE + t * 6 + look.phase
    if up:
        index = s.under[index]
        turned = one(index)
        suit = lane(index)
        above = suit & (turned - 1)
        t = (index >> 4 == number) * 3 + min(popcount(look.open & above), 2)
        out[11] += 1 + (t * 2 + (him & cov & above != 0)) * 3 + min(popcount(look.open & suit), 2)
        t = min(popcount(me & above), 2)
        out[12] += 1 + t * 3 + min(popcount(him & suit & ~above), 2)


cdef inline int lead_score(
    const Search* s, const Look* look, uint64_t me, uint64_t him, uint64_t cov, uint64_t card, int index
) noexcept nogil:
    cdef int places[L_TABLES]
    cdef int i, score = 0
    lead_places(s, look, me, him, cov, card, index, places)
    for i in range(L_TABLES):
        score += s.lead_weights[places[i]]
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
