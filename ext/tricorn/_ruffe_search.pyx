# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Exact search of Ruffe and Trumps with all cards known: 2 to 4 players, any two sides, three readings of following."""

# Contract of the search functions. `target` is a number of tricks for side 0, 1 <= target <= tricks left. The answer is
# a bound: out.tricks >= target says that side 0 takes at least out.tricks, out.tricks < target that it takes at
# most out.tricks. out.ranks are the ranks the proof used (see Out). When e.ended is set the answer means nothing.
from bits cimport highest, lowest, popcount
from check cimport check
from libc.stdint cimport int8_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from tricorn._ruffe_bounds cimport enemy_takes_over, later_tricks, leader_tricks
from tricorn._ruffe_layout cimport (
    BOUNDS, CUTOFFS, EQUALS, LATER, ORDER, RELEVANCE, SUIT, SUIT_OR_TRUMP, TABLE,
    Choice, Engine, Entry, Out, Root, Start, Trick,
    absolute_ranks, beats, from_top, inner, lane, legal_cards, one, outer, relative_ranks, remove_card, run_of,
)
from tricorn._ruffe_order cimport Coming, list_leads, list_suit, list_void, sort_moves, taste_for, who_comes
from tricorn._ruffe_table cimport (
    LEAST_BYTES, MOST_MEGABYTES, decided_before, decided_now, find_block, find_entry, hint_place, key_of, mixed, prefetch,
    store_entry, table_bytes, table_close, table_forget, table_open,
)
from tricorn._stop cimport Stop

from tricorn.errors import TricornError


cdef inline uint64_t hint_key(uint64_t cards, int place) noexcept nogil:
    return mixed(cards + <uint64_t>place * <uint64_t>0xA0761D6478BD642F)


cdef inline Out last_trick(const Engine* e, const Start* s, int leader) noexcept nogil:
    """One card each: nobody has a choice."""
    cdef Out out
    cdef int q = e.after[leader], card, win = lowest(s.hand[leader]), winner = leader
    cdef uint64_t line
    while q != leader:
        card = lowest(s.hand[q])
        if beats(e, card, win):
            win = card
            winner = q
        q = e.after[q]
    line = s.held & lane(win >> 4)
    out.ranks = from_top(win) if line & (line - 1) else 0
    out.tricks = 1 if e.side[winner] == 0 else 0
    return out


# The trick is complete: its winner leads the rest. Its rank matters only if another card of its suit was played.
cdef inline Out finish(Engine* e, Trick* t, int target) noexcept nogil:
    cdef Out out
    cdef Start s
    cdef int k, q = t.leader, won = 1 if e.side[t.winner] == 0 else 0
    cdef uint64_t line = t.start.held & ~t.held & lane(t.win >> 4)
    cdef uint64_t ranks = from_top(t.win) if line & (line - 1) else 0, key
    if won >= target:
        out.tricks = won
        out.ranks = ranks
        return out
    if target - won > t.left - 1:
        out.tricks = won + t.left - 1
        out.ranks = ranks
        return out
    s.held = t.held
    if t.left == 2:
        for k in range(e.players):
            s.hand[k] = t.hand[k]
        out = last_trick(e, &s, t.winner)
    else:
        s.lengths = t.start.lengths
        for k in range(e.players):
            s.lengths -= <uint64_t>1 << ((q << 4) + ((t.card[k] >> 4) << 2))
            s.hand[k] = t.hand[k]
            q = e.after[q]
        key = key_of(s.lengths, t.winner)
        prefetch(&e.slot[<uint32_t>key & (e.slots - 1)])
        prefetch(hint_place(e, hint_key(s.hand[t.winner], t.winner)))  # for the lead, should it come to that
        s.low = t.start.low
        s.high = t.start.high
        line = t.start.held
        for k in range(e.players):
            remove_card(&s, line, t.card[k])
            line ^= one(t.card[k])
        out = trick_start(e, &s, t.winner, t.left - 1, target - won, key)
    out.tricks += won
    out.ranks |= ranks
    return out


cdef Out trick_start(Engine* e, const Start* s, int leader, int left, int target, uint64_t key) noexcept nogil:
    """A position at the start of a trick: table, sure tricks, then the leads. left >= 2."""
    cdef Out out
    cdef Trick t
    cdef uint64_t mask
    cdef uint64_t ranks = 0
    cdef const Entry* entry
    cdef int player, need, sure
    e.nodes += 1
    if not e.nodes & 1023 and e.stop != NULL and e.stop[0]:
        e.ended = True
    if e.nodes > e.budget or e.ended:
        e.ended = True
        out.tricks = 0
        out.ranks = 0
        return out
    if e.parts & TABLE:
        entry = find_entry(e, find_block(e, key, s.lengths, leader), s.low, s.high, target)
        if entry != NULL:
            out.tricks = entry.lower if entry.lower >= target else entry.upper
            out.ranks = absolute_ranks(s.held, entry.mask)
            return out
    if e.parts & BOUNDS:
        need = target if e.side[leader] == 0 else left - target + 1
        sure = leader_tricks(e, s, leader, left, need, &ranks)
        if sure >= need:
            out.tricks = need if e.side[leader] == 0 else left - need
            out.ranks = ranks
            return out
        if e.parts & LATER:
            need = left + 1 - need
            if (e.trumps and later_tricks(e, s, leader, need, &ranks) >= need) or (
                    enemy_takes_over(e, s, leader, left, need, &ranks)):
                out.tricks = need if e.side[leader] != 0 else left - need
                out.ranks = ranks
                return out
    t.start = s
    t.leader = leader
    t.left = left
    t.held = s.held
    for player in range(4):
        t.hand[player] = s.hand[player]
    out = play(e, &t, 0, leader, target)
    if e.parts & TABLE and not e.ended:
        mask = relative_ranks(s.held, out.ranks)
        if out.tricks >= target:
            store_entry(e, key, s.lengths, leader, s.low, s.high, mask, out.tricks, left, 0)
        else:
            store_entry(e, key, s.lengths, leader, s.low, s.high, mask, 0, out.tricks, 0)
    return out


