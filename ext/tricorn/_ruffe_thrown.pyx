# cython: boundscheck=False, wraparound=False, cdivision=True
"""How likely the taker of the head throws away which four of his cards, and draws by it.

A rule gives what he keeps a score, the sum of the worths of the cards kept in each suit. Softened, he throws the four cards D of
his hand with probability

    (1 - blur) * exp(score(without D) / temperature) / (sum of the same over all fours)  +  blur / (number of fours)

The sum runs over 1,820 fours of sixteen cards (20,475 of 28), but a score is a sum over suits, so it is a product of polynomials,
one a suit: the coefficient of x^k is the sum of exp(worth / temperature) over the ways to throw k cards of the suit, and that of
x^4 in the product is the sum wanted, exactly. Some hundred exponentials make it. Walked back, the same sums draw four cards.
"""
from libc.math cimport exp, log
from libc.stdint cimport uint64_t

from bits cimport popcount, suit_mask
from check cimport check
from tricorn._rng cimport Rng, rng_unit

cdef double LEAST = 0.05  # a temperature at which no sum over all fours can underflow: four cards are worth some 30 at most


cdef double fours(int cards, int forced) noexcept nogil:
    # The number of ways to throw four of so many cards, those that are forced among them.
    cdef double out = 1
    cdef int i
    for i in range(THROWN - forced):
        out = out * (cards - forced - i) / (i + 1)
    return out


