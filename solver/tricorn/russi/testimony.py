"""Checks what a view claims to have seen, and names every defect."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tricorn.cards import card_set, card_text, cards_of, cards_text, parse_card, quote
from tricorn.errors import IllegalPositionError, NotationError
from tricorn.russi.position import Position
from tricorn.russi.rules import PILES, Layout, Pile, suit_set, taken_problems
from tricorn.russi.view import Scene

if TYPE_CHECKING:
    from tricorn.russi.view import View

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def misplaced(start: Scene) -> list[str]:
    """Cards of a first sight that can't be where they are said to be, and piles too many."""
    found = []
    for seat in (0, 1):
        if len(start.piles[seat]) > PILES:
            found.append(f"seat {seat} has {len(start.piles[seat])} piles, {PILES} is the most")
    ups = [up for row in start.piles for _, up in row if up is not None]
    seen = twice = 0
    for card in [*cards_of(start.hand), *ups, *cards_of(start.gone)]:
        twice |= seen & 1 << card
        seen |= 1 << card
    if seen >> 52:
        found.append("there are no jokers in Russi")
    if twice:
        found.append(f"more than one place for {cards_text(twice)}")
    return found


def start_problems(start: Scene) -> list[str]:
    """Everything wrong with the first sight of a view."""
    if start.seat not in (0, 1):
        return [f"seat {start.seat} is neither 0 nor 1"]
    found = misplaced(start)
    if start.leader not in (0, 1):
        found.append(f"leader {start.leader} is neither 0 nor 1")
    if start.led is not None or start.void or start.shown_void:
        found.append("a first sight is taken at the start of a trick, before anybody has shown a void suit")
    if start.opponent_hand_size < 0:
        found.append(f"the opponent's hand can't have {start.opponent_hand_size} cards")
    left = [start.cards_left(seat) for seat in (0, 1)]
    if left[0] != left[1]:
        found.append(f"seat 0 has {left[0]} cards, seat 1 has {left[1]}")
    if max(left) == 0:
        found.append("no cards")
    places = start.opponent_hand_size + start.covered_count(0) + start.covered_count(1)
    unseen = start.unseen.bit_count()
    if unseen != places:
        found.append(
            f"{unseen} cards are unseen, but the opponent's hand and the face-down cards are {places}"
            " (cards played before belong in `gone`)"
        )
    return found + taken_problems(start.taken, max(left))


def replay(start: Scene, record: Sequence[str]) -> tuple[Scene, tuple[str, ...], list[str]]:
    """What the seat sees after the record, the record in canonical form, and every defect of the record.

    A play is `S4`, or `S4^H7` when it turned up the seven of hearts; `1:S4` says in addition who played it. After a
    defect the play is taken as written, as far as that makes sense, so that later defects are named too.
    """
    scene, plays, problems, unread = start, [], [], 0
    for number, text in enumerate(record, 1):
        said, card, turned, wrong = parse_play(text)
        if wrong:
            unread = unread or number
        elif not unread:
            wrong = play_problems(scene, said, card, turned)
            plays.append(play_text(card, turned))
            if not scene.is_over:
                scene = scene.play(card, turned)
        problems += [f"play {number}, {quote(text)}: {problem}" for problem in wrong]
    if 0 < unread < len(record):
        problems.append(f"play {unread} can't be read, so the plays after it were read but not checked")
    if not problems and scene.candidates.bit_count() < scene.opponent_hand_size:
        # Enough candidates is all that a world needs: each earlier play of his was checked against the void suits
        # known then, and no suit is in his hand at a time when he did not follow it, for his hand then is his hand
        # now and later plays.
        void = " and ".join(name for suit, name in enumerate(_SUITS) if scene.void >> suit & 1)
        size, free = scene.opponent_hand_size, scene.candidates.bit_count()
        problems.append(
            f"seat {1 - scene.seat} holds {size} cards and no {void}, but only {free} unseen cards are of other suits"
        )
    return scene, tuple(plays), problems


def play_text(card: int, turned: int | None) -> str:
    """A play of the record, with the card it turned up."""
    return card_text(card) + ("" if turned is None else "^" + card_text(turned))


def parse_play(text: str) -> tuple[int | None, int, int | None, list[str]]:
    """The seat named (if any), the card, the card turned up (if any), and what can't be read."""
    rest = text
    said = None
    seat, colon, after = text.partition(":")
    problems = []
    if colon:
        rest = after
        if seat.strip() in ("0", "1"):
            said = int(seat)
        else:
            problems.append(f"{quote(seat)} is not a seat")
    parts = rest.split("^")
    if len(parts) > 2:
        problems.append("a play turns up one card at most")
    cards = []
    for part in parts[:2]:
        try:
            card = parse_card(part.strip())
            if card >= 52:
                problems.append("there are no jokers in Russi")
            cards.append(card)
        except NotationError as error:
            problems.append(str(error))
    if problems:
        return said, 0, None, problems
    return said, cards[0], cards[1] if len(cards) == 2 else None, []


