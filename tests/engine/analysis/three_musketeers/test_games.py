"""The command that plays levels against each other for docs/truth.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis import Limits
from engine.analysis.three_musketeers.__main__ import loses_value, main, play
from engine.analysis.three_musketeers.searches import puzzles
from engine.three_musketeers.rules import CARDINAL, GAME


def test_the_command_prints_the_results_of_both_seats(capsys: pytest.CaptureFixture[str]) -> None:
    main(["2"])
    printed = capsys.readouterr().out.splitlines()
    assert [line.split(" against ")[0].partition(",")[0] for line in printed] == [
        "level 7 as musketeers: won 1 of 1",
        "level 7 as cardinal: won 1 of 1",
    ]


def test_every_move_but_the_one_that_wins_gives_up_value() -> None:
    puzzle = puzzles(GAME)[0]
    state = GAME.position(puzzle.position)
    kept = [move for move in GAME.legal(state) if not loses_value(state, move, Limits())]
    assert kept == [puzzle.move]
    assert play((1, 7), 3, Limits()).winner == CARDINAL


def test_values_are_not_judged_without_tables(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no tables"):
        play((7, 1), 0, Limits(data=tmp_path), judged=0)
