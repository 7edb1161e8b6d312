# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rassi with hidden cards: can a seat be sure not to pay, whatever the cards are and whatever all others do together?

The others are taken as one opponent who need not have decided what anybody holds: it may make any play that some world
still allows, given all plays before. A plan of the seat rests on what it sees alone, and the opponent's plays against a plan
end in a world that allows them all, so the plan is good in every world against every play exactly if it is good against
this opponent. What the plays show of a hand is one interval of ranks (who plays below the highest card had nothing lower,
and under forced overtaking nothing as high), so a world exists exactly if hands of the right sizes can be filled from the
unseen cards within the intervals, which Hall's condition says.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from bits cimport highest, lowest
from check cimport check
from tricorn._stop cimport Stop

cdef enum:
    SEATS = 9
    HAND = 6
    ACE = 12
    TABLE_BITS = 13

cdef struct Seen:
    # What the seat sees at one moment.
    signed char pool[13]   # cards by rank that are in other hands or out of play
    signed char low[9]     # by seat the ranks that a card left in its hand can have
    signed char high_[9]
    signed char held[9]    # cards in hand by seat, ours included
    signed char mine       # our cards left, six bits of `rank`
    signed char size       # cards each seat had at the start of the trick
    signed char left       # seats still to play to the trick
    signed char turn
    signed char holder     # seat of the highest card so far, of equal ones the last played; at the start the leader
    signed char top        # its rank; -1 at the start of a trick

cdef struct Slot:
    uint64_t first
    uint64_t second
    int answer             # 1, 2: a guarantee, none; 0: empty

cdef struct Proof:
    int n
    int me
    bint optional
    bint all_pay
    bint cut               # use the two quick answers; tests turn them off
    int rank[6]            # our cards, lowest first
    Slot* table
    long long nodes
    long long limit
    volatile int* raised
    bint ended


cdef inline int worth(int rank) noexcept nogil:
    return 1 if rank == ACE else rank + 2


cdef inline int mask_of(int low, int high) noexcept nogil:
    return ((1 << (high + 1)) - 1) & ~((1 << low) - 1) if low <= high else 0


cdef bint fits(const signed char* pool, const int* mask, const int* need, int wanted) noexcept nogil:
    # Hall's condition: hands with these sets of ranks can be filled together if any of them together find enough cards.
    cdef int sets[8]
    cdef int needs[8]
    cdef int groups = 0, i, j, chosen, union_, cards
    for i in range(wanted):
        if need[i] == 0:
            continue
        for j in range(groups):
            if sets[j] == mask[i]:
                needs[j] += need[i]
                break
        else:
            sets[groups] = mask[i]
            needs[groups] = need[i]
            groups += 1
    for chosen in range(1, 1 << groups):
        union_ = cards = 0
        for j in range(groups):
            if chosen >> j & 1:
                union_ |= sets[j]
                cards += needs[j]
        while union_:
            cards -= pool[lowest(union_)]
            union_ &= union_ - 1
        if cards > 0:
            return False
    return True


cdef bint possible(const Proof* p, const Seen* x) noexcept nogil:
    # Whether a world is left.
    cdef int mask[9]
    cdef int need[9]
    cdef int q, count = 0
    for q in range(p.n):
        if q != p.me:
            mask[count] = mask_of(x.low[q], x.high_[q])
            need[count] = x.held[q]
            count += 1
    return fits(x.pool, mask, need, count)


cdef bint all_within(const Proof* p, const Seen* x, int most, bint whole) noexcept nogil:
    # Whether in some world all others hold only cards worth at most `most` (`whole`), or at least one such card each. The
    # second is asked without the rest of the hands, so it may be too generous.
    cdef int mask[9]
    cdef int need[9]
    cdef int q, r, count = 0, cheap = 0
    for r in range(13):
        if worth(r) <= most:
            cheap |= 1 << r
    for q in range(p.n):
        if q != p.me:
            mask[count] = mask_of(x.low[q], x.high_[q]) & cheap
            need[count] = x.held[q] if whole else min(x.held[q], 1)
            count += 1
    return fits(x.pool, mask, need, count)


