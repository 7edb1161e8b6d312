"""Worlds of Rassi: counted and drawn against full enumeration, consistent with their view, valued as `solve` does."""

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from scale import scaled
from tricorn import rassi
from tricorn._rassi_count import count_classes
from tricorn._stop import Stop
from tricorn.cards import card_set, cards_of
from tricorn.errors import IllegalPlayError, IllegalPositionError, NoWorldError
from tricorn.rassi import worlds
from tricorn.rassi.plan import count_groups, make_sampler, plan


def random_rules(rng, players):
    return rassi.Rules(
        overtake=rng.choice(["forced", "optional"]),
        doubles=rng.choice(["any", "others"]),
        redouble=rng.choice(["doubled", "anyone"]),
        last_tie=rng.choice(["last", "all"]),
        jokers=rng.choice(["auto", 0, 2]) if players < 9 else "auto",
    )


def random_position(rng, seed, change=0.5):
    """A position at a random point of a random game; half of those asked change."""
    players = rng.randint(2, 9)
    position = rassi.deal(seed, players, rules=random_rules(rng, players))
    for _ in range(rng.randrange(1, 8 * players)):
        actions = [action for action in position.legal() if action not in ("change", "keep")]
        if not actions:
            may = "change" in position.legal() and rng.random() < change
            actions = ["change" if may else "keep"]
        after = position.play(rng.choice(actions))
        if after.is_over:
            break
        position = after
    return position


# ---- groups of ranks against enumeration ----


def random_groups(rng):
    """A few cards and groups with tight sets of ranks, so few that all fillings can be listed."""
    counts = [0] * 13
    low = rng.randrange(8)
    for _ in range(rng.randint(5, 9)):
        counts[rng.randrange(low, low + 5)] += 1
    counts = [min(count, 5) for count in counts]
    groups = rng.randint(1, 3)
    masks, sizes = [], []
    for _ in range(groups):
        a, b = sorted(rng.choices(range(low, low + 5), k=2))
        face = rng.random() < 0.2
        masks.append(0b1000111111111 if face else sum(1 << rank for rank in range(a, b + 1)))
        sizes.append(rng.randint(1, 2))
    return counts, masks, sizes


def fillings(counts, masks, sizes):
    """Every way to fill the groups with distinguishable cards, as tuples of rank multisets."""
    cards = [rank for rank in range(13) for _ in range(counts[rank])]

    def fill(group, left):
        if group == len(masks):
            yield ()
            return
        able = [place for place in left if masks[group] >> cards[place] & 1]
        for chosen in combinations(able, sizes[group]):
            for rest in fill(group + 1, [place for place in left if place not in chosen]):
                yield (tuple(cards[place] for place in chosen), *rest)

    return list(fill(0, list(range(len(cards)))))


def chi_square(seen, expected):
    """Standard score of the chi-square sum; far above 0 when the draws are not as expected."""
    total = sum(seen.values())
    weight = sum(expected.values())
    assert set(seen) <= set(expected)
    sum_ = sum((seen[key] - total * w / weight) ** 2 / (total * w / weight) for key, w in expected.items())
    degrees = len(expected) - 1
    return (sum_ - degrees) / math.sqrt(2 * degrees) if degrees else 0.0


@pytest.mark.parametrize("way", ["nested", "by rank", "merged"])
def test_groups_are_drawn_uniformly(way):
    rng = random.Random(way)
    done = constrained = 0
    while done < scaled(20, 60):
        counts, masks, sizes = random_groups(rng)
        every = fillings(counts, masks, sizes)
        for nested in (True, False):
            assert count_groups(counts, masks, sizes, nested) == len(every)
        if not every:
            with pytest.raises(NoWorldError):
                make_sampler(counts, masks, sizes)
            continue
        if len(every) > 3_000:
            continue
        most = 1 if way == "merged" else 4096
        sampler = make_sampler(counts, masks, sizes, most, way == "nested")
        draws = np.sort(sampler.ranks(done, 0, scaled(20_000, 100_000)), axis=2)
        seen = Counter(tuple(tuple(row[group][: sizes[group]]) for group in range(len(sizes))) for row in draws.tolist())
        assert chi_square(seen, Counter(every)) < 5, (counts, masks, sizes)
        done += 1
        constrained += len(every) < math.prod(math.comb(sum(counts), size) for size in sizes)
    assert constrained >= 10


