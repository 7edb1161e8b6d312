# cython: boundscheck=False, wraparound=False, cdivision=True
"""Worlds of a view as States: the same worlds, by seed and number, that `worlds.sample` of the game gives."""
from libc.stdint cimport uint8_t, uint64_t

from bits cimport bit
from check cimport check
from quick cimport Quick
from tricorn._fast cimport Policy
from tricorn._open cimport open_counts
from tricorn._rassi cimport in_all_suits
from tricorn._rassi_worlds cimport Drawn
from tricorn._rng cimport Rng, rng_next, rng_seed
from tricorn._ruffe_worlds cimport World
from tricorn._russi_worlds cimport draw as draw_russi, lift
from tricorn._ruffe cimport Ruffe
from tricorn._state cimport MOST_SEATS, RASSI, RUFFE, RUSSI, game_table
from tricorn._stop cimport Stop

cdef enum:
    HANDS = 5      # purpose of the streams that draw ranks in Rassi, as in _rassi_worlds
    PLAYOUT = 0x504C4159


cdef class Source:
    """The worlds of one view; immutable once made, so threads may share it."""

    cdef void draw(self, uint64_t seed, uint64_t index, State* out) noexcept nogil:
        out[0] = self.base

    cdef double tell(self, const State* state, double* tilt) noexcept nogil:
        tilt[0] = 0
        return 0

    def turn(self):
        """The seat to move, in any world."""
        cdef State state
        self.draw(0, 0, &state)
        return self.table.turn(&state)

    def hands(self, seed, index):
        """What each seat holds in a world, as sets; in Russi with its own cards face down. For tests."""
        cdef State state
        cdef int seat
        self.draw(seed, index, &state)
        if self.game == RUSSI:
            return [state.of.russi.hand[seat] | state.of.russi.up[seat] | state.of.russi.down[seat] for seat in range(2)]
        if self.game == RUFFE:
            return [state.of.ruffe.hand[seat] for seat in range(self.seats)]
        return [state.of.rassi.hand[seat] for seat in range(self.seats)]

    def choice(self, Policy policy not None, seed=0, index=0):
        """The action of the policy `fast`, asked in a world: the same in every one of them."""
        cdef State state
        self.draw(seed, index, &state)
        return self.table.choose(&state, policy.weight)

    def rollouts(self, actions, Policy policy, seed, first, short[:, ::1] values, Stop stop=None, int ending=0):
        """Plays every action and then the deal out in a row of worlds; returns how many rows of `values` were filled.

        Args:
            actions: cards; in Rassi ranks.
            policy: how all seats play on, each by its own sight; None: at random.
            values: int16 [worlds, actions]: tricks from now on (Russi, of the seat; Ruffe, of its side), Rassi: the
                seat's penalty without its multiplier.
            ending: with a policy, exact search with all cards known finishes from so many cards in each hand on.
        """
        cdef State state, after
        cdef Rng rng
        cdef Quick quick
        cdef int action[64]
        cdef int before[MOST_SEATS]
        cdef int brought[MOST_SEATS]
        cdef int kinds = len(actions), world, k, count = values.shape[0], done = 0
        cdef uint64_t key = seed, index = first
        if not 0 < kinds <= 64 or values.shape[1] != kinds:
            raise ValueError("one to 64 actions, and a column for each, are wanted")
        self.draw(key, index, &state)
        for k in range(kinds):
            action[k] = actions[k]
            if not 0 <= action[k] < 54 or not self.table.legal(&state) >> action[k] & 1:
                raise ValueError(f"action {action[k]} is not legal")
        with nogil:
            self.table.count(&self.base, before)
            for world in range(count):
                if stop is not None and stop.raised:
                    break
                self.draw(key, index + world, &state)
                for k in range(kinds):
                    after = state
                    self.table.play(&after, action[k])
                    if policy is None:
                        rng_seed(&rng, key, index + world, PLAYOUT)
                        quick.state = rng_next(&rng)
                        self.table.at_random(&after, &quick)
                        self.table.count(&after, brought)
                    else:
                        while self.table.turn(&after) >= 0 and self.table.left(&after) > ending:
                            self.table.play(&after, self.table.choose(&after, policy.weight))
                        open_counts(&self.table, &after, brought)
                    values[world, k] = <short>(brought[self.seat] - before[self.seat])
                done += 1
        return done


