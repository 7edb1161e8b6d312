# Tricks that a side is sure of, read off the cards at the start of a trick, and the argument for each.
#
# Every bound comes with the ranks it used: the same count must follow from lengths and the owners of those ranks alone.
from bits cimport highest, lowest, popcount
from libc.stdint cimport uint64_t

from tricorn._ruffe_layout cimport JOINT, SUIT, SUIT_OR_TRUMP, Engine, Start, from_top, lane, length, top


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


# Sure trumps of two partners together, whoever leads, under every reading: as many as they have tops, trumps above all of
# the enemies', but no more than the longer of the two holds. A trick to which the side plays a top is won, so it is enough that
# the tops fall in different tricks. Let X hold a of the k tops and L lower trumps, Y the b others, a + L >= k: L >= b.
# They play a trump only when they must: to a trump lead, or when nothing else is legal.
# - Only X must: he plays a top. L is still not less than b. - Only Y must: a top of his; b falls.
# - Both must: if Y has a lower trump he plays it and X a top. If Y has tops alone he plays one, and X a lower one, which he
#   has, since L >= b > 0: both fall by one.
# When a = 0 or b = 0 all tops are in one hand and fall in tricks of their own whatever happens. Which of the cases a trick
# will be is known when the first of them plays to it. Of more than two on a side the trumps of others only help.
cdef inline int joint_trumps(uint64_t mine, uint64_t other, uint64_t enemy) noexcept nogil:
    return min(popcount((mine | other) & (top(enemy) - 1)), max(popcount(mine), popcount(other)))


# The ranks from the ace down to the k-th highest of the cards of one lane; none for k = 0.
cdef inline uint64_t kth_ranks(uint64_t cards, int k) noexcept nogil:
    if k <= 0 or not cards:
        return 0
    while k > 1:
        cards &= cards - 1
        k -= 1
    return from_top(lowest(cards))


cdef inline int longest_other(const Engine* e, const Start* s, int player, int suit) noexcept nogil:
    """The longest holding of a suit in the other hands."""
    cdef int q = e.after[player], most = 0
    while q != player:
        most = max(most, length(s.lengths, q, suit))
        q = e.after[q]
    return most


# Rounds of a side suit that a hand wins from the top when nobody trumps: its run of cards above all others, or all its
# cards once the run is as long as everybody else's holding. At most `cap`.
cdef inline int rounds_of(const Engine* e, const Start* s, int player, int suit, int cap) noexcept nogil:
    cdef uint64_t cards = s.hand[player] & lane(suit), rest
    cdef int count, run
    if not cards or cap <= 0:
        return 0
    rest = (s.held & lane(suit)) ^ cards
    count = popcount(cards)
    if rest:
        run = popcount(cards & (top(rest) - 1))
        if run < count and run < longest_other(e, s, player, suit):
            count = run
    return min(count, cap)


# The ranks behind `rounds` of them: of a suit that is longer than everybody's only the first matter.
cdef inline uint64_t round_ranks(const Engine* e, const Start* s, int player, int suit, int rounds) noexcept nogil:
    if rounds <= 0:
        return 0
    return kth_ranks(s.hand[player] & lane(suit), min(rounds, longest_other(e, s, player, suit)))