def test_counting_large_numbers():
    # 35 cards of 12 ranks for seven classes that may hold anything: a multinomial number of 90 bits
    counts = [4] * 12 + [0]
    needs = [5] * 5
    want = math.prod(math.comb(48 - 5 * i, 5) for i in range(5))
    assert count_classes(counts, [0xFFF] * 5, needs) == want


# ---- whole worlds against enumeration ----


def small_views(rng, wanted):
    """Views of small endings, mid-trick and not, with intervals, whose worlds can be listed."""
    found = []
    while len(found) < wanted:
        players, size = rng.choice([(2, 3), (2, 4), (3, 2), (3, 3), (4, 2)])
        stock = rng.randint(0, 2)
        cards = rng.sample(range(52), players * size + stock)
        hands = [card_set(cards[size * seat : size * seat + size]) for seat in range(players)]
        rules = random_rules(rng, players)
        position = rassi.Position.start(hands, cards[players * size :], rules=rules, leader=rng.randrange(players))
        for _ in range(rng.randrange(1, players * size - players)):
            position = position.play(rng.choice(position.legal()))
        view = position.view(rng.randrange(players))
        narrow = sum(interval != (2, 14) for seat, interval in enumerate(view.intervals) if seat != view.seat)
        if narrow and 1 < worlds.count(view) <= 60:
            found.append(view)
    return found


def key(position):
    ordered = position.phase in ("free", "doubles", "redouble")
    return position.hands, position.thrown, position.stock if ordered else frozenset(position.stock)


def enumerate_worlds(view):
    """Every world, by trying all ways to lay the unseen cards; the record decides."""
    seats = [seat for seat in range(view.seats) if seat != view.seat]

    def lay(place, left):
        if place == len(seats):
            yield {}, left
            return
        for chosen in combinations(sorted(left), view.sizes[seats[place]]):
            for rest, over in lay(place + 1, left - set(chosen)):
                yield {seats[place]: card_set(chosen), **rest}, over

    found = set()
    for held, over in lay(0, set(cards_of(view.unseen))):
        hands = [(view.hand if seat == view.seat else held[seat]) | card_set(view.played[seat]) for seat in range(view.seats)]
        try:
            world = rassi.Position.start(
                hands,
                sorted(over),
                rules=view.rules,
                dealer=view.dealer,
                leader=view.known.leader,
                multipliers=view.known.multipliers,
                record=view.record,
            )
        except IllegalPositionError:
            continue
        assert world.view(view.seat) == view
        found.add(key(world))
    return found


def test_worlds_are_drawn_uniformly():
    rng = random.Random(11)
    for view in small_views(rng, scaled(12, 60)):
        every = enumerate_worlds(view)
        assert worlds.count(view) == len(every)
        seen = Counter(key(worlds.sample(view, 5, index)) for index in range(30 * len(every)))
        assert chi_square(seen, dict.fromkeys(every, 1)) < 5, view


def test_the_sampled_world_gives_the_same_view():
    rng = random.Random(12)
    phases = Counter()
    for number in range(scaled(400, 10_000)):
        position = random_position(rng, number)
        view = position.view(rng.randrange(position.seats))
        phases[view.phase] += 1
        for index in range(2):
            world = worlds.sample(view, number, index)
            assert world.view(view.seat) == view
            assert world == worlds.sample(view, number, index)
    assert min(phases[phase] for phase in ("free", "doubles", "redouble", "play")) >= 10


def test_a_world_tells_nothing_of_the_deal_of_its_seed():
    # A match deals and samples by the same seed: were both drawn from one stream, a world would show hidden cards.
    dealt, drawn = [], []
    for seed in range(400):
        position = rassi.deal(seed, 2)
        dealt.append(position.stock[-1])  # the first card that the shuffle settles
        drawn.append(int(plan(position.view(1)).sampler.ranks(seed, 0, 1)[0][0][0]))
    assert abs(np.corrcoef(dealt, drawn)[0, 1]) < 0.25


def test_exactly_one_world():
    rng = random.Random(13)
    found = 0
    while found < 20:
        players = rng.randint(2, 3)
        hands = [card_set(rng.sample(range(52), 2)) for _ in range(players)]
        if sum(hand.bit_count() for hand in hands) != card_set(c for h in hands for c in cards_of(h)).bit_count():
            continue
        position = rassi.Position.start(hands, leader=0)
        while not position.is_over:
            view = position.view(position.to_move)
            if worlds.count(view) == 1:
                found += 1
                assert key(worlds.sample(view, 1, 7)) == key(position)
            position = position.play(rng.choice(position.legal()))


