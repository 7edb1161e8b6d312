"""Random rules, deals and endings of Ruffe for the tests, and the compiled twin of a position."""

import random
from typing import get_args

from tricorn import ruffe
from tricorn._ruffe import Twin
from tricorn.cards import card_set
from tricorn.ruffe.rules import Follow, Format, Par, RuffTie, Show, UnclaimedHead

FORMATS = get_args(Format)
FOLLOWS = get_args(Follow)


def random_rules(rng: random.Random, format: str | None = None) -> ruffe.Rules:
    """Options drawn from all values of all of them."""
    format = format or rng.choice(FORMATS)
    return ruffe.Rules(
        format,
        sides=rng.choice(("pairs", "singles")) if format == "4" else None,
        follow=rng.choice(FOLLOWS),
        par=rng.choice(get_args(Par)),
        show=rng.choice(get_args(Show)),
        ruff_tie=rng.choice(get_args(RuffTie)),
        unclaimed_head=rng.choice(get_args(UnclaimedHead)),
        target=rng.choice((None, 30, 100)),
    )


def random_deal(rng: random.Random, rules: ruffe.Rules | None = None) -> ruffe.Position:
    """A whole deal under random rules, with a random dealer."""
    rules = rules or random_rules(rng)
    return ruffe.deal(rng.getrandbits(40), rules, rng.randrange(rules.seats))


def random_ending(rng: random.Random, most: int = 6) -> ruffe.Position:
    """An ending of up to `most` cards each at the start of a trick, any trump or none, any sides."""
    rules = random_rules(rng)
    count = rng.randint(1, most)
    pack = rng.sample(range(52), rules.seats * count)
    hands = [card_set(pack[seat :: rules.seats]) for seat in range(rules.seats)]
    sides = [rng.randrange(2) for _ in range(rules.seats)]
    sides[0], sides[-1] = 0, 1
    taken = [rng.randrange(3) for _ in range(rules.seats)]
    trump = rng.choice((None, 0, 1, 2, 3))
    return ruffe.Position.ending(rules, hands, rng.randrange(rules.seats), trump, sides=sides, taken=taken)


def advance(rng: random.Random, position: ruffe.Position, actions: int) -> ruffe.Position:
    """The position after up to that many random actions."""
    for _ in range(actions):
        if position.is_over:
            break
        position = position.play(random_action(rng, position))
    return position


def random_action(rng: random.Random, position: ruffe.Position) -> str:
    """A random legal action; of a discard without listing all 1,820."""
    if position.phase == "discard":
        hand = position.hands[position.to_move]
        cards = rng.sample([card for card in range(52) if hand >> card & 1], 4)
        return ruffe.position.discard_text(card_set(cards))
    return rng.choice(position.legal())


def twin_of(position: ruffe.Position) -> Twin:
    """The compiled twin of the start of a position."""
    start, rules = position.start, position.rules
    options = (
        rules.seats,
        rules.hand_size,
        FOLLOWS.index(rules.follow),
        rules.par == "dealt",
        rules.show == "suit",
        rules.ruff_tie == "eldest",
        rules.unclaimed_head == "out",
    )
    if start.is_whole:
        return Twin(options, start.sides, start.dealer, start.hands, start.head, start.dead)
    trump = -1 if start.trump is None else start.trump
    return Twin(
        options,
        start.sides,
        start.dealer,
        start.hands,
        trump=trump,
        leader=start.leader,
        trick=start.trick,
        taken=start.taken,
    )
