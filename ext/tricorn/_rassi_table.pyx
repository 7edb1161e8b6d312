# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rassi deals by the million, each valued once by max^n and counted for every seat's hand: what the exchange table is made of.

How a deal is drawn. Of two deals in a row the first is plain: 6n cards of 52, uniform. In the second one seat gets a hand
that the number of the deal names, going through all hands of all seats in turn, and the other cards are uniform. So rare
hands come as often as common ones. Both kinds count for all seats: a deal with hands h_0 .. h_{n-1} comes
(1/n) sum_j r(h_j) times as often as among plain deals, r(h) = 1/2 + 1/2 * (1 / number of hands) / P(h), so with the weight
n / sum_j r(h_j) all of them together are a sample of plain deals (the balance heuristic: Veach and Guibas, "Optimally
combining sampling techniques for Monte Carlo rendering", 1995). r >= 1/2, so no weight is above 2.
"""
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from check cimport check
from tricorn._rassi_search cimport (
    HAND, NO_RANK, Deal, Node, Search, Slot, cost, deal_finish, deal_hand, deal_init, maxn,
)
from tricorn._rng cimport Rng, rng_next, rng_seed
from tricorn._stop cimport Stop
from wide cimport multiply

cdef enum:
    TABLE = 40         # purpose of the streams that deal
    TABLE_BITS = 10    # a small table that stays in the nearest cache: most searches visit few nodes
    SUMS = 7           # numbers kept of a cell
    STRIDE = 99991     # a prime, so that the named hands are gone through in an order that mixes them

cdef struct Dealer:
    int n
    long long hands                # number of different hands
    int choose[6][13]              # choose[i][r] = C(r + i, i + 1)
    const short* place             # of a hand by its number among all 18,564 multisets
    const unsigned char* held      # its ranks
    const double* ratio            # r(h)


cdef void draw_six(Rng* rng, uint8_t* pool, int left, uint8_t* out) noexcept nogil:
    # Six of pool[0:left] without replacement, those taken end up in front; one word for all of them, as in `draw_some`.
    cdef uint64_t product = 1, low, high
    cdef int digit[6]
    cdef int i
    cdef uint8_t card
    for i in range(HAND):
        product *= left - i
    while True:
        low = rng_next(rng)
        for i in range(HAND):
            multiply(low, left - i, &high, &low)
            digit[i] = <int>high
        if low >= product or low >= (0 - product) % product:
            break
    for i in range(HAND):
        card = pool[i + digit[i]]
        pool[i + digit[i]] = pool[i]
        pool[i] = card
        out[i] = card


cdef void make_deal(const Dealer* dealer, uint64_t seed, uint64_t number, Deal* deal) noexcept nogil:
    # Deal `number` of the stream; seat 0 leads.
    cdef Rng rng
    cdef uint8_t pool[52]
    cdef uint8_t six[6]
    cdef int missing[13]
    cdef int q, i, r, _, left = 0, named = -1
    cdef long long turn
    cdef const unsigned char* hand = NULL
    rng_seed(&rng, seed, number, TABLE)
    memset(missing, 0, sizeof(missing))
    if number & 1:
        turn = <long long>(((number >> 1) % <uint64_t>(dealer.hands * dealer.n)) * STRIDE % <uint64_t>(dealer.hands * dealer.n))
        named = <int>(turn // dealer.hands)
        hand = dealer.held + HAND * (turn % dealer.hands)
        for i in range(HAND):
            missing[hand[i]] += 1
    for r in range(13):
        for _ in range(4 - missing[r]):
            pool[left] = r
            left += 1
    i = 0
    for q in range(dealer.n):
        if q == named:
            deal_hand(deal, q, hand, HAND)
            continue
        draw_six(&rng, pool + i, left - i, six)
        i += HAND
        deal_hand(deal, q, six, HAND)
    check(i <= left)
    deal_finish(deal)


cdef int number_of(const Dealer* dealer, const uint8_t* ranks) noexcept nogil:
    # Of a sorted hand.
    cdef int i, index = 0
    for i in range(HAND):
        index += dealer.choose[i][ranks[i]]
    return dealer.place[index]


cdef void value_deal(const Dealer* dealer, Search* s, uint64_t seed, uint64_t number, int* hand, double* weight,
                     uint16_t* value) noexcept nogil:
    # Deals and plays it: the numbers of the hands, the weight, and who pays what.
    cdef Node x
    cdef int q
    cdef double sum_ = 0
    deal_init(&s.deal, dealer.n, False, False, False)
    make_deal(dealer, seed, number, &s.deal)
    x.cards = ((<uint64_t>1) << (6 * dealer.n)) - 1
    x.size = HAND
    x.left = dealer.n
    x.turn = x.holder = 0
    x.high = NO_RANK
    for q in range(dealer.n):
        hand[q] = number_of(dealer, s.deal.rank[q])
        check(0 <= hand[q] < dealer.hands)
        sum_ += dealer.ratio[hand[q]]
    weight[0] = dealer.n / sum_
    s.stamp += 1
    s.nodes = 0
    s.ended = False
    value[0] = maxn(s, x)


cdef int prepare(Dealer* dealer, Search* s, int players, const short[::1] place, const unsigned char[:, ::1] held,
                 const double[::1] ratio) except -1:
    cdef int i, r, j
    cdef long long ways
    if not 2 <= players <= 8 or held.shape[1] != HAND or ratio.shape[0] != held.shape[0] or place.shape[0] != 18564:
        raise ValueError(f"{players} players, or tables of another size: nothing to deal from")
    dealer.n = players
    dealer.hands = held.shape[0]
    for i in range(6):
        for r in range(13):
            ways = 1
            for j in range(i + 1):
                ways = ways * (r + i - j) // (j + 1)
            dealer.choose[i][r] = <int>ways
    dealer.place = &place[0]
    dealer.held = &held[0, 0]
    dealer.ratio = &ratio[0]
    memset(s, 0, sizeof(Search))
    s.bits = TABLE_BITS
    s.cut = True
    s.limit = (<long long>1) << 62
    s.table = <Slot*>calloc((<size_t>1) << TABLE_BITS, sizeof(Slot))
    if s.table == NULL:
        raise MemoryError("no memory for a table of values")
    return 0


def add_deals(int players, seed, long long first, long long count, const short[::1] place,
              const unsigned char[:, ::1] held, const double[::1] ratio, double[:, :, ::1] sums,
              double[:, ::1] outcomes, Stop stop=None):
    """Deals `first` .. `first + count - 1` of the stream `seed` added to `sums` and `outcomes`; returns how many were.

    Args:
        place: the number of a hand by its rank among all multisets of six of 13 ranks, sum of C(r_i + i, i + 1).
        held: the ranks of each hand, lowest first.
        ratio: r of each hand (see above).
        sums: float64 [players, hands, 7], seat 0 leads; with weight w, penalty x and l = 1 if the last trick is taken:
            the sums of w, w^2, w x, w^2 x, w^2 x^2, w l, w^2 l.
        outcomes: float64 [players, 14]: the sum of w by who pays and how much; column 0 holds nothing.
    """
    cdef Dealer dealer
    cdef Search s
    cdef int hand[9]
    cdef double weight, price
    cdef uint16_t value
    cdef uint64_t key = seed
    cdef long long k, done = 0
    cdef int q
    cdef double* cell
    if sums.shape[0] != players or sums.shape[1] != held.shape[0] or sums.shape[2] != SUMS:
        raise ValueError("sums of another size")
    if outcomes.shape[0] != players or outcomes.shape[1] != 14 or first < 0 or count < 0:
        raise ValueError("outcomes of another size, or deals below 0")
    prepare(&dealer, &s, players, place, held, ratio)
    with nogil:
        for k in range(first, first + count):
            if (k & 1023) == 0 and stop is not None and stop.raised:
                break
            value_deal(&dealer, &s, key, <uint64_t>k, hand, &weight, &value)
            for q in range(players):
                cell = &sums[q, hand[q], 0]
                cell[0] += weight
                cell[1] += weight * weight
                price = cost(value, q)
                if price > 0:
                    cell[2] += weight * price
                    cell[3] += weight * weight * price
                    cell[4] += weight * weight * price * price
                    cell[5] += weight
                    cell[6] += weight * weight
                    outcomes[q, <int>price] += weight
            done += 1
    free(s.table)
    return done


def one_deal(int players, seed, long long number, const short[::1] place, const unsigned char[:, ::1] held,
             const double[::1] ratio):
    """Deal `number` of the stream for tests: `(hands as ranks, numbers of the hands, weight, penalties)`."""
    cdef Dealer dealer
    cdef Search s
    cdef int hand[9]
    cdef double weight
    cdef uint16_t value
    prepare(&dealer, &s, players, place, held, ratio)
    value_deal(&dealer, &s, seed, number, hand, &weight, &value)
    free(s.table)
    ranks = [[s.deal.rank[q][i] for i in range(HAND)] for q in range(players)]
    return ranks, [hand[q] for q in range(players)], weight, [cost(value, q) for q in range(players)]
