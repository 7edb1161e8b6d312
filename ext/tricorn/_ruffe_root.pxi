# Part of _ruffe_search.pyx: the root of a search, a value for every card, and the entries for other compiled modules.

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


cdef void keep_wanted(Engine* e, Root* r, uint64_t wanted) noexcept nogil:
    """Leave out the choices that no wanted card belongs to; the order of the others stays."""
    cdef int i, kept = 0
    cdef uint64_t cards
    for i in range(r.count):
        cards = r.choice[i].run
        while cards and not wanted >> outer(e, lowest(cards)) & 1:
            cards &= cards - 1
        if cards:
            r.choice[kept] = r.choice[i]
            kept += 1
    r.count = kept


cdef bint solve_all(Engine* e, const uint64_t* hands, int leader, int played, const int* table, uint64_t wanted, int64_t nodes,
                    volatile int* stop, int8_t* lo, int8_t* hi, int* value_lo, int* value_hi) noexcept nogil:
    cdef Root r
    cdef int i, card
    cdef uint64_t cards
    for i in range(52):
        lo[i] = hi[i] = -1
    start_effort(e, nodes, stop)
    set_up(e, &r, hands, leader, played, table)
    keep_wanted(e, &r, wanted)
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
    cdef int i, seat
    # Without a trump suit the three readings are one game: a card of the led suit if there is one, else any. "A trump if able"
    # never applies, and "the led suit or a trump" is the led suit. It is played as `suit`, whose bounds, hints and order say most.
    if trump < 0:
        reading = SUIT
    e.players = players
    e.reading = reading
    e.taste = taste_for(reading)
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
    i = 0
    for seat in range(players):
        i += e.side[seat]
    e.partners = max(i, players - i) - 1
    table_forget(e)


cdef void engine_forget(Engine* e) noexcept nogil:
    table_forget(e)


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
