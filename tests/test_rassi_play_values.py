"""What each play of a hidden-card ending is worth, against plain enumeration of every hand of the other and every line."""

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from rassi_lp import without
from rassi_naive import legal
from scale import scaled
from tricorn import Limit, rassi
from tricorn._rassi_equilibrium import Equilibrium
from tricorn.cards import cards_of
from tricorn.rassi.ending import PLAYED
from tricorn.rassi.equilibrium import applies, past_of, solve_ending
from tricorn.rassi.rules import height

Hand = tuple[int, ...]


class Game:
    """The rules of an `Equilibrium`, and the values of plays from their definition."""

    def __init__(
        self,
        counts: Sequence[int],
        cards: int,
        optional: bool = False,
        all_pay: bool = False,
        multipliers: tuple[int, int] = (1, 1),
        ranges: tuple[Sequence[float] | None, Sequence[float] | None] = (None, None),
    ) -> None:
        self.counts, self.cards, self.optional, self.all_pay, self.multipliers = counts, cards, optional, all_pay, multipliers
        self.hands = list(combinations_with_replacement(range(len(counts)), cards))
        self.ranges = ranges
        self.game = Equilibrium(
            counts, cards, ranges=ranges, optional=optional, all_pay=all_pay, multipliers=multipliers
        )

    def replay(self, path: Hand) -> tuple[list[tuple[int, Hand, int]], int, Hand]:
        """Who played which rank onto which cards; who leads the current trick; and its cards."""
        steps, leader, trick = [], 0, ()
        for rank in path:
            steps.append(((leader + len(trick)) % 2, trick, rank))
            trick = (*trick, rank)
            if len(trick) == 2:
                leader, trick = (leader + (trick[1] >= trick[0])) % 2, ()
        return steps, leader, trick

    def plays(self, path: Hand, hand: Hand, trick: Hand) -> list[tuple[int, float]]:
        """The average strategy; of the last card none is asked for."""
        ranks = legal(hand, trick, self.optional)
        return [(ranks[0], 1.0)] if len(ranks) == 1 else self.game.strategy(path, hand)

    def end(self, hands: tuple[Hand, Hand], leader: int, trick: Hand, path: Hand) -> "tuple[float, float, float, float]":
        """Expected penalties of seats 0 and 1, and how often each pays, when both play their averages."""
        if not any(hands):
            first, second = (1 if rank == len(self.counts) - 1 else rank + 2 for rank in trick)
            payers = {leader if first > second else 1 - leader}
            if self.all_pay and first == second:
                payers = {0, 1}
            paid = [max(first, second) * self.multipliers[seat] * (seat in payers) for seat in range(2)]
            return paid[0], paid[1], float(0 in payers), float(1 in payers)
        seat = (leader + len(trick)) % 2
        found = (0.0, 0.0, 0.0, 0.0)
        for rank, share in self.plays(path, hands[seat], trick):
            if share > 0:
                worth = self.step(hands, leader, trick, path, rank)
                found = tuple(x + share * y for x, y in zip(found, worth, strict=True))
        return found

    def step(self, hands: tuple[Hand, Hand], leader: int, trick: Hand, path: Hand, rank: int) -> "tuple[float, ...]":
        """The same after one more play."""
        seat = (leader + len(trick)) % 2
        left = tuple(tuple(without(hand, rank)) if who == seat else hand for who, hand in enumerate(hands))
        table = (*trick, rank)
        if len(table) == 2 and any(left):
            return self.end(left, (leader + (table[1] >= table[0])) % 2, (), (*path, rank))
        return self.end(left, leader, table, (*path, rank))

    def values(self, path: Hand, hand: Hand) -> "dict[int, tuple[float, float, float]] | None":
        """By play (advantage, own penalty, P(paying)); None where no hand of the other comes here."""
        steps, leader, trick = self.replay(path)
        seat = (leader + len(trick)) % 2
        root = tuple(sorted((*hand, *(rank for who, _, rank in steps if who == seat))))
        reached = []
        for number, other in enumerate(self.hands):
            ways = prod(comb(self.counts[r] - root.count(r), other.count(r)) for r in range(len(self.counts)))
            given = self.ranges[1 - seat]
            weight, left = ways * (1.0 if given is None else given[number]), other
            for place, (who, table, rank) in enumerate(steps):
                if who != seat and weight > 0:
                    if rank not in legal(left, table, self.optional):
                        weight = 0.0
                        break
                    weight *= dict(self.plays(path[:place], left, table))[rank]
                    left = tuple(without(left, rank))
            if weight > 0:
                reached.append((weight, left))
        total = sum(weight for weight, _ in reached)
        if total == 0:
            return None
        found = {}
        for rank in legal(hand, trick, self.optional):
            sums = [0.0] * 4
            for weight, other in reached:
                hands = (hand, other) if seat == 0 else (other, hand)
                for i, worth in enumerate(self.step(hands, leader, trick, path, rank)):
                    sums[i] += weight * worth / total
            found[rank] = (sums[1 - seat] - sums[seat], sums[seat], sums[2 + seat])
        return found


