"""Every game of every version still agrees with its golden file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, Game
from tests.engine import golden, tiny
from tests.rows import each_row

each = pytest.mark.parametrize("game", golden.every(), ids=lambda game: f"{game.id}.{game.version}")


@each
def test_a_golden_comes_out_as_it_was_written(game: Game[Any]) -> None:
    file = golden.path(game)
    assert file.exists(), f"{file.name} is missing: python -m tests.engine.golden writes it"
    written = file.read_text(encoding="utf-8")
    assert golden.text(game, *golden.read(written)).splitlines() == written.splitlines(), (
        f"{file.name} comes out otherwise: raise the version, keep the golden and the old rules"
    )


@each
def test_a_golden_can_be_read_by_people(game: Game[Any]) -> None:
    written = golden.path(game).read_text(encoding="utf-8")
    assert 10 < len(written.splitlines()) <= 250
    assert golden.read(written)[1]


def test_no_golden_is_without_its_rules() -> None:
    known = {golden.path(game) for game in golden.every()}
    assert set(golden.FOLDER.glob("*/*.txt")) == known


def test_only_what_is_missing_is_written(tmp_path: Path) -> None:
    games = (GAMES["three_musketeers"], tiny.GAME)
    there, missing = (golden.path(game, tmp_path) for game in games)
    there.parent.mkdir()
    there.write_text("as it was")
    assert golden.write(games, tmp_path) == [missing]
    assert there.read_text() == "as it was"
    assert missing.read_text().startswith("Tiny (tiny, version 1)\ndeal 1\n")
    assert golden.write(games, tmp_path) == []


@each_row(
    "change",
    [
        {"version": 2},
        {"legal": lambda state: tuple(reversed(tiny.legal(state)))},
        {"legal": lambda state: (*tiny.legal(state), "more")},
        {"score": lambda _: (7,)},
        {"outcome": lambda _: None},
        {"tell": lambda state, move, seat: tiny.tell(state, move, seat) + "!"},
        {"setup": lambda _: tiny.State("", "", "123456")},
    ],
)
def test_a_golden_differs_when_the_rules_do(change: dict[str, Any]) -> None:
    moves = ["draw", "draw", "keep 3", "say 12"]
    position = tiny.State("", "", "315246")
    game = replace(tiny.GAME, setup=lambda _: position)
    written = golden.text(game, 1, moves)
    assert golden.read(written) == (1, moves)
    try:
        again = golden.text(replace(game, **change), 1, moves)
    except AssertionError:
        again = "not permitted"
    assert again != written
