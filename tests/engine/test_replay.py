"""`python -m engine replay FILE`, in its own process and in this one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import Match
from engine.__main__ import main
from engine.commands.logs import MAX_FILE_BYTES, game_lines
from engine.record import Record, load
from tests.engine import tiny
from tests.engine.command_line import run_engine
from tests.engine.games import START, played
from tests.engine.test_record import LIVE, OVER
from tests.engine.test_text_form import STARTED

MOVES = ("c3 c4", "b3 c3", "a1 b1")
LOG = LIVE | {
    "entries": [[ply, ply % 2, "move", move, START + ply] for ply, move in enumerate(MOVES)],
    "clock": None,
}
PRINTED = """\
Three Musketeers, version 1, game 'Xy3kP0aQ', 3 entries
   1. musketeers   c3 c4
   2. cardinal     b3 c3
   3. musketeers   a1 b1
outcome: not over
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "log.json"


def written(file: Path, log: object) -> list[str]:
    """Return the arguments that replay this log."""
    file.write_text(json.dumps(log))
    return ["replay", str(file)]


def test_a_log_and_a_text_from_a_file_or_standard_input_are_printed_as_a_game(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for content in (json.dumps(LOG), STARTED):
        file.write_text(content)
        assert main(["replay", str(file)]) == 0
        assert tuple(capsys.readouterr()) == (PRINTED, "")
    done = run_engine("replay", "-", typed=json.dumps(LOG))
    assert (done.returncode, done.stdout) == (0, PRINTED)
    done = run_engine("replay", "-", typed="nothing")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Standard input is no log: Expecting value")


UNTRUE = "but it is: won by cardinal (aligned).\n"


@pytest.mark.parametrize(
    ("entry", "stated", "stream", "says"),
    [
        ([0, 1, "resign", "", START], (0, "resigned"), "out", "outcome: won by musketeers (resigned)\n"),
        ([0, 1, "abort", "", START], (None, "aborted"), "out", "outcome: no winner (aborted)\n"),
        ([0, 0, "move", "b2 a2", START], None, "err", f"After ply 1 the log states: not over; {UNTRUE}"),
        ([0, 0, "move", "b2 a2", START], (5, "aligned"), "err", f"won by seat 5 (aligned); {UNTRUE}"),
        ([0, 0, "move", "b2 a2", START], (None, "aligned"), "err", f"no winner (aligned); {UNTRUE}"),
        ([0, 0, "move", "b3 b4", START], None, "err", "ply 0: 'b3 b4' is not possible: not_your_piece.\n"),
    ],
)
def test_the_end_is_printed_and_an_untrue_end_or_entry_fails_in_one_sentence(
    file: Path,
    capsys: pytest.CaptureFixture[str],
    entry: list[object],
    stated: tuple[int | None, str] | None,
    stream: str,
    says: str,
) -> None:
    outcome = {"winner": stated[0], "reason": stated[1]} if stated else None
    assert main(written(file, OVER | {"entries": [entry], "outcome": outcome})) == (stream == "err")
    printed = getattr(capsys.readouterr(), stream)
    assert printed.endswith(says)
    assert stream == "out" or printed.count("\n") == 1


def test_a_solitaire_is_printed_as_its_player_reads_it_with_its_score() -> None:
    match = played(Match.start(tiny.GAME, 0, position="31 - 5246 -"), "keep 3", "keep 1", "say 4")
    record = Record("x", tiny.GAME, 0, None, None, False, (), match.outcome)
    assert game_lines(record, match) == [
        "Tiny, version 1, game 'x', 3 entries",
        "   1. player       +3",
        "   2. player       +1",
        "   3. player       say 4",
        "score: 2",
        "outcome: won by player (right)",
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is no log: Expecting value"),
        (b"\xff\xfe{", "is no log: "),
        (b"[" * 100_000, "is no log: "),
        (b'{"id": 1, "id": 2}', "is no log: the key 'id' occurs twice."),
        (b" " * (MAX_FILE_BYTES + 1), f"is no log: it has more than {MAX_FILE_BYTES} bytes."),
        (json.dumps(LOG | {"version": 2}).encode(), "version 2; its versions here: 1."),
        (STARTED.replace("b3 c3", "b3 b4").encode(), "is no log: move 1, cardinal: b3 b4 is not possible"),
        (STARTED.encode() + b"\xff", "is no log: 'utf-8' codec can't decode byte 0xff"),
        (json.dumps(LOG | {"position": "5 m"}).encode(), "a position has 5 ranks, not 1"),
    ],
)
def test_a_file_that_is_no_log_is_refused_in_one_sentence_with_the_place(
    file: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err


def test_a_file_that_is_not_there_cannot_be_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, stream, name in (("replay", "err", f"{file} "), ("check", "out", f"{file}: ")):
        assert main([command, str(file)]) == 1
        said = getattr(capsys.readouterr(), stream)
        assert said == f"{name}cannot be read: No such file or directory.\n"


CLAIMED = LOG | {
    "entries": [*LOG["entries"][:2], [2, 1, "claim", "win", START + 9]],
    "outcome": {"winner": 1, "reason": "abandoned"},
}


def test_an_end_that_the_file_cannot_prove_has_its_own_exit_code(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(written(file, CLAIMED)) == 3
    assert capsys.readouterr().out.endswith(
        "outcome: won by cardinal (abandoned)\nbut this file cannot prove that the other player had left\n"
    )
    file.write_text(load(CLAIMED | {"clock": {"base": 60, "increment": 0}}).text())
    assert main(["check", str(file)]) == 3
    file.write_text(
        file.read_text().replace("abandoned", "flag").replace("0-1", "1-0").replace(", b3 c3", "")
    )
    assert main(["check", str(file)]) == 1
    file.write_text(file.read_text().replace("c3 c4 ", "c3 c4, b3 c3 2. a1 b1 "))
    assert main(["check", str(file)]) == 3
    assert "this text cannot prove that the time was over" in capsys.readouterr().out
    file.write_text('[Game "three_musketeers"][Result "1/2-1/2"][Reason "too_long"] 1. c3 c4, b3 c3')
    assert main(["check", str(file)]) == 3
    assert "this text cannot prove that the log was full" in capsys.readouterr().out


def test_many_files_are_checked_and_each_has_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / name) for name in ("good", "claimed", "bad", "missing")]
    for name, log in zip(names, (LOG, CLAIMED, LOG | {"entries": [[0, 0, "castle", "", 5]]}), strict=False):
        Path(name).write_text(json.dumps(log))
    assert main(["check", *names[:1]]) == 0
    assert main(["check", *names[:2]]) == 3
    capsys.readouterr()
    assert main(["check", *names]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{names[0]}: Three Musketeers, 3 entries, not over"
    assert lines[1].startswith(f"{names[1]}: Three Musketeers, 3 entries, won by cardinal (abandoned); but")
    assert lines[2].endswith("ply 0: 'castle' is not an act.")
    assert lines[3].startswith(f"{names[3]}: ")
    assert main(["check", "--json", *names]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["fits"] for one in found] == [True, True, False, False]
    assert [one.get("told") for one in found] == [[*MOVES], [*MOVES[:2]], None, None]


def test_programs_get_json_of_a_replay_and_of_an_error(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*written(file, LOG), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["id"], found["entries"], found["outcome"]) == ("Xy3kP0aQ", 3, None)
    assert main([*written(file, LOG | {"version": 2}), "--json"]) == 1
    assert "version 2" in json.loads(capsys.readouterr().out)["error"]
