# The order in which plays are tried. It decides nothing but the time: any order gives the same values.
#
# A move is an int: score * 64 + card; the best score is tried first. The ideas (tiers of suits to lead, when to play low,
# cards that decided before) were read in macroxue/bridge-solver and in DDS's Moves.cpp and written anew; see docs.
from bits cimport highest, lowest, popcount
from libc.stdint cimport uint64_t

from tricorn._ruffe_layout cimport (
    SUIT_ELSE_TRUMP, SUIT_OR_TRUMP, Engine, Taste, Trick, above, beats, from_top, lane, one, run_of, top,
)


cdef inline void sort_moves(int* moves, int count) noexcept nogil:
    """Highest first, by insertion: a handful of moves."""
    cdef int i, j, move
    for i in range(1, count):
        move = moves[i]
        j = i
        while j > 0 and moves[j - 1] < move:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move


cdef inline int move_of(int score, int card) noexcept nogil:
    return (score + 4096) * 64 + card


# Found by counting nodes over random deals of 12 cards (10 under `suit-or-trump`), one number at a time.
cdef inline Taste taste_for(int reading) noexcept nogil:
    cdef Taste t
    t.partner_ruffs = 600
    t.finesse = 440
    t.tops = 400
    t.plain = 250
    t.into = 200
    t.trumps = 180
    t.ruffed = t.my_top = t.partner_could_ruff = t.per_own_card = t.per_partner_card = t.low_first = 0
    t.per_enemy_card = 10
    t.enemy_top = 35
    t.ruff = 500
    t.wary = False
    if reading == SUIT_ELSE_TRUMP:
        t.tops = 340
        t.plain = 300
        t.into = 260
        t.trumps = -220
        t.ruffed = t.my_top = t.enemy_top = 50
        t.per_enemy_card = 14
        t.partner_could_ruff = 75
        t.per_own_card = -8
        t.per_partner_card = -4
        t.wary = True
    elif reading == SUIT_OR_TRUMP:
        # whoever has a trump may use it: drawing comes first
        t.trumps = 1000
        t.finesse = 500
        t.tops = t.plain = t.ruffed = 300
        t.enemy_top = t.my_top = 50
        t.low_first = 2
        t.ruff = 250
    return t


# The score of a lane to lead from, and of its highest, lowest and other cards.
cdef inline int lead_score(const Engine* e, const Trick* t, int player, int suit) noexcept nogil:
    cdef uint64_t line = lane(suit), mine = t.hand[player] & line, partners = 0, enemies = 0, cards, rest
    cdef uint64_t first, second, third, fourth
    cdef int side = e.side[player], q = e.after[player], score
    cdef bint plain = (suit != e.trump_lane), enemy_ruffs = False, partner_ruffs = False, all_follow = True
    cdef uint64_t next_enemy, partner
    while q != player:
        cards = t.hand[q] & line
        if e.side[q] == side:
            partners |= cards
            if not cards and plain and t.hand[q] & e.trumps:
                partner_ruffs = True
        else:
            enemies |= cards
            if not cards:
                all_follow = False
                if plain and t.hand[q] & e.trumps:
                    enemy_ruffs = True
        q = e.after[q]
    rest = t.held & line
    first = top(rest)
    score = e.taste.plain
    if enemy_ruffs:
        score = e.taste.ruffed
    elif not plain:
        score = e.taste.trumps
    elif e.pairs:
        next_enemy = t.hand[e.after[player]]
        partner = t.hand[e.after[e.after[player]]]
        rest ^= first
        second = top(rest)
        rest ^= second
        third = top(rest)
        fourth = top(rest ^ third)
        if (partner_ruffs and all_follow and popcount(partner & e.trumps) <= popcount(t.hand[player] & e.trumps)
                and one(highest(mine)) != first):
            score = e.taste.partner_ruffs
        elif (first & next_enemy and second & partner) or (
                second & next_enemy and first & partner and third & partner) or (
                third & next_enemy and first & (mine | partner) and second & partner and fourth & partner):
            score = e.taste.finesse
        elif popcount((first | second | third) & (mine | partners)) >= 2 and all_follow:
            score = e.taste.tops
        elif (first & mine and second & next_enemy) or (
                second & mine and first & next_enemy and not (third & mine)):
            score = e.taste.into
    elif popcount((first | top(rest ^ first)) & (mine | partners)) >= 1 and all_follow:
        score = e.taste.tops
    score -= e.taste.per_enemy_card * popcount(enemies)
    if first & enemies:
        score -= e.taste.enemy_top
    elif first & mine:
        score += e.taste.my_top
    if partner_ruffs:
        score += e.taste.partner_could_ruff
    score += e.taste.per_own_card * popcount(mine) + e.taste.per_partner_card * popcount(partners)
    return score