def play_problems(scene: Scene, said: int | None, card: int, turned: int | None) -> list[str]:
    """Everything wrong with the next play of a record."""
    if scene.is_over:
        return ["the deal is over"]
    mover = scene.turn
    found = []
    if said is not None and said != mover:
        found.append(f"seat {said} plays out of turn: seat {mover} {'leads' if scene.led is None else 'replies'}")
    on_table = scene.table_up(mover)
    own = mover == scene.seat
    if not on_table >> card & 1 and not (own and scene.hand >> card & 1):
        found += absence_problems(scene, mover, card)
    if scene.led is not None and card // 13 != scene.led // 13:
        could = (on_table | (scene.hand if own else 0)) & suit_set(scene.led // 13)
        if could:
            found.append(f"seat {mover} could have followed {card_text(scene.led)} with {cards_text(could)}")
    return found + turned_problems(scene, mover, card, turned)


def absence_problems(scene: Scene, mover: int, card: int) -> list[str]:
    """Why a card that does not lie face up before the player can't have been played from the hand."""
    place = place_of(scene, card)
    if place:
        return [f"{card_text(card)} {place}"]
    if mover == scene.seat:
        return [f"{card_text(card)} is neither in the hand nor face up before seat {mover}"]
    found = []
    if scene.opponent_hand_size < 1:
        found.append(f"{card_text(card)} does not lie face up before seat {mover}, whose hand is empty")
    if scene.void >> card // 13 & 1:
        suit = _SUITS[card // 13]
        found.append(f"{card_text(card)} comes from the hand of seat {mover}, who had shown no {suit} there")
    return found


def turned_problems(scene: Scene, mover: int, card: int, turned: int | None) -> list[str]:
    """What is wrong with the card that a play is said to turn up."""
    covers = any(covered and up == card for covered, up in scene.piles[mover])
    if covers and turned is None:
        return [f"the card turned up under {card_text(card)} is missing"]
    if turned is None:
        return []
    if not covers:
        return [f"nothing lies face down under {card_text(card)}, but {card_text(turned)} is turned up"]
    place = place_of(scene, turned)
    return [f"{card_text(turned)} is turned up, but it {place}"] if place else []


def place_of(scene: Scene, card: int) -> str:
    """Where a seen card is, in words; empty for an unseen card."""
    if scene.hand >> card & 1:
        return f"is in the hand of seat {scene.seat}"
    for seat in (0, 1):
        if scene.table_up(seat) >> card & 1:
            return f"lies face up before seat {seat}"
    if scene.led == card:
        return "has just been led"
    return "was played before" if scene.gone >> card & 1 else ""


def world(view: "View", opponent_hand: int, down: Sequence[int]) -> Position:
    """`View.position`: the full deal in which the unseen cards lie as given, after the same record."""
    now = view.now
    problems = []
    places = now.covered_count(0) + now.covered_count(1)
    if opponent_hand.bit_count() != now.opponent_hand_size:
        count = opponent_hand.bit_count()
        problems.append(f"the opponent's hand has {count} cards instead of {now.opponent_hand_size}")
    if opponent_hand & ~now.candidates:
        problems.append(f"the opponent can't hold {cards_text(opponent_hand & ~now.candidates)}")
    if len(down) != places:
        problems.append(f"{len(down)} face-down cards instead of {places}")
    if not problems and card_set(down) != now.unseen & ~opponent_hand:
        problems.append("the face-down cards are not the unseen cards outside the opponent's hand")
    if problems:
        raise IllegalPositionError("world of a view of Russi", problems)
    rows = start_rows(view, list(down))
    played = 0
    for text, mover, from_hand in hand_plays(view):
        if from_hand and mover != view.seat:
            played |= 1 << parse_card(text)
    start = view.start
    other = opponent_hand | played
    hands = (start.hand, other) if view.seat == 0 else (other, start.hand)
    layout = Layout(hands, rows, start.leader, None, start.taken)
    return Position(layout, [text.partition("^")[0] for text in view.record], view.rules)


def start_rows(view: "View", down: list[int]) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """The piles as they were dealt: face-down cards turned up since are in the record, the others are given."""
    turned = dict(text.split("^") for text in view.record if "^" in text)
    rows = []
    for seat in (0, 1):
        row: list[Pile] = []
        for covered, up in view.start.piles[seat]:
            if not covered or up is None:
                row.append((up, None))
            elif card_text(up) in turned:
                row.append((parse_card(turned[card_text(up)]), up))
            else:
                row.append((down.pop(0), up))
        rows.append(tuple(row))
    return rows[0], rows[1]


def hand_plays(view: "View") -> list[tuple[str, int, bool]]:
    """Each play of the record: the card, who played it, and whether it came from the hand."""
    scene, plays = view.start, []
    for text in view.record:
        _, card, turned, _ = parse_play(text)
        plays.append((card_text(card), scene.turn, not scene.table_up(scene.turn) >> card & 1))
        scene = scene.play(card, turned)
    return plays