def any_choice(game: Game, rng: random.Random) -> tuple[Hand, Hand]:
    """A path of legal plays from a random deal, and the hand of a seat that has a choice there."""
    while True:
        pack = [rank for rank, count in enumerate(game.counts) for _ in range(count)]
        rng.shuffle(pack)
        hands = [tuple(sorted(pack[: game.cards])), tuple(sorted(pack[game.cards : 2 * game.cards]))]
        leader, trick, path = 0, (), ()
        while any(hands):
            seat = (leader + len(trick)) % 2
            ranks = legal(hands[seat], trick, game.optional)
            if len(ranks) > 1 and rng.random() < 0.5:
                return path, hands[seat]
            rank = rng.choice(ranks)
            hands[seat] = tuple(without(hands[seat], rank))
            trick, path = (*trick, rank), (*path, rank)
            if len(trick) == 2:
                leader, trick = (leader + (trick[1] >= trick[0])) % 2, ()


@pytest.mark.parametrize("number", range(scaled(40, 300)))
def test_play_values_are_those_of_every_line(number: int) -> None:
    """Any rules, multipliers, ranges of hands, mixed averages after few iterations, any history."""
    rng = random.Random(number)
    counts = [rng.randint(0, 3) for _ in range(rng.randint(3, 6))]
    cards = rng.choice([2, 3])
    for rank in range(2):  # two ranks at least, or there is no choice
        counts[rank] = max(counts[rank], 1)
    counts[0] += max(0, 2 * cards - sum(counts))
    ranks = len(counts)
    size = comb(ranks + cards - 1, cards)
    ranges = (None, None) if number % 3 else tuple([rng.choice([0.0, 0.3, 1.0]) + 0.01 for _ in range(size)] for _ in range(2))
    multipliers = (rng.choice([1, 2, 4]), rng.choice([1, 2, 4]))
    game = Game(counts, cards, rng.random() < 0.5, rng.random() < 0.5, multipliers, ranges)
    game.game.run(rng.randint(1, 4))
    before = game.game.exploitability()
    met = 0
    for _ in range(8):
        path, hand = any_choice(game, rng)
        rows, want = game.game.play_values(path, hand), game.values(path, hand)
        assert [(rank, share) for rank, share, *_ in rows] == game.game.strategy(path, hand)
        if want is None:
            assert all(row[2:] == (None, None, None) for row in rows)
            continue
        met += 1
        for rank, _, advantage, penalty, last in rows:
            assert (advantage, penalty, last) == pytest.approx(want[rank], abs=2e-3)
    assert met > 0
    assert game.game.exploitability() == before, "asking changes nothing"


def test_play_values_of_hands_sum_to_the_value_of_the_game() -> None:
    """The leader's choices, each hand by how often it is dealt: shares times advantages are what `value` says."""
    counts = [3, 3, 2, 2, 3]
    game = Game(counts, 3, multipliers=(2, 1))
    game.game.run(6)
    total = ways_of_all = 0.0
    for hand in game.hands:
        own = prod(comb(counts[r], hand.count(r)) for r in range(5))
        if own == 0:
            continue
        ways = own * sum(prod(comb(counts[r] - hand.count(r), other.count(r)) for r in range(5)) for other in game.hands)
        rows = game.game.play_values((), hand)
        ways_of_all += ways
        if len(rows) > 1:
            total += ways * sum(share * advantage for _, share, advantage, *_ in rows)
        else:
            total += ways * game.values((), hand)[hand[0]][0]
    assert total / ways_of_all == pytest.approx(game.game.value(), abs=1e-3)


