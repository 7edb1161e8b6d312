# cython: boundscheck=False, wraparound=False, cdivision=True
"""The policy `fast`: each legal card gets a score from what its seat has seen alone: a weighted sum of a few small numbers, in
Rassi with more than two players that of a network (_rassi_net.pyx)."""
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

from bits cimport bit, highest, lowest, popcount, suit_mask
from check cimport check
from tricorn._rassi cimport height, in_all_suits, ranks_of, worth
from tricorn._rassi_net cimport NETS, net_scores

cdef enum:
    SCALE = 16  # a share of 1 as a whole number

GAMES = ("russi", "ruffe", "rassi")


cdef inline int64_t weigh(const int32_t* weights, int context, const int32_t* feature) noexcept nogil:
    cdef const int32_t* row = weights + FEATURES * context
    cdef int64_t score = 0
    cdef int i
    check(0 <= context < CONTEXTS)
    for i in range(FEATURES):
        score += <int64_t>row[i] * feature[i]
    return score


cdef inline uint64_t higher(int card) noexcept nogil:
    # The cards of its suit above a card.
    return suit_mask(card // 13) & ~((bit(card) << 1) - 1)


cdef inline uint64_t lower(int card) noexcept nogil:
    return suit_mask(card // 13) & (bit(card) - 1)


cdef uint64_t russi_sight_legal(const RussiSight* sight) noexcept nogil:
    cdef uint64_t cards = sight.hand | sight.up, follow
    if sight.led >= 0:
        follow = cards & suit_mask(sight.led // 13)
        if follow:
            return follow
    return cards


cdef int russi_features(const RussiSight* sight, int card, int32_t* out) noexcept nogil:
    # Contexts: 0 leads, 1 wins the trick, 2 follows suit and loses, 3 throws off.
    cdef uint64_t suit = suit_mask(card // 13), above = higher(card)
    cdef uint64_t mine = (sight.hand | sight.up) & suit, his = sight.his_up & suit, may = sight.candidates & suit
    cdef int all_candidates = popcount(sight.candidates)
    out[0] = 1
    out[1] = card % 13
    out[2] = (sight.cover & bit(card)) != 0
    out[3] = (sight.hand & bit(card)) != 0
    out[4] = popcount(mine)
    out[5] = popcount(his & above)
    # the number of higher cards to be expected in his hand
    out[6] = popcount(may & above) * sight.his_hand * SCALE // all_candidates if all_candidates else 0
    out[7] = ((his | may) & above) == 0
    out[8] = (his | may) == 0
    out[9] = popcount(his)
    out[10] = card == lowest(mine)
    out[11] = card == highest(mine)
    out[12] = popcount(sight.unseen & above)
    out[13] = popcount(his & lower(card))
    out[14] = mine == bit(card)
    out[15] = (above & mine) == 0 and popcount(his & above) == 1
    out[16] = popcount(may) * sight.his_hand * SCALE // all_candidates if all_candidates else 0
    if sight.led < 0:
        return 0
    if card // 13 != sight.led // 13:
        return 3
    return 1 if card > sight.led else 2


cdef inline bint may_ruff(int lacks, int suit, int trump) noexcept nogil:
    return (lacks >> suit & 1) != 0 and (lacks >> trump & 1) == 0


cdef int ruffe_features(const RuffeSight* sight, int card, int32_t* out) noexcept nogil:
    # Contexts: 0 leads a plain suit, 1 leads trumps; 2 wins, no foe to come; 3 wins, a foe to come, following suit;
    # 4 the same by a trump on a plain suit; 5 loses to the own side; 6 loses to another, a partner to come; 7 none to come.
    cdef int suit = card // 13, i, ruffers = 0
    cdef uint64_t whole = suit_mask(suit), mine = sight.hand & whole, above = sight.unseen & higher(card)
    cdef uint64_t trumps = sight.unseen & suit_mask(sight.trump) if sight.trump >= 0 else 0
    cdef int trick_suit = suit if sight.suit < 0 else sight.suit
    if trumps and trick_suit != sight.trump:
        for i in range(sight.foes):
            ruffers += may_ruff(sight.foe_void[i], trick_suit, sight.trump)
    out[0] = 1
    out[1] = card % 13
    out[2] = popcount(above)
    out[3] = above == 0
    out[4] = popcount(mine)
    out[5] = card == lowest(mine)
    out[6] = suit == sight.trump
    out[7] = popcount(trumps)
    out[8] = ruffers
    out[9] = 0
    if trumps and trick_suit != sight.trump and sight.friend_void >= 0:
        out[9] = may_ruff(sight.friend_void, trick_suit, sight.trump)
    out[10] = sight.foes == 0
    out[11] = sight.ours
    out[12] = mine == bit(card) and suit != sight.trump
    out[13] = popcount(sight.unseen & whole)
    out[14] = card == highest(mine)
    out[15] = sight.laid == 1
    if sight.suit < 0:
        # whether the next card below that is still about is one's own
        mine &= lower(card)
        above = sight.unseen & lower(card)
        out[16] = mine > above
        return suit == sight.trump
    out[16] = sight.ours and (sight.unseen & higher(sight.best)) == 0 and ruffers == 0
    if card > sight.best if suit == sight.best // 13 else suit == sight.trump:
        if sight.foes == 0:
            return 2
        return 3 if suit == sight.suit else 4
    if sight.ours:
        return 5
    return 6 if sight.friend_void >= 0 else 7


cdef int rassi_features(const RassiSight* sight, int card, int32_t* out) noexcept nogil:
    # Contexts: 2 .. 6 cards left, leading: 0 .. 4, replying: 5 .. 9 (with one card there is no choice: as with two).
    cdef uint64_t rest = sight.hand & ~bit(card), unseen = sight.unseen, ranks
    cdef int tall = height(card), cost = worth(card), all_unseen = popcount(unseen), least, second, most, i, safe = 0
    cdef uint64_t over = unseen & in_all_suits(<uint64_t>0x1FFF >> (tall - 2) << (tall - 2))
    for i in range(sight.to_come):
        safe += sight.top[i] < tall
    ranks = ranks_of(rest)
    least = second = most = 0
    if rest:
        # in the last trick ace and joker are the lowest
        if ranks >> 12 & 1:
            least = 1
            most = 1 if ranks == 1 << 12 else highest(ranks & 0xFFF) + 2
        else:
            least = lowest(ranks) + 2
            most = highest(ranks) + 2
        second = next_worth(rest, least)
    out[0] = cost
    out[1] = cost * cost // SCALE
    out[2] = cost == worth_most(sight.legal)
    out[3] = tall - 2 == lowest(ranks_of(sight.hand))
    out[4] = popcount(over) * SCALE // all_unseen if all_unseen else 0
    out[5] = tall == 14
    out[6] = cost if sight.to_come == 0 else 0
    out[7] = sight.high > tall
    out[8] = least
    out[9] = second
    out[10] = most
    out[11] = safe * SCALE // sight.seats
    out[12] = over == 0 or (safe == sight.to_come and sight.laid > 0)
    out[13] = sight.high == tall
    out[14] = tall
    out[15] = min(least, 5)
    out[16] = tall == highest(ranks_of(sight.hand)) + 2
    i = min(max(sight.size, 2), 6) - 2
    return i if sight.laid == 0 else 5 + i


cdef int next_worth(uint64_t rest, int least) noexcept nogil:
    # The second lowest worth among the cards, of equal ones the same; of a single card its own.
    cdef int low = 99, value, seen = 0
    while rest:
        value = worth(lowest(rest))
        rest &= rest - 1
        if value == least and not seen:
            seen = 1
        elif value < low:
            low = value
    return least if low == 99 else low


cdef int worth_most(uint64_t cards) noexcept nogil:
    cdef uint64_t ranks = ranks_of(cards)
    return highest(ranks & 0xFFF) + 2 if ranks & 0xFFF else 1


cdef inline int best_of(int count, const int* card, const int64_t* score) noexcept nogil:
    # The card with the highest score, of equal scores the first.
    cdef int i, best = 0
    for i in range(1, count):
        if score[i] > score[best]:
            best = i
    return card[best]


cdef int russi_scores(const RussiSight* sight, const int32_t* weights, int* card, int64_t* score) noexcept nogil:
    cdef int32_t feature[FEATURES]
    cdef uint64_t legal = russi_sight_legal(sight)
    cdef int count = 0
    while legal:
        card[count] = lowest(legal)
        legal &= legal - 1
        score[count] = weigh(weights, russi_features(sight, card[count], feature), feature)
        count += 1
    return count


cdef int ruffe_scores(const RuffeSight* sight, const int32_t* weights, int* card, int64_t* score) noexcept nogil:
    cdef int32_t feature[FEATURES]
    cdef uint64_t legal = sight.legal
    cdef int count = 0
    while legal:
        card[count] = lowest(legal)
        legal &= legal - 1
        score[count] = weigh(weights, ruffe_features(sight, card[count], feature), feature)
        count += 1
    return count


cdef int rassi_scores(const RassiSight* sight, const int32_t* weights, int* card, int64_t* score) noexcept nogil:
    # One card of each rank: suits never matter. With more than two seats a network scores them, where there is one.
    cdef int32_t feature[FEATURES]
    cdef uint64_t ranks = ranks_of(sight.legal)
    cdef bint net = weights[NET_FLAG] != 0 and sight.seats > 2 and ranks & (ranks - 1) != 0
    cdef int count = 0
    if net:
        net_scores(sight, <const int16_t*>(weights + NET_AT), ranks, score)
    while ranks:
        card[count] = lowest(sight.legal & in_all_suits(ranks & (~ranks + 1)))
        ranks &= ranks - 1
        if net:
            count += 1
            continue
        score[count] = weigh(weights, rassi_features(sight, card[count], feature), feature)
        count += 1
    return count


cdef int russi_choose(const RussiSight* sight, const int32_t* weights) noexcept nogil:
    cdef int card[MOST_CARDS]
    cdef int64_t score[MOST_CARDS]
    cdef uint64_t legal = russi_sight_legal(sight)
    if legal & (legal - 1) == 0:
        return lowest(legal)
    return best_of(russi_scores(sight, weights, card, score), card, score)


cdef int ruffe_choose(const RuffeSight* sight, const int32_t* weights) noexcept nogil:
    cdef int card[MOST_CARDS]
    cdef int64_t score[MOST_CARDS]
    if sight.legal & (sight.legal - 1) == 0:
        return lowest(sight.legal)
    return best_of(ruffe_scores(sight, weights, card, score), card, score)


cdef int rassi_choose(const RassiSight* sight, const int32_t* weights) noexcept nogil:
    cdef int card[MOST_CARDS]
    cdef int64_t score[MOST_CARDS]
    cdef uint64_t ranks = ranks_of(sight.legal)
    if ranks & (ranks - 1) == 0:
        return lowest(sight.legal)
    return best_of(rassi_scores(sight, weights, card, score), card, score)


cdef class Policy:
    """The weights of one game, ready for compiled code, and the policy on sights given as dicts of the struct's fields.

    Args:
        game: "russi", "ruffe" or "rassi".
        weights: whole numbers, `FEATURES` for each context, at most `CONTEXTS` contexts.
        nets: Rassi with more than two seats: int16 [NETS], the networks (_rassi_net.pxd), the one for two cards each first, whose
            sums fit (`sums_fit` in tricorn_analysis/fit_rassi_net.py).
    """

    def __cinit__(self, str game, weights, const int16_t[::1] nets=None):
        cdef int i
        cdef int16_t* at
        if game not in GAMES:
            raise ValueError(f"{game!r} is not a game")
        if len(weights) > WEIGHTS or len(weights) % FEATURES:
            raise ValueError(f"{len(weights)} weights: rows of {FEATURES}, at most {CONTEXTS}, are wanted")
        if nets is not None and (game != "rassi" or nets.shape[0] != NETS):
            raise ValueError(f"{NETS} numbers of networks are wanted, for rassi")
        self.game = GAMES.index(game)
        self.weight = <int32_t*>calloc(NET_AT + (0 if nets is None else (NETS + 1) // 2), sizeof(int32_t))
        if self.weight is NULL:
            raise MemoryError
        for i in range(len(weights)):
            self.weight[i] = weights[i]
        if nets is not None:
            self.weight[NET_FLAG] = 1
            at = <int16_t*>(self.weight + NET_AT)
            for i in range(NETS):
                at[i] = nets[i]

    def __dealloc__(self):
        free(self.weight)

    def choose(self, dict sight not None):
        """The card that the policy plays."""
        cdef Sight seen
        self.read(sight, &seen)
        if self.game == 0:
            return russi_choose(&seen.russi, self.weight)
        if self.game == 1:
            return ruffe_choose(&seen.ruffe, self.weight)
        return rassi_choose(&seen.rassi, self.weight)

    def scores(self, dict sight not None):
        """(card, score) of every legal card, in Rassi of one card of each rank."""
        cdef Sight seen
        cdef int card[MOST_CARDS]
        cdef int64_t score[MOST_CARDS]
        cdef int count, i
        self.read(sight, &seen)
        if self.game == 0:
            count = russi_scores(&seen.russi, self.weight, card, score)
        elif self.game == 1:
            count = ruffe_scores(&seen.ruffe, self.weight, card, score)
        else:
            count = rassi_scores(&seen.rassi, self.weight, card, score)
        return [(card[i], score[i]) for i in range(count)]

    def features(self, dict sight not None, int card):
        """(context, features) of a legal card."""
        cdef Sight seen
        cdef int32_t feature[FEATURES]
        cdef int context
        if not 0 <= card < 54:
            raise ValueError(f"{card} is not a card")
        self.read(sight, &seen)
        if self.game == 0:
            context = russi_features(&seen.russi, card, feature)
        elif self.game == 1:
            context = ruffe_features(&seen.ruffe, card, feature)
        else:
            context = rassi_features(&seen.rassi, card, feature)
        return context, [feature[i] for i in range(FEATURES)]

    cdef int read(self, dict sight, Sight* out) except -1:
        if self.game == 0:
            out.russi = sight
            check_cards(russi_sight_legal(&out.russi))
        elif self.game == 1:
            out.ruffe = sight
            check_cards(out.ruffe.legal)
            if not 0 <= out.ruffe.foes <= 3 or not -1 <= out.ruffe.trump <= 3 or not -1 <= out.ruffe.best < 52:
                raise ValueError("not a sight of Ruffe")
        else:
            out.rassi = sight
            check_cards(out.rassi.legal)
            check_rassi(&out.rassi)
        return 0


cdef int check_cards(uint64_t legal) except -1:
    if legal == 0 or legal >> 54:
        raise ValueError("a sight with a card to play is wanted")
    return 0


cdef int check_rassi(const RassiSight* sight) except -1:
    cdef int i
    cdef bint fits = 2 <= sight.seats <= 9 and 0 <= sight.laid and 0 <= sight.to_come
    fits = fits and sight.laid + sight.to_come + 1 == sight.seats and 0 <= sight.high <= 14 and sight.high != 1
    fits = fits and (0 < sight.holder < sight.seats if sight.laid else sight.holder == 0)
    if fits:
        for i in range(sight.seats - 1):
            fits = fits and 1 <= sight.top[i] <= 14 and 2 <= sight.low[i] <= 14
    if not fits:
        raise ValueError("not a sight of Rassi")
    return 0