cdef inline Out try_card(Engine* e, Trick* t, int turn, int player, int card, int target) noexcept nogil:
    """The value after one play; the trick is put back as it was."""
    cdef Out out
    cdef int win = t.win, winner = t.winner
    check(t.hand[player] & one(card) != 0)
    t.hand[player] ^= one(card)
    t.held ^= one(card)
    t.card[turn] = card
    if turn == 0:
        t.led = card >> 4
        t.win = card
        t.winner = player
    elif beats(e, card, win):
        t.win = card
        t.winner = player
    if turn + 1 == e.players:
        out = finish(e, t, target)
    else:
        out = play(e, t, turn + 1, e.after[player], target)
    t.hand[player] ^= one(card)
    t.held ^= one(card)
    t.win = win
    t.winner = winner
    return out


# What a failed card proves for others. `ranks` are those of its proof.
# - Equal cards (`run`) fail too; but if the proof's ranks part the run, that they are next to each other is part of the
#   proof: the ranks are taken down to the bottom of the run.
# - If the card itself is not among the ranks, it stood there as "some low card of its suit": every other own card outside
#   the ranks fails by the same proof.
# Returns the own cards now settled; extends `ranks`.
cdef inline uint64_t settled(const Engine* e, uint64_t hand, uint64_t run, int card, uint64_t* ranks) noexcept nogil:
    cdef uint64_t done = run | one(card)
    if e.parts & RELEVANCE and not ranks[0] & one(card):
        done |= hand & lane(card >> 4) & ~ranks[0]
    if run & ranks[0] and run & ~ranks[0]:
        ranks[0] |= from_top(highest(run))
    return done


cdef int list_moves(const Engine* e, const Trick* t, int turn, int player, uint64_t legal, int* moves) noexcept nogil:
    """All legal plays but equal ones, best first."""
    cdef Coming c
    cdef uint64_t suit
    cdef int count = 0
    cdef bint merge = e.parts & EQUALS
    if turn == 0:
        count = list_leads(e, t, player, merge, moves)
    else:
        c = who_comes(e, t, player)
        suit = legal & lane(t.led)
        if suit:
            count = list_suit(e, t, player, &c, suit, merge, moves)
        if legal & ~suit:
            count += list_void(e, t, player, &c, legal & ~suit, merge, moves + count)
    if e.parts & ORDER:
        sort_moves(moves, count)
    return count


# Where the card that decided is remembered: by what it most likely depends on. The lead: the own hand. Following suit: all
# cards of the suit at the start of the trick. Under `suit-or-trump`: the own cards that may be played. Void: the own hand.
cdef inline uint64_t cutoff_key(const Engine* e, const Trick* t, int turn, int player, uint64_t legal) noexcept nogil:
    cdef uint64_t cards = t.hand[player]
    cdef int place = player
    if turn:
        place |= (t.win + 1) << 2
        if e.reading == SUIT_OR_TRUMP:
            if legal != cards:
                cards = legal
            place |= (turn << 8) | (t.led << 10)
        elif legal & lane(t.led):
            cards = t.start.held & lane(t.led)
            place |= (turn << 8) | ((t.led + 4) << 10)
    return hint_key(cards, place)


cdef Out play(Engine* e, Trick* t, int turn, int player, int target) noexcept nogil:
    """The player whose turn it is chooses; side 0 wants `target` tricks, side 1 wants to prevent it."""
    cdef Out out, result
    cdef int moves[32]
    cdef int count = -1, i = 0, card = -1
    cdef bint wants = e.side[player] == 0, hinted = False
    cdef uint64_t hand = t.hand[player], legal = hand, others = t.held & ~hand, done = 0, key = 0, run, last
    if turn:
        legal = legal_cards(e, hand, t.led)
        others |= one(t.win)
        # a single card, or a run of equal ones, is no choice
        run = legal & lane(lowest(legal) >> 4)
        if run == legal:
            last = one(highest(legal))
            if not (legal & (legal - 1)) or (e.parts & EQUALS and not others & (last - one(lowest(legal)))):
                card = highest(legal)
                if beats(e, card, t.win):
                    card = lowest(legal)
                out = try_card(e, t, turn, player, card, target)
                if not e.ended and (out.tricks >= target) != wants:
                    settled(e, hand, legal, card, &out.ranks)
                return out
    if e.parts & CUTOFFS:
        key = cutoff_key(e, t, turn, player, legal)
        card = decided_before(e, key)
        hinted = card >= 0 and legal & one(card) != 0
    result.ranks = 0
    result.tricks = -1 if wants else 127
    while True:
        if hinted:
            hinted = False
        else:
            if count < 0:
                count = list_moves(e, t, turn, player, legal, moves)
            while i < count and done & one(moves[i] & 63):
                i += 1
            if i == count:
                return result
            card = moves[i] & 63
            i += 1
        run = run_of(hand, others, card) if e.parts & EQUALS else one(card)
        out = try_card(e, t, turn, player, card, target)
        if e.ended:
            return out
        if (out.tricks >= target) == wants:
            if e.parts & CUTOFFS:
                decided_now(e, key, card)
            return out
        done |= settled(e, hand, run, card, &out.ranks)
        result.ranks |= out.ranks
        result.tricks = max(result.tricks, out.tricks) if wants else min(result.tricks, out.tricks)


include "_ruffe_root.pxi"
include "_ruffe_discard.pxi"
include "_ruffe_solver.pxi"