def ending(seed: int, cards: int, **rules: str) -> "list[rassi.Position]":
    """Two players after random exchanges and plays, with so many cards or one trick of two; the deal from the first lead on."""
    rng = random.Random(f"ending {seed}")
    position = rassi.deal(seed, 2, rules=rassi.Rules(**rules))
    while position.phase != "play":
        position = position.play(rng.choice(position.legal()))
    passed = [position]
    while position.table.sizes[position.to_move] > cards or (len(position.trick) == 0 and rng.random() < 0.5):
        position = position.play(rng.choice(position.legal()))
        passed.append(position)
        if position.is_over:
            break
    return passed


def test_the_ending_of_a_view_is_that_game() -> None:
    """Of real endings with two cards each, under other rules and stakes too: shares, means and P(last) of `solve_ending`, and
    what of them stands in the advice, are those of plain enumeration from what the seat has seen, its own cards thrown
    away included. The game starts with three cards each where what was played since is play of its strategy, else with two."""
    done = belongs = thrown = told = 0
    starts = {2: 0, 3: 0}
    for seed in range(scaled(60, 120)):
        rules = {"overtake": "optional"} if seed % 3 == 0 else {"last_tie": "all"} if seed % 3 == 1 else {}
        passed = ending(seed, 2, **rules)
        if passed[-1].is_over or not applies(view := passed[-1].view(passed[-1].to_move), 2):
            continue
        done += 1
        found = solve_ending(view)
        starts[found.cards] += 1
        assert f"the last {found.cards} tricks" in found.assumes or (found.cards == 2 and "before this trick" in found.assumes)
        start = next(past for past in passed if not past.trick and set(past.table.sizes) == {found.cards})
        gone = {card for trick in start.table.tricks for _, card in trick}
        gone |= {card for six in view.thrown for card in cards_of(six)}
        thrown += any(view.thrown)
        counts = [0] * 13
        for card in cards_of(view.pack & ~view.gone):
            counts[height(card) - 2] += card not in gone
        hands = list(combinations_with_replacement(range(13), found.cards))
        order = (start.table.leader, 1 - start.table.leader)
        known = start.view(0).intervals
        inside = tuple(
            [float(known[seat][0] - 2 <= cards[0] and cards[-1] <= known[seat][1] - 2) for cards in hands] for seat in order
        )
        if "the search of the trick before" in found.assumes:
            told += 1
            weights = past_of(view, None).ranges(None, None)
            inside = tuple([ok * share for ok, share in zip(*both, strict=True)] for both in zip(inside, weights, strict=True))
        stakes = tuple(view.multipliers[seat] for seat in order)
        game = Game(
            counts, found.cards, view.rules.overtake == "optional", view.rules.last_tie == "all", stakes, inside
        )
        game.game.run(found.iterations)
        since = [card for trick in (*view.table.tricks[len(start.table.tricks) :], view.trick) for _, card in trick]
        path = tuple(height(card) - 2 for card in since)
        hand = tuple(sorted(height(card) - 2 for card in cards_of(view.hand)))
        shares, want = dict(game.game.strategy(path, hand)), game.values(path, hand)
        rows = {row.card: row for row in found.plays}
        for row in found.plays:
            rank = "23456789TJQKA".index(row.card[1])
            assert row.share == pytest.approx(shares[rank], abs=1e-6)
            if want is not None and row.mean is not None:
                assert (row.advantage, row.mean, row.last) == pytest.approx(want[rank], abs=2e-3)
        advice = view.advise(Limit(worlds=10, seed=1))
        if advice.exploitability is None:
            continue
        for row in advice.plays:
            if row.share >= PLAYED and not row.safe and rows[row.card].mean is not None:
                belongs += 1
                assert row.mean == pytest.approx(max(0.0, rows[row.card].mean))
                assert row.last == pytest.approx(rows[row.card].last, abs=1e-6)
    assert done > 10 and belongs > 5 and thrown > 5 and told > 2 and min(starts.values()) > 2, starts
