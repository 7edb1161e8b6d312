# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Exact search of Ruffe and Trumps with all cards known: 2 to 4 players, any two sides, three readings of following."""

# Contract of the search functions. `target` is a number of tricks for side 0, 1 <= target <= tricks left. The answer is
# a bound: out.tricks >= target says that side 0 takes at least out.tricks, out.tricks < target that it takes at
# most out.tricks. out.ranks are the ranks the proof used (see Out). When e.ended is set the answer means nothing.
from bits cimport highest, lowest, popcount
from check cimport check
from libc.stdint cimport int8_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free

from tricorn._ruffe_bounds cimport later_tricks, leader_tricks
from tricorn._ruffe_layout cimport (
    BOUNDS, CUTOFFS, EQUALS, EVERYTHING, LATER, ORDER, RELEVANCE, SUIT_OR_TRUMP, TABLE,
    Engine, Entry, Out, Start, Trick,
    above, absolute_ranks, beats, from_top, lane, legal_cards, one, relative_ranks, remove_card, run_of,
)
from tricorn._ruffe_order cimport Coming, list_leads, list_suit, list_void, move_of, sort_moves, who_comes
from tricorn._ruffe_table cimport (
    decided_before, decided_now, find_block, find_entry, key_of, mixed, prefetch, store_entry, table_bytes, table_close,
    table_forget, table_open,
)
from tricorn._stop cimport Stop

from tricorn.errors import TricornError

READINGS = ("suit-else-trump", "suit-or-trump", "suit")
PARTS = ("table", "bounds", "later", "equals", "relevance", "cutoffs", "order")


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
    cdef uint64_t ranks = from_top(t.win) if line & (line - 1) else 0
    if won >= target:
        out.tricks = won
        out.ranks = ranks
        return out
    if target - won > t.left - 1:
        out.tricks = won + t.left - 1
        out.ranks = ranks
        return out
    s.held = t.start.held
    s.lengths = t.start.lengths
    s.low = t.start.low
    s.high = t.start.high
    for k in range(e.players):
        s.hand[q] = t.hand[q]
        remove_card(&s, q, t.card[k])
        q = e.after[q]
    if t.left == 2:
        out = last_trick(e, &s, t.winner)
    else:
        out = trick_start(e, &s, t.winner, t.left - 1, target - won)
    out.tricks += won
    out.ranks |= ranks
    return out


cdef Out trick_start(Engine* e, const Start* s, int leader, int left, int target) noexcept nogil:
    """A position at the start of a trick: table, sure tricks, then the leads. left >= 2."""
    cdef Out out
    cdef Trick t
    cdef uint64_t key = 0, mask
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
        key = key_of(s.lengths, leader)
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
        if e.parts & LATER and e.trumps:
            need = left + 1 - need
            sure = later_tricks(e, s, leader, need, &ranks)
            if sure >= need:
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
            store_entry(e, key, s.lengths, leader, s.low, s.high, mask, out.tricks, left)
        else:
            store_entry(e, key, s.lengths, leader, s.low, s.high, mask, 0, out.tricks)
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
    cdef int count = 0, i
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


cdef inline uint64_t cutoff_key(const Engine* e, const Trick* t, int turn, int player, bint follows) noexcept nogil:
    """Where the card that decides is remembered: by what it most likely depends on."""
    if turn == 0:
        return mixed(t.hand[player] + <uint64_t>player)
    if follows and e.reading != SUIT_OR_TRUMP:
        return mixed((t.start.held & lane(t.led)) ^ (<uint64_t>(t.win + 1 + (player << 6) + (turn << 8)) << 40)
                     ^ (<uint64_t>t.led << 60) ^ <uint64_t>0x5555)
    return mixed(t.hand[player] ^ (<uint64_t>(t.win + 1 + (player << 6)) << 52) ^ (<uint64_t>(t.win + 1) << 13))


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
        key = cutoff_key(e, t, turn, player, turn > 0 and legal & lane(t.led) != 0)
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


