"""What contradicts what in a view that came from outside."""

from itertools import combinations

from tricorn.cards import PACK, SUITS, card_set, card_text, cards_of, cards_text
from tricorn.ruffe.ruff import SUIT_MASK, claim, shown_cards, suit_totals
from tricorn.ruffe.rules import HEAD_SIZE
from tricorn.ruffe.seen import Seen
from tricorn.ruffe.start import ending_problems
from tricorn.ruffe.witness import Witness, suits_set


def problems_of(seen: Seen, actions: int) -> list[str]:
    """What is wrong with a view before its record is looked at; `actions` is the length of the record."""
    if not 0 <= seen.seat < seen.rules.seats:
        return [f"seat {seen.seat} is none of 0..{seen.rules.seats - 1}"]
    if not seen.is_whole:
        return _ending(seen)
    problems = _whole(seen)
    return problems or _ruff(seen, discard_due=seen.taker is not None and actions == 0)


def _ending(seen: Seen) -> list[str]:
    problems = ending_problems(seen.rules.seats, seen.leader, seen.trump, seen.sides, seen.trick, seen.taken, seen.dealer)
    problems += _overlap([("the hand", seen.hand), ("the table", card_set(seen.trick)), ("the cards gone", seen.gone)])
    seats, count = seen.rules.seats, seen.hand.bit_count()
    if not problems:
        total = seats * count + (seats * ((seen.seat - seen.leader) % seats < len(seen.trick)))
        live = 52 - seen.gone.bit_count()
        if total != live:
            problems.append(f"{seen.gone.bit_count()} cards gone leave {live}, but {seats} equal hands and the table make {total}")
    return problems


def _overlap(named: list[tuple[str, int]]) -> list[str]:
    return [f"{cards_text(a & b)} both in {one} and in {two}" for (one, a), (two, b) in combinations(named, 2) if a & b]


def _whole(seen: Seen) -> list[str]:
    """Hand, turn-up and head."""
    rules, problems = seen.rules, []
    assert seen.turn_up is not None
    if not 0 <= seen.dealer < rules.seats:
        problems.append(f"dealer {seen.dealer} is none of 0..{rules.seats - 1}")
    if seen.hand.bit_count() != rules.hand_size:
        problems.append(f"the hand as dealt has {seen.hand.bit_count()} cards instead of {rules.hand_size}")
    if seen.hand >> seen.turn_up & 1:
        problems.append(f"the turn-up {card_text(seen.turn_up)} is in the hand as dealt")
    taker, ace = seen.taker, seen.trump_ace
    assert ace is not None
    if taker is not None and not 0 <= taker < rules.seats:
        problems.append(f"taker {taker} is none of 0..{rules.seats - 1}")
    elif seen.turn_up == ace and taker != seen.dealer:
        problems.append(
            f"the ace {card_text(ace)} is turned up: the dealer, seat {seen.dealer}, takes the head, not {_name(taker)}"
        )
    elif seen.hand >> ace & 1 and taker != seen.seat:
        problems.append(f"seat {seen.seat} holds the trump ace {card_text(ace)} and takes the head, not {_name(taker)}")
    elif taker is None and rules.unclaimed_head == "dealer":
        problems.append("somebody takes the head: if nobody has the trump ace, the dealer")
    elif taker == seen.seat and seen.ace_by_taker and not seen.hand >> ace & 1:
        problems.append(f"seat {taker} took the head without the trump ace {card_text(ace)} in its hand as dealt")
    if taker == seen.seat:
        if len(seen.head) != HEAD_SIZE or len(set(seen.head)) != HEAD_SIZE:
            problems.append(f"seat {taker} took the head, so its four cards are known; given: {cards_text(card_set(seen.head))}")
        elif seen.head[0] != seen.turn_up:
            problems.append(f"the head must begin with the turn-up {card_text(seen.turn_up)}, not with {card_text(seen.head[0])}")
        if card_set(seen.head) & seen.hand:
            problems.append(f"{cards_text(card_set(seen.head) & seen.hand)} both in the head and in the hand as dealt")
    elif seen.head:
        problems.append(f"cards of the head are given, but seat {seen.seat} did not take it")
    if seen.gone:
        problems.append("cards that are gone belong to an ending only")
    return problems


