"""Bad input: one clear line on standard error, exit status 2, nothing on standard output; never a traceback."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli_run import Cli, Run
from tricorn import games

READERS = (
    ("show", "-"),
    ("view", "-"),
    ("view", "-", "--seat", "0", "--json"),
    ("solve", "-", "--nodes", "100"),
    ("advise", "-", "--worlds", "1"),
    ("review", "-", "--nodes", "100"),
    ("verify", "-"),
)
GARBAGE = bytes(range(33, 127)) * (3 * 1024 * 1024 // 94 + 1)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Cli:
    return Cli(monkeypatch, capsys)


def assert_refused(run: Run, *parts: str) -> None:
    assert run.status == 2
    assert run.out == ""
    assert run.err.startswith("tricorn: ")
    assert run.err.count("\n") == 1
    assert run.err.endswith("\n")
    assert len(run.err) < 2000
    for quoted in re.findall(r"'([^']*)'", run.err):
        assert len(quoted) <= 60
    for part in parts:
        assert part in run.err


BAD_TEXT = {
    "garbage of 3 MB": (GARBAGE, ("-", "standard input")),
    "nothing": (b"", ("empty",)),
    "blanks": (b" \n\n ", ("empty",)),
    "a list": (b"[1, 2]", ("[1, 2]",)),
    "a number": (b"12", ("12",)),
    "half a document": (b'{"type": "russi.position", "deal"', ()),
    "not UTF-8": (b"\xff\xfe\x00{", ("byte 0", "UTF-8")),
    "a deep nest": (b"[" * 100_000, ()),
    "an unknown type": (b'{"type": "whist.position"}', ()),
    "no type": (b'{"cards": []}', ()),
    "a type of the wrong type": (b'{"type": 5}', ()),
    "a null": (b"null", ()),
    "a NaN": (b'{"type": NaN}', ()),
}


@pytest.mark.parametrize("name", BAD_TEXT)
@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_bad_text(cli: Cli, words: tuple[str, ...], name: str) -> None:
    raw, parts = BAD_TEXT[name]
    run = cli(*words, stdin=raw)
    assert_refused(run, *(part for part in parts if part != "-" and (words[0] != "verify" or part == "empty")))


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_no_such_file_or_a_directory(cli: Cli, words: tuple[str, ...], tmp_path: Path) -> None:
    there = [str(tmp_path) if word == "-" else word for word in words]
    assert_refused(cli(*there), "is a directory")
    there = ["no/such/file" if word == "-" else word for word in words]
    assert_refused(cli(*there), "'no/such/file'", "no such file")
    there = ["a\0b" if word == "-" else word for word in words]
    assert_refused(cli(*there))


def deal(game: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(games.load(game).deal(1).to_json())
    return data


def broken(game: str, defect: str) -> dict[str, Any]:
    """A deal of a game with a defect."""
    data = deal(game)
    match defect:
        case "duplicate":
            if game == "russi":
                data["deal"][0]["hand"] = " ".join([*data["deal"][0]["hand"].split()[1:], data["deal"][0]["hand"].split()[-1]])
            else:
                data["hands"][0] = data["hands"][1]
        case "not a card":
            if game == "russi":
                data["deal"][0]["hand"] = "SX " + data["deal"][0]["hand"]
            else:
                data["hands"][0] = "SX S2"
        case "not held":
            data["record"] = [*data.get("record", []), "JK1"]
        case "not an action":
            data["record"] = ["x" * 5000]
        case "record of numbers":
            data["record"] = [1, 2]
        case "record of the wrong type":
            data["record"] = "SA"
        case "dealer":
            data["dealer"] = 17
        case "dealer of the wrong type":
            data["dealer"] = "north"
        case "unknown field":
            data["colour"] = "red"
        case "unknown rule":
            data["rules"] = {"colour": "red"}
        case "rules of the wrong type":
            data["rules"] = 3
        case "hands of the wrong type":
            data["deal" if game == "russi" else "hands"] = {"a": 1}
    return data


DEFECTS = (
    "duplicate",
    "not a card",
    "not held",
    "not an action",
    "record of numbers",
    "record of the wrong type",
    "dealer",
    "dealer of the wrong type",
    "unknown field",
    "unknown rule",
    "rules of the wrong type",
    "hands of the wrong type",
)


@pytest.mark.parametrize("defect", DEFECTS)
@pytest.mark.parametrize("game", games.NAMES)
def test_a_position_with_a_defect(cli: Cli, game: str, defect: str) -> None:
    text = json.dumps(broken(game, defect))
    for words in (READERS[0], READERS[2], READERS[3]):
        assert_refused(cli(*words, stdin=text), "standard input: ")


@pytest.mark.parametrize("game", games.NAMES)
def test_a_wrong_seat(cli: Cli, game: str) -> None:
    text = json.dumps(deal(game))
    for seat in ("9", "-1", "99999999999999999999"):
        assert_refused(cli("view", "-", "--seat", seat, stdin=text), "seat " + seat)
    assert_refused(cli("view", "-", "--seat", "north", stdin=text), "--seat")
    assert_refused(cli("play", game, "--seat", "9"), "seat 9")
    seen = games.load(game).deal(1).view(0).to_json()
    assert_refused(cli("view", "-", "--seat", "1", stdin=seen), "seat 1", "seat 0")
    idle = next(seat for seat in (0, 1) if seat != games.load(game).deal(1).to_move)
    assert_refused(cli("advise", "-", "--seat", str(idle), stdin=text), f"seat {idle}")


@pytest.mark.parametrize("game", games.NAMES)
def test_a_view_where_a_position_is_needed(cli: Cli, game: str) -> None:
    seen = games.load(game).deal(1).view(0).to_json()
    for words in (READERS[3], READERS[5]):
        assert_refused(cli(*words, stdin=seen), f"{game} view", f"{game} position is needed")


def test_a_view_that_no_deal_agrees_with(cli: Cli) -> None:
    data = json.loads(games.load("russi").deal(1).view(0).to_json())
    data["record"] = ["C2", "C2"]
    assert_refused(cli("show", "-", stdin=json.dumps(data)))


def test_nothing_to_review(cli: Cli) -> None:
    assert_refused(cli("review", "-", stdin=json.dumps(deal("russi"))), "the record is empty")


BAD_WORDS = (
    ("shw",),
    ("deal",),
    ("deal", "whist"),
    ("deal", "x" * 5000),
    ("deal", "russi", "--seed", "-1"),
    ("deal", "russi", "--seed", "x"),
    ("deal", "russi", "--seed", "99999999999999999999999"),
    ("deal", "russi", "--players", "3"),
    ("deal", "russi", "--dealer", "2"),
    ("deal", "ruffe", "--players", "5"),
    ("deal", "ruffe", "--dealer", "4"),
    ("deal", "ruffe", "--dealer", "-1"),
    ("deal", "rassi", "--players", "10"),
    ("deal", "rassi", "--dealer", "-1"),
    ("deal", "rassi", "--rule", "jokers=7"),
    ("deal", "rassi", "--rule", "jokers"),
    ("deal", "rassi", "--rule", "out_at=0"),
    ("deal", "ruffe", "--rule", "follow=suit", "--rule", "follow=suit"),
    ("deal", "ruffe", "--rule", "follow=colour"),
    ("deal", "ruffe", "--rule", "target=0"),
    ("deal", "ruffe", "--rule", "=suit"),
    ("deal", "russi", "--rule", "follow=suit"),
    ("deal", "russi", "extra"),
    ("solve", "-", "--nodes", "0"),
    ("solve", "-", "--time-s", "-2"),
    ("solve", "-", "--time-s", "nan"),
    ("solve", "-", "--table-mb", "0"),
    ("solve", "-", "--colour"),
    ("advise", "-", "--worlds", "0"),
    ("advise", "-", "--threads", "0"),
    ("advise", "-", "--time-s", "x"),
    ("play", "whist"),
    ("play", "russi", "--opponent", "nobody"),
    ("play", "russi", "--opponent", "rule:worlds=5"),
    ("verify",),
    ("verify", "-", "--limit", "0"),
    ("schema", "whist"),
    ("bench", "extra"),
)


@pytest.mark.parametrize("words", BAD_WORDS, ids=lambda words: " ".join(words)[:40])
def test_bad_words(cli: Cli, words: tuple[str, ...]) -> None:
    assert_refused(cli(*words, stdin=json.dumps(deal("russi"))))


def test_options_that_a_game_does_not_have(cli: Cli) -> None:
    assert_refused(cli("solve", "-", "--method", "paranoid", stdin=json.dumps(deal("russi"))), "--method 'paranoid'")
    keep = games.load("rassi").deal(1)
    while keep.phase != "play":
        keep = keep.play("keep")
    assert_refused(cli("solve", "-", "--method", "optimistic", stdin=keep.to_json()), "'optimistic'")


def test_solving_before_the_play(cli: Cli) -> None:
    assert_refused(cli("solve", "-", stdin=json.dumps(deal("rassi"))), "phase")


GOLDEN = '{"id":"u000","tricks":1,"leader":1,"players":[{"hand":"C6","piles":[]},{"hand":"HT","piles":[]}],"value":1}'
BAD_GOLDEN = {
    "half a line": GOLDEN[:40],
    "a list": "[]",
    "another object": '{"a": 1}',
    "a field too many": GOLDEN.replace('"value"', '"colour":1,"value"'),
    "a field too few": GOLDEN.replace(',"value":1', ""),
    "a value of the wrong type": GOLDEN.replace('"value":1', '"value":"1"'),
    "no card": GOLDEN.replace("HT", "HX"),
    "a card twice": GOLDEN.replace("HT", "C6"),
    "a wrong count": GOLDEN.replace('"tricks":1', '"tricks":2'),
    "a bad pile": GOLDEN.replace('"piles":[]', '"piles":["C3"]'),
    "three players": GOLDEN.replace('"players":[', '"players":[{"hand":"C7","piles":[]},'),
    "a leader of nobody": GOLDEN.replace('"leader":1', '"leader":2'),
    "ranks that are none": '{"id":"s","leader":0,"hands":["X7","32"],"overtake":"forced","maxn_lowest_first":[7,0],'
    '"maxn_highest_first":[7,0],"paranoid":[7,0]}',
    "a vector too short": '{"id":"s","leader":0,"hands":["J7","32"],"overtake":"forced","maxn_lowest_first":[7],'
    '"maxn_highest_first":[7,0],"paranoid":[7,0]}',
    "five players": '{"id":"r","players":5,"sides":[0,1],"trump":"S","leader":0,"hands":[],"follow":"suit","value":2}',
    "sides missing": '{"id":"r","players":2,"sides":[0],"trump":"S","leader":0,"hands":["S2","S3"],"follow":"suit","value":1}',
    "no hand of W": '{"id":"w","n":1,"trump":"N","lead":"N","hands":{"N":"A...","E":"K...","S":"Q..."},"tricks":1,"scores":{}}',
}


@pytest.mark.parametrize("name", BAD_GOLDEN)
def test_a_bad_golden_line(cli: Cli, name: str, tmp_path: Path) -> None:
    file = tmp_path / "golden.jsonl"
    file.write_text(f"{GOLDEN}\n\n{BAD_GOLDEN[name]}\n")
    assert_refused(cli("verify", str(file)), f"{file}:3: ")