# ---- the root: a value for every card ----

cdef struct Choice:
    int card
    uint64_t run  # the equal cards
    int lo        # proven, in tricks of the side to play
    int hi

cdef struct Root:
    Start start
    Trick trick
    int turn
    int player
    int left
    bint wants  # the side to play is side 0
    int count
    Choice choice[32]
    int low     # proven bounds of the position
    int high


cdef void set_up(Engine* e, Root* r, const uint64_t* hands, int leader, int played, const int* table) noexcept nogil:
    """Turn public cards into lanes; the cards on the table go back into the hands for the start of the trick."""
    cdef int seat, card, suit, i, rank, owner
    cdef int moves[32]
    cdef uint64_t cards, legal, others
    cdef Start* s = &r.start
    cdef Trick* t = &r.trick
    s.held = s.lengths = s.low = s.high = 0
    for seat in range(4):
        s.hand[seat] = 0
        cards = hands[seat] if seat < e.players else 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            s.hand[seat] |= one(inner(e, card))
        t.hand[seat] = s.hand[seat]
        t.held = s.held = s.held | s.hand[seat]
    t.start = s
    t.leader = seat = leader
    t.led = t.win = t.winner = 0
    for i in range(played):
        card = inner(e, table[i])
        s.hand[seat] |= one(card)
        s.held |= one(card)
        t.card[i] = card
        if i == 0 or beats(e, card, t.win):
            t.win = card
            t.winner = seat
        if i == 0:
            t.led = card >> 4
        seat = e.after[seat]
    for suit in range(4):
        rank = 0
        cards = s.held & lane(suit)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            for owner in range(e.players):
                if s.hand[owner] & one(card):
                    s.low |= <uint64_t>(owner & 1) << (rank + (suit << 4))
                    s.high |= <uint64_t>(owner >> 1) << (rank + (suit << 4))
                    s.lengths += <uint64_t>1 << ((owner << 4) + (suit << 2))
            rank += 1
    r.turn = played
    r.player = seat
    r.wants = e.side[seat] == 0
    r.left = t.left = popcount(t.hand[seat])
    r.count = 0
    r.low = 0
    r.high = r.left
    if r.left == 0:
        return
    legal = legal_cards(e, t.hand[seat], t.led) if played else t.hand[seat]
    others = t.held & ~t.hand[seat]
    if played:
        others |= one(t.win)
    r.count = list_moves(e, t, played, seat, legal, moves)
    for i in range(r.count):
        card = moves[i] & 63
        r.choice[i].card = card
        r.choice[i].run = run_of(t.hand[seat], others, card) if e.parts & EQUALS else one(card)
        r.choice[i].lo = 0
        r.choice[i].hi = r.left


cdef inline int inner(const Engine* e, int card) noexcept nogil:
    """The lane number of a public card."""
    cdef int suit = card // 13
    return (e.lane_of[suit] << 4) + 12 - (card - 13 * suit)


cdef inline int outer(const Engine* e, int card) noexcept nogil:
    return e.suit_of[card >> 4] * 13 + 12 - (card & 15)


# Does choice i take `aim` tricks for the side to play? Its bounds, and those of all choices that the proof settles with it.
cdef void test_choice(Engine* e, Root* r, int i, int aim) noexcept nogil:
    cdef int j, target = aim if r.wants else r.left - aim + 1
    cdef Choice* c = &r.choice[i]
    cdef Choice* d
    cdef Out out = try_card(e, &r.trick, r.turn, r.player, c.card, target)
    cdef int mine = out.tricks if r.wants else r.left - out.tricks
    cdef bint reached = mine >= aim
    if e.ended:
        return
    for j in range(r.count):
        d = &r.choice[j]
        if j != i and (not e.parts & RELEVANCE or (d.card ^ c.card) > 15 or out.ranks & (one(c.card) | d.run)):
            continue
        if reached:
            d.lo = max(d.lo, mine)
        else:
            d.hi = min(d.hi, mine)