cdef bint pays(const Proof* p, const Seen* x) noexcept nogil:
    # One card each, all still to be played from seat `turn` on: is there a world in which ours is the one that pays? Seats
    # before us may equal it, seats after us only if all who do so pay.
    cdef int mask[9]
    cdef int need[9]
    cdef int i, q, r, count = 0, price = worth(p.rank[lowest(x.mine)])
    cdef bint after = False
    for i in range(p.n):
        q = (x.turn + i) % p.n
        if q == p.me:
            after = True
            continue
        mask[count] = 0
        for r in range(x.low[q], x.high_[q] + 1):
            if worth(r) < price or (worth(r) == price and (p.all_pay or not after)):
                mask[count] |= 1 << r
        need[count] = 1
        count += 1
    return fits(x.pool, mask, need, count)


cdef void lay(const Proof* p, Seen* x, int rank) noexcept nogil:
    # The seat to move plays this rank; whose cards it comes from the caller has seen to.
    if rank >= x.top:
        x.top = rank
        x.holder = x.turn
    x.held[x.turn] -= 1
    x.left -= 1
    x.turn += 1
    if x.turn == p.n:
        x.turn = 0


cdef void lay_hidden(const Proof* p, Seen* x, int rank) noexcept nogil:
    cdef int q = x.turn
    check(x.pool[rank] > 0)
    x.pool[rank] -= 1
    if rank < x.top:
        x.low[q] = max(x.low[q], rank)
        if not p.optional:
            x.high_[q] = min(x.high_[q], x.top - 1)
    lay(p, x, rank)


cdef int own_plays(const Proof* p, const Seen* x) noexcept nogil:
    # Our legal cards as six bits, one of equal ones.
    cdef int i, over = 0, plays = 0, last = -1
    for i in range(HAND):
        if x.mine >> i & 1:
            if p.rank[i] >= x.top:
                over |= 1 << i
    if over == 0 or (p.optional and x.top >= 0):
        over |= x.mine & -x.mine
    for i in range(HAND):
        if over >> i & 1 and p.rank[i] != last:
            plays |= 1 << i
            last = p.rank[i]
    return plays


cdef bint sure(Proof* p, Seen x) noexcept nogil:
    # Whether we have a plan that never pays.
    cdef Slot* slot
    cdef Seen y
    cdef uint64_t first = 0, second = 0, hashed
    cdef int q, r, i, plays, most = 0, least = 99
    cdef bint answer
    if x.left == 0:
        x.size -= 1
        x.left = p.n
        x.turn = x.holder
        x.top = -1
    if x.left == p.n and x.size == 1:
        return not pays(p, &x)
    p.nodes += 1
    if p.nodes >= p.limit or ((p.nodes & 255) == 0 and p.raised != NULL and p.raised[0]):
        p.ended = True
    if p.ended:
        return False
    if p.cut and x.mine:
        for i in range(HAND):
            if x.mine >> i & 1:
                most = max(most, worth(p.rank[i]))
                least = min(least, worth(p.rank[i]))
        # Our last card is worth `most` at the most. In no world does everybody else hold a card worth that or less: then
        # somebody's last card is worth more, whatever is played.
        if not all_within(p, &x, most, False):
            return True
        # Our last card is worth `least` or more, and in some world all others have only cards worth less: there we pay.
        if all_within(p, &x, least - 1, True):
            return False
    for r in range(13):
        first = first << 3 | <uint64_t>x.pool[r]
    # Exact: the cards gone from the pool and from our hand say how many have been played, so with the turn who holds how
    # many; pool counts are at most 6 (aces with jokers), intervals two times four bits for eight others: two words do.
    first = ((((first << 6 | <uint64_t>x.mine) << 4 | <uint64_t>x.turn) << 4 | <uint64_t>x.holder) << 4
             | <uint64_t>(x.top + 1)) << 3 | <uint64_t>x.size
    for q in range(p.n):
        if q != p.me:
            second = second << 8 | <uint64_t>(x.low[q] << 4 | x.high_[q] & 15)
    hashed = (first * <uint64_t>0x9E3779B97F4A7C15 ^ (second ^ second >> 29) * <uint64_t>0xBF58476D1CE4E5B9)
    slot = &p.table[(hashed ^ hashed >> 32) * <uint64_t>0x94D049BB133111EB >> (64 - TABLE_BITS)]
    if slot.answer and slot.first == first and slot.second == second:
        return slot.answer == 1
    if x.turn == p.me:
        answer = False
        plays = own_plays(p, &x)
        while plays and not answer:
            i = highest(plays)
            plays ^= 1 << i
            y = x
            y.mine ^= 1 << i
            lay(p, &y, p.rank[i])
            answer = sure(p, y)
            if p.ended:
                return False
    else:
        answer = True
        q = x.turn
        for r in range(x.high_[q], x.low[q] - 1, -1):
            if x.pool[r] == 0:
                continue
            y = x
            lay_hidden(p, &y, r)
            if not possible(p, &y):
                continue
            answer = sure(p, y)
            if p.ended:
                return False
            if not answer:
                break
    slot.first = first
    slot.second = second
    slot.answer = 1 if answer else 2
    return answer


