"""Sure escapes: every claim against worlds and plans listed one by one, and the share of views in which there is one."""

import random

from rassi_deals import random_deal, random_ending
from rassi_sure_naive import guaranteed_after, hidden_hands, open_worst
from scale import scaled
from tricorn import Limit, rassi
from tricorn._rassi_safe import sure_plays
from tricorn.cards import cards_of, parse_card, parse_hand
from tricorn.rassi import worlds
from tricorn.rassi.risk import safe_plays
from tricorn.rassi.rules import height


def small_view(rng: random.Random) -> rassi.View:
    """A view in an ending of two to four tricks with few unseen cards, often with aces and low cards in it."""
    while True:
        players = rng.choice([2, 2, 3, 3, 4])
        size = rng.choice([2, 3, 4] if players == 2 else [2, 3] if players == 3 else [2])
        position = random_ending(rng, players, size, rng.choice([0, 0, 1, 2, 4] if size < 4 else [0, 1]))
        for _ in range(rng.randrange(players * size)):
            position = position.play(rng.choice(position.legal()))
        if position.to_move is None:
            continue
        view = position.view(position.to_move)
        count = worlds.count(view)
        if count is not None and count <= 400:
            return view


def arguments(view: rassi.View) -> dict[str, object]:
    return {
        "seat": view.seat,
        "leader": view.leader,
        "trick": tuple(height(card) - 2 for _, card in view.trick),
        "optional": view.rules.overtake == "optional",
        "all_pay": view.rules.last_tie == "all",
    }


def full_worlds(view: rassi.View) -> set[tuple[tuple[int, ...], ...]]:
    own = tuple(sorted(height(card) - 2 for card in cards_of(view.hand)))
    pool = [height(card) - 2 for card in cards_of(view.unseen)]
    intervals = [(low - 2, high - 2) for low, high in view.intervals]
    hidden = hidden_hands(pool, view.sizes, intervals, view.seat)
    return {tuple(own if seat == view.seat else hand for seat, hand in enumerate(hands)) for hands in hidden}


def test_claims_are_exact_in_small_views() -> None:
    """True exactly where one plan serves in all worlds; and then nobody can make the seat pay in any of them, open or not."""
    rng = random.Random(1)
    found = {True: 0, False: 0}
    for _ in range(scaled(1500, 10_000)):
        view = small_view(rng)
        every = full_worlds(view)
        for action, safe in safe_plays(view, nodes=10**9).items():
            rank = height(parse_card(action)) - 2
            about = arguments(view)
            assert safe is guaranteed_after(
                every, view.seat, about["leader"], about["trick"], rank, about["optional"], about["all_pay"]
            ), (view, action)
            if safe:
                worst = open_worst(
                    every, view.seat, about["leader"], about["trick"], rank, about["optional"], about["all_pay"]
                )
                assert worst == 0, (view, action)
            found[safe] += 1
    assert min(found.values()) > 100


def test_quick_answers_change_nothing() -> None:
    rng = random.Random(2)
    for _ in range(scaled(1000, 10_000)):
        view = small_view(rng)
        own = [height(card) - 2 for card in cards_of(view.hand)]
        pool = [0] * 13
        for card in cards_of(view.unseen):
            pool[height(card) - 2] += 1
        intervals = [(low - 2, high - 2) for low, high in view.intervals]
        plays = sorted({height(parse_card(action)) - 2 for action in view.legal()})
        with_cut, without = (
            sure_plays(own, pool, intervals, view.sizes, plays=plays, nodes=10**9, cut=cut, **arguments(view))[0]
            for cut in (True, False)
        )
        assert with_cut == without


def test_a_small_budget_claims_no_more() -> None:
    rng = random.Random(3)
    ended = 0
    for _ in range(scaled(300, 3000)):
        view = small_view(rng)
        whole = safe_plays(view, nodes=10**9)
        for nodes in (1, 3, 20):
            for action, safe in safe_plays(view, nodes=nodes).items():
                assert safe in (None, whole[action])
                ended += safe is None
    assert ended > 50


def test_claims_in_whole_deals_hold_in_open_cards() -> None:
    """At any point of a whole deal: where a play is said to be safe, the paranoid solver agrees in the true deal."""
    rng = random.Random(4)
    claims = 0
    for _ in range(scaled(150, 1500)):
        position = random_deal(rng)
        while position.to_move is not None:
            view = position.view(position.to_move)
            if view.phase == "play" and view.sizes[view.seat] <= 4:
                safe = safe_plays(view, nodes=300)
                sure = [action for action, answer in safe.items() if answer]
                claims += len(sure)
                if sure:
                    rows = position.solve(method="paranoid").plays
                    solved = {card: row.hi for row in rows for card in (row.card, *row.equals)}
                    assert all(solved[action] == 0 for action in sure), (view, sure)
            position = position.play(rng.choice(position.legal()))
    assert claims > 200


def test_keep_can_be_safe_and_change_is_never_claimed() -> None:
    """With one other player, four aces and two twos: the other one has no ace, so some card worth 2 or more, played before
    or after; ours can be an ace whenever it leads, but not if the twos must follow. What is claimed, worlds bear out."""
    hand = parse_hand("SA HA DA CA S2 H2")
    rest = [card for card in range(52) if not hand >> card & 1]
    other = sum(1 << card for card in rest[:6])
    position = rassi.Position.start([hand, other], rest[6:], dealer=1)
    view = position.view(0)
    assert view.legal() == ("change", "keep")
    assert safe_plays(view) == {"change": None, "keep": True}
    found = worlds.evaluate(view, ["keep"], seed=1, first=0, count=500)
    assert (found.values == 0).all()


def test_advice_says_what_is_safe() -> None:
    """The rows of advice: what worlds refute is False, what is left is proven or not, as `safe_plays` says."""
    rng = random.Random(5)
    found = {True: 0, False: 0}
    for _ in range(scaled(150, 2000)):
        view = small_view(rng)
        whole = safe_plays(view, nodes=10**9)
        for row in view.advise(Limit(worlds=5)).plays:
            assert row.safe is whole[row.card]
            found[row.safe] += 1
    assert min(found.values()) > 20
