"""The command line except `replay` and `check`: lists, positions, perft, and a game in the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from engine import GAMES, PAST, Game, __version__, load_text, perft
from engine.__main__ import main
from tests.engine.games import completed, each_listed_kind, moves

MUSKETEERS = GAMES["three_musketeers"]
HORSEMEN = GAMES["four_horsemen"]
CASTLE = GAMES["beleaguered_castle"]
GUARDS = GAMES["cardinals_guards"]


UNREACHABLE = "ooooM/ooooo/ooMoo/ooooo/M1ooo m"  # by no game from the start


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the output of a command that succeeds."""
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def parsed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(printed(capsys, *arguments, "--json"))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence of a command that fails; nothing else is printed."""
    assert main([*arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_every_version_of_every_game_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = parsed(capsys, "list")
    assert [(one["id"], one["version"]) for one in listed if one["current"]] == [
        (game.id, game.version) for game in GAMES.values()
    ]
    assert [(one["id"], one["version"]) for one in listed if not one["current"]] == [*PAST]
    names = [line.split()[0] for line in printed(capsys, "list").splitlines()]
    assert names == [*GAMES, *(f"{game.id}@{game.version}" for game in PAST.values())]


@each_listed_kind
def test_a_position_is_shown_and_its_moves_are_listed(
    capsys: pytest.CaptureFixture[str], game: Game[Any]
) -> None:
    place = [game.id, *(["--deal", "7"] if game.dealt else [])]
    state = game.start(7)
    shown = parsed(capsys, "show", *place)
    assert (shown["position"], shown["legal"]) == (game.show(state), len(game.legal(state)))
    assert f"position: {game.show(state)}\n" in printed(capsys, "show", *place)
    listed = [one["move"] for one in parsed(capsys, "legal", *place)["legal"]]
    assert listed == [*game.legal(state), *game.completions(state)]
    lines = printed(capsys, "legal", *place).splitlines()
    assert [line.partition("  = ")[0] for line in lines] == listed


def test_a_position_after_moves_and_of_an_older_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    shown = parsed(capsys, "show", "three_musketeers@1", "--after", "c3c4", "--after", "b3 c3")
    assert shown["position"] == "ooooM/ooMoo/o1ooo/ooooo/Moooo m"
    ended = printed(capsys, "show", "three_musketeers", "--position", "5/5/M4/M4/M4 m")
    assert "outcome: won by cardinal (aligned)" in ended


def test_perft_is_counted_whole_and_divided(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "perft", "three_musketeers", "3") == "132\n"
    lines = printed(capsys, "perft", "three_musketeers", "3", "--divide").splitlines()
    assert lines[0] == "a1 a2: 9"
    assert lines[-1] == "132"
    found = parsed(capsys, "perft", "three_musketeers", "2", "--divide")
    assert found["nodes"] == sum(found["divide"].values()) == perft(MUSKETEERS, MUSKETEERS.start(0), 2)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "snap"], "no rules for snap; `list` has the ids."),
        (["show", "cardmate@9"], "no rules for cardmate, version 9; its versions here: "),
        (["show", "cardmate@x"], "'cardmate@x' is no game: after @ comes the number of a version."),
        (["show", "cardmate", "--deal", "7"], "Deal: nothing is dealt in Cardmate."),
        (["show", "citadel", "--deal", "-1"], "Deal: a number from 0 to 4294967295, or hex digits, not"),
        (["legal", "citadel", "--deal", "0x0"], "Deal: a number from 0 to 4294967295, or hex digits"),
        (["show", "three_musketeers", "--position", "MM3/5 m"], "position: "),
        (["legal", "three_musketeers", "--after", "c3 c4", "--after", "c4 c5"], "after, move 2: "),
        (["play", "three_musketeers", "--after", "c3 c9"], "after, move 1: "),
        (["play", "citadel", "--machine", "1"], "--machine 1: Citadel: it has no bot."),
        (["play", "cardmate", "--machine", "8"], "--machine 8: Cardmate: the levels are 1 to 7."),
        (["play", "cardmate", "--machine", "1", "--seat", "x"], "the seats are forehand and rearhand."),
        (["play", "cardmate", "--seat", "forehand"], "--seat and --data need --machine LEVEL."),
        (["analyse", "cardmate@1"], "cardmate: there is no search for its positions."),
        (["analyse", "three_musketeers", "--position", "5/5/M4/M4/M4 m"], "the game is over (aligned)"),
        (["analyse", "three_musketeers", "--position", UNREACHABLE], "No game from the start"),
        (["solve", "three_musketeers", "0"], "there is no search for its deals"),
        (["solve", "four_horsemen", "0"], "there is no search for its deals"),
        (["perft", "four_horsemen", "2"], "has moves too many to list: they cannot be counted."),
        (["perft", "four_horsemen", "2", "--divide"], "has moves too many to list: they cannot be counted."),
    ],
)
def test_bad_input_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    sentence = refused(capsys, *arguments)
    assert says in sentence
    assert sentence.count("\n") == 1


def test_wrong_usage_is_no_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["perft", "cardmate", "x"], ["perft", "cardmate", "-1"], ["show"], ["sell", "x"]):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert end.value.code == 2
    out, err = capsys.readouterr()
    assert "exit codes" not in out
    for deals in ("5-2", "x", "-1", "0-4294967296", ""):
        with pytest.raises(SystemExit) as end:
            main(["solve", HORSEMEN.id, deals])
        assert end.value.code == 2
        assert "DEALS" in capsys.readouterr().err
    assert "argument N: a number of plies from 0 to 99, not '-1'" in err
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    assert "3 replay and check: the file fits" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"richelieu-engine {__version__}\n"


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a person type these lines in the terminal, and then end the input."""

    def type_lines(*lines: str) -> None:
        waiting: Iterator[str] = iter(lines)

        def answer(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)

    return type_lines


