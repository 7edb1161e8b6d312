# cython: boundscheck=False, wraparound=False, cdivision=True
"""How likely what the others have played was in each world of a view, by a softened policy that sees what they saw.

The policy gives every card a score. Softened, a seat plays card c with probability

    (1 - blur) * exp(score(c) / temperature) / (sum of the same over its legal cards)  +  blur / (number of legal cards)

and a world is as likely as the product over all choices that seats other than the view's own have made in it. (The weights of
"policy-based inference": Rebstock, Solinas, Buro, Sturtevant, "Policy based inference in trick-taking card games", CoG 2019.)
What the taker of the head in Ruffe threw away unseen is such a choice too, by a rule of its own (_ruffe_thrown.pyx); where the
source draws it by that rule, worlds weigh as much less as they are drawn oftener.
"""
from libc.math cimport exp, log
from libc.stdint cimport int32_t, int64_t, uint64_t

from check cimport check
from tricorn._fast cimport MOST_CARDS, Policy
from tricorn._rng cimport Rng, rng_next, rng_seed
from tricorn._source cimport Source
from tricorn._state cimport Game, State
from tricorn._stop cimport Stop

cdef enum:
    PICK = 0x5049434B  # purpose of the stream that picks among candidates


cdef double chance_of(
    const Game* table, const State* state, int played, const int32_t* weights, double temperature, double blur
) noexcept nogil:
    # The probability that the seat to move plays this; below 0 if it could not.
    cdef int action[MOST_CARDS]
    cdef int64_t score[MOST_CARDS]
    cdef int count = table.rate(state, weights, action, score), i, at = -1
    cdef int64_t top = score[0]
    cdef double total = 0
    for i in range(count):
        if action[i] == played:
            at = i
        if score[i] > top:
            top = score[i]
    if at < 0:
        return -1
    if count == 1:
        return 1
    for i in range(count):
        total += exp((score[i] - top) / temperature)
    return (1 - blur) * exp((score[at] - top) / temperature) / total + blur / count


cdef class Likelihood:
    """What the others' choices say of the worlds of one view. Immutable: threads may share it.

    Args:
        start: the worlds as they lay before the first of the actions.
        actions: what was played since, by all seats; in Rassi ranks.
        policy: by which the others choose.
        temperature, blur: how soft it is taken; above 0, and above 0 up to 1, so that no choice is impossible.
    """

    def __init__(self, Source start not None, actions, Policy policy not None, double temperature, double blur):
        cdef int i
        cdef State state
        cdef double tilt
        self.start = start
        self.policy = policy
        self.plays = len(actions)
        self.temperature = temperature
        self.blur = blur
        if self.plays > MOST_PLAYS or policy.game != start.game or not temperature > 0 or not 1e-6 <= blur <= 1:
            raise ValueError(
                "at most 54 plays, the policy of their game, a temperature above 0 and a blur above 0 up to 1 are wanted"
            )
        for i in range(self.plays):
            self.played[i] = actions[i]
        start.draw(0, 0, &state)
        if self.log_of(&state, &tilt) > 0:
            raise ValueError("the actions can't have been played in this order")

    cdef double log_of(self, State* state, double* tilt) noexcept nogil:
        # The logarithm of how likely the others' choices were; 1 where one could not be made.
        cdef double chance, likely = self.start.tell(state, tilt)
        cdef int i, seat
        for i in range(self.plays):
            seat = self.start.table.turn(state)
            if seat < 0:
                return 1
            if seat != self.start.seat:
                chance = chance_of(&self.start.table, state, self.played[i], self.policy.weight, self.temperature, self.blur)
                if chance < 0:
                    return 1
                likely += log(chance)
            elif not self.start.table.legal(state) >> self.played[i] & 1:
                return 1
            self.start.table.play(state, self.played[i])
        return likely

    def log_likelihoods(self, seed, first, int count):
        """The logarithms of how likely the others' choices were in worlds `first` .. `first + count - 1`, as a list."""
        return [likely for likely, _ in self.log_weights(seed, first, count)]

    def log_weights(self, seed, first, int count):
        """The same, each with how much oftener the world is drawn than all worlds alike, as a logarithm up to a constant."""
        cdef State state
        cdef double tilt, likely
        cdef int i
        out = []
        for i in range(count):
            self.start.draw(seed, <uint64_t>first + i, &state)
            likely = self.log_of(&state, &tilt)
            out.append((likely, tilt))
        return out

    cdef int pick_one(
        self, uint64_t seed, uint64_t slot, int candidates, double defence, double* logs, double* tilt, double* share
    ) noexcept nogil:
        cdef State state
        cdef Rng rng
        cdef double top = 1, total = 0, dice
        cdef int i
        for i in range(candidates):
            self.start.draw(seed, slot * candidates + i, &state)
            logs[i] = self.log_of(&state, &tilt[i])
            check(logs[i] <= 0)
            if i == 0 or logs[i] - tilt[i] > top:
                top = logs[i] - tilt[i]
        for i in range(candidates):
            share[i] = exp(logs[i] - tilt[i] - top)
            total += share[i]
        rng_seed(&rng, seed, slot, PICK)
        dice = (rng_next(&rng) >> 11) * (1.0 / (<uint64_t>1 << 53))
        for i in range(candidates):
            share[i] = (1 - defence) * share[i] / total + defence / candidates
        i = 0
        while i < candidates - 1 and dice >= share[i]:
            dice -= share[i]
            i += 1
        return i

    def pick(self, seed, first, int candidates, double defence, int64_t[::1] index, double[::1] posterior,
             double[::1] uniform, Stop stop=None):
        """For each slot from number `first` on one world, picked from its candidates; returns how many slots were filled.

        Slot j has the worlds `candidates * j` .. `candidates * j + candidates - 1` to pick from. One of them is picked with a
        probability that is by the part `defence` the same for all, and for the rest in proportion to the likelihoods over how
        often the worlds are drawn.

        Args:
            index: filled with the number of the world.
            posterior, uniform: filled with the logarithms of the weights with which the picked worlds stand for all worlds
                weighted by the likelihoods, and for all worlds weighted alike (importance sampling; a mean is the weighted
                sum over the sum of the weights). Known up to a constant that is the same for all slots.
        """
        cdef double logs[MOST_CANDIDATES]
        cdef double tilt[MOST_CANDIDATES]
        cdef double share[MOST_CANDIDATES]
        cdef int slot, i, done = 0, count = index.shape[0]
        cdef uint64_t key = seed, from_slot = first
        if not 0 < candidates <= MOST_CANDIDATES or not 0 <= defence <= 1:
            raise ValueError("from 1 to 256 candidates, and a defence from 0 to 1")
        if posterior.shape[0] < count or uniform.shape[0] < count:
            raise ValueError("a row for each slot is wanted")
        with nogil:
            for slot in range(count):
                if stop is not None and stop.raised:
                    break
                i = self.pick_one(key, from_slot + slot, candidates, defence, logs, tilt, share)
                index[slot] = (from_slot + slot) * candidates + i
                uniform[slot] = -log(share[i] * candidates) - tilt[i]
                posterior[slot] = logs[i] + uniform[slot]
                done += 1
        return done
