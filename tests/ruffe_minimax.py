"""Ruffe with all cards known, by plain minimax over bit masks: the values of every play, sharing nothing with the library.

A hand is a byte: bit i is the i-th of the cards that the seat holds at the start. A state is a whole number, the hand of seat s
in its byte s. All plays are tried, and a state at the start of a trick is looked up if it was seen before. Nothing else is
saved but one thing: a side that has all the tricks there are looks no further.
"""

CARDS_OF = [tuple(card for card in range(8) if mask >> card & 1) for mask in range(256)]


class Minimax:
    """The ending of one game: hands of at most eight cards before the first trick, trump (-1: none), sides 0 and 1."""

    def __init__(self, hands: list[frozenset[int]], trump: int, sides: list[int], follow: str) -> None:
        self.players = len(hands)
        self.cards = [sorted(hand) for hand in hands]
        self.wants = [side == 0 for side in sides]  # the seat wants many tricks for side 0
        self.memo: dict[int, int] = {}
        # The cards that must be played if there are any, by seat and led suit; and then those if there are any.
        self.first: list[list[int]] = []
        self.second: list[list[int]] = []
        # How much each card is worth in a trick, by seat, led suit and card.
        self.worth: list[list[list[int]]] = []
        for cards in self.cards:
            suits = [sum(1 << i for i, card in enumerate(cards) if card // 13 == suit) for suit in range(4)]
            trumps = suits[trump] if trump >= 0 else 0
            self.first.append([suit | trumps if follow == "suit-or-trump" else suit for suit in suits])
            self.second.append([trumps if follow == "suit-else-trump" else 0] * 4)
            self.worth.append([[200 + c if c // 13 == trump else c if c // 13 == led else -1 for c in cards] for led in range(4)])

    def plays(self, leader: int, trick: list[int]) -> dict[int, int]:
        """The tricks of side 0 from here on, this one included, after each legal card of the seat to move."""
        state = sum((1 << len(cards)) - 1 << 8 * seat for seat, cards in enumerate(self.cards))
        left = len(self.cards[leader])
        best, winner, led = -1, leader, trick[0] // 13 if trick else -1
        for step, card in enumerate(trick):
            seat = (leader + step) % self.players
            at = self.cards[seat].index(card)
            state ^= 1 << at + 8 * seat
            if self.worth[seat][led][at] > best:
                best, winner = self.worth[seat][led][at], seat
        seat = (leader + len(trick)) % self.players
        found = {}
        for at in CARDS_OF[self.legal(state, seat, led)]:
            suit = led if trick else self.cards[seat][at] // 13
            worth = self.worth[seat][suit][at]
            now = (worth, seat) if worth > best else (best, winner)
            found[self.cards[seat][at]] = self.next(state ^ 1 << at + 8 * seat, leader, seat, suit, *now, left)
        return found

    def legal(self, state: int, seat: int, led: int) -> int:
        """What a seat may play, as a mask; led: -1 for a lead."""
        hand = state >> 8 * seat & 255
        return hand if led < 0 else hand & self.first[seat][led] or hand & self.second[seat][led] or hand

    def next(self, state: int, leader: int, seat: int, led: int, best: int, winner: int, left: int) -> int:
        """The value after a play of `seat`."""
        seat = seat + 1 if seat + 1 < self.players else 0
        if seat != leader:
            return self.reply(state, leader, seat, led, best, winner, left)
        won = 1 if self.wants[winner] else 0
        return won + self.lead(state, winner, left - 1) if left > 1 else won

    def lead(self, state: int, leader: int, left: int) -> int:
        """The value at the start of a trick."""
        key = state << 2 | leader
        value = self.memo.get(key, -1)
        if value >= 0:
            return value
        wants, cards, worth = self.wants[leader], self.cards[leader], self.worth[leader]
        value, enough = (-1, left) if wants else (99, 0)
        for at in CARDS_OF[state >> 8 * leader & 255]:
            led = cards[at] // 13
            found = self.next(state ^ 1 << at + 8 * leader, leader, leader, led, worth[led][at], leader, left)
            if found > value if wants else found < value:
                value = found
                if value == enough:
                    break
        self.memo[key] = value
        return value

    def reply(self, state: int, leader: int, seat: int, led: int, best: int, winner: int, left: int) -> int:
        """The value when `seat` is to reply to the led suit; so far `winner` takes the trick, with a card worth `best`."""
        wants, worth = self.wants[seat], self.worth[seat][led]
        hand = state >> 8 * seat & 255
        legal = hand & self.first[seat][led] or hand & self.second[seat][led] or hand
        value, enough = (-1, left) if wants else (99, 0)
        for at in CARDS_OF[legal]:
            new = worth[at]
            after = state ^ 1 << at + 8 * seat
            if new > best:
                found = self.next(after, leader, seat, led, new, seat, left)
            else:
                found = self.next(after, leader, seat, led, best, winner, left)
            if found > value if wants else found < value:
                value = found
                if value == enough:
                    break
        return value