def test_a_game_is_played_in_the_terminal_to_its_end_or_that_of_the_input(
    capsys: pytest.CaptureFixture[str], typing: Any
) -> None:
    typing("b2 a2")
    out = printed(capsys, "play", "three_musketeers", "--position", "5/5/Mo3/oM3/M4 m")
    assert "musketeers> " not in out, "prompts are for people"
    assert "outcome: won by cardinal (aligned)" in out
    text = out[out.index("[Game") :]
    assert load_text(text).entries[0].text == "b2 a2"
    typing("c3 c4")
    assert printed(capsys, "play", "three_musketeers").endswith("\nc\n\nThe game was left.\n")


def test_a_bot_answers_in_the_terminal_and_is_taken_back_with_ones_own_move(
    capsys: pytest.CaptureFixture[str], typing: Any
) -> None:
    typing("c3 c4", "undo", "c3 d3", "text")
    out = printed(capsys, "play", MUSKETEERS.id, "--machine", "1")
    assert out.count("\ncardinal: ") == 2
    assert "\n1. c3 d3, " in out
    typing("quit")
    assert "\nmusketeers: " in printed(capsys, "play", MUSKETEERS.id, "--machine", "7", "--seat", "cardinal")
    typing("redo", "resign")
    assert "won by rearhand (resigned)" in printed(capsys, "play", "cardmate", "--machine", "1")


def test_a_position_is_analysed(capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--position", "5/5/Mo3/oM3/M4 m"]
    output = printed(capsys, "analyse", MUSKETEERS.id, *place)
    assert "value: musketeers wins in " in output or "value: cardinal wins in " in output
    found = parsed(capsys, "analyse", MUSKETEERS.id, *place)
    assert set(found["moves"]) == set(MUSKETEERS.legal(MUSKETEERS.position(place[1])))
    assert found["value"]["exact"]
    assert "value: lost\n" in printed(capsys, "analyse", CASTLE.id, "--nodes", "2000")
    found = parsed(capsys, "analyse", CASTLE.id, "--deal", "2", "--nodes", "2000")
    assert (found["value"]["verdict"], found["line"][:1]) == ("winnable", found["best"])
    assert "best: draw\n" in printed(capsys, "analyse", HORSEMEN.id)
    output = printed(capsys, "analyse", "cardmate", "--nodes", "100")
    assert " for forehand, 1 ply deep\n" in output
    assert "value: score " in printed(capsys, "analyse", GUARDS.id, "--nodes", "500")


def test_refusals_undo_moves_and_text_in_the_terminal(
    capsys: pytest.CaptureFixture[str], typing: Any
) -> None:
    typing(
        "help", "undo", "c3 c9", "A1 B1", "redo", "undo", "c3c4", "b3 b4", "b3 c3", "moves", "text", "quit"
    )
    out = printed(capsys, "play", "three_musketeers")
    assert "No: there is nothing to take back." in out
    assert "No: 'c3 c9' is " in out
    assert "No: there is nothing to redo." in out
    assert "No: b3 b4 is not possible: must" in out
    assert "must_" not in out
    assert "c4 c5, c4 d4" in out
    assert "1. c3 c4, b3 c3 *" in out
    assert out.endswith("The game was left.\n")


def test_what_is_hidden_is_not_shown_in_the_terminal(capsys: pytest.CaptureFixture[str], typing: Any) -> None:
    typing("text", "draw", "resign")
    out = printed(capsys, "play", "four_horsemen")
    assert "No: Four Horsemen hides cards until the end" in out
    before, after = out.split("outcome: no winner (resigned)")
    assert "deal" not in before.lower()
    deal = load_text(after).deal
    assert isinstance(deal, bytes)
    assert "".join(HORSEMEN.start(deal).deck) not in before
    typing()
    assert "deal: 7\n" in printed(capsys, "play", "citadel", "--deal", "7")


def test_moves_too_many_to_list_are_given_as_real_ones(
    capsys: pytest.CaptureFixture[str], typing: Any
) -> None:
    state = HORSEMEN.start(1)
    for _ in range(60):
        opening = next((move for move in HORSEMEN.legal(state) if move.endswith(" ...")), None)
        if opening and completed(HORSEMEN, state, opening):
            break
        state = HORSEMEN.play(state, moves(HORSEMEN, state)[-1])
    place = ["four_horsemen", "--position", HORSEMEN.show(state)]
    listed = [one["move"] for one in parsed(capsys, "legal", *place)["legal"]]
    assert listed == [*HORSEMEN.legal(state), *HORSEMEN.completions(state)]
    typing("moves")
    assert ", ".join(listed) in printed(capsys, "play", *place)


def test_numbered_deals_are_solved_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "solve", CASTLE.id, "0-3", "--nodes", "2000").splitlines()
    assert lines[:2] == ["0: lost", "1: lost"]
    assert lines[2].startswith("2: winnable, ")
    assert lines[3] == "3: unknown"
    assert lines[4].startswith("lost: 2 of 4, 50.0 % (")
    found = json.loads(printed(capsys, "solve", CASTLE.id, "2", "--nodes", "2000", "--json"))
    assert (found["deal"], found["found"], found["exact"]) == (2, "winnable", True)
    state = CASTLE.start(2)
    for move in found["line"]:
        state = CASTLE.play(state, move)
    assert CASTLE.outcome(state)


def test_deals_are_evaluated_where_only_scores_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "solve", GUARDS.id, "3", "--nodes", "500", "--json"))
    state = GUARDS.start(3)
    for move in found["line"]:
        state = GUARDS.play(state, move)
    assert found["found"] == f"score {GUARDS.score(state)[0]}"