# The sure tricks of the leader's side; when there are `need`, the ranks that this many used go to `ranks`.
#
# Trumps: the leader's sure trumps; or, if his run of top trumps is as long as the longest enemy holding, ALL his trumps:
# he draws, a trump lead must be followed with a trump under every reading, and then no enemy has one.
#
# Side suits, besides: rounds from the top, the lead stays with him as long as nobody trumps. These tricks see only side
# cards of the leader, so they add to the trumps. Who may trump?
# - an enemy: nobody once trumps are drawn. Before that, under `suit-or-trump`, any enemy with a trump at any time, so
#   nothing is counted; under the two other readings an enemy who holds the suit must follow, so rounds are counted up to the
#   shortest holding among the enemies who have trumps. All those enemies follow in all the rounds, so their other
#   lengths stand still meanwhile.
# - a partner, who would take the lead away: only if he has a trump left after the drawing. Under `suit` he trumps of need
#   only when he has nothing else, so there are as many rounds, over all suits, as he has side cards. Under the other
#   readings he must trump when void, so in each suit there are at most as many rounds as he can follow.
#
# Through a partner: after his own rounds the leader plays a suit whose top card a partner holds and which no enemy can
# trump; the partner wins and plays his rounds. The two hands' suits are different ones, since each needs the top card, and
# the partner has a card besides his winners for each of the leader's rounds as long as all of them together are not more
# than the tricks left. The same caps hold with the parts exchanged. Neither plays a trump in these rounds, so the better
# of their sure trumps are added. With trumps drawn this is counted only if no partner has one left.
cdef inline int leader_tricks(const Engine* e, const Start* s, int leader, int left, int need,
                              uint64_t* ranks) noexcept nogil:
    cdef int side = e.side[leader], player, suit, total = 0, count, enemy_longest = 0, first = 1 if e.trumps else 0
    cdef int trump_tricks, rounds_cap = left, used, through, partner_trumps, joint_cap, together
    cdef int enemy_caps[4]
    cdef int caps[4]
    cdef int counts[4]
    cdef int partner_counts[4]
    cdef uint64_t own = s.hand[leader] & e.trumps, others = (s.held & e.trumps) ^ own, enemy = 0, found, entry, tops
    cdef uint64_t lengths = s.lengths, tops_of = 0, highest_cards = 0
    cdef bint drawn = True, clear = True, by_trump
    for suit in range(4):
        enemy_caps[suit] = caps[suit] = 15
        counts[suit] = 0
    trump_tricks = popcount(own)
    if others:
        for player in range(e.players):
            if e.side[player] != side:
                enemy |= s.hand[player]
                enemy_longest = max(enemy_longest, length(lengths, player, 0))
        enemy &= e.trumps
        drawn = popcount(own & (top(others) - 1)) >= enemy_longest
        if not drawn:
            trump_tricks = sure_trumps(own, enemy)
            clear = False
            if e.pairs and e.parts & JOINT and own and others != enemy:
                together = joint_trumps(own, others ^ enemy, enemy)
                if together > trump_tricks:
                    trump_tricks = together
                    tops_of = own | (others ^ enemy)
        if trump_tricks < need and (drawn or e.reading != SUIT_OR_TRUMP):
            for player in range(e.players):
                count = length(lengths, player, 0)
                if player == leader or count == 0:
                    continue
                if e.side[player] != side:
                    if not drawn:
                        for suit in range(1, 4):
                            enemy_caps[suit] = min(enemy_caps[suit], length(lengths, player, suit))
                elif not drawn or count > enemy_longest:
                    clear = False
                    if e.reading == SUIT:
                        rounds_cap = min(rounds_cap, left - count)
                    else:
                        for suit in range(1, 4):
                            caps[suit] = min(caps[suit], length(lengths, player, suit))
        else:
            rounds_cap = 0
    if trump_tricks < need and rounds_cap:
        highest_cards = top(s.held & lane(1)) | top(s.held & lane(2)) | top(s.held & lane(3))
        if first == 0:
            highest_cards |= top(s.held & lane(0))
        if highest_cards & s.hand[leader]:
            for suit in range(first, 4):
                counts[suit] = rounds_of(e, s, leader, suit, min(caps[suit], enemy_caps[suit]))
                total += counts[suit]
            total = min(total, rounds_cap)
    if trump_tricks + total >= need:
        used = min(trump_tricks, need)
        if drawn:
            found = kth_ranks(own, enemy_longest if total else min(enemy_longest, used))
        elif tops_of:
            found = kth_ranks(tops_of, used)
        else:
            found = sure_trump_ranks(own, enemy, used)
        need -= used
        for suit in range(first, 4):
            used = min(counts[suit], need)
            found |= round_ranks(e, s, leader, suit, used)
            need -= used
        ranks[0] = found
        return trump_tricks + total
    if e.partners == 0:
        return trump_tricks + total
    for player in range(e.players):
        if player == leader or e.side[player] != side:
            continue
        # a partner's sure trumps alone: both partners' may fall together, so they do not add up
        partner_trumps = sure_trumps(s.hand[player] & e.trumps, enemy) if not drawn else 0
        if partner_trumps >= need:
            ranks[0] = sure_trump_ranks(s.hand[player] & e.trumps, enemy, need)
            return partner_trumps
        if rounds_cap == 0 or (drawn and not clear):
            continue
        if e.partners > 1 and not drawn and others & ~enemy & ~s.hand[player]:
            continue  # a third partner has trumps, and might have to take the lead away
        # the way over: a suit that the leader has and whose top card the partner holds
        if not highest_cards & s.hand[player] and (drawn or not own):
            continue
        entry = 0
        by_trump = False
        through = 0
        joint_cap = min(rounds_cap, left - popcount(own)) if not drawn and own and e.reading == SUIT else rounds_cap
        for suit in range(first, 4):
            partner_counts[suit] = 0
            tops = highest_cards & lane(suit) & s.hand[player]
            if not tops or enemy_caps[suit] == 0:
                continue
            count = enemy_caps[suit]
            if own and not drawn and e.reading != SUIT:
                count = min(count, length(lengths, leader, suit))
            partner_counts[suit] = rounds_of(e, s, player, suit, count)
            through += partner_counts[suit]
            if s.hand[leader] & lane(suit):
                entry = tops
        if not entry and own and not drawn:
            entry = top(s.held & e.trumps) & s.hand[player]
            by_trump = entry != 0
        if not entry:
            continue
        used = max(trump_tricks, partner_trumps) if not by_trump else partner_trumps
        if used + min(total + through, joint_cap) < need:
            continue
        if drawn:
            found = kth_ranks(own, enemy_longest)
        elif by_trump or partner_trumps >= trump_tricks:
            found = sure_trump_ranks(s.hand[player] & e.trumps, enemy, min(used, need))
        elif tops_of:
            found = kth_ranks(tops_of, min(used, need))
        else:
            found = sure_trump_ranks(own, enemy, min(used, need))
        found |= from_top(lowest(entry))
        need -= used
        for suit in range(first, 4):
            used = min(counts[suit], need)
            found |= round_ranks(e, s, leader, suit, used)
            need -= used
        for suit in range(first, 4):
            used = min(partner_counts[suit], need)
            found |= round_ranks(e, s, player, suit, used)
            need -= used
        ranks[0] = found
        return left  # at least `need`
    return trump_tricks + total


