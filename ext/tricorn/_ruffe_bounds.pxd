# Tricks that a side is sure of, read off the cards at the start of a trick, and the argument for each.
#
# Every bound comes with the ranks it used: the same count must follow from lengths and the owners of those ranks alone.
from bits cimport highest, lowest, popcount
from libc.stdint cimport uint64_t

from tricorn._ruffe_layout cimport SUIT, SUIT_OR_TRUMP, Engine, Start, from_top, lane, length, top


# Sure trumps of one hand, whoever leads, under every reading: a hand plays one card to a trick, so each of its trumps
# falls in a trick of its own, and in the end all of them do. One that does not win for the side meets a higher enemy trump
# in that trick; different tricks, different enemy trumps. So at most as many are lost as enemy trumps can be paired with
# lower own ones, which the scan from the top counts.
cdef inline int sure_trumps(uint64_t own, uint64_t enemy) noexcept nogil:
    cdef int sure = 0, paired = 0
    cdef uint64_t card
    if not enemy:
        return popcount(own)
    while own:
        card = top(own)
        if popcount(enemy & (card - 1)) > paired:
            paired += 1
        else:
            sure += 1
        own ^= card
    return sure


# The ranks behind the first `need` sure trumps: down to the last of them. Whatever lies below, the scan has counted these.
# If the hand has that many more trumps than the enemies, the lengths are enough.
cdef inline uint64_t sure_trump_ranks(uint64_t own, uint64_t enemy, int need) noexcept nogil:
    cdef int paired = 0
    cdef uint64_t card
    if need <= 0 or popcount(own) - popcount(enemy) >= need:
        return 0
    while own:
        card = top(own)
        if popcount(enemy & (card - 1)) > paired:
            paired += 1
        else:
            need -= 1
            if need == 0:
                return card | (card - 1)
        own ^= card
    return 0


