"""A deal between a person and the engine, over any two text streams."""

import sys
from typing import TYPE_CHECKING, Final

from tricorn.cards import card_text, parse_card, quote
from tricorn.commands.output import console
from tricorn.commands.render import event_lines, print_document, result_lines
from tricorn.commands.tables import print_advice
from tricorn.errors import IllegalPlayError, NotationError, TricornError

if TYPE_CHECKING:
    from tricorn.games import Position, View
    from tricorn.limit import Limit
    from tricorn.players import Player

HELP: Final = """Type a card to play it: SA, as, A♠, 10h are all understood. Before the play:
  Ruffe: discard S2 S3 H4 H5 (or just the four cards); Rassi: change, keep.
hint   what the engine would play in your place, from what you know
undo   take back your last decision and all that came after it
show   the table as you see it
legal  what may be played now
help   this text
quit   leave the deal"""


class Session:
    """The state of a deal being played.

    Attributes:
        position: the deal as it stands.
        seat: the person's seat.
    """

    def __init__(
        self, position: "Position", seat: int, engine: "Player", limit: "Limit", seed: int, to_stderr: bool = False
    ) -> None:
        self.position = position
        self.seat = seat
        self._engine = engine
        self._limit = limit
        self._seed = seed
        self._to_stderr = to_stderr
        self._out = console(to_stderr)
        self._decisions: list[Position] = []

    def run(self) -> None:
        """Plays until the deal is over, the person quits, or the input ends."""
        self._say(f"You are seat {self.seat}. Type help for the commands.")
        for line in event_lines(None, self.position.view(self.seat)):
            self._say(line)
        while not self.position.is_over:
            if self.position.to_move != self.seat:
                self._engine_plays()
            elif not self._person_plays():
                self._say("You left the deal unfinished.")
                return
        for line in result_lines(self.position, self.seat):
            self._say(line)

    def _engine_plays(self) -> None:
        seat = self.position.to_move
        assert seat is not None
        self._advance(self._engine.choose(self.position.view(seat), self._seed))

    def _advance(self, action: str) -> None:
        before = self.position.view(self.seat)
        self.position = self.position.play(action)
        for line in event_lines(before, self.position.view(self.seat)):
            self._say(line)

    def _person_plays(self) -> bool:
        """Reads lines until one of them is a play; whether the deal goes on."""
        view = self.position.view(self.seat)
        print_document(view, self._to_stderr, full=False)
        while True:
            self._out.print("your play> ", end="")
            self._out.file.flush()
            line = sys.stdin.readline()
            if not line:
                self._say("")
                return False
            word = " ".join(line.split())
            if not sys.stdin.isatty():
                self._say(word)  # so that a dialogue from a file reads like one
            match word.lower():
                case "":
                    continue
                case "quit" | "exit" | "q":
                    return False
                case "help" | "?":
                    self._say(HELP)
                case "show":
                    print_document(view, self._to_stderr)
                case "legal":
                    self._say(self._legal_text(view))
                case "hint":
                    self._hint(view)
                case "undo":
                    if self._decisions:
                        self.position = self._decisions.pop()
                        self._say("Taken back.")
                        return True
                    self._say("There is nothing to take back.")
                case _:
                    if self._try(view, word):
                        return True

    def _try(self, view: "View", word: str) -> bool:
        """Plays what the person typed, or says why that can't be done."""
        typed = word
        if view.phase == "discard" and not word.lower().startswith("discard"):
            typed = "discard " + word
        before = self.position
        try:
            if view.phase == "play":  # judged by the view: why a card is refused must not tell where it lies
                typed = card_text(parse_card(word))
                if typed not in view.legal():
                    raise IllegalPlayError(f"you can't play {typed} now; legal: {self._legal_text(view)}")
            self._advance(typed)
        except NotationError:
            self._say(f"{quote(word)} is neither a play nor a command (help lists them)")
            return False
        except TricornError as error:
            self._say(str(error))
            return False
        self._decisions.append(before)
        return True

    def _hint(self, view: "View") -> None:
        try:
            advice = view.advise(self._limit)
        except TricornError as error:
            self._say(f"no hint: {error}")
            return
        print_advice(advice, self._to_stderr)

    def _legal_text(self, view: "View") -> str:
        actions = view.legal()
        if view.phase == "discard":
            return f"any four of your cards: {len(actions):,} choices"
        return " ".join(actions)

    def _say(self, text: str) -> None:
        self._out.print(text, soft_wrap=True)


