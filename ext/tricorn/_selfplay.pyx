# cython: boundscheck=False, wraparound=False, cdivision=True
"""Self-play of the policy `fast`: decisions with what every choice led to, for fitting its weights, and quick matches."""
from libc.stdint cimport int32_t, uint64_t

from bits cimport lowest, popcount
from quick cimport Quick, quick_below, quick_member
from tricorn._deals cimport deal_state
from tricorn._fast cimport (
    FEATURES, Policy, RassiSight, RuffeSight, RussiSight, rassi_features, ruffe_features, russi_features,
)
from tricorn._rassi cimport (
    CHANGE, DOUBLES, FREE, KEEP, PLAY as RASSI_PLAY, Rassi, in_all_suits, rassi_do, rassi_legal, ranks_of,
)
from tricorn._rassi_net cimport MOST_INPUTS, OUTPUTS, net_inputs
from tricorn._rng cimport Rng, rng_next, rng_seed
from tricorn._state cimport MOST_SEATS, RASSI, RUFFE, RUSSI, Game, State, game_table, rassi_look, ruffe_look, russi_look

cdef enum:
    DECISIONS = 0x46495446  # purposes of random streams
    DUELS = 0x4455454C
    LESSONS = 0x4C455353
    TENTHS = 10
    TWENTIETHS = 20


cdef int describe(int game, const State* state, int action, int32_t* out) noexcept nogil:
    cdef RussiSight russi
    cdef RuffeSight ruffe
    cdef RassiSight rassi
    if game == RUSSI:
        russi_look(state, &russi)
        return russi_features(&russi, action, out)
    if game == RUFFE:
        ruffe_look(state, &ruffe)
        return ruffe_features(&ruffe, action, out)
    rassi_look(state, &rassi)
    return rassi_features(&rassi, lowest(rassi.legal & in_all_suits((<uint64_t>1) << action)), out)


cdef int choose(const Game* table, const State* state, Policy policy, Quick* rng) noexcept nogil:
    return quick_member(rng, table.legal(state)) if policy is None else table.choose(state, policy.weight)


def decisions(int game, Policy policy, seed, first, int deals, short[:, ::1] features, int[::1] context, int[::1] group,
              short[::1] values, int seats=4, int one_in=4):
    """Decisions of self-play, one row for each legal action: (rows filled, decisions).

    Each deal is played by all seats with the policy, every tenth play on average at random. One decision in `one_in` with a
    choice is written down: every action is played in the deal as it lies and the deal played out by the policy, each seat by
    its own sight. The result of one deal is a noisy value of the action, and an unbiased one: how the hidden cards lie at a
    decision of self-play is just how likely they are there.

    Args:
        game: 0 Russi, 1 Ruffe (four in pairs), 2 Rassi.
        policy: None: everybody plays at random.
        features: int16 [rows, FEATURES], context, group, values: [rows]: the description of the action, the number of the
            decision, and the tricks from now on of the seat or its side, in Rassi 13 less its penalty.
    """
    cdef Game table = game_table(game)
    cdef State state, after
    cdef Rng rng
    cdef Quick quick
    cdef uint64_t key = seed, number = first, legal
    cdef int32_t described[FEATURES]
    cdef int before[MOST_SEATS]
    cdef int brought[MOST_SEATS]
    cdef int deal, seat, action, i, rows = 0, made = 0, room = values.shape[0]
    if features.shape[1] != FEATURES or min(features.shape[0], context.shape[0], group.shape[0]) < room:
        raise ValueError("a row of features for each value is wanted")
    if not RUSSI <= game <= RASSI or not 2 <= seats <= MOST_SEATS or one_in < 1:
        raise ValueError(f"game {game}, {seats} seats, one in {one_in}: out of range")
    with nogil:
        for deal in range(deals):
            rng_seed(&rng, key, number + deal, DECISIONS)
            quick.state = rng_next(&rng)
            deal_state(&state, game, seats, &quick)
            while True:
                seat = table.turn(&state)
                if seat < 0:
                    break
                legal = table.legal(&state)
                if popcount(legal) > 1 and quick_below(&quick, one_in) == 0:
                    if rows + popcount(legal) > room:
                        break
                    table.count(&state, before)
                    while legal:
                        action = lowest(legal)
                        legal &= legal - 1
                        context[rows] = describe(game, &state, action, described)
                        for i in range(FEATURES):
                            features[rows, i] = <short>described[i]
                        after = state
                        table.play(&after, action)
                        while table.turn(&after) >= 0:
                            table.play(&after, choose(&table, &after, policy, &quick))
                        table.count(&after, brought)
                        values[rows] = <short>(13 - brought[seat] if table.sign < 0 else brought[seat] - before[seat])
                        group[rows] = made
                        rows += 1
                    made += 1
                if quick_below(&quick, TENTHS) == 0:
                    action = quick_member(&quick, table.legal(&state))
                else:
                    action = choose(&table, &state, policy, &quick)
                table.play(&state, action)
    return rows, made


