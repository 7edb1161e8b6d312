"""Worlds of a Russi view: drawn exactly uniformly, and valued one by one under a budget."""
from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from bits cimport lowest, popcount
from check cimport check
from tricorn._rng cimport Rng, rng_below, rng_seed
from tricorn._russi_board cimport equal_to, lane, one, set_to_lanes, to_lane
from tricorn._russi_estimate cimport estimate_choices
from tricorn._russi_root cimport Root, root_choices, root_setup, root_value
from tricorn._russi_search cimport Solver
from tricorn._russi_table cimport NONE, Search
from tricorn._stop cimport Stop

cdef enum:
    PURPOSE = 2  # the random stream of worlds
    MOST_SLOTS = 18
    AHEAD = 2  # tricks of minimax before the estimate of a world that is not solved

# Worlds by number in place of chance: from FIRST_HAND on the hands in a row, the order of the rest drawn by the number; from
# FIRST_WHOLE on all worlds in a row, hand after hand for each order.
FIRST_HAND = 1 << 61
FIRST_WHOLE = 1 << 62


cdef uint64_t choose(int n, int k) noexcept nogil:
    cdef uint64_t ways = 1
    cdef int i
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


cdef void draw_listed(const Veil* veil, uint64_t seed, uint64_t index, uint8_t* out) noexcept nogil:
    # Hand number (index mod hands) in the order of its cards, then the others in an order that is drawn, or number (index //
    # hands) of all orders.
    cdef uint64_t hands = choose(veil.allowed, veil.hand_size), ways
    cdef bint whole = index >= <uint64_t>1 << 62
    cdef uint64_t number = index & ((<uint64_t>1 << 61) - 1), rank = number % hands, order = number // hands
    cdef int i, j, wanted = veil.hand_size, held = 0, rest = veil.hand_size
    cdef uint8_t card
    cdef Rng rng
    for i in range(veil.hidden):
        ways = choose(veil.allowed - 1 - i, wanted - 1) if i < veil.allowed and wanted else 0
        if rank < ways:
            out[held] = veil.cards[i]
            held += 1
            wanted -= 1
        else:
            rank -= ways
            out[rest] = veil.cards[i]
            rest += 1
    check(wanted == 0 and rest == veil.hidden)
    rng_seed(&rng, seed, index, PURPOSE)
    for i in range(veil.hand_size, veil.hidden - 1):
        if whole:
            j = i + <int>(order % <uint64_t>(veil.hidden - i))
            order //= <uint64_t>(veil.hidden - i)
        else:
            j = i + <int>rng_below(&rng, veil.hidden - i)
        card = out[i]
        out[i] = out[j]
        out[j] = card


cdef void draw(const Veil* veil, uint64_t seed, uint64_t index, uint8_t* out) noexcept nogil:
    # Conditions on: the opponent's hand holds `hand_size` of the allowed cards; all other hidden cards lie under the
    # piles. A uniform choice without order of the hand times a uniform order of the rest is uniform over all worlds.
    # out: the hand, then the card of each slot.
    cdef Rng rng
    cdef int i, j
    cdef uint8_t card
    if index >= <uint64_t>1 << 61:
        draw_listed(veil, seed, index, out)
        return
    rng_seed(&rng, seed, index, PURPOSE)
    for i in range(veil.hidden):
        out[i] = veil.cards[i]
    for i in range(veil.hidden - 1):
        j = i + <int>rng_below(&rng, (veil.allowed if i < veil.hand_size else veil.hidden) - i)
        card = out[i]
        out[i] = out[j]
        out[j] = card


cdef int lift(Veil* veil, uint64_t allowed, uint64_t others, int hand_size, int slots) except -1:
    veil.hand_size = hand_size
    veil.allowed = popcount(allowed)
    veil.hidden = veil.allowed + popcount(others)
    veil.slots = slots
    if allowed & others or not 0 <= hand_size <= veil.allowed or slots + hand_size != veil.hidden or slots > MOST_SLOTS:
        raise ValueError("no world: the hidden cards do not fit the places they may lie in")
    cdef int i = 0
    while allowed or others:
        if allowed:
            veil.cards[i] = lowest(allowed)
            allowed &= allowed - 1
        else:
            veil.cards[i] = lowest(others)
            others &= others - 1
        i += 1
    return 0


def sample(uint64_t allowed, uint64_t others, int hand_size, int slots, uint64_t seed, uint64_t index):
    """World `index` of the stream `seed`: the opponent's hand as a set, and the cards under the covered piles.

    Args:
        allowed, others: the hidden cards that may be in the opponent's hand, and those that may not.
        hand_size, slots: cards in his hand, and covered piles.

    Raises:
        ValueError: there is no such world.
    """
    cdef Veil veil
    cdef uint8_t out[52]
    cdef int i
    cdef uint64_t hand = 0
    lift(&veil, allowed, others, hand_size, slots)
    draw(&veil, seed, index, out)
    for i in range(hand_size):
        hand |= <uint64_t>1 << out[i]
    return hand, [out[i] for i in range(hand_size, veil.hidden)]


cdef struct Seen:
    # The visible part of a view, as lanes.
    uint64_t singles[2]  # cards that cover nothing; for the seat itself with its hand
    uint64_t led
    uint8_t up[MOST_SLOTS]
    int owner[MOST_SLOTS]
    int seat


