"""The policy `fast` once more, from views alone and with plain lists of cards: what the compiled one must agree with."""

from typing import Any

from tricorn import games
from tricorn.cards import cards_of, parse_card
from tricorn.fast import nets
from tricorn.fast_weights import WEIGHTS

FEATURES = 17


def suit(card: int) -> int:
    return card // 13


def rank(card: int) -> int:
    return 12 if card >= 52 else card % 13


def worth(card: int) -> int:
    return 1 if rank(card) == 12 else rank(card) + 2


def choice(view: Any) -> str:
    """The card with the highest sum, of equal sums the lowest card."""
    game = games.name_of(view)
    weights = WEIGHTS[game]
    scores: dict[str, int] = {}
    if game == "rassi" and view.seats > 2:
        scored = network(view)
        return max(view.legal(), key=lambda text: (scored[rank(parse_card(text))], -rank(parse_card(text)), -parse_card(text)))
    for text in view.legal():
        context, numbers = describe(view, parse_card(text))
        row = weights[FEATURES * context : FEATURES * (context + 1)]
        scores[text] = sum(w * x for w, x in zip(row, numbers, strict=False))
    top = max(scores.values())
    best = [text for text in scores if scores[text] == top]
    key = rank if game == "rassi" else int
    return min(best, key=lambda text: (key(parse_card(text)), parse_card(text)))


def describe(view: Any, card: int) -> tuple[int, list[int]]:
    """The context and the numbers of a card."""
    numbers: tuple[int, list[int]] = {"russi": russi, "ruffe": ruffe, "rassi": rassi}[games.name_of(view)](view, card)
    return numbers


def russi(view: Any, card: int) -> tuple[int, list[int]]:
    own_up = list(cards_of(view.table_up(view.seat)))
    covering = {up for covered, up in view.piles[view.seat] if covered}
    mine = [c for c in [*cards_of(view.hand), *own_up] if suit(c) == suit(card)]
    his = [c for c in cards_of(view.table_up(1 - view.seat)) if suit(c) == suit(card)]
    candidates = list(cards_of(view.candidates))
    may = [c for c in candidates if suit(c) == suit(card)]
    above_his, above_may = [c for c in his if c > card], [c for c in may if c > card]
    share = 16 * view.opponent_hand_size
    numbers = [
        1,
        rank(card),
        card in covering,
        bool(view.hand >> card & 1),
        len(mine),
        len(above_his),
        share * len(above_may) // len(candidates) if candidates else 0,
        not above_his and not above_may,
        not his and not may,
        len(his),
        card == min(mine),
        card == max(mine),
        len([c for c in cards_of(view.unseen) if suit(c) == suit(card) and c > card]),
        len(his) - len(above_his),
        len(mine) == 1,
        card == max(mine) and len(above_his) == 1,
        share * len(may) // len(candidates) if candidates else 0,
    ]
    if view.led is None:
        context = 0
    elif suit(card) != suit(view.led):
        context = 3
    else:
        context = 1 if card > view.led else 2
    return context, list(map(int, numbers))


def ruffe(view: Any, card: int) -> tuple[int, list[int]]:
    table = [c for _, c in view.trick]
    winner, win = None, -1
    for seat, c in view.trick:
        if win < 0 or (c > win if suit(c) == suit(win) else suit(c) == view.trump):
            winner, win = seat, c
    ours = winner is not None and view.sides[winner] == view.sides[view.seat]
    coming = [(view.seat + k) % view.seats for k in range(1, view.seats - len(table))]
    foes = [seat for seat in coming if view.sides[seat] != view.sides[view.seat]]
    friends = [seat for seat in coming if view.sides[seat] == view.sides[view.seat]]
    trick_suit = suit(table[0]) if table else suit(card)
    unseen = list(cards_of(view.unseen))
    trumps = [c for c in unseen if suit(c) == view.trump]

    def ruffs(seat: int) -> bool:
        lacks = view.voids[seat]
        return bool(trumps) and trick_suit != view.trump and lacks >> trick_suit & 1 and not lacks >> view.trump & 1

    mine = [c for c in cards_of(view.hand) if suit(c) == suit(card)]
    above = [c for c in unseen if suit(c) == suit(card) and c > card]
    ruffers = sum(bool(ruffs(seat)) for seat in foes)
    safe = ours and ruffers == 0 and not any(suit(c) == suit(win) and c > win for c in unseen)
    numbers = [
        1,
        rank(card),
        len(above),
        not above,
        len(mine),
        card == min(mine),
        suit(card) == view.trump,
        len(trumps),
        ruffers,
        bool(friends) and bool(ruffs(friends[0])),
        not foes,
        ours,
        len(mine) == 1 and suit(card) != view.trump,
        len([c for c in unseen if suit(c) == suit(card)]),
        card == max(mine),
        len(table) == 1,
        safe if table else max([c for c in mine if c < card], default=-1) > max(
            [c for c in unseen if suit(c) == suit(card) and c < card], default=-1
        ),
    ]
    if not table:
        context = int(suit(card) == view.trump)
    elif card > win if suit(card) == suit(win) else suit(card) == view.trump:
        context = 2 if not foes else 3 if suit(card) == trick_suit else 4
    elif ours:
        context = 5
    else:
        context = 6 if friends else 7
    return context, list(map(int, numbers))


