# cython: boundscheck=False, wraparound=False, cdivision=True
"""Exactly uniform worlds of a view of Ruffe and Trumps, and their exact number.

A world is (hands as dealt, head, dead cards, the taker's four discards). What binds it is nearly a product over suits: how
many cards each place takes, voids, known cards. What is not, the announced totals ("some suit reaches v, none exceeds it"),
is counted by a bit for each hidden hand: has some suit reached it? So every suit has a table (cards to each group, bits) ->
exact number of ways (`_ruffe_suits`); two suits are joined into a half, and the two halves into the list of all ways, where
the cards must add up and every bit be set. A draw walks back: a uniform number below the total picks the join, then the
suits of each half, then the cards in each suit. No step is approximate, so every world has exactly the same probability.

The taker's discards: he threw away every card of the suits that he has shown to be out of and had not played before, say m,
and any 4 - m of his other unplayed cards. So a deal counts C(unplayed - m, 4 - m) times; m adds up over the suits and is one
more index of the tables. Where he is taken to have chosen by sense (_ruffe_thrown.pyx), the deal stays the same and the
discards are drawn anew: such worlds are not alike, and `tell` says how far they are from it.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from bits cimport highest, lowest, popcount, suit_mask
from check cimport check
from count128 cimport Wide, wide_add, wide_less, wide_mul, wide_scale
from tricorn._rng cimport Rng, rng_below, rng_below64, rng_next, rng_seed
from tricorn._ruffe_suits cimport SuitEntry, SuitSpec, SuitTable, suit_build, suit_clear, suit_draw, suit_slot
from tricorn._ruffe_thrown cimport THROWN, Thrown

cdef enum:
    HEAD = 4
    DEAD = 5
    PURPOSE = 0x52756666  # the streams of the worlds of this game
    DISCARDS = 0x54687277  # those that draw discards anew


cdef uint64_t choose(int n, int k) noexcept nogil:
    # C(n, k) for n <= 28 and k <= 4 (0 outside 0 <= k <= n).
    cdef uint64_t out = 1
    cdef int i
    if k < 0 or k > n:
        return 0
    for i in range(k):
        out = out * (n - i) // (i + 1)
    return out


cdef uint64_t pick_cards(uint64_t cards, int count, Rng* rng) noexcept nogil:
    # A uniform subset of `count` cards.
    cdef uint64_t out = 0, low
    cdef int left = popcount(cards)
    check(0 <= count <= left)
    while count:
        low = cards & (~cards + 1)
        if <int>rng_below(rng, left) < count:
            out |= low
            count -= 1
        cards ^= low
        left -= 1
    return out


cdef void read_suit(object spec, int suit, SuitSpec* out):
    # The part of a specification that binds one suit.
    cdef uint64_t mine = suit_mask(suit), cards = spec.free & mine, held
    cdef int g, card
    memset(out, 0, sizeof(SuitSpec))
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        out.rank[out.free] = card - 13 * suit
        for g, group in enumerate(spec.groups):
            if group.allowed >> card & 1:
                out.allow[g] |= 1 << out.free
        if spec.rest_allowed >> card & 1:
            out.allow_rest |= 1 << out.free
        out.free += 1
    out.bonus = spec.bonus if suit == spec.bonus_suit else 0
    out.rest = spec.rest
    out.void_a = out.void_b = -1
    for g in range(3):
        out.limit[g] = -1
    for g, group in enumerate(spec.groups):
        held = group.known & mine
        out.count[g] = popcount(held)
        while held:
            out.points[g] += spec.points[lowest(held) - 13 * suit]
            held &= held - 1
        out.limit[g] = group.limits[suit]
        out.fewer[g] = group.fewer[suit]
        out.cap[g] = group.count
    if spec.taker >= 0 and spec.taker_voids & mine:
        for g, group in enumerate((*spec.groups, None)):
            place = spec.rest_place if group is None else group.place
            if place == spec.taker or place == HEAD:
                if out.void_a < 0:
                    out.void_a = g if group is not None else 3
                else:
                    out.void_b = g if group is not None else 3
        out.void_less = popcount(<uint64_t>spec.taker_played & <uint64_t>spec.free & mine)


cdef class Sampler:
    """The worlds that agree with a `tricorn.ruffe.knowledge.Knowledge`.

    `plain=True` leaves the announced totals to rejection: the slow twin that the tests compare with. `thrown`: how the taker
    is taken to have chosen his discards; None: any as likely as any.
    """

    def __cinit__(self, spec, bint plain=False, Thrown thrown=None):
        cdef int g, suit
        self.plain = plain
        self.groups = len(spec.groups)
        self.rest = spec.rest
        self.rest_head = spec.rest_head
        self.place[3] = spec.rest_place
        for g, group in enumerate(spec.groups):
            self.place[g] = group.place
            self.cap[g] = group.count
            if group.must_reach and not plain:
                self.need |= 1 << g
        self.taker = spec.taker
        self.thrown = thrown
        self.has_thrown = thrown is not None and self.taker >= 0
        self.taker_played = spec.taker_played
        self.taker_voids = spec.taker_voids
        for g, hand in enumerate(spec.dealt):
            self.known.dealt[g] = hand
        self.known.head = spec.head
        self.known.dead = spec.dead
        if self.taker >= 0:
            self.void_known = popcount((self.known.dealt[self.taker] | self.known.head) & ~self.taker_played & self.taker_voids)
            self.kept_open = spec.taker_cards - popcount(self.taker_played)
        for suit in range(4):
            read_suit(spec, suit, &self.bound[suit])
        self.build()

    def __dealloc__(self):
        cdef int i
        for i in range(4):
            suit_clear(&self.table[i])
        free(self.half[0].ways)
        free(self.half[1].ways)
        free(self.final)

    cdef build(self):
        cdef int suit, g, most_void = THROWN - self.void_known, failed = 0
        cdef SuitSpec spec
        if most_void < 0:
            return  # more cards gone than he can have thrown away
        for g in range(3):
            self.width[g] = self.cap[g] + 1
        self.width[3] = most_void + 1 if self.taker >= 0 and self.taker_voids else 1
        for suit in range(4):
            spec = self.bound[suit]
            if self.plain:
                for g in range(3):
                    spec.limit[g] = -1
            with nogil:
                failed = suit_build(&self.table[suit], &spec, most_void)
            if failed:
                raise MemoryError()
        self.half[0].first, self.half[0].second = 0, 1
        self.half[1].first, self.half[1].second = 2, 3
        with nogil:
            failed = self.join(&self.half[0]) or self.join(&self.half[1]) or self.finish()
        if failed:
            raise MemoryError()

    cdef int slots(self) noexcept nogil:
        return self.width[0] * self.width[1] * self.width[2] * self.width[3]

    cdef int slot_of(self, const int* take, int void_cards) noexcept nogil:
        return ((take[0] * self.width[1] + take[1]) * self.width[2] + take[2]) * self.width[3] + void_cards

    cdef int join(self, Half* half) noexcept nogil:
        # The ways of two suits together. Flags join by "or": sums over subsets of flags multiply, and Moebius inversion
        # turns the products back into counts by exact flags. 26 cards have at most 4**26 = 2**52 ways.
        cdef SuitTable* a = &self.table[half.first]
        cdef SuitTable* b = &self.table[half.second]
        cdef SuitEntry* x
        cdef SuitEntry* y
        cdef int i, j, f, g, slots = self.slots()
        cdef int* at = <int*>calloc(b.entries + 1, sizeof(int))
        cdef uint64_t* cell
        cdef int base
        half.ways = <uint64_t*>calloc(<size_t>8 * slots, sizeof(uint64_t))
        if half.ways == NULL or at == NULL:
            free(at)
            return -1
        for j in range(b.entries):
            if b.entry[j].void_cards < self.width[3]:
                at[j] = self.slot_of(b.entry[j].take, b.entry[j].void_cards)
        for i in range(a.entries):
            x = &a.entry[i]
            base = self.slot_of(x.take, x.void_cards)
            for j in range(b.entries):
                y = &b.entry[j]
                if (x.take[0] + y.take[0] > self.cap[0] or x.take[1] + y.take[1] > self.cap[1]
                        or x.take[2] + y.take[2] > self.cap[2] or x.left + y.left > self.rest
                        or x.void_cards + y.void_cards >= self.width[3]):
                    continue
                cell = half.ways + 8 * (base + at[j])
                for f in range(8):
                    cell[f] += x.below[f] * y.below[f]
        free(at)
        for i in range(slots):
            cell = half.ways + 8 * i
            if cell[7]:
                for g in range(3):
                    for f in range(8):
                        if f >> g & 1:
                            cell[f] -= cell[f ^ (1 << g)]
        return 0

    cdef int finish(self) noexcept nogil:
        # Joins the halves: the cards of every group must add up, the flags to all that are needed.
        cdef int i, j, f, h, voids, left_void, right_void, room = 0
        cdef int voids_width = self.width[3], last = self.slots() // voids_width - 1
        cdef uint64_t factor, other
        cdef uint64_t* cell
        cdef uint64_t* mirror
        cdef Wide upto
        cdef Final* grown
        upto.hi = upto.lo = 0
        for i in range((last + 1) * voids_width):
            cell = self.half[0].ways + 8 * i
            left_void = i % voids_width
            # take -> cap - take mirrors the slots, for they run over the full ranges 0..cap of every group
            j = (last - i // voids_width) * voids_width
            for right_void in range(voids_width - left_void):
                factor = 1
                if self.taker >= 0:
                    voids = self.void_known + left_void + right_void
                    factor = choose(self.kept_open - voids, THROWN - voids)
                mirror = self.half[1].ways + 8 * (j + right_void)
                if factor == 0:
                    continue
                for f in range(8):
                    if cell[f] == 0:
                        continue
                    other = 0
                    for h in range(8):
                        if (f | h) == self.need:
                            other += mirror[h]
                    if other == 0:
                        continue
                    if self.finals == room:
                        room = 2 * room + 64
                        grown = <Final*>realloc(self.final, room * sizeof(Final))
                        if grown == NULL:
                            return -1
                        self.final = grown
                    upto = wide_add(upto, wide_scale(wide_mul(cell[f], other), factor))
                    self.final[self.finals].upto = upto
                    self.final[self.finals].left = i
                    self.final[self.finals].right = j + right_void
                    self.final[self.finals].flags = f
                    self.finals += 1
        return 0

    cdef Wide below_total(self, Rng* rng) noexcept nogil:
        # Uniform below the number of worlds: as many bits as it has, drawn anew while too large.
        cdef Wide total = self.final[self.finals - 1].upto, out
        cdef uint64_t mask
        out.hi = 0
        if total.hi == 0:
            out.lo = rng_below64(rng, total.lo)
            return out
        mask = (<uint64_t>0 - 1) >> (63 - highest(total.hi))
        while True:
            out.hi = rng_next(rng) & mask
            out.lo = rng_next(rng)
            if wide_less(out, total):
                return out

    cdef void draw_half(self, const Half* half, uint32_t slot, int flags, Rng* rng, int* ranks) noexcept nogil:
        # One uniform draw among the ways of a half in this slot, with exactly these flags.
        cdef SuitTable* a = &self.table[half.first]
        cdef SuitTable* b = &self.table[half.second]
        cdef SuitEntry* x
        cdef SuitEntry* y
        cdef uint64_t number = rng_below64(rng, half.ways[8 * slot + flags])
        cdef uint64_t product
        cdef int void_cards = slot % self.width[3], take0, take1, take2, i, other, f, h, rest = slot // self.width[3]
        take2 = rest % self.width[2]
        take1 = rest // self.width[2] % self.width[1]
        take0 = rest // self.width[2] // self.width[1]
        for i in range(a.entries):
            x = &a.entry[i]
            other = suit_slot(b, take0 - x.take[0], take1 - x.take[1], take2 - x.take[2])
            if other < 0:
                continue
            y = &b.entry[other]
            if x.void_cards + y.void_cards != void_cards or x.left + y.left > self.rest:
                continue
            product = x.below[flags] * y.below[flags]  # at least as many as the ways with exactly these flags
            if product == 0:
                continue
            for f in range(8):
                if f & ~flags or x.ways[f] == 0:
                    continue
                for h in range(8):
                    if (f | h) != flags:
                        continue
                    product = <uint64_t>x.ways[f] * y.ways[h]
                    if number < product:
                        suit_draw(a, i, f, rng, ranks + 4 * half.first)
                        suit_draw(b, other, h, rng, ranks + 4 * half.second)
                        return
                    number -= product
        check(False)

    cdef bint totals_hold(self, const int* ranks) noexcept nogil:
        # Whether every announced total is what the drawn hand counts: asked in plain mode only.
        cdef int g, suit, total, cards, chosen, reached
        cdef const SuitSpec* spec
        for g in range(self.groups):
            reached = 1
            for suit in range(4):
                if self.bound[suit].limit[g] >= 0 and self.bound[suit].fewer[g] == 0:
                    reached = 0
            for suit in range(4):
                spec = &self.bound[suit]
                if spec.limit[g] < 0:
                    continue
                chosen = ranks[4 * suit + g]
                cards = spec.count[g] + popcount(chosen)
                total = spec.points[g] + (spec.bonus if cards else 0)
                while chosen:
                    total += min(lowest(chosen) + 2, 10) + (lowest(chosen) == 12)
                    chosen &= chosen - 1
                if total > spec.limit[g] or (total == spec.limit[g] and spec.fewer[g] and cards >= spec.fewer[g]):
                    return False
                reached |= total == spec.limit[g]
            if not reached:
                return False
        return True

    cdef void draw_world(self, Rng* rng, World* out) noexcept nogil:
        cdef int ranks[16]
        cdef int low, high, middle, suit, g, flags, h, voids
        cdef uint64_t cards[4]
        cdef uint64_t number, open_cards, forced
        cdef Wide chosen
        cdef Final* pick
        check(self.finals > 0)
        while True:
            chosen = self.below_total(rng)
            low, high = 0, self.finals - 1
            while low < high:  # the first entry whose running count exceeds the number
                middle = (low + high) // 2
                if wide_less(chosen, self.final[middle].upto):
                    high = middle
                else:
                    low = middle + 1
            pick = &self.final[low]
            flags = 0
            number = 0
            for h in range(8):
                if (pick.flags | h) == <uint32_t>self.need:
                    number += self.half[1].ways[8 * pick.right + h]
            number = rng_below64(rng, number)
            for h in range(8):
                if (pick.flags | h) == <uint32_t>self.need:
                    if number < self.half[1].ways[8 * pick.right + h]:
                        flags = h
                        break
                    number -= self.half[1].ways[8 * pick.right + h]
            self.draw_half(&self.half[0], pick.left, pick.flags, rng, ranks)
            self.draw_half(&self.half[1], pick.right, flags, rng, ranks)
            if not self.plain or self.totals_hold(ranks):
                break
        out[0] = self.known
        for g in range(4):
            cards[g] = 0
            for suit in range(4):
                cards[g] |= <uint64_t>ranks[4 * suit + g] << 13 * suit
        if self.rest_head:
            forced = pick_cards(cards[3], self.rest_head, rng)
            out.head |= forced
            cards[3] ^= forced
        for g in range(4):
            if self.place[g] == HEAD:
                out.head |= cards[g]
            elif self.place[g] == DEAD:
                out.dead |= cards[g]
            else:
                out.dealt[self.place[g]] |= cards[g]
        if self.taker >= 0:
            open_cards = (out.dealt[self.taker] | out.head) & ~self.taker_played
            forced = open_cards & self.taker_voids
            voids = popcount(forced)
            check(voids <= THROWN)
            out.thrown = forced | pick_cards(open_cards & ~forced, THROWN - voids, rng)

    cdef void draw_indexed(self, uint64_t seed, uint64_t index, World* out) noexcept nogil:
        cdef Rng rng
        cdef uint64_t hand, open_cards
        rng_seed(&rng, seed, index, PURPOSE)
        self.draw_world(&rng, out)
        if self.has_thrown:
            rng_seed(&rng, seed, index, DISCARDS)
            hand = out.dealt[self.taker] | out.head
            open_cards = hand & ~self.taker_played
            out.thrown = self.thrown.draw(hand, open_cards, open_cards & self.taker_voids, out.thrown, &rng)

    cdef double tell(self, uint64_t hand, uint64_t thrown, double* tilt) noexcept nogil:
        cdef uint64_t open_cards = hand & ~self.taker_played
        tilt[0] = 0
        if not self.has_thrown:
            return 0
        return self.thrown.log_chance(hand, open_cards, open_cards & self.taker_voids, thrown, tilt)

    @property
    def count(self):
        """The exact number of worlds; in plain mode, of those before the totals are looked at."""
        cdef uint64_t total_hi, total_lo
        if self.finals == 0:
            return 0
        total_hi, total_lo = self.final[self.finals - 1].upto.hi, self.final[self.finals - 1].upto.lo
        return ((<object>total_hi << 64) | <object>total_lo) * self.splits()

    cdef splits(self):
        # In how many ways the rest splits between the head and the dead cards.
        out = 1
        for i in range(self.rest_head):
            out = out * (self.rest - i) // (i + 1)
        return out

    def draw(self, seed, index):
        """World `index` of the stream `seed`: (hands as dealt, head, dead cards, discards), each a set of cards.

        The discards are 0 where no hidden choice was made. There must be a world at all.
        """
        cdef World world
        cdef uint64_t stream = seed, number = index
        if self.finals == 0:
            raise ValueError("no world to draw")
        with nogil:
            self.draw_indexed(stream, number, &world)
        return ((world.dealt[0], world.dealt[1], world.dealt[2], world.dealt[3]), world.head, world.dead, world.thrown)
