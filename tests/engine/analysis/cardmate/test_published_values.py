"""The evaluations shown beside the published games: `values` in their file, written by the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.analysis.cardmate.__main__ import main, value_of
from tests.engine.cardmate.boards import GAME
from tests.engine.cardmate.test_published import PUBLISHED
from tests.engine.cardmate.test_published import positions as plies

each_game = pytest.mark.parametrize("published", PUBLISHED, ids=["first", "second"])


@each_game
def test_every_position_of_a_published_game_has_a_value(published: dict[str, Any]) -> None:
    *views, end = published["values"]
    for (_, state, _, _), view in zip(plies(published), views, strict=True):
        assert view["best"]
        assert all(GAME.tell(state, move, None) == told for move, told in view["best"])
        assert {"exact", "points", "depth"} == set(view["value"]) or view["value"]["exact"]
    winner = GAME.seats.index(published["winner"])
    assert end == {"value": {"exact": True, "winner": winner, "plies": 0}, "best": []}


@each_game
def test_the_values_are_those_of_the_search(published: dict[str, Any]) -> None:
    for ply, state, _, _ in list(plies(published))[-5:]:
        assert published["values"][ply - 1] == value_of(state)


@pytest.mark.slow
def test_the_command_writes_the_values_into_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text('[{"name": "a game", "moves": []}]')
    assert main(["values", str(file)]) == 0
    [written] = json.loads(file.read_text())
    assert written == {"name": "a game", "moves": [], "values": [value_of(GAME.start(0))]}