# The sure trumps of the side that is not on lead, by the arguments above: the best of its hands, or of two together.
cdef inline int later_tricks(const Engine* e, const Start* s, int leader, int need, uint64_t* ranks) noexcept nogil:
    cdef uint64_t own = 0, cards = 0, before = 0
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
            before |= cards
    if e.pairs and e.parts & JOINT and own and before != cards and popcount(before & (top(own) - 1)) >= need and (
            joint_trumps(cards, before ^ cards, own) >= need):
        ranks[0] = kth_ranks(before, need)
        return need
    return best


# Nobody has a trump, and the leader has no suit whose top card is not the enemy's: whatever he leads, the enemy who holds the
# top card of that suit wins the trick with it, and it is the first of his own sure tricks. So the enemies are sure of the
# worst case over the suits that the leader holds. (With trumps about it is true as well while nobody can trump the lead, but it
# saves less there than it costs.)
cdef inline bint enemy_takes_over(const Engine* e, const Start* s, int leader, int left, int need,
                                  uint64_t* ranks) noexcept nogil:
    cdef uint64_t found = 0, part = 0, tops = 0, best
    cdef int suit, player
    if need > left or s.held & e.trumps:
        return False
    for suit in range(4):
        if s.hand[leader] & lane(suit):
            tops |= top(s.held & lane(suit))
    for player in range(e.players):
        if e.side[player] == e.side[leader] and s.hand[player] & tops:
            return False
    for player in range(e.players):
        best = s.hand[player] & tops
        if best:
            if leader_tricks(e, s, player, left, need, &part) < need:
                return False
            found |= part
            while best:
                found |= from_top(lowest(best))
                best &= best - 1
    ranks[0] = found
    return True