cdef void find_value(Engine* e, Root* r, int guess) noexcept nogil:
    """Windows from the guess up or down by what was proven, the table kept in between."""
    cdef int aim = guess, i, best
    cdef Choice chosen
    while r.low < r.high and not e.ended:
        aim = min(max(aim, r.low + 1), r.high)
        best = -1
        for i in range(r.count):
            if r.choice[i].lo < aim <= r.choice[i].hi:
                test_choice(e, r, i, aim)
                if e.ended:
                    break
            if r.choice[i].lo >= aim:
                best = i
                break
        if best > 0:
            chosen = r.choice[best]
            for i in range(best, 0, -1):
                r.choice[i] = r.choice[i - 1]
            r.choice[0] = chosen
        bounds_of(r)
        aim = r.low + 1 if best >= 0 else r.high


cdef void bounds_of(Root* r) noexcept nogil:
    """The bounds of the position from those of its choices."""
    cdef int i, low = 0, high = 0
    for i in range(r.count):
        low = max(low, r.choice[i].lo)
        high = max(high, r.choice[i].hi)
    r.low = max(r.low, low)
    r.high = min(r.high, high)


cdef void find_cards(Engine* e, Root* r) noexcept nogil:
    """After find_value: the exact value of every choice, level by level from the top."""
    cdef int i, aim = r.high
    while aim > 0:
        for i in range(r.count):
            if r.choice[i].hi > r.high:
                r.choice[i].hi = r.high
            if r.choice[i].lo < aim == r.choice[i].hi:
                test_choice(e, r, i, aim)
                if e.ended:
                    return
        aim -= 1


cdef inline void start_effort(Engine* e, int64_t nodes, volatile int* stop) noexcept nogil:
    e.ended = False
    e.stop = stop
    e.budget = e.nodes + nodes if nodes > 0 else <int64_t>1 << 62


cdef bint solve_all(Engine* e, const uint64_t* hands, int leader, int played, const int* table, int64_t nodes,
                    volatile int* stop, int8_t* lo, int8_t* hi, int* value_lo, int* value_hi) noexcept nogil:
    cdef Root r
    cdef int i, card
    cdef uint64_t cards
    for i in range(52):
        lo[i] = hi[i] = -1
    start_effort(e, nodes, stop)
    set_up(e, &r, hands, leader, played, table)
    find_value(e, &r, (r.left + 1) >> 1)
    if not e.ended:
        find_cards(e, &r)
    for i in range(r.count):
        cards = r.choice[i].run
        while cards:
            card = outer(e, lowest(cards))
            cards &= cards - 1
            lo[card] = <int8_t>r.choice[i].lo
            hi[card] = <int8_t>min(r.choice[i].hi, r.high)
    value_lo[0] = r.low
    value_hi[0] = r.high
    return not e.ended


cdef bint solve_value(Engine* e, const uint64_t* hands, int leader, int played, const int* table, int64_t nodes,
                      volatile int* stop, int guess, int* value_lo, int* value_hi) noexcept nogil:
    cdef Root r
    start_effort(e, nodes, stop)
    set_up(e, &r, hands, leader, played, table)
    r.low = max(r.low, value_lo[0])
    r.high = min(r.high, value_hi[0])
    find_value(e, &r, guess if guess >= 0 else (r.left + 1) >> 1)
    value_lo[0] = r.low
    value_hi[0] = r.high
    return not e.ended


cdef int solve_window(Engine* e, const uint64_t* hands, int leader, int played, const int* table, int64_t nodes,
                      volatile int* stop, int target) noexcept nogil:
    cdef Root r
    cdef int i
    start_effort(e, nodes, stop)
    set_up(e, &r, hands, leader, played, table)
    if target <= 0:
        return 1
    if target > r.left:
        return 0
    for i in range(r.count):
        test_choice(e, &r, i, target)
        if e.ended:
            return -1
        if r.choice[i].lo >= target:
            return 1
    return 0