def duel(int game, Policy ours, Policy theirs, seed, first, double[::1] scores, int seats=4):
    """Scores of `ours` against `theirs`, None for random play, one for each deal, each played in every seating.

    Russi: tricks above the half of the deal; Ruffe: the same of a side; Rassi: points below the mean of the others, one
    seat against the rest.
    """
    cdef Game table = game_table(game)
    cdef State start, state
    cdef Rng rng
    cdef Quick quick
    cdef uint64_t key = seed, number = first
    cdef int brought[MOST_SEATS]
    cdef int deal, seating, seat, other, seatings, count = scores.shape[0]
    cdef double sum_, rest
    if not RUSSI <= game <= RASSI or not 2 <= seats <= MOST_SEATS:
        raise ValueError(f"game {game}, {seats} seats: out of range")
    seatings = seats if game == RASSI else 2
    with nogil:
        for deal in range(count):
            rng_seed(&rng, key, number + deal, DUELS)
            quick.state = rng_next(&rng)
            deal_state(&start, game, seats, &quick)
            sum_ = 0
            for seating in range(seatings):
                state = start
                while True:
                    seat = table.turn(&state)
                    if seat < 0:
                        break
                    if table.side(&state, seat) == seating:
                        table.play(&state, choose(&table, &state, ours, &quick))
                    else:
                        table.play(&state, choose(&table, &state, theirs, &quick))
                table.count(&state, brought)
                if game == RASSI:
                    rest = 0
                    for other in range(seats):
                        if other != seating:
                            rest += brought[other]
                    sum_ += rest / (seats - 1) - brought[seating]
                else:
                    sum_ += (brought[seating] - brought[1 - seating]) / 2.0
            scores[deal] = sum_ / seatings


cdef void exchange(Rassi* game) noexcept nogil:
    # As the player `rule` does it: a change where not even the lowest card is low.
    cdef uint64_t ranks
    cdef int least
    while game.phase < RASSI_PLAY:
        ranks = ranks_of(game.hand[game.turn])
        least = 1 if ranks >> 12 & 1 else lowest(ranks) + 2
        if rassi_legal(game) >> CHANGE & 1 and least > (4 if game.phase == FREE else 7 if game.phase == DOUBLES else 9):
            rassi_do(game, CHANGE)
        else:
            rassi_do(game, KEEP)


def lessons(Policy policy, seed, first, int deals, short[:, ::1] inputs, short[::1] stage, short[:, ::1] costs, int seats=4,
            int one_in=4):
    """Decisions of self-play in Rassi for fitting the networks: how many there are.

    Each deal, exchange by rule included, is played by all seats with the policy, every twentieth play on average at random. One
    decision in `one_in` with a choice is written down: every rank is played in the deal as it lies and the deal played out by the
    policy, each seat by its own sight (see `decisions`).

    Args:
        policy: None: everybody plays at random.
        inputs: int16 [decisions, MOST_INPUTS]: rows of the first layer (_rassi_net.pxd), then -1.
        stage: cards in each hand.
        costs: int16 [decisions, 13]: by rank the penalty of the seat without its multiplier; -1: can't be played.
    """
    cdef Game table = game_table(RASSI)
    cdef State state, after
    cdef Rng rng
    cdef Quick quick
    cdef RassiSight sight
    cdef uint64_t key = seed, number = first, legal
    cdef int index[MOST_INPUTS]
    cdef int brought[MOST_SEATS]
    cdef int deal, seat, action, i, count, made = 0, room = stage.shape[0]
    if inputs.shape[1] != MOST_INPUTS or costs.shape[1] != OUTPUTS or min(inputs.shape[0], costs.shape[0]) < room:
        raise ValueError("a row of inputs and costs for each stage is wanted")
    if not 2 <= seats <= MOST_SEATS or one_in < 1:
        raise ValueError(f"{seats} seats, one in {one_in}: out of range")
    with nogil:
        for deal in range(deals):
            if made == room:
                break
            rng_seed(&rng, key, number + deal, LESSONS)
            quick.state = rng_next(&rng)
            deal_state(&state, RASSI, seats, &quick)
            if state.of.rassi.stock_size >= 6:
                state.of.rassi.phase = FREE
                exchange(&state.of.rassi)
            while True:
                seat = table.turn(&state)
                if seat < 0 or made == room:
                    break
                legal = table.legal(&state)
                if popcount(legal) > 1 and quick_below(&quick, one_in) == 0:
                    rassi_look(&state, &sight)
                    count = net_inputs(&sight, index)
                    for i in range(MOST_INPUTS):
                        inputs[made, i] = <short>index[i] if i < count else -1
                    for i in range(OUTPUTS):
                        costs[made, i] = -1
                    stage[made] = <short>sight.size
                    while legal:
                        action = lowest(legal)
                        legal &= legal - 1
                        after = state
                        table.play(&after, action)
                        while table.turn(&after) >= 0:
                            table.play(&after, choose(&table, &after, policy, &quick))
                        table.count(&after, brought)
                        costs[made, action] = <short>brought[seat]
                    made += 1
                if quick_below(&quick, TWENTIETHS) == 0:
                    action = quick_member(&quick, table.legal(&state))
                else:
                    action = choose(&table, &state, policy, &quick)
                table.play(&state, action)
    return made