def rassi(view: Any, card: int) -> tuple[int, list[int]]:
    rest = sorted(worth(c) for c in cards_of(view.hand) if c != card)
    seen = set(cards_of(view.gone)) | set(cards_of(view.hand)) | {c for row in view.played for c in row}
    unseen = [c for c in range(54) if view.pack >> c & 1 and c not in seen]
    over = [c for c in unseen if rank(c) >= rank(card)]
    coming = [(view.seat + k) % view.seats for k in range(1, view.seats - len(view.trick))]
    safe = sum(view.intervals[seat][1] < rank(card) + 2 for seat in coming)
    legal = [parse_card(text) for text in view.legal()]
    high = max((rank(c) for _, c in view.trick), default=-2)
    hand = [rank(c) for c in cards_of(view.hand)]
    numbers = [
        worth(card),
        worth(card) ** 2 // 16,
        worth(card) == max(worth(c) for c in legal),
        rank(card) == min(hand),
        16 * len(over) // len(unseen) if unseen else 0,
        rank(card) == 12,
        worth(card) if not coming else 0,
        high > rank(card),
        rest[0] if rest else 0,
        rest[1] if len(rest) > 1 else rest[0] if rest else 0,
        rest[-1] if rest else 0,
        16 * safe // view.seats,
        not over or (safe == len(coming) and bool(view.trick)),
        high == rank(card),
        rank(card) + 2,
        min(rest[0], 5) if rest else 0,
        rank(card) == max(hand),
    ]
    left = min(max(max(view.sizes), 2), 6) - 2
    return left if not view.trick else 5 + left, list(map(int, numbers))


WIDE, NARROW, INPUTS = 64, 32, 614


def network(view: Any) -> list[int]:
    """The network's scores of the thirteen ranks."""
    numbers = nets().tolist()
    at = (min(max(max(view.sizes), 2), 6) - 2) * len(numbers) // 5

    def layer(values: list[int], outputs: int) -> list[int]:
        nonlocal at
        rows = [numbers[at + len(values) * i : at + len(values) * (i + 1)] for i in range(outputs)]
        at += len(values) * outputs
        biases = numbers[at : at + outputs]
        at += outputs
        return [sum(w * x for w, x in zip(row, values, strict=True)) // 256 + b for row, b in zip(rows, biases, strict=True)]

    on = inputs(view)
    first = [sum(numbers[at + WIDE * i + j] for i in [*on, INPUTS]) for j in range(WIDE)]
    at += WIDE * (INPUTS + 1)
    second = layer([max(value, 0) for value in first], NARROW)
    return [value * 1000 // 256 for value in layer([max(value, 0) for value in second], 13)]


def inputs(view: Any) -> list[int]:
    """The rows of the first layer that count."""
    seen = set(cards_of(view.gone)) | set(cards_of(view.hand)) | {c for row in view.played for c in row}
    held = [rank(c) for c in cards_of(view.hand)]
    hidden = [rank(c) for c in range(54) if view.pack >> c & 1 and c not in seen]
    laid, others = len(view.trick), view.seats - 1
    high = max((rank(c) for _, c in view.trick), default=None)
    rows = [4 * r + min(held.count(r), 4) - 1 for r in sorted(set(held))]
    rows += [52 + 4 * r + min(hidden.count(r), 4) - 1 for r in sorted(set(hidden))]
    rows += [104 if high is None else 105 + high, 118 + 9 * (view.seats - 2) + laid]
    if high is not None:
        holder = [seat for seat, card in view.trick if rank(card) == high][-1]
        rows.append(189 + (holder - view.seat) % view.seats)
    for step in range(others):
        low, top = view.intervals[(view.seat + 1 + step) % view.seats]
        block = 13 * (8 * (step >= others - laid) + step)
        rows += [198 + block + top - 2, 406 + block + low - 2]
    return rows
