"""Every game of every version still agrees with its golden file."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Game
from tests.engine import golden

each = pytest.mark.parametrize("game", golden.every(), ids=lambda game: f"{game.id}.{game.version}")


@each
def test_a_golden_comes_out_as_it_was_written(game: Game[Any]) -> None:
    file = golden.path(game)
    assert file.exists(), f"{file.name} is missing: python -m tests.engine.golden writes it"
    written = file.read_text(encoding="utf-8")
    assert golden.text(game, *golden.read(written)).splitlines() == written.splitlines(), (
        f"{file.name} comes out otherwise: raise the version, keep the golden and the old rules"
    )


def test_no_golden_is_without_its_rules() -> None:
    known = {golden.path(game) for game in golden.every()}
    assert set(golden.FOLDER.glob("*/*.txt")) == known