cdef class RussiSource(Source):
    """Args:
        base: the fields of the C struct Russi as the view has them; the opponent's hand and the cards beneath are filled in.
        lacks: by seat the suits that its hand has shown to lack, as bits.
        ups: for seats 0 and 1 the cards on covered piles, in table order.
        allowed, others, hand_size: as in `_russi_worlds.sample`.
    """

    def __init__(self, dict base, lacks, int seat, ups, uint64_t allowed, uint64_t others, int hand_size):
        cdef int owner
        self.game = RUSSI
        self.seats = 2
        self.seat = seat
        self.table = game_table(RUSSI)
        self.base.of.russi = base
        lift(&self.veil, allowed, others, hand_size, len(ups[0]) + len(ups[1]))
        for owner in range(2):
            self.base.lacks[owner] = lacks[owner]
            for card in ups[owner]:
                self.up[self.slots] = card
                self.owner[self.slots] = owner
                self.slots += 1

    cdef void draw(self, uint64_t seed, uint64_t index, State* out) noexcept nogil:
        cdef uint8_t world[52]
        cdef int i, card
        draw_russi(&self.veil, seed, index, world)
        out[0] = self.base
        for i in range(self.veil.hand_size):
            out.of.russi.hand[1 - self.seat] |= bit(world[i])
        for i in range(self.slots):
            card = world[self.veil.hand_size + i]
            out.of.russi.down[self.owner[i]] |= bit(card)
            out.of.russi.under[self.up[i]] = card


cdef class RuffeSource(Source):
    """Args:
        base: the fields of the C struct Ruffe as the view has them, hands empty.
        lacks: by seat the suits that it has shown to lack, as bits.
        sampler: of the view.
        played: by seat the set that it has played.
    """

    def __init__(self, dict base, lacks, int seat, RuffeSampler sampler not None, played):
        cdef int i
        self.game = RUFFE
        self.seat = seat
        self.table = game_table(RUFFE)
        self.base.of.ruffe = base
        self.seats = self.base.of.ruffe.options.seats
        self.sampler = sampler
        if not 2 <= self.seats <= 4 or sampler.finals == 0:
            raise ValueError("no world to draw")
        for i in range(self.seats):
            self.base.lacks[i] = lacks[i]
            self.played[i] = played[i]

    cdef void draw(self, uint64_t seed, uint64_t index, State* out) noexcept nogil:
        cdef World world
        cdef int seat
        cdef Ruffe* game = &out.of.ruffe
        self.sampler.draw_indexed(seed, index, &world)
        out[0] = self.base
        game.thrown |= world.thrown
        game.dead = world.dead
        for seat in range(self.seats):
            game.dealt[seat] = game.hand[seat] = world.dealt[seat]
        if game.taker >= 0:
            game.hand[game.taker] = (game.hand[game.taker] | world.head) & ~game.thrown
            game.head = 0
        else:
            game.head = world.head
        for seat in range(self.seats):
            game.hand[seat] &= ~self.played[seat]

    cdef double tell(self, const State* state, double* tilt) noexcept nogil:
        cdef const Ruffe* game = &state.of.ruffe
        tilt[0] = 0
        if game.taker < 0:
            return 0
        return self.sampler.tell(game.hand[game.taker] | game.thrown, game.thrown, tilt)


cdef class RassiSource(Source):
    """Args:
        base: the fields of the C struct Rassi as the view has them, other hands empty.
        low, top: by seat the least and the greatest height that its hand can have.
        gone: the set of cards played.
        sampler, owners: of the view: the groups of hidden cards, and the seat that holds each (below 0: none).
        hidden: the set of cards that the view has not seen.
    """

    def __init__(self, dict base, low, top, int seat, uint64_t gone, RassiSampler sampler not None, owners, uint64_t hidden):
        cdef int i
        self.game = RASSI
        self.seat = seat
        self.table = game_table(RASSI)
        self.base.of.rassi = base
        self.base.gone = gone
        self.seats = self.base.of.rassi.seats
        self.sampler = sampler
        self.hidden = hidden
        self.owners = len(owners)
        if self.owners != sampler.groups or not 2 <= self.seats <= MOST_SEATS:
            raise ValueError("the groups of hidden cards do not fit the sampler")
        for i in range(self.owners):
            self.owner[i] = owners[i]
        for i in range(self.seats):
            self.base.low[i] = low[i]
            self.base.top[i] = top[i]

    cdef void draw(self, uint64_t seed, uint64_t index, State* out) noexcept nogil:
        # What is drawn is ranks; each becomes a hidden card of that rank, whichever: suits never matter.
        cdef Rng rng
        cdef Drawn drawn
        cdef uint64_t left = self.hidden, same
        cdef int g, i
        rng_seed(&rng, seed, index, HANDS)
        self.sampler.draw(&rng, &drawn)
        out[0] = self.base
        for g in range(self.owners):
            if self.owner[g] < 0:
                continue
            for i in range(self.sampler.size[g]):
                same = left & in_all_suits((<uint64_t>1) << drawn.rank[g][i])
                check(same != 0)
                same &= ~same + 1
                left ^= same
                out.of.rassi.hand[self.owner[g]] |= same
