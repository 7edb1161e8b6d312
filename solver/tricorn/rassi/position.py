"""A deal of Rassi with all cards known, and the record of what was done with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tricorn._rng import shuffled
from tricorn.cards import card_set, card_text, cards_of, display_order
from tricorn.errors import IllegalPlayError, IllegalPositionError, NotationError
from tricorn.rassi.replay import Replay, action_text, objection, parse_action
from tricorn.rassi.rules import HAND, STEPS, Rules, has_face, playable
from tricorn.rassi.table import CHANGE, KEEP, Result, Table, ending, opening

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.limit import Limit
    from tricorn.rassi.view import View
    from tricorn.solution import Solution


@dataclass(frozen=True, slots=True)
class Ending:
    """What an ending needs besides its hands: who leads, and the multipliers from the exchange before it."""

    leader: int
    multipliers: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Everything known: the deal and the record of actions. Immutable, and always legal.

    Make one with `rassi.deal`, `Position.start`, `Position.from_dict` or `Position.from_json`.

    Attributes:
        rules: the options.
        dealer: seat of the dealer.
        scores: points of every seat in the match before this deal.
        dealt: sets of cards by seat, as dealt; in an ending as at its start.
        dealt_stock: the stock as dealt, the card drawn first in front; in an ending the cards out of play.
        ending: None for a whole deal.
        record: the actions so far.
        table: the public state.
        hands: sets of cards now held, by seat.
        thrown: by seat the sets thrown away at "free", "doubles", "redouble"; 0 where it did not change.
        stock: what is left of the stock, in order.

    >>> pos = deal(7, 4)
    >>> pos.phase, pos.to_move, pos.legal()
    ('free', 1, ('keep',))
    """

    rules: Rules
    dealer: int
    scores: tuple[int, ...]
    dealt: tuple[int, ...]
    dealt_stock: tuple[int, ...]
    ending: Ending | None
    record: tuple[str, ...]
    table: Table = field(compare=False)
    hands: tuple[int, ...] = field(compare=False)
    thrown: tuple[tuple[int, int, int], ...] = field(compare=False)
    stock: tuple[int, ...] = field(compare=False)

    @classmethod
    def start(
        cls,
        hands: Sequence[int],
        stock: Sequence[int] = (),
        *,
        rules: Rules | None = None,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        leader: int | None = None,
        multipliers: Sequence[int] | None = None,
        record: Sequence[object] = (),
    ) -> "Position":
        """The position after `record`, from a whole deal, or with `leader` from an ending.

        Args:
            hands: a set of cards for every seat: six each, in an ending any equal number from 1 to 6.
            stock: the other cards in the order in which they are drawn; in an ending those out of play that nobody has
                seen. Cards that are nowhere in an ending are gone, and all know it.
            scores: before the deal, zeros by default.
            multipliers: of an ending: 1, 2 or 4 by seat, ones by default.

        Raises:
            IllegalPositionError: names every defect of the deal and of the record.
        """
        rules = rules or Rules()
        seats = len(hands)
        scores = (0,) * seats if scores is None else tuple(scores)
        marks = (1,) * seats if multipliers is None else tuple(multipliers)
        problems = setup_problems(rules, seats, dealer, scores, leader, marks, multipliers is not None)
        if 2 <= seats <= 9:
            problems += _card_problems(rules, hands, stock, leader is not None)
        if problems:
            raise IllegalPositionError("position of rassi", problems)
        if leader is None:
            table, end = opening(rules, seats, dealer), None
        else:
            table = ending(rules, seats, dealer, hands[0].bit_count(), leader, len(stock), marks)
            end = Ending(leader, marks)
        left = list(stock)

        def draw(seat: int, step: int) -> int:
            six = card_set(left[:HAND])
            del left[:HAND]
            return six

        walk = Replay(table, list(hands), draw)
        walk.walk(record)
        if walk.problems:
            raise IllegalPositionError("position of rassi", walk.problems)
        return cls(
            rules=rules,
            dealer=dealer,
            scores=scores,
            dealt=tuple(hands),
            dealt_stock=tuple(stock),
            ending=end,
            record=tuple(walk.record),
            table=walk.table,
            hands=tuple(hand or 0 for hand in walk.hands),
            thrown=tuple((a, b, c) for a, b, c in walk.thrown),
            stock=tuple(left),
        )

    @property
    def seats(self) -> int:
        """The number of players in the deal."""
        return self.table.seats

    @property
    def to_move(self) -> int | None:
        """The seat that is asked or has to play; None when the deal is over."""
        return self.table.to_move

    @property
    def phase(self) -> str:
        """`"free"`, `"doubles"`, `"redouble"`, `"play"` or `"over"`."""
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played."""
        return self.table.phase == "over"

    @property
    def multipliers(self) -> tuple[int, ...]:
        """1, 2 or 4 by seat."""
        return self.table.multipliers

    @property
    def leader(self) -> int:
        """Who leads, or led, the current trick."""
        return self.table.leader

    @property
    def trick(self) -> tuple[tuple[int, int], ...]:
        """(seat, card) of the current trick, in order."""
        return self.table.trick

    @property
    def exchanges(self) -> tuple[tuple[int, int, bool], ...]:
        """(seat, step 0..2, changed?) in the order in which the seats were asked."""
        return self.table.exchanges

    @property
    def pack(self) -> int:
        """The set of all cards of the pack."""
        return (1 << self.rules.pack_size(self.seats)) - 1

    @property
    def gone(self) -> int:
        """The set of cards that an ending does without, and all know it; empty in a whole deal."""
        held = 0
        for hand in self.dealt:
            held |= hand
        return self.pack & ~held & ~card_set(self.dealt_stock)

    def legal(self) -> tuple[str, ...]:
        """The actions of the seat to move: cards in display order, or `change` and `keep`; empty when it is over."""
        if self.to_move is None:
            return ()
        return legal_actions(self.table, self.hands[self.to_move])

    def play(self, action: str) -> "Position":
        """The position after an action of the seat to move.

        Raises:
            IllegalPlayError: the rules do not allow it; says why.
        """
        try:
            named, what = parse_action(action)
        except NotationError as error:
            raise IllegalPlayError(str(error)) from None
        seat = self.to_move
        if named is not None and seat is not None and named != seat:
            raise IllegalPlayError(f"it is the turn of seat {seat}, not of seat {named}")
        reason = objection(self.table, None if seat is None else self.hands[seat], what)
        if reason:
            raise IllegalPlayError(reason)
        assert seat is not None
        record = (*self.record, action_text(what))
        hands = list(self.hands)
        if isinstance(what, int):
            hands[seat] &= ~(1 << what)
            return replace(self, record=record, table=self.table.play(what), hands=tuple(hands))
        table = self.table.exchange(what == CHANGE)
        if what == KEEP:
            return replace(self, record=record, table=table)
        step = STEPS.index(self.phase)
        thrown = [list(row) for row in self.thrown]
        thrown[seat][step] = hands[seat]
        hands[seat] = card_set(self.stock[:HAND])
        return replace(
            self,
            record=record,
            table=table,
            hands=tuple(hands),
            thrown=tuple((a, b, c) for a, b, c in thrown),
            stock=self.stock[HAND:],
        )

    def view(self, seat: int) -> "View":
        """What this seat has seen."""
        from tricorn.rassi.view import Known, View

        if not 0 <= seat < self.seats:
            raise IllegalPositionError("view of rassi", [f"seat {seat} is not one of 0..{self.seats - 1}"])
        known = None
        if self.ending:
            size = self.dealt[0].bit_count()
            known = Known(self.ending.leader, self.ending.multipliers, size, len(self.dealt_stock), self.gone)
        return View(
            rules=self.rules,
            seat=seat,
            dealer=self.dealer,
            scores=self.scores,
            hand=self.hands[seat],
            thrown=self.thrown[seat],
            known=known,
            record=self.record,
            table=self.table,
        )

    def result(self) -> Result | None:
        """How the deal ended; None while it is going on."""
        return self.table.result(self.scores)

    def solve(
        self,
        limit: "Limit | None" = None,
        *,
        stop: "Stop | None" = None,
        method: str = "maxn",
        ties: str = "highest",
        solver: Any = None,
    ) -> "Solution":
        """The value of every legal card with all cards known: `tricorn.rassi.solve.solve`."""
        from tricorn.rassi.solve import solve

        return solve(self, limit, stop=stop, method=method, ties=ties, solver=solver)

    def to_dict(self) -> dict[str, Any]:
        """The position as a plain dict, `docs/formats-rassi.md`."""
        from tricorn.rassi.document import position_dict

        return position_dict(self)

    def to_json(self) -> str:
        """The position as JSON, `docs/formats-rassi.md`."""
        from tricorn.rassi.document import as_json

        return as_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Position":
        """The position that a dict describes; an `IllegalPositionError` names every defect."""
        from tricorn.rassi.document import read_position

        return read_position(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Position":
        """The position that a JSON text describes; an `IllegalPositionError` names every defect."""
        from tricorn.rassi.document import from_json, read_position

        return read_position(from_json(text, "position of rassi"))

    def __repr__(self) -> str:
        return f"Position.from_dict({self.to_dict()!r})"


def deal(
    seed: int, players: int = 4, *, rules: Rules | None = None, dealer: int = 0, scores: Sequence[int] | None = None
) -> Position:
    """A full deal from a seed: six cards for seat 0, six for seat 1, and so on, the rest is the stock in order.

    >>> deal(7, 5) == deal(7, 5)
    True
    """
    rules = rules or Rules()
    if not 2 <= players <= 9:
        raise IllegalPositionError("deal of rassi", [f"{players} players: 2 to 9 can play"])
    pack = shuffled(seed, 0, rules.pack_size(players), purpose=1)
    hands = [card_set(pack[HAND * seat : HAND * seat + HAND]) for seat in range(players)]
    return Position.start(hands, pack[HAND * players :], rules=rules, dealer=dealer, scores=scores)


def legal_actions(table: Table, held: int) -> tuple[str, ...]:
    """The actions of the seat to move, which holds `held`."""
    if table.phase != "play":
        return (KEEP,) if table.phase == "free" and has_face(held) else (CHANGE, KEEP)
    cards = held if table.is_last else playable(held, table.highest, table.rules.overtake)
    return tuple(card_text(card) for card in display_order(cards))


def setup_problems(
    rules: Rules,
    seats: int,
    dealer: int,
    scores: Sequence[int],
    leader: int | None,
    multipliers: Sequence[int],
    stated: bool,
) -> list[str]:
    """What is wrong with the frame of a deal. `stated`: the multipliers were given and not left to default."""
    if not 2 <= seats <= 9:
        return [f"{seats} players: 2 to 9 can play"]
    problems = []
    if rules.pack_size(seats) < seats * HAND:
        problems.append(f"{seats} players need {seats * HAND} cards, the pack has {rules.pack_size(seats)}: jokers 2")
    if not 0 <= dealer < seats:
        problems.append(f"dealer {dealer} is not one of 0..{seats - 1}")
    if len(scores) != seats:
        problems.append(f"{len(scores)} scores for {seats} players")
    problems += [
        f"score {score} of seat {seat} is not one of 0..{rules.out_at - 1} (at {rules.out_at} a player is out)"
        for seat, score in enumerate(scores)
        if not 0 <= score < rules.out_at
    ]
    if leader is None and stated:
        problems.append("multipliers are for an ending: there is no leader")
    if leader is not None and not 0 <= leader < seats:
        problems.append(f"leader {leader} is not one of 0..{seats - 1}")
    if len(multipliers) != seats:
        problems.append(f"{len(multipliers)} multipliers for {seats} players")
    for seat, multiplier in enumerate(multipliers):
        if multiplier not in (1, 2, 4):
            problems.append(f"multiplier {multiplier} of seat {seat} is not 1, 2 or 4")
    return problems


def _card_problems(rules: Rules, hands: Sequence[int], stock: Sequence[int], is_ending: bool) -> list[str]:
    problems, seen = [], 0
    pack = (1 << rules.pack_size(len(hands))) - 1
    places = [(f"seat {seat}", held) for seat, held in enumerate(hands)] + [("the stock", card_set(stock))]
    for place, held in places:
        problems += [f"{card_text(card)} of {place} stands twice" for card in cards_of(held & seen)]
        problems += [f"{card_text(card)} of {place} is not in the pack" for card in cards_of(held & ~pack)]
        seen |= held
    if len(set(stock)) < len(stock):
        problems.append("a card stands twice in the stock")
    sizes = [held.bit_count() for held in hands]
    if is_ending:
        if len(set(sizes)) > 1 or not 1 <= sizes[0] <= HAND:
            listed = ", ".join(map(str, sizes))
            problems.append(f"hands of {listed} cards: an ending has the same number in each, 1 to {HAND}")
        return problems
    problems += [f"seat {seat} has {size} cards, {HAND} are dealt" for seat, size in enumerate(sizes) if size != HAND]
    missing = pack & ~seen
    if missing:
        problems.append(f"not in a hand nor in the stock: {' '.join(map(card_text, display_order(missing)))}")
    return problems