cdef void lay_out(const Veil* veil, const Seen* seen, const uint8_t* world, Search* s, Root* root) noexcept nogil:
    # The world as a position with the seat to move.
    cdef uint64_t cards[2]
    cdef int i, down
    cards[0] = seen.singles[0]
    cards[1] = seen.singles[1]
    for i in range(veil.hand_size):
        cards[1 - seen.seat] |= one(to_lane(world[i]))
    memset(s.under, NONE, 64)
    s.ups = 0
    root.cov = 0
    for i in range(veil.slots):
        down = to_lane(world[veil.hand_size + i])
        s.ups |= one(seen.up[i])
        s.under[seen.up[i]] = <uint8_t>down
        root.cov |= one(down)
        cards[seen.owner[i]] |= one(down) | one(seen.up[i])
    root.mover = cards[seen.seat]
    root.other = cards[1 - seen.seat]
    root.led = seen.led
    root.n = popcount(root.mover)
    check(popcount(root.other) + (root.led != 0) == root.n)


cdef bint value_world(
    Search* s, Root* root, const uint8_t* actions, int count, uint64_t nodes, int16_t* values, int16_t* lo, int16_t* hi
) noexcept nogil:
    # Bounds of every action within the budget. A choice that no action wants is left out. Returns whether all are
    # exact.
    cdef uint64_t acc = root.mover & ~root.cov, between = root.other | root.led, wanted = 0
    cdef int i, j, kept = 0, value
    cdef bint solved = True
    root_setup(s, root)
    if root.led and acc & lane(lowest(root.led)):
        acc &= lane(lowest(root.led))
    for i in range(count):
        wanted |= one(actions[i])
    for j in range(root.count):
        if equal_to(root.choices[j].card, acc, s.ups, between) & wanted:
            root.choices[kept] = root.choices[j]
            kept += 1
    if kept < root.count:
        root.lo = 0  # the bound was that of the best of all plays
        root.count = kept
    estimate_choices(s, root, AHEAD)
    nodes += s.nodes
    root_value(s, root, nodes)
    root_choices(s, root, nodes)
    for i in range(count):
        j = 0
        while not equal_to(root.choices[j].card, acc, s.ups, between) & one(actions[i]):
            j += 1
            check(j < root.count)
        lo[i] = <int16_t>root.choices[j].lo
        hi[i] = <int16_t>root.choices[j].hi
        value = lo[i]
        if lo[i] != hi[i]:
            solved = False
            value = min(max((root.choices[j].score + 500) // 1000, lo[i]), hi[i])
        values[i] = <int16_t>value
    return solved


def evaluate(
    singles, ups, int seat, led, uint64_t allowed, uint64_t others, int hand_size, actions, uint64_t seed, uint64_t
    first, int count, uint64_t nodes, Stop stop, int16_t[:, ::1] values, int16_t[:, ::1] lo, int16_t[:, ::1] hi,
    uint8_t[::1] solved, const int64_t[::1] numbers=None,
):
    """Values every action in the worlds `first` to `first + count - 1`; returns how many worlds were done, and the
    nodes.

    Args:
        singles: for seats 0 and 1 the visible cards that cover nothing, the own hand among them.
        ups: for seats 0 and 1 the cards on covered piles, in table order.
        seat, led: who is to move, and the card on the table or None.
        allowed, others, hand_size: as in `sample`.
        actions: legal cards of the seat.
        nodes: budget of a world; each starts from an empty table.
        values, lo, hi, solved: filled in, a row for each world.
        numbers: the worlds themselves, in place of those from `first` on.
    """
    cdef Veil veil
    cdef Seen seen
    cdef Root root
    cdef uint8_t world[52]
    cdef uint8_t plays[26]
    cdef int wanted = len(actions), done = 0, i = 0, owner
    # Four entries for a node are more than a search stores.
    cdef Solver solver = Solver(max(64, min(nodes, 1 << 20)) * 64 / (1 << 20))
    cdef Search* s = &solver.s
    lift(&veil, allowed, others, hand_size, len(ups[0]) + len(ups[1]))
    if not 0 < wanted <= 26 or min(values.shape[0], lo.shape[0], hi.shape[0], solved.shape[0]) < count:
        raise ValueError("one to 26 actions and a row for each world are wanted")
    if numbers is not None and numbers.shape[0] < count:
        raise ValueError("a number for each world is wanted")
    for owner in range(2):
        seen.singles[owner] = set_to_lanes(singles[owner])
        for card in ups[owner]:
            seen.up[i] = to_lane(card)
            seen.owner[i] = owner
            i += 1
    for i in range(wanted):
        plays[i] = to_lane(actions[i])
    seen.seat = seat
    seen.led = 0 if led is None else one(to_lane(led))
    s.stop = &stop.raised if stop is not None else NULL
    with nogil:
        while done < count:
            draw(&veil, seed, first + done if numbers is None else <uint64_t>numbers[done], world)
            solver.new_generation()
            lay_out(&veil, &seen, world, s, &root)
            solver.grow(root.n)
            solved[done] = value_world(
                s, &root, plays, wanted, nodes, &values[done, 0], &lo[done, 0], &hi[done, 0]
            )
            if s.stop != NULL and s.stop[0]:
                break
            done += 1
    s.stop = NULL
    return done, s.nodes