# The sure tricks of the leader's side, at most `need` of them; their ranks go to `ranks` when all `need` are there.
#
# Trumps: the leader's sure trumps; or, if his run of top trumps is as long as the longest enemy holding, ALL his trumps:
# he draws, a trump lead must be followed with a trump under every reading, and then no enemy has one.
#
# Side suits, besides: his run of top cards, one round a card, the lead stays with him as long as nobody trumps. All his
# cards of the suit, once the run has been as long as everybody else's holding. These tricks see only side cards of the
# leader, so they add to the trumps. Who may trump?
# - an enemy: nobody once trumps are drawn. Before that, under `suit-or-trump`, any enemy with a trump at any time, so
#   nothing is counted; under the two other readings an enemy who holds the suit must follow, so rounds are counted up to the
#   shortest holding among the enemies who have trumps. All those enemies follow in all the rounds, so their other
#   lengths stand still meanwhile.
# - a partner, who would take the lead away: only if he has a trump left after the drawing. Under `suit` he trumps of need
#   only when he has nothing else, so there are as many rounds, over all suits, as he has side cards. Under the other
#   readings he must trump when void, so in each suit there are at most as many rounds as he can follow.
cdef inline int leader_tricks(const Engine* e, const Start* s, int leader, int left, int need,
                              uint64_t* ranks) noexcept nogil:
    cdef int side = e.side[leader], player, suit, total, cap, count, longest, enemy_longest = 0
    cdef int trump_tricks = 0, rounds_cap = left, run, partner_sure = 0, used
    cdef int caps[4]
    cdef int counts[4]
    cdef uint64_t own = s.hand[leader] & e.trumps, others = s.held & e.trumps & ~own, enemy = 0, cards, rest, used_ranks
    cdef uint64_t lengths = s.lengths
    cdef bint drawn = False
    for suit in range(4):
        caps[suit] = 15
    if others:
        for player in range(e.players):
            if e.side[player] != side:
                enemy |= s.hand[player]
                count = length(lengths, player, 0)
                if count > enemy_longest:
                    enemy_longest = count
        enemy &= e.trumps
        run = popcount(own & (top(others) - 1))
        drawn = run >= enemy_longest
        trump_tricks = popcount(own) if drawn else sure_trumps(own, enemy)
        if trump_tricks < need and not drawn and e.reading == SUIT_OR_TRUMP:
            rounds_cap = 0
        else:
            for player in range(e.players):
                count = length(lengths, player, 0)
                if player == leader or count == 0:
                    continue
                if e.side[player] == side:
                    if drawn and count <= enemy_longest:
                        continue
                    if e.reading == SUIT:
                        rounds_cap = min(rounds_cap, left - count)
                        continue
                elif drawn:
                    continue
                for suit in range(1, 4):
                    cap = length(lengths, player, suit)
                    if cap < caps[suit]:
                        caps[suit] = cap
    else:
        drawn = True
        trump_tricks = popcount(own)
    total = 0
    if trump_tricks < need and rounds_cap:
        for suit in range(1 if e.trumps else 0, 4):
            counts[suit] = 0
            cards = s.hand[leader] & lane(suit)
            if not cards or not caps[suit]:
                continue
            rest = s.held & lane(suit) & ~cards
            count = popcount(cards)
            if rest:
                run = popcount(cards & (top(rest) - 1))
                if run < count:
                    longest = 0
                    for player in range(e.players):
                        if player != leader:
                            longest = max(longest, length(lengths, player, suit))
                    if run < longest:
                        count = run
            counts[suit] = min(count, caps[suit])
            total += counts[suit]
        total = min(total, rounds_cap)
    if trump_tricks + total >= need:
        used = min(trump_tricks, need)
        if not others:
            used_ranks = 0
        elif drawn:
            used_ranks = kth_ranks(own, min(enemy_longest, used) if total == 0 else enemy_longest)
        else:
            used_ranks = sure_trump_ranks(own, enemy, used)
        need -= used
        if need > 0:
            for suit in range(1 if e.trumps else 0, 4):
                if need <= 0:
                    break
                used = min(counts[suit], need)
                if used == 0:
                    continue
                need -= used
                longest = 0
                for player in range(e.players):
                    if player != leader:
                        longest = max(longest, length(lengths, player, suit))
                used_ranks |= kth_ranks(s.hand[leader] & lane(suit), min(used, longest))
        ranks[0] = used_ranks
        return trump_tricks + total
    # a partner's sure trumps alone: both partners' may fall together, so they do not add up
    if others:
        for player in range(e.players):
            if player != leader and e.side[player] == side:
                partner_sure = sure_trumps(s.hand[player] & e.trumps, enemy)
                if partner_sure >= need:
                    ranks[0] = sure_trump_ranks(s.hand[player] & e.trumps, enemy, need)
                    return partner_sure
    return trump_tricks + total


# The ranks from the ace down to the k-th highest of the cards of one lane; none for k = 0.
cdef inline uint64_t kth_ranks(uint64_t cards, int k) noexcept nogil:
    if k <= 0 or not cards:
        return 0
    while k > 1:
        cards &= cards - 1
        k -= 1
    return from_top(lowest(cards))


# The sure trumps of the side that is not on lead, by the argument above: the best of its hands.
cdef inline int later_tricks(const Engine* e, const Start* s, int leader, int need, uint64_t* ranks) noexcept nogil:
    cdef uint64_t own = 0, cards
    cdef int player, sure, best = 0
    for player in range(e.players):
        if e.side[player] == e.side[leader]:
            own |= s.hand[player]
    own &= e.trumps
    for player in range(e.players):
        if e.side[player] != e.side[leader]:
            cards = s.hand[player] & e.trumps
            if not cards:
                continue
            sure = sure_trumps(cards, own)
            if sure >= need:
                ranks[0] = sure_trump_ranks(cards, own, need)
                return sure
            best = max(best, sure)
    return best