cdef Engine* engine_new(int64_t limit_bytes) noexcept nogil:
    cdef Engine* e = <Engine*>calloc(1, sizeof(Engine))
    if e != NULL and not table_open(e, limit_bytes):
        engine_free(e)
        return NULL
    return e


cdef void engine_free(Engine* e) noexcept nogil:
    if e != NULL:
        table_close(e)
        free(e)


cdef void engine_game(Engine* e, int players, int trump, const int* sides, int reading, int parts) noexcept nogil:
    cdef int i
    e.players = players
    e.reading = reading
    e.parts = parts
    e.trumps = lane(0) if trump >= 0 else 0
    e.trump_lane = 0 if trump >= 0 else 4
    for i in range(4):
        e.lane_of[i] = i
        e.side[i] = sides[i] if i < players else 0
        e.after[i] = i + 1 if i + 1 < players else 0
    if trump > 0:
        e.lane_of[trump] = 0
        e.lane_of[0] = trump
    for i in range(4):
        e.suit_of[e.lane_of[i]] = i
    e.pairs = players == 4 and sides[0] == sides[2] and sides[1] == sides[3] and sides[0] != sides[1]
    table_forget(e)


cdef void engine_forget(Engine* e) noexcept nogil:
    table_forget(e)


cdef class Solver:
    """A search with its table, for one game: players, trump, sides and reading. May be kept from play to play and from
    deal to deal of that game: an entry of the table speaks of relative ranks and is true in all of them.

    players: 2..4. trump: suit 0..3, or -1 for none. sides: 0 or 1 for each seat. follow: a reading by its name.
    parts: which parts of the search are on, by name; the tests turn them off.
    """
    cdef Engine* engine
    cdef readonly int players
    cdef readonly int64_t nodes

    def __cinit__(self, int players, int trump, sides, str follow="suit-else-trump", *, double table_mb=256.0,
                  parts=PARTS):
        cdef int side[4]
        cdef int seat, on = 0
        problems = []
        if not 2 <= players <= 4:
            problems.append(f"players {players} must be 2, 3 or 4")
        if not -1 <= trump <= 3:
            problems.append(f"trump {trump} must be a suit 0..3, or -1")
        if len(sides) != players or any(s not in (0, 1) for s in sides):
            problems.append(f"sides {tuple(sides)} must be 0 or 1 for each of {players} seats")
        if follow not in READINGS:
            problems.append(f"follow {follow!r} must be one of {', '.join(READINGS)}")
        if not 0 < table_mb <= 65536:
            problems.append(f"table_mb {table_mb} must be above 0 and at most 65536")
        unknown = [part for part in parts if part not in PARTS]
        if unknown:
            problems.append(f"parts {unknown} are not among {', '.join(PARTS)}")
        if problems:
            raise TricornError("solver: " + "; ".join(problems))
        for seat in range(4):
            side[seat] = sides[seat] if seat < players else 0
        for part in parts:
            on |= 1 << PARTS.index(part)
        self.players = players
        self.engine = engine_new(<int64_t>(table_mb * (1 << 20)))
        if self.engine == NULL:
            raise MemoryError("no memory for the table")
        engine_game(self.engine, players, trump, side, READINGS.index(follow), on)

    def __dealloc__(self):
        engine_free(self.engine)

    def clear(self):
        """Forget the table: O(1)."""
        engine_forget(self.engine)

    @property
    def table_bytes(self):
        """Memory that the tables hold."""
        return table_bytes(self.engine)

    def solve(self, hands, int leader, table=(), *, bint cards=True, bint line=False, nodes=None, Stop stop=None,
              int guess=-1):
        """The value for the side to play, and of every legal card.

        hands: sets of cards by seat. table: the cards of the current trick, from the leader on, no longer in the hands.
        cards: value every card, not the best alone. Returns (lo, hi, rows, line, nodes), rows best first:
        (card, equal cards, lo, hi), all in tricks of the side to play, the current trick included.
        """
        cdef uint64_t held[4]
        cdef int laid[4]
        cdef int i, played
        cdef Root root
        cdef int64_t before = self.engine.nodes, budget = nodes or 0
        cdef volatile int* flag = NULL if stop is None else <volatile int*>&stop.raised
        played = self.check_position(hands, leader, table)
        for i in range(4):
            held[i] = hands[i] if i < self.players else 0
        for i in range(played):
            laid[i] = table[i]
        with nogil:
            start_effort(self.engine, budget, flag)
            set_up(self.engine, &root, held, leader, played, laid)
            find_value(self.engine, &root, guess if guess >= 0 else (root.left + 1) >> 1)
            if cards and not self.engine.ended:
                find_cards(self.engine, &root)
        rows = []
        for i in range(root.count):
            equal = cards_of_run(self.engine, root.choice[i].run, root.choice[i].card)
            rows.append((outer(self.engine, root.choice[i].card), equal, root.choice[i].lo,
                         min(root.choice[i].hi, root.high)))
        rows.sort(key=order_of_row)
        best = self.best_line(held, leader, played, laid, root.low) if line and root.low == root.high else ()
        self.nodes += self.engine.nodes - before
        return root.low, root.high, tuple(rows), best, self.engine.nodes - before

    cdef int check_position(self, hands, int leader, table) except -1:
        """Refuse what is no position: sizes, doubles."""
        cdef int players = self.players, seat, played = len(table)
        if len(hands) != players or not 0 <= leader < players or played >= players:
            raise TricornError(f"solver: {len(hands)} hands, leader {leader}, {played} cards on the table: "
                               f"must be {players} hands, a leader among them, fewer cards on the table than players")
        seen = 0
        for card in table:
            if not 0 <= card < 52 or seen >> card & 1:
                raise TricornError(f"solver: card {card} on the table is no card or stands twice")
            seen |= 1 << card
        sizes = []
        for seat in range(players):
            hand = hands[seat]
            if hand < 0 or hand >> 52 or hand & seen:
                raise TricornError(f"solver: hand of seat {seat} has cards that are none or stand twice")
            seen |= hand
            sizes.append(hand.bit_count() + (1 if (seat - leader + players) % players < played else 0))
        if len(set(sizes)) != 1:
            raise TricornError(f"solver: hands of {sizes} cards at the start of the trick: must be equally many")
        return played

    cdef tuple best_line(self, uint64_t* held, int leader, int played, int* laid, int value):
        """A best line: at each turn the first card that keeps the value. Restores nothing: the arguments are copies."""
        cdef Root root
        cdef int i, card, seat
        line = []
        while not self.engine.ended:
            with nogil:
                set_up(self.engine, &root, held, leader, played, laid)
                card = best_card(self.engine, &root, value)
            if card < 0:
                break
            line.append(card)
            seat = root.player
            held[seat] &= ~(<uint64_t>1 << card)
            laid[played] = card
            played += 1
            if played == self.players:
                i = inner(self.engine, card)
                if beats(self.engine, i, root.trick.win):
                    root.trick.winner = seat
                leader = root.trick.winner
                if self.engine.side[leader] == self.engine.side[seat]:
                    value -= 1
                else:
                    value = root.left - 1 - value
                played = 0
            elif self.engine.side[self.engine.after[seat]] != self.engine.side[seat]:
                value = root.left - value
        return tuple(line)


cdef int best_card(Engine* e, Root* r, int value) noexcept nogil:
    """A public card that keeps a value known to be exact, -1 at the end."""
    cdef int i
    for i in range(r.count):
        if value > 0:
            test_choice(e, r, i, value)
        if e.ended:
            return -1
        if r.choice[i].lo >= value:
            return outer(e, r.choice[i].card)
    return -1


cdef tuple cards_of_run(const Engine* e, uint64_t run, int card):
    """The public cards of a run but one, highest first."""
    equal = []
    while run:
        if lowest(run) != card:
            equal.append(outer(e, lowest(run)))
        run &= run - 1
    return tuple(equal)


def order_of_row(row):
    """Best first: by proven value, then by card."""
    return -row[2], -row[3], row[0]
