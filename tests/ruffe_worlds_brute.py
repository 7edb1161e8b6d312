"""Every world of a small view of Ruffe, found by trying all deals: each is played from the start and looked at again.

Nothing here knows voids, rooms or totals: a deal with its discards is a world if the rules let the record happen in it and
the seat would then have seen exactly what it has.
"""

import random
from collections.abc import Iterator
from itertools import combinations
from math import comb

from tricorn.cards import PACK, card_set, cards_of
from tricorn.errors import TricornError
from tricorn.ruffe import Position, Rules, View, deal
from tricorn.ruffe.position import discard_text
from tricorn.ruffe.start import ending, whole_deal

World = tuple[tuple[int, int, int, int], int, int, int]
FORMATS = ("4", "3-long", "2-long", "3-short", "2-short")
HEAD, DEAD = 4, 5


def random_rules(rnd: random.Random, **options: str) -> Rules:
    """Rules with every option at random but those given."""
    shape = options.pop("format", None) or rnd.choice(FORMATS)
    chosen = {
        "follow": rnd.choice(("suit-else-trump", "suit-or-trump", "suit")),
        "show": rnd.choice(("suit", "hand")),
        "ruff_tie": rnd.choice(("eldest", "nobody")),
        "unclaimed_head": rnd.choice(("out", "dealer")),
        "sides": rnd.choice(("pairs", "singles")) if shape == "4" else "singles",
        "par": rnd.choice(("dealt", "12")),
        **options,
    }
    return Rules(shape, **chosen)


def played_on(position: Position, steps: int, rnd: random.Random) -> Position:
    """The position after some random actions, or where the deal is over."""
    for _ in range(steps):
        seat = position.to_move
        if seat is None:
            break
        if position.phase == "discard":
            position = position.play(discard_text(card_set(rnd.sample(list(cards_of(position.hands[seat])), 4))))
        else:
            position = position.play(rnd.choice(position.legal()))
    return position


def random_ending(rnd: random.Random) -> Position:
    """A small ending with any sides, with or without trumps, perhaps in the middle of a trick."""
    rules = random_rules(rnd)
    seats, size = rules.seats, rnd.randint(1, 5)
    pack = rnd.sample(range(52), seats * size)
    hands = [card_set(pack[seat * size : (seat + 1) * size]) for seat in range(seats)]
    trump = rnd.choice((None, 0, 1, 2, 3))
    sides = rnd.choice([sides for sides in ((0, 1, 0, 1), (0, 1, 1, 0), (0, 1, 2, 3), (0, 1, 1, 1)) if len(sides) >= seats])
    leader = rnd.randrange(seats)
    start = Position.ending(rules, hands, leader, trump, sides=sides[:seats])
    begun = played_on(start, rnd.randrange(seats), rnd)
    if begun.trick and rnd.random() < 0.5:  # an ending that starts with cards on the table
        table = [card for _, card in begun.trick]
        start = Position.ending(rules, begun.hands, leader, trump, sides=sides[:seats], trick=table)
    return start


def random_position(rnd: random.Random, **options: str) -> Position:
    """A position of any phase of any game; one in five in or after an ending."""
    if not options and rnd.random() < 0.2:
        start = random_ending(rnd)
        return played_on(start, rnd.randint(0, start.seats * start.tricks_left), rnd)
    rules = random_rules(rnd, **options)
    start = deal(rnd.getrandbits(40), rules, rnd.randrange(rules.seats))
    whole = rules.seats * rules.hand_size + 1
    steps = rnd.choice((0, 1, rnd.randint(0, whole), rnd.randint(0, whole), whole))
    return played_on(start, steps, rnd)


def rooms(view: View) -> tuple[dict[int, int], dict[int, int], int]:
    """(cards still to find for each place, cards sure to lie there, all cards to be found)."""
    rules, seen = view.rules, view.seen
    sure, room = {}, {}
    table = card_set(seen.trick)
    own_place = (view.seat - seen.leader) % view.seats
    full = seen.hand.bit_count() + (own_place < len(seen.trick))
    for seat in range(view.seats):
        size = rules.hand_size if seen.is_whole else full - ((seat - seen.leader) % view.seats < len(seen.trick))
        sure[seat] = view.played[seat] & ~table if seat != view.taker else 0
        if seat == view.seat:
            sure[seat] = seen.hand
        room[seat] = size - sure[seat].bit_count()
    if seen.is_whole:
        sure[HEAD] = card_set(seen.head) or 1 << view.turn_up
        room[HEAD] = 4 - sure[HEAD].bit_count()
        room[DEAD] = rules.dead_count
    pool = PACK & ~(seen.gone | table)
    for cards in sure.values():
        pool &= ~cards
    return room, sure, pool


def tries(view: View) -> int:
    """How many deals and discards `every_world` looks at, at most."""
    room, _, pool = rooms(view)
    left, out = pool.bit_count(), 1
    for count in room.values():
        out *= comb(left, count)
        left -= count
    if view.taker not in (None, view.seat) and view.record:
        out *= comb(view.rules.hand_size + 4 - view.played[view.taker].bit_count(), 4)
    return out


