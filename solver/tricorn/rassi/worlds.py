"""Worlds of a view of Rassi: counted, drawn exactly uniformly, and every action valued in each.

A world is everything the seat has not seen: the hands now held, every hand thrown away, and the rest of the stock,
which is a set, in order only while exchanges can still happen. What is known of it: the rank interval of each player's
hand, as the plays show it; hands thrown away at "free" hold no K, Q, J; own cards thrown away are not in it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricorn._rng import shuffled
from tricorn.cards import card_set, cards_of, parse_card
from tricorn.errors import IllegalPlayError
from tricorn.rassi.plan import DEAD, NEXT, count_worlds, plan
from tricorn.rassi.position import Position
from tricorn.rassi.rules import HAND, STEPS, height
from tricorn.rassi.table import CHANGE, KEEP
from tricorn.rassi.view import View
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn._stop import Stop

__all__ = ["count", "evaluate", "sample"]
_SUITS = 2  # purpose of the stream that turns ranks into cards
_REST = 3  # and of the one that deals what is in no group


def count(view: View) -> int | None:
    """The number of worlds that agree with the view: exact; None where counting takes too long, 0 when there is none.

    >>> from tricorn import rassi
    >>> from math import comb, factorial
    >>> view = rassi.Position.start([0b111111, 0b111111 << 6], range(12, 16), leader=0).view(0)
    >>> count(view) == comb(10, 6)
    True
    """
    return count_worlds(view)


def sample(view: View, seed: int, index: int) -> Position:
    """World `index` of the stream `seed`, with every world of the view equally likely.

    Its hands are those of the same world in `evaluate`. `NoWorldError` when no world agrees with the view.
    """
    found = plan(view)
    drawn = found.sampler.ranks(seed, index, 1)[0].tolist()
    pile: dict[int, list[int]] = {}
    cards = list(cards_of(found.hidden))
    for place in shuffled(seed, index, len(cards), _SUITS):
        pile.setdefault(height(cards[place]) - 2, []).append(cards[place])
    groups = [[pile[rank].pop() for rank in drawn[g][:size]] for g, size in enumerate(found.sizes)]
    rest = sorted(card for cards in pile.values() for card in cards)
    rest = [rest[place] for place in shuffled(seed, index, len(rest), _REST)]
    held = {owner: cards for owner, cards in zip(found.owners, groups, strict=True) if owner >= 0}
    free = [cards for owner, cards in zip(found.owners, groups, strict=True) if owner == DEAD]
    following = [cards for owner, cards in zip(found.owners, groups, strict=True) if owner == NEXT]
    played = view.played
    # By seat the hands it has had, in order: those thrown away, then what it holds and has played.
    had: list[list[int]] = []
    for seat in range(view.seats):
        thrown = []
        for step in range(len(STEPS)):
            if view.changed[seat][step]:
                if seat == view.seat:
                    six = view.thrown[step]
                elif step == 0:
                    six = card_set(free.pop())
                else:
                    six = card_set(rest[:HAND])
                    del rest[:HAND]
                thrown.append(six)
        now = view.hand if seat == view.seat else card_set(held.get(seat, []))
        had.append([*thrown, now | card_set(played[seat])])
    stock: list[int] = []
    turn = [0] * view.seats
    for seat, _, changed in view.exchanges:
        if changed:
            turn[seat] += 1
            stock += cards_of(had[seat][turn[seat]])
    if following:
        order = shuffled(seed, index, HAND, _REST + 1)
        stock += [following[0][place] for place in order]
    stock += rest
    return Position.start(
        [hands[0] for hands in had],
        stock,
        rules=view.rules,
        dealer=view.dealer,
        scores=view.scores,
        leader=view.known.leader if view.known else None,
        multipliers=view.known.multipliers if view.known else None,
        record=view.record,
    )


def stakes_of_two(view: View) -> tuple[int, ...] | None:
    """The multipliers of two players, by seat, who in the play of the cards count the difference of their penalties.

    None where each counts its own penalty: with three players or more, and in the exchange, where stakes may still rise.
    """
    return tuple(view.multipliers) if view.seats == 2 and view.phase == "play" else None


def evaluate(
    view: View,
    actions: Sequence[str],
    *,
    seed: int,
    first: int,
    count: int,
    nodes: int | None = None,
    stop: "Stop | None" = None,
    numbers: "NDArray[np.int64] | None" = None,
    ties: str = "highest",
) -> WorldValues:
    """Every action valued in worlds `first .. first + count - 1` of the stream `seed`.

    A value is the seat's own penalty, multiplier included. In each world all players are taken to see all cards and to
    keep their own penalty low (max^n); of equally good plays they take the highest, or with `ties` "lowest" the lowest. Two
    players keep the own penalty less the other's low in the play of the cards (minimax), and it comes as `differences`.
    In the exchange, keep is worth the play of the deal with the hand as it is, change the same with the next six cards
    of the stock and the higher stake; both assume that whoever is asked later keeps. Where the budget `nodes` of a world
    ends its search, values come from a playout in which everybody plays the highest card allowed; the bounds are 0 and
    the worst card that can be left. `numbers`: the worlds themselves, in place of `first` and the next.
    """
    found = plan(view)
    legal = view.legal()
    wrong = [action for action in actions if action not in legal]
    if wrong:
        known = " ".join(legal) or "(none)"
        raise IllegalPlayError(f"{', '.join(map(repr, wrong))} not among the legal actions {known}")
    own = [height(card) - 2 for card in cards_of(view.hand)]
    now = view.multipliers[view.seat]
    if view.phase in STEPS:
        after = max(now, 1 << STEPS.index(view.phase))
        codes = [-2 if action == CHANGE else -1 for action in actions]
        stakes = [now if action == KEEP else after for action in actions]
    else:
        codes = [height(parse_card(action)) - 2 for action in actions]
        stakes = [now] * len(actions)
    kinds = sorted(set(codes))
    values, lo, hi, solved, used, differences = found.sampler.values(
        found.owners,
        own,
        seat=view.seat,
        seats=view.seats,
        leader=view.leader,
        trick=[height(card) - 2 for _, card in view.trick],
        optional=view.rules.overtake == "optional",
        all_pay=view.rules.last_tie == "all",
        actions=kinds,
        multipliers=[stakes[codes.index(kind)] for kind in kinds],
        seed=seed,
        first=first,
        count=count,
        nodes=nodes,
        stop=stop,
        lowest_first=ties == "lowest",
        numbers=numbers,
        stakes=stakes_of_two(view),
    )
    place = [kinds.index(code) for code in codes]
    told = None if differences is None else differences[:, place]
    return WorldValues(values[:, place], lo[:, place], hi[:, place], solved, used, differences=told)
