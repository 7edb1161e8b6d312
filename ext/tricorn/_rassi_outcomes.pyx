# cython: boundscheck=False, wraparound=False, cdivision=True
"""Who pays in a world of Rassi after each action of a seat: what `Sampler.values` finds, but for all seats at once.

An outcome is one 16-bit word: the seats that pay (bit 4 + seat) and the worth of the card (bits 0..3).
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from bits cimport highest
from tricorn._rassi_search cimport (
    HAND, NO_RANK, Deal, Node, Search, Slot, deal_finish, deal_hand, deal_init, last_trick, legal, maxn, next_trick, play,
)
from tricorn._stop cimport Stop

cdef enum:
    TABLE_BITS = 12
    GROUPS = 20
    KEEP = -1
    CHANGE = -2


def outcomes(const unsigned char[:, :, ::1] ranks, owners, sizes, own, *, int seat, int seats, int leader, trick,
             bint optional, bint all_pay, actions, nodes, Stop stop=None, stakes=None):
    """The outcome of every action in every world: uint16 [worlds, actions]; fewer worlds when the flag went up.

    Args:
        ranks: the hidden cards of each world as `Sampler.ranks` draws them.
        owners, sizes: of the groups; owner -1: nobody, -2: the six that a change would bring.
        own: ranks that the seat holds.
        leader, trick, actions, nodes, stakes: as in `Sampler.values`.
    """
    import numpy as np

    cdef Search s
    cdef Deal deal
    cdef Node x, y
    cdef uint8_t hand[6]
    cdef uint8_t card
    cdef int owner[20]
    cdef int size[20]
    cdef int index[8]
    cdef int kinds = len(actions), held = len(own), groups = len(owners), count = ranks.shape[0], done = 0, six = -1
    cdef int w, a, g, q
    cdef long long budget = nodes if nodes is not None else (<long long>1) << 62
    if kinds > 8 or groups > GROUPS or len(sizes) != groups or not 1 <= held <= HAND or ranks.shape[2] != HAND:
        raise ValueError("what to value does not fit the worlds")
    if groups and ranks.shape[1] < groups:
        raise ValueError("fewer groups drawn than named")
    deal_init(&deal, seats, optional, all_pay, False)
    x.cards = (<uint64_t>((1 << held) - 1)) << (6 * seat)
    x.size = held
    x.left = seats
    x.turn = x.holder = leader
    x.high = NO_RANK
    ordered = sorted(own)
    for g in range(held):
        hand[g] = ordered[g]
    deal_hand(&deal, seat, hand, held)
    for g in range(groups):
        owner[g] = owners[g]
        size[g] = sizes[g]
        if owner[g] >= 0:
            x.cards |= (<uint64_t>((1 << size[g]) - 1)) << (6 * owner[g])
        elif owner[g] == -2:
            six = g
    if held == 1:  # the last trick has no choices; it is valued from its start, with the cards on the table back in hand
        for g in range(len(trick)):
            q = (leader + g) % seats
            card = trick[g]
            deal_hand(&deal, q, &card, 1)
            x.cards |= (<uint64_t>1) << (6 * q)
    else:
        for rank in trick:
            if rank >= x.high:
                x.high = rank
                x.holder = x.turn
            x.left -= 1
            x.turn = (x.turn + 1) % seats
    for a in range(kinds):
        index[a] = ordered.index(actions[a]) if actions[a] >= 0 else actions[a]
        if index[a] == CHANGE and six < 0:
            raise ValueError("no six cards to change to")
    words_ = np.zeros((count, kinds), np.uint16)
    if count == 0 or kinds == 0:
        return words_
    cdef unsigned short[:, ::1] words = words_
    memset(&s, 0, sizeof(Search))
    s.bits = TABLE_BITS
    s.cut = True
    if stakes is not None:
        s.stake[0], s.stake[1] = stakes
    s.limit = budget
    s.raised = &stop.raised if stop is not None else NULL
    s.table = <Slot*>calloc((<size_t>1) << TABLE_BITS, sizeof(Slot))
    if s.table == NULL:
        raise MemoryError("no memory for a table of values")
    with nogil:
        for w in range(count):
            if s.raised != NULL and s.raised[0]:
                break
            memcpy(&s.deal, &deal, sizeof(Deal))
            for g in range(groups):
                if owner[g] >= 0:
                    deal_hand(&s.deal, owner[g], &ranks[w, g, 0], size[g])
            deal_finish(&s.deal)
            s.stamp += 1
            s.nodes = 0
            s.ended = False
            for a in range(kinds):
                y = x
                if index[a] < 0:
                    if index[a] == CHANGE:
                        deal_hand(&s.deal, seat, &ranks[w, six, 0], HAND)
                    else:
                        deal_hand(&s.deal, seat, hand, held)
                    deal_finish(&s.deal)
                    s.stamp += 1  # another deal: what was stored is of no use
                elif x.size > 1:
                    play(&s.deal, &y, index[a])
                words[w, a] = maxn(&s, y)
                if s.ended:
                    words[w, a] = playout(&s.deal, y)
            if s.ended and s.raised != NULL and s.raised[0]:
                break
            done = w + 1
    free(s.table)
    return words_[:done]


cdef uint16_t playout(const Deal* d, Node x) noexcept nogil:
    # Rule of thumb: everybody gets rid of the highest card that may be played.
    while True:
        if x.left == 0:
            next_trick(d, &x)
        if x.left == d.n and x.size == 1:
            return last_trick(d, &x)
        play(d, &x, highest(legal(d, &x)))