cdef inline int list_leads(const Engine* e, const Trick* t, int player, bint merge, int* moves) noexcept nogil:
    cdef uint64_t hand = t.hand[player], others = t.held & ~hand, cards, run
    cdef int suit, count = 0, base, first, last, card
    for suit in range(4):
        cards = hand & lane(suit)
        if not cards:
            continue
        base = lead_score(e, t, player, suit)
        first = lowest(cards)
        last = highest(cards)
        while cards:
            card = lowest(cards)
            run = run_of(hand, others, card) if merge else one(card)
            cards &= ~run
            if run & one(first):
                moves[count] = move_of(base + 1, card)
            elif run & one(last):
                moves[count] = move_of(base + (0 if suit == e.trump_lane else e.taste.low_first), last)
            else:
                moves[count] = move_of(base - 2000, highest(run))
            count += 1
    return count


# What the players still to come in this trick hold.
cdef struct Coming:
    uint64_t enemies   # their cards of the led suit
    uint64_t partners
    bint enemy_ruffs   # one of them may trump (or overtrump)
    bint partner_ruffs
    uint64_t enemy_trumps  # of those who may


cdef inline Coming who_comes(const Engine* e, const Trick* t, int player) noexcept nogil:
    cdef Coming c
    cdef int q = e.after[player], side = e.side[player]
    cdef uint64_t cards, trumps, line = lane(t.led)
    c.enemies = c.partners = c.enemy_trumps = 0
    c.enemy_ruffs = c.partner_ruffs = False
    while q != t.leader:
        cards = t.hand[q] & line
        trumps = 0
        if t.led != e.trump_lane and (not cards or e.reading == SUIT_OR_TRUMP):
            trumps = t.hand[q] & e.trumps
        if e.side[q] == side:
            c.partners |= cards
            if trumps:
                c.partner_ruffs = True
        else:
            c.enemies |= cards
            if trumps:
                c.enemy_ruffs = True
                c.enemy_trumps |= trumps
        q = e.after[q]
    return c


# Cards of the led suit.
cdef inline int list_suit(const Engine* e, const Trick* t, int player, const Coming* c, uint64_t cards, bint merge,
                          int* moves) noexcept nogil:
    cdef uint64_t others = (t.held & ~t.hand[player]) | one(t.win), winners = 0, safe, best, run
    cdef int count = 0, card, score
    cdef bint low = False, mine = e.side[t.winner] == e.side[player]
    if (t.win >> 4) == t.led:
        winners = cards & above(t.win)
    if not winners or (e.taste.wary and c.enemy_ruffs):
        low = True
    elif mine:
        # partner's card holds, or mine would only draw out the same enemy card
        low = not (c.enemies & above(t.win) & ~above(lowest(cards)))
    if not low:
        best = top(c.partners)
        if best and not (c.enemies & (best - 1)) and (mine or best < one(t.win)):
            low = True
        elif e.taste.wary and c.partner_ruffs and not mine:
            low = True
    safe = winners
    if c.enemies:
        safe &= top(c.enemies) - 1
    while cards:
        card = lowest(cards)
        run = run_of(t.hand[player], others, card) if merge else one(card)
        cards &= ~run
        if not run & winners:
            card = highest(run)
        if low or not run & winners:
            score = 100 + (card & 15)
        elif run & safe:
            score = 300 + (card & 15)
        else:
            score = 200 - (card & 15)
        moves[count] = move_of(score, card)
        count += 1
    return count


# Trumps on a plain lead, and discards.
cdef inline int list_void(const Engine* e, const Trick* t, int player, const Coming* c, uint64_t cards, bint merge,
                          int* moves) noexcept nogil:
    cdef uint64_t hand = t.hand[player], others = (t.held & ~hand) | one(t.win), own, run
    cdef int count = 0, card, score, suit, last
    cdef bint ruffs, holds = e.side[t.winner] == e.side[player] and not c.enemy_ruffs
    if holds and (t.win >> 4) == t.led and c.enemies & above(t.win):
        holds = False
    for suit in range(4):
        own = cards & lane(suit)
        if not own:
            continue
        ruffs = suit == e.trump_lane and t.led != suit
        last = highest(own)
        while own:
            card = lowest(own)
            run = run_of(hand, others, card) if merge else one(card)
            own &= ~run
            if ruffs:
                if beats(e, card, t.win):
                    score = (20 if holds else e.taste.ruff) + (highest(run) & 15)
                else:
                    card = highest(run)
                    score = card & 15
            else:
                card = highest(run)
                score = (300 + 8 * popcount(hand & lane(suit))) if card == last else 200 + (card & 15)
            moves[count] = move_of(score, card)
            count += 1
    return count
