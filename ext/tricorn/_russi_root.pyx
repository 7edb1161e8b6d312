"""The plays of one position of Russi: bounds of each, widened from the outside in, and a best line."""
from libc.stdint cimport uint64_t

from bits cimport lowest
from tricorn._russi_board cimport lane, one, representatives
from tricorn._russi_bounds cimport later, quick
from tricorn._russi_engine cimport lead_yields, position_yields
from tricorn._russi_order cimport Look, lead_score, look_at, reply_score
from tricorn._russi_table cimport Search

cdef bint choice_yields(Search* s, Root* root, int i, int k) noexcept nogil:
    # Whether the player to move takes k or more tricks with choice i.
    cdef uint64_t card = root.choices[i].card, cov = root.cov
    if not root.led:
        return lead_yields(s, root.mover, root.other, cov, root.n, k, card)
    if card & s.ups:
        cov &= ~one(s.under[lowest(card)])
    if card < root.led and card & lane(lowest(root.led)):
        return position_yields(s, root.mover ^ card, root.other, cov, root.n - 1, k - 1)
    return not position_yields(s, root.other, root.mover ^ card, cov, root.n - 1, root.n - k)


cdef void root_setup(Search* s, Root* root) noexcept nogil:
    # Lists the choices, one for each class, the most promising first.
    cdef uint64_t acc = root.mover & ~root.cov, card
    cdef Look look = look_at(s, root.mover, root.other, root.cov, root.n, root.n // 2)
    cdef Choice choice
    cdef int i, index
    if root.led and acc & lane(lowest(root.led)):
        acc &= lane(lowest(root.led))
    if s.use_classes:
        acc = representatives(acc, s.ups, root.other | root.led)
    root.count = 0
    root.step = FIRST_STEP
    root.lo = 0
    root.hi = root.n
    if not root.led and s.use_bounds:
        root.lo = quick(root.mover, root.other, root.cov, s.ups, s.under, root.n)
        root.hi = root.n - later(root.mover, root.other, root.cov, s.ups, s.under, root.n, 0)
    while acc:
        card = acc & (0 - acc)
        acc ^= card
        index = lowest(card)
        choice.card = card
        choice.lo = 0
        choice.hi = root.hi
        if root.led:
            choice.score = reply_score(s, root.other, root.mover, root.cov, root.led, card, index)
        else:
            choice.score = lead_score(s, &look, root.mover, root.other, root.cov, card, index)
        i = root.count
        while i and root.choices[i - 1].score < choice.score:
            root.choices[i] = root.choices[i - 1]
            i -= 1
        root.choices[i] = choice
        root.count += 1


cdef void ask_choice(Search* s, Root* root, int i, int k) noexcept nogil:
    # Asks and writes down what was proven, unless the question was given up.
    cdef bint yes = choice_yields(s, root, i, k)
    if s.given_up:
        return
    if yes:
        if k > root.choices[i].lo:
            root.choices[i].lo = k
        if k > root.lo:
            root.lo = k
    elif k - 1 < root.choices[i].hi:
        root.choices[i].hi = k - 1


cdef void to_front(Root* root, int i) noexcept nogil:
    cdef Choice choice = root.choices[i]
    while i:
        root.choices[i] = root.choices[i - 1]
        i -= 1
    root.choices[0] = choice


cdef void ask_root(Search* s, Root* root, int k) noexcept nogil:
    # Whether any choice yields k. root.lo or root.hi moves unless the question is given up.
    cdef int i
    for i in range(root.count):
        if root.choices[i].hi < k:
            continue
        ask_choice(s, root, i, k)
        if s.given_up:
            return
        if root.choices[i].lo >= k:
            to_front(root, i)
            return
    if root.hi > k - 1:
        root.hi = k - 1


cdef void allow(Search* s, uint64_t step, uint64_t end) noexcept nogil:
    s.given_up = False
    s.limit = s.nodes + step
    if s.limit > end or s.limit < s.nodes:
        s.limit = end


cdef bint spent(const Search* s, uint64_t end) noexcept nogil:
    return s.nodes >= end or (s.stop != NULL and s.stop[0])


cdef void root_round(Search* s, Root* root, uint64_t end) noexcept nogil:
    # Widens what is proven from the outside in: the easiest questions first, each given up after `step` nodes, which
    # doubles from round to round. What is proven stays proven, so the bounds only ever close.
    cdef bint moved
    allow(s, root.step, end)
    ask_root(s, root, root.lo + 1)
    moved = not s.given_up
    if root.lo < root.hi and not spent(s, end):
        allow(s, root.step, end)
        ask_root(s, root, root.hi)
        moved = moved or not s.given_up
    if not moved:
        root.step *= 2
    s.given_up = False


cdef void root_value(Search* s, Root* root, uint64_t end) noexcept nogil:
    while root.lo < root.hi and not spent(s, end):
        root_round(s, root, end)


cdef void root_choices(Search* s, Root* root, uint64_t end) noexcept nogil:
    # Narrows every choice in the same manner. A choice is never worth more than the position.
    cdef uint64_t step = FIRST_STEP
    cdef int i
    cdef bint open_left = True, moved
    for i in range(root.count):
        if root.choices[i].hi > root.hi:
            root.choices[i].hi = root.hi
    while open_left and not spent(s, end):
        open_left = moved = False
        for i in range(root.count):
            while root.choices[i].lo < root.choices[i].hi and not spent(s, end):
                allow(s, step, end)
                ask_choice(s, root, i, root.choices[i].hi)
                if s.given_up and not spent(s, end):
                    allow(s, step, end)
                    ask_choice(s, root, i, root.choices[i].lo + 1)
                if s.given_up:
                    open_left = True
                    break
                moved = True
        if not moved:
            step *= 2
    s.given_up = False


cdef int line_from(Search* s, Root* root, uint64_t* out, uint64_t end) noexcept nogil:
    # A best line from a solved root: at each point the first play that keeps the value. Stops where the nodes end.
    cdef Root at = root[0]
    cdef uint64_t card
    cdef int i, length = 0, value = root.lo, best
    cdef bint won
    while at.n > 0:
        allow(s, end, end)
        best = -1
        for i in range(at.count):
            if at.choices[i].lo >= value or (at.choices[i].hi >= value and choice_yields(s, &at, i, value)):
                best = i
                break
            if s.given_up:
                break
        if best < 0 or s.given_up:
            break
        card = at.choices[best].card
        out[length] = card
        length += 1
        if card & s.ups:
            at.cov &= ~one(s.under[lowest(card)])
        if not at.led:  # the opponent replies: of the n tricks he takes the rest
            at.led = card
            at.mover, at.other = at.other, at.mover ^ card
            value = at.n - value
        else:
            won = card < at.led and card & lane(lowest(at.led)) != 0
            at.led = 0
            at.mover ^= card
            at.n -= 1
            if won:
                value -= 1
            else:
                value = at.n - value
                at.mover, at.other = at.other, at.mover
        if at.n > 0:
            root_setup(s, &at)
    s.given_up = False
    return length