def test_no_world():
    view = rassi.Position.start([card_set([0, 1]), card_set([2, 3])], leader=0).play("S2").view(1)
    assert worlds.count(view) == 1
    broken = replace(view, table=replace(view.table, intervals=((5, 6), (2, 14))), dealer=1)
    assert worlds.count(broken) == 0
    with pytest.raises(NoWorldError, match="no full deal agrees"):
        worlds.sample(broken, 1, 1)
    with pytest.raises(NoWorldError, match="no full deal agrees"):
        worlds.evaluate(broken, broken.legal(), seed=1, first=0, count=1)


def test_number_of_worlds_of_a_deal():
    position = rassi.deal(4, 4)
    view = position.view(0)
    want = math.comb(46, 6) * math.comb(40, 6) * math.comb(34, 6)
    assert worlds.count(view) == want * math.factorial(28)  # exchanges can still happen: the order of the stock counts
    while position.phase != "play":
        position = position.play("keep")
    assert worlds.count(position.view(0)) == want


# ---- values ----


def test_values_are_those_of_solve():
    rng = random.Random(14)
    for number in range(scaled(120, 3_000)):
        position = random_position(rng, 5_000 + number, change=0.3)
        seat = position.to_move
        view = position.view(seat)
        if worlds.stakes_of_two(view) is not None:  # these are in test_rassi_difference.py
            continue
        found = worlds.evaluate(view, view.legal(), seed=3, first=2, count=2)
        assert found.solved.all()
        assert (found.lo == found.values).all()
        assert (found.hi == found.values).all()
        for index in range(2):
            world = worlds.sample(view, 3, 2 + index)
            for column, action in enumerate(view.legal()):
                after = world.play(action)
                while after.phase in ("free", "doubles", "redouble"):
                    after = after.play("keep")
                paid = after.result().points if after.is_over else after.solve().plays[0].vector
                assert paid[seat] == found.values[index, column]


def test_values_do_not_depend_on_blocks_or_hidden_cards():
    rng = random.Random(15)
    for number in range(scaled(100, 1_000)):
        position = random_position(rng, 9_000 + number)
        view = position.view(position.to_move)
        whole = worlds.evaluate(view, view.legal(), seed=4, first=0, count=6, nodes=50)
        plan.cache_clear()
        other = worlds.sample(view, 77, number).view(view.seat)  # the same view with all hidden cards laid otherwise
        parts = [worlds.evaluate(other, view.legal(), seed=4, first=first, count=3, nodes=50) for first in (0, 3)]
        for name in ("values", "lo", "hi", "solved"):
            assert (getattr(whole, name) == np.concatenate([getattr(part, name) for part in parts])).all()
        assert whole.nodes == sum(part.nodes for part in parts)


def test_a_budget_leaves_proven_bounds():
    rng = random.Random(16)
    unsolved = 0
    for number in range(scaled(100, 2_000)):
        position = random_position(rng, 20_000 + number)
        view = position.view(position.to_move)
        exact = worlds.evaluate(view, view.legal(), seed=4, first=0, count=4)
        rough = worlds.evaluate(view, view.legal(), seed=4, first=0, count=4, nodes=rng.choice([1, 2, 5]))
        assert (rough.lo <= exact.values).all()
        assert (exact.values <= rough.hi).all()
        assert (rough.lo <= rough.values).all()
        assert (rough.values <= rough.hi).all()
        assert (rough.values[rough.solved] == exact.values[rough.solved]).all()
        unsolved += int((~rough.solved).sum())
    assert unsolved > 10


def test_a_stop_ends_it_and_wrong_actions_are_refused():
    view = rassi.deal(1, 4).view(1)
    stop = Stop()
    stop.set()
    assert len(worlds.evaluate(view, view.legal(), seed=1, first=0, count=9, stop=stop).values) == 0
    with pytest.raises(IllegalPlayError, match="'SA', 'C9' not among the legal actions"):
        worlds.evaluate(view, ["SA", "C9"], seed=1, first=0, count=1)


def test_a_number_for_each_world_is_wanted():
    """Too few numbers of worlds are refused, not read past their end; as many as wanted give those worlds."""
    found = plan(rassi.deal(1, 3).view(1))
    numbers = np.array([5, 3], np.int64)
    for some in (numbers, numbers[:0]):
        with pytest.raises(ValueError, match="a number for each world"):
            found.sampler.ranks(1, 0, 3, some)
    drawn = found.sampler.ranks(1, 0, 2, numbers)
    assert (drawn[0] == found.sampler.ranks(1, 5, 1)[0]).all() and (drawn[1] == found.sampler.ranks(1, 3, 1)[0]).all()