cdef class Thrown:
    """The taker's choice of four cards. Immutable: threads may share it.

    Args:
        plain, trumps: what each set of ranks (bits 0..12) is worth when kept, in a plain suit and in trumps: 8192 numbers.
        trump: the suit of trumps.
        temperature: 0.05 or more, in units of these; the higher, the less a better score counts.
        blur: the share of choices that are any four cards, above 0 up to 1.
        blind: the share of draws that are uniform, above 0 up to 1: so no world is lost sight of.
    """

    def __init__(self, plain, trumps, int trump, double temperature, double blur, double blind):
        cdef int kind, ranks
        if not LEAST <= temperature < float("inf") or not 1e-6 <= blur <= 1 or not 1e-6 <= blind <= 1:
            raise ValueError("a temperature of 0.05 or more, and blur and blind above 0 up to 1 are wanted")
        if len(plain) != SUIT_SETS or len(trumps) != SUIT_SETS or not 0 <= trump < 4:
            raise ValueError("8192 worths of a plain suit and of trumps, and the suit of trumps are wanted")
        self.trump = trump
        self.blur = blur
        self.blind = blind
        for kind, row in enumerate((plain, trumps)):
            for ranks in range(SUIT_SETS):
                self.worth[kind][ranks] = row[ranks] / temperature

    cdef void count(self, uint64_t hand, uint64_t open_cards, uint64_t forced, Ways* out) noexcept nogil:
        # Over all ways to throw some of the open cards of each suit and all forced ones, four at most.
        cdef const double* worth
        cdef double total
        cdef int suit, held, must, may, gone, i, k
        for k in range(THROWN + 1):
            out.upto[0][k] = k == 0
        for suit in range(4):
            worth = self.worth[suit == self.trump]
            held = (hand & suit_mask(suit)) >> 13 * suit
            out.top[suit] = worth[held]
            gone = held
            while gone:
                if popcount(gone) <= THROWN and worth[held ^ gone] > out.top[suit]:
                    out.top[suit] = worth[held ^ gone]
                gone = (gone - 1) & held
            for k in range(THROWN + 1):
                out.suit[suit][k] = 0
            must = (forced & suit_mask(suit)) >> 13 * suit
            may = ((open_cards & suit_mask(suit)) >> 13 * suit) & ~must
            gone = may
            while True:
                k = popcount(gone | must)
                if k <= THROWN:
                    out.suit[suit][k] += exp(worth[held ^ (gone | must)] - out.top[suit])
                if gone == 0:
                    break
                gone = (gone - 1) & may
            for k in range(THROWN + 1):
                total = 0
                for i in range(k + 1):
                    total += out.upto[suit][k - i] * out.suit[suit][i]
                out.upto[suit + 1][k] = total

    cdef double log_chance(
        self, uint64_t hand, uint64_t open_cards, uint64_t forced, uint64_t thrown, double* tilt
    ) noexcept nogil:
        cdef Ways every, able
        cdef double chosen = 0, among_all, among_able, blurred, chance, mass, choices
        cdef int suit
        check(popcount(thrown) == THROWN and not thrown & ~open_cards and not forced & ~thrown)
        self.count(hand, hand, 0, &every)
        among_all = among_able = every.upto[4][THROWN]
        if open_cards != hand or forced:
            self.count(hand, open_cards, forced, &able)
            among_able = able.upto[4][THROWN]
        for suit in range(4):
            chosen += self.worth[suit == self.trump][((hand & ~thrown) & suit_mask(suit)) >> 13 * suit] - every.top[suit]
        choices = fours(popcount(open_cards), popcount(forced))
        blurred = self.blur / fours(popcount(hand), 0)
        chance = (1 - self.blur) * exp(chosen) / among_all + blurred
        mass = (1 - self.blur) * among_able / among_all + blurred * choices
        tilt[0] = log(self.blind + (1 - self.blind) * chance * choices / mass)
        return min(log(chance), 0.0)

    cdef uint64_t draw(
        self, uint64_t hand, uint64_t open_cards, uint64_t forced, uint64_t uniform, Rng* rng
    ) noexcept nogil:
        cdef Ways every, able
        cdef double by_score, by_blur, dice
        cdef const double* worth
        cdef uint64_t out = 0
        cdef int suit, held, must, may, gone, i, k = THROWN
        if rng_unit(rng) < self.blind:
            return uniform
        self.count(hand, hand, 0, &every)
        self.count(hand, open_cards, forced, &able)
        by_score = (1 - self.blur) * able.upto[4][THROWN] / every.upto[4][THROWN]
        by_blur = self.blur / fours(popcount(hand), 0) * fours(popcount(open_cards), popcount(forced))
        if rng_unit(rng) * (by_score + by_blur) >= by_score:
            return uniform
        for suit in range(3, -1, -1):
            # how many of this suit, then which; where rounding leaves the dice beyond the last, the last possible one
            dice = rng_unit(rng) * able.upto[suit + 1][k]
            held = -1
            for i in range(k + 1):
                if able.upto[suit][k - i] * able.suit[suit][i] > 0:
                    held = i
                    dice -= able.upto[suit][k - i] * able.suit[suit][i]
                    if dice < 0:
                        break
            check(held >= 0)
            i = held
            k -= i
            worth = self.worth[suit == self.trump]
            held = (hand & suit_mask(suit)) >> 13 * suit
            must = (forced & suit_mask(suit)) >> 13 * suit
            may = ((open_cards & suit_mask(suit)) >> 13 * suit) & ~must
            dice = rng_unit(rng) * able.suit[suit][i]
            gone = may
            while True:
                if popcount(gone | must) == i:
                    out = (out & ~suit_mask(suit)) | <uint64_t>(gone | must) << 13 * suit
                    dice -= exp(worth[held ^ (gone | must)] - able.top[suit])
                    if dice < 0:
                        break
                if gone == 0:
                    break
                gone = (gone - 1) & may
        check(popcount(out) == THROWN)
        return out

    def log_likelihood(self, hand, thrown):
        """The logarithm of the probability that these four cards are thrown from this hand; both are sets, the hand with them."""
        cdef uint64_t cards = hand, four = thrown
        cdef double tilt
        if four & ~cards or popcount(four) != THROWN:
            raise ValueError("four cards of the hand are wanted")
        return self.log_chance(cards, cards, 0, four, &tilt)
