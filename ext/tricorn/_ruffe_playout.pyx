# cython: boundscheck=False, wraparound=False, cdivision=True
"""Playouts of Ruffe by rules of thumb: the value of a world that the search could not finish."""
from libc.stdint cimport uint64_t

from bits cimport bit, highest, lowest, popcount, suit_mask
from check cimport check
from tricorn._ruffe_layout cimport SUIT_ELSE_TRUMP, SUIT_OR_TRUMP


cdef inline uint64_t trumps_of(const Table* t, uint64_t hand) noexcept nogil:
    return hand & suit_mask(t.trump) if t.trump >= 0 else 0


cdef inline bint beats(const Table* t, int card, int other) noexcept nogil:
    if card // 13 == other // 13:
        return card > other
    return card // 13 == t.trump


cdef uint64_t table_legal(const Table* t, uint64_t hand) noexcept nogil:
    cdef uint64_t out = hand
    if t.laid:
        out = hand & suit_mask(t.card[0] // 13)
        if t.reading == SUIT_OR_TRUMP or (t.reading == SUIT_ELSE_TRUMP and not out):
            out |= trumps_of(t, hand)
    return out if out else hand


cdef void table_play(Table* t, int card, int* won) noexcept nogil:
    cdef int seat = (t.leader + t.laid) % t.players
    check(t.hand[seat] & bit(card) != 0)
    t.hand[seat] ^= bit(card)
    t.card[t.laid] = card
    if t.laid == 0 or beats(t, card, t.card[t.best]):
        t.best = t.laid
    t.laid += 1
    if t.laid == t.players:
        t.leader = (t.leader + t.best) % t.players
        t.laid = t.best = 0
        won[0] += t.side[t.leader] == 0


cdef int least(const Table* t, uint64_t cards) noexcept nogil:
    # The card one misses least: the lowest rank, no trump if there is another.
    cdef uint64_t plain = cards & ~trumps_of(t, cards)
    cdef int out = -1, card
    if not plain:
        plain = cards
    while plain:
        card = lowest(plain)
        plain &= plain - 1
        if out < 0 or card % 13 < out % 13:
            out = card
    return out


cdef bint is_top(int card, uint64_t others) noexcept nogil:
    # Whether nobody else holds a higher card of the suit.
    return not others & suit_mask(card // 13) & ~(bit(card) - 1)


cdef int lead(const Table* t, uint64_t hand, uint64_t others) noexcept nogil:
    # A top card of the longest plain suit that has one, else of trumps; else low from the longest plain suit.
    cdef int suit, size, top_size = 0, low_size = 0, top_card = -1, low_card = -1
    cdef uint64_t mine
    for suit in range(4):
        mine = hand & suit_mask(suit)
        size = popcount(mine)
        if size == 0 or suit == t.trump:
            continue
        if size > low_size:
            low_size, low_card = size, lowest(mine)
        if size > top_size and is_top(highest(mine), others):
            top_size, top_card = size, highest(mine)
    if top_card >= 0:
        return top_card
    mine = trumps_of(t, hand)
    if mine and (low_card < 0 or is_top(highest(mine), others)):
        return highest(mine)
    return low_card


cdef int reply(const Table* t, int seat, uint64_t others) noexcept nogil:
    # Let a partner's sure trick be; else take the trick as cheaply as the seats to come allow, or give the least card.
    cdef uint64_t legal = table_legal(t, t.hand[seat]), rest, winning = 0
    cdef int win = t.card[t.best], card, last = t.laid + 1 == t.players, out
    cdef bint ours = t.side[(t.leader + t.best) % t.players] == t.side[seat]
    if ours and (last or is_top(win, others)):
        return least(t, legal)
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if beats(t, card, win):
            winning |= bit(card)
    if not winning:
        return least(t, legal)
    out = least(t, winning)
    if last or out // 13 != t.card[0] // 13:
        return out
    card = highest(winning & suit_mask(out // 13))
    return card if is_top(card, others) else least(t, legal)


cdef int playout(Table* t, int tricks) noexcept nogil:
    cdef int won = 0, seat, other
    cdef uint64_t others
    while True:
        seat = (t.leader + t.laid) % t.players
        if t.laid == 0 and popcount(t.hand[seat]) <= tricks:
            return won
        others = 0
        for other in range(t.players):
            if other != seat:
                others |= t.hand[other]
        table_play(t, reply(t, seat, others) if t.laid else lead(t, t.hand[seat], others), &won)
