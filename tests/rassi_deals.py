"""Random deals of Rassi for the tests: rules drawn from all options, actions drawn from all legal ones."""

from random import Random

from tricorn import rassi
from tricorn.cards import card_set, card_text, parse_hand


def random_rules(rng: Random, players: int) -> rassi.Rules:
    return rassi.Rules(
        doubles=rng.choice(["any", "others"]),
        redouble=rng.choice(["doubled", "anyone"]),
        overtake=rng.choice(["forced", "optional"]),
        last_tie=rng.choice(["last", "all"]),
        jokers=rng.choice(["auto", 0, 2] if players < 9 else ["auto", 2]),
        out_at=rng.choice([50, 50, 20, 100]),
    )


def random_deal(rng: Random, players: int | None = None) -> rassi.Position:
    players = players or rng.randint(2, 9)
    rules = random_rules(rng, players)
    scores = [rng.randrange(rules.out_at) for _ in range(players)]
    return rassi.deal(rng.getrandbits(40), players, rules=rules, dealer=rng.randrange(players), scores=scores)


def random_position(rng: Random, players: int | None = None) -> rassi.Position:
    """A position somewhere in a random game: at any action from the first to the end."""
    return random_game(rng, players, rng.randrange(60))


def random_game(rng: Random, players: int | None = None, actions: int = 1000) -> rassi.Position:
    pos = random_deal(rng, players)
    while actions and not pos.is_over:
        pos = pos.play(rng.choice(pos.legal()))
        actions -= 1
    return pos


def random_ending(rng: Random, players: int, size: int, out_of_play: int = 0) -> rassi.Position:
    """An ending of `size` cards each, `out_of_play` cards that nobody has seen, the others gone."""
    rules = random_rules(rng, players)
    pack = list(range(rules.pack_size(players)))
    rng.shuffle(pack)
    hands = [card_set(pack[size * seat : size * seat + size]) for seat in range(players)]
    stock = pack[size * players : size * players + out_of_play]
    marks = [rng.choice([1, 1, 2, 4]) for _ in hands]
    return rassi.Position.start(hands, stock, rules=rules, leader=rng.randrange(players), multipliers=marks)


def written(hands: list[str], drawn: str = "", jokers: int = 0) -> dict[str, object]:
    """The document of a whole deal from the hands and the first cards of the stock; the others follow in any order."""
    used = parse_hand(drawn) if drawn else 0
    for hand in hands:
        used |= parse_hand(hand)
    rest = [card for card in range(52 + jokers) if not used >> card & 1]
    return {"type": "rassi.position", "hands": hands, "stock": " ".join([drawn, *map(card_text, rest)]).strip()}