def _name(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"


def _ruff(seen: Seen, discard_due: bool) -> list[str]:
    """Totals and shown cards."""
    rules, problems = seen.rules, []
    assert seen.turn_up is not None
    if len(seen.totals) != rules.seats:
        return [f"{len(seen.totals)} ruff totals instead of {rules.seats}"]
    for seat, total in enumerate(seen.totals):
        if not 2 <= total <= 95:
            problems.append(f"the ruff total {total} of seat {seat} is none that a hand can have")
    own = claim(seen.hand, seen.turn_up)[0]
    if seen.totals[seen.seat] != own:
        problems.append(f"seat {seen.seat} announced {seen.totals[seen.seat]}, but its hand as dealt counts {own}")
    winner = seen.ruff_winner
    if winner is None or discard_due:
        if seen.shown:
            reason = "before the discard" if discard_due else "though nobody won the ruff"
            problems.append(f"{cards_text(seen.shown)} shown {reason}")
        return problems
    if winner == seen.seat:
        due = shown_cards(seen.hand, seen.turn_up, rules)
        if seen.shown != due:
            problems.append(f"seat {winner} shows {cards_text(due)}, not {cards_text(seen.shown) or 'nothing'}")
        return problems
    total = seen.totals[winner]
    hidden = seen.shown & (seen.hand | card_set(seen.head) | 1 << seen.turn_up)
    if hidden:
        problems.append(f"seat {winner} shows {cards_text(hidden)}, which it can't have had")
    if not seen.shown:
        problems.append(f"seat {winner} won the ruff with {total}, but shows nothing")
    elif rules.show == "hand":
        counts = claim(seen.shown, seen.turn_up)[0]
        if seen.shown.bit_count() != rules.hand_size:
            problems.append(f"seat {winner} shows {seen.shown.bit_count()} cards instead of its whole hand of {rules.hand_size}")
        elif counts != total:
            problems.append(f"the shown cards of seat {winner} count {counts}, not {total} as announced")
    else:
        lengths = {(seen.shown & SUIT_MASK[suit]).bit_count() for suit in range(4)} - {0}
        for suit, counts in enumerate(suit_totals(seen.shown, seen.turn_up)):
            if counts not in (0, total):
                problems.append(f"the shown {SUITS[suit]} of seat {winner} count {counts}, not {total} as announced")
        if len(lengths) > 1:
            problems.append(f"seat {winner} shows suits of unequal length: {cards_text(seen.shown)}")
        if seen.shown.bit_count() > rules.hand_size:
            problems.append(f"seat {winner} shows {seen.shown.bit_count()} cards, more than a hand")
    ace = seen.trump_ace
    if ace is not None and seen.shown >> ace & 1 and winner != seen.taker:
        problems.append(f"seat {winner} shows the trump ace {card_text(ace)}, but {_name(seen.taker)} took the head")
    return problems


def contradictions(state: Witness) -> list[str]:
    """What the whole record says together, each play being possible by itself.

    Counts only: whether some full deal also gives every seat its announced total is a question for the worlds.
    """
    seen = state.seen
    problems = _announced(state) if seen.is_whole else []
    places = _places(state)
    room = {name: size for name, size, _ in places}
    hidden = _hidden(state)
    names = [name for name, _, _ in places]
    allowed = {card: frozenset(name for name, _, barred in places if not barred >> card & 1) for card in cards_of(hidden)}
    # All hidden cards fit exactly; by Hall's theorem they can be placed if and only if no set of places is asked to
    # hold more cards, which can lie nowhere else, than it has room for.
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            only = [card for card, where in allowed.items() if where <= set(chosen)]
            space = sum(room[name] for name in chosen)
            if len(only) > space:
                text = cards_text(card_set(only))
                where = "can be nowhere" if not chosen else f"can only be in {', '.join(chosen)}, with room for {space}"
                return [*problems, f"{text} {where}"]
    return problems


def _announced(state: Witness) -> list[str]:
    """Seats whose known cards count more than they announced."""
    seen, problems = state.seen, []
    assert seen.turn_up is not None
    for seat, total in enumerate(seen.totals):
        known = 0 if seat == seen.taker else state.played[seat]
        counts = suit_totals(known, seen.turn_up)
        if seat != seen.seat and max(counts) > total:
            suit = counts.index(max(counts))
            problems.append(f"seat {seat} announced {total}, but has played {SUITS[suit]} that count {counts[suit]}")
    winner = seen.ruff_winner
    if winner is not None and winner != seen.seat and seen.shown:
        extra = state.played[winner] & _not_had(seen)
        spare = HEAD_SIZE if winner == seen.taker else 0  # a taker may have got them with the head
        if extra.bit_count() > spare:
            problems.append(f"seat {winner} has played {cards_text(extra)}, but did not show it for the ruff")
    return problems


def _not_had(seen: Seen) -> int:
    """The cards that the winner of the ruff had not in his hand as dealt, by what he showed."""
    if not seen.shown:
        return 0
    claimed = sum(SUIT_MASK[suit] for suit in range(4) if seen.shown & SUIT_MASK[suit])
    return (PACK if seen.rules.show == "hand" else claimed) & ~seen.shown


def _hidden(state: Witness) -> int:
    """The cards whose place the seat does not know."""
    seen = state.seen
    out = seen.gone | state.hand | state.discards
    for cards in state.played:
        out |= cards
    if seen.turn_up is not None and seen.taker is None:
        out |= 1 << seen.turn_up
    return PACK & ~out


def _places(state: Witness) -> list[tuple[str, int, int]]:
    """Where hidden cards may be: name, room, and the set of cards that can't be there."""
    seen = state.seen
    seats = seen.rules.seats
    winner, taker = seen.ruff_winner, seen.taker
    turn_up = 0 if seen.turn_up is None else 1 << seen.turn_up
    ace = 1 << seen.trump_ace if seen.trump_ace is not None and seen.is_whole else 0
    closed = _not_had(seen)
    places = []
    for seat in range(seats):
        if seat == seen.seat:
            continue
        barred = suits_set(state.voids[seat])
        if seat != taker:
            barred |= turn_up | ace | (closed if seat == winner else seen.shown)
        elif seat != winner:
            barred |= seen.shown
        places.append((f"the hand of seat {seat}", state.sizes[seat], barred))
    if taker is not None and taker != seen.seat and not state.discard_due:
        places.append((f"the discards of seat {taker}", HEAD_SIZE, 0 if winner == taker else seen.shown))
    if seen.is_whole:
        out = seen.rules.dead_count + (HEAD_SIZE - 1 if taker is None else 0)
        # the trump ace is out of play where nobody took the head, or where a dealer may have taken it without the ace
        barred = seen.shown | turn_up | (ace if taker is not None and seen.ace_by_taker else 0)
        places.append(("the cards out of play", out, barred))
    return places