def sure_plays(own, unseen, intervals, sizes, *, int seat, int leader, trick, bint optional, bint all_pay, plays,
               long long nodes, Stop stop=None, bint cut=True):
    """Which plays leave the seat a plan that never pays, in any world, against all others together.

    Args:
        own: ranks 0..12 that the seat holds.
        unseen: number of cards of each rank that it has not seen.
        intervals: by seat the lowest and highest rank that its cards can have; of the seat itself anything.
        sizes: cards in hand by seat.
        leader, trick: who led, and the ranks played to this trick.
        plays: ranks to look at, each legal; None: the seat need not be to move, the answer is for the position as it is.
        nodes: budget of each.
        cut: use the two quick answers of `sure`; off only in tests.

    Returns:
        `(answers, nodes)`: for each play True, False or, where the budget ended it, None.
    """
    cdef Proof p
    cdef Seen x, y
    cdef int n = len(sizes), q, i, rank
    cdef long long used = 0
    cdef bint answer
    ranks = sorted(own)
    played = list(trick)
    if not (2 <= n <= SEATS and 1 <= len(ranks) <= HAND and len(unseen) == 13 and len(intervals) == n and 0 <= seat < n
            and 0 <= leader < n and len(played) < n and sizes[seat] == len(ranks) and max(sizes) <= HAND):
        raise ValueError("what is seen does not make a view of Rassi")
    if any(not 0 <= r <= ACE for r in ranks + played) or any(not 0 <= c <= 6 for c in unseen):
        raise ValueError("a rank or a number of cards is out of range")
    memset(&p, 0, sizeof(p))
    memset(&x, 0, sizeof(x))
    p.n = n
    p.me = seat
    p.optional = optional
    p.all_pay = all_pay
    p.cut = cut
    p.raised = &stop.raised if stop is not None else NULL
    for i in range(len(ranks)):
        p.rank[i] = ranks[i]
    x.mine = (1 << len(ranks)) - 1
    for i in range(13):
        x.pool[i] = unseen[i]
    for q in range(n):
        x.low[q], x.high_[q] = intervals[q] if q != seat else (0, ACE)
        x.low[q] = max(x.low[q], 0)
        x.high_[q] = min(x.high_[q], ACE)
        x.held[q] = sizes[q]
    x.size = sizes[(leader + len(played)) % n]
    x.left = n
    x.turn = x.holder = leader
    x.top = -1
    if x.size == 1:  # no choices are left: the trick is looked at from its start, with the cards on the table back in hand
        for i in range(len(played)):
            q = (leader + i) % n
            x.low[q] = x.high_[q] = played[i]
            x.pool[<int>played[i]] += 1
            x.held[q] = 1
        return [not pays(&p, &x)] * (1 if plays is None else len(plays)), 1
    for i in range(len(played)):
        rank = played[i]
        x.held[x.turn] += 1
        lay(&p, &x, rank)
    if plays is not None and (x.turn != seat or not all(r in ranks for r in plays)):
        raise ValueError("plays of a seat that is not to move, or of cards that it does not hold")
    p.table = <Slot*>calloc((<size_t>1) << TABLE_BITS, sizeof(Slot))
    if p.table == NULL:
        raise MemoryError("no memory for a table of proofs")
    answers = []
    for rank in plays if plays is not None else [-1]:
        y = x
        p.ended = False
        p.limit = p.nodes + nodes
        if rank >= 0:
            i = ranks.index(rank)
            y.mine ^= 1 << i
            lay(&p, &y, rank)
        with nogil:
            answer = sure(&p, y)
        answers.append(None if p.ended else bool(answer))
    used = p.nodes
    free(p.table)
    return answers, used