def _shares(pool: int, places: list[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """All ways to give each place so many cards of the pool."""
    if not places:
        yield {}
        return
    (place, count), rest = places[0], places[1:]
    for cards in combinations(list(cards_of(pool)), count):
        for share in _shares(pool & ~card_set(cards), rest):
            yield {place: card_set(cards), **share}


def every_world(view: View) -> set[World]:
    """All worlds of a view."""
    room, sure, pool = rooms(view)
    found = set()
    seats, seen = view.seats, view.seen
    for share in _shares(pool, list(room.items())):
        hands = [sure[seat] | share[seat] for seat in range(seats)]
        padded = (*hands, *[0] * (4 - seats))
        try:
            if not seen.is_whole:
                start = ending(
                    seen.rules, hands, seen.leader, seen.trump,
                    sides=seen.sides, trick=seen.trick, taken=seen.taken, dealer=seen.dealer,
                )  # fmt: skip
                if Position.from_start(start, view.record).view(view.seat) == view:
                    found.add((padded, 0, 0, 0))
                continue
            head, dead = sure[HEAD] | share[HEAD], share[DEAD]
            first = (seen.turn_up, *cards_of(head & ~(1 << seen.turn_up)))
            start = whole_deal(seen.rules, seen.dealer, hands, first, dead)
        except TricornError:
            continue
        if start.ruff.totals != seen.totals or start.taker != seen.taker or (seen.shown and start.ruff.shown != seen.shown):
            continue
        choices = [0]
        if seen.taker not in (None, view.seat) and view.record:
            taken = hands[seen.taker] | head
            if view.played[seen.taker] & ~taken:
                continue
            choices = [card_set(four) for four in combinations(list(cards_of(taken & ~view.played[seen.taker])), 4)]
        for thrown in choices:
            record = (discard_text(thrown), *view.record[1:]) if thrown else view.record
            try:
                if Position.from_start(start, record).view(view.seat) == view:
                    found.add((padded, head, dead, thrown))
            except TricornError:
                pass
    return found


def count_by_cards(view: View, forced: dict[int, int] | None = None, most: int = 150_000) -> int | None:
    """The number of worlds of a whole deal, by dealing card after card with all states that matter kept in a dict.

    Slower than the sampler and much simpler; reaches views with far more worlds than can be tried. `forced` puts cards in
    places (a seat as dealt, `HEAD`, `DEAD`). None if there would be more than `most` states.
    """
    forced = forced or {}
    rules, seen, taker = view.rules, view.seen, view.taker
    others = [seat for seat in range(view.seats) if seat != view.seat]
    room, sure, pool = rooms(view)
    hidden = taker is not None and taker != view.seat
    thrown = hidden and bool(view.record)
    spots = [*others, HEAD, DEAD]
    winner = view.ruff_winner if view.shown else None
    states = {(tuple(room[spot] for spot in spots), 0, (False,) * len(others)): 1}
    for suit in range(4):
        line = 0x1FFF << 13 * suit
        void = [view.voids[seat] >> suit & 1 for seat in range(view.seats)]
        hands = [tuple(min(card % 13 + 2, 10) + (card % 13 == 12) for card in cards_of(sure[seat] & line)) for seat in others]
        begin = tuple((len(points), sum(points)) for points in hands)
        gone_up = int(thrown and void[taker] and seen.turn_up // 13 == suit and not view.played[taker] >> seen.turn_up & 1)
        inner = {(rooms_, voids + gone_up, flags, begin): ways for (rooms_, voids, flags), ways in states.items()}
        for card in cards_of(pool & line):
            ace = card == seen.trump_ace
            allowed = []
            for index, spot in enumerate(spots):
                if card in forced and forced[card] != spot:
                    continue
                if spot == taker:
                    good = spot != winner or rules.show != "hand" or view.shown >> card & 1
                elif spot == HEAD:
                    good = not (ace and seen.ace_by_taker)
                elif spot == DEAD:
                    good = not (ace and seen.ace_by_taker) and not (hidden and view.played[taker] >> card & 1)
                else:
                    good = not ace and not void[spot] and not (hidden and view.played[taker] >> card & 1)
                if spot == winner:
                    good = good and (view.shown >> card & 1 or (not view.shown & line and rules.show == "suit"))
                elif spot < HEAD:
                    good = good and not view.shown >> card & 1
                else:
                    good = good and not view.shown >> card & 1
                if good:
                    allowed.append((index, spot))
            new: dict[tuple, int] = {}
            points = min(card % 13 + 2, 10) + (card % 13 == 12)
            for (rooms_, voids, flags, sums), ways in inner.items():
                for index, spot in allowed:
                    if rooms_[index] == 0:
                        continue
                    left = (*rooms_[:index], rooms_[index] - 1, *rooms_[index + 1 :])
                    now = sums
                    if spot < HEAD:
                        now = (*sums[:index], (sums[index][0] + 1, sums[index][1] + points), *sums[index + 1 :])
                    must = thrown and void[taker] and spot in (taker, HEAD) and not view.played[taker] >> card & 1
                    if voids + must <= 4:
                        key = (left, voids + must, flags, now)
                        new[key] = new.get(key, 0) + ways
            inner = new
            if len(inner) > most:
                return None
        states = {}
        for (rooms_, voids, flags, sums), ways in inner.items():
            reached = list(flags)
            for index, seat in enumerate(others):
                cards, total = sums[index]
                total += (min(seen.turn_up % 13 + 2, 10) + (seen.turn_up % 13 == 12)) * (seen.turn_up // 13 == suit and cards > 0)
                if total > view.totals[seat]:
                    break
                if total == view.totals[seat]:
                    longest = max((view.shown >> 13 * other & 0x1FFF).bit_count() for other in range(4))
                    if seat == winner and rules.show == "suit" and not view.shown & line and cards >= longest:
                        break
                    reached[index] = True
            else:
                key = (rooms_, voids, tuple(reached))
                states[key] = states.get(key, 0) + ways
    total = 0
    for (rooms_, voids, flags), ways in states.items():
        if any(rooms_) or not all(flags):
            continue
        if thrown:
            unplayed = rules.hand_size + 4 - view.played[taker].bit_count()
            ways *= comb(unplayed - voids, 4 - voids) if unplayed - voids >= 4 - voids else 0
        total += ways
    return total
