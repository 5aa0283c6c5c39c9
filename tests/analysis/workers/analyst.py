"""An analyst of every game with the searches of the tests, in this process or in a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import app.serving
from app.model.analysts import clear_analysts
from engine import Game, analysis
from engine.analysis import Analyst

MODULE = "tests.analysis.workers.searches"
LEVELS = 2
LONGER = 1  # nodes
NEVER = 86_400  # seconds: longer than any test


def analyst_in_tests(game: Game[Any]) -> Analyst | None:
    """Return an analyst of the game, in place of `engine.analysis.analyst_of`."""
    if len(game.seats) == 1:
        return Analyst(
            family=game.family,
            searches=MODULE,
            abilities=frozenset({"hint", "winnable", "evaluate"} if not game.hides else {"hint"}),
            par=game.hides,
            longer=0 if game.hides else LONGER,
        )
    abilities = frozenset({"evaluate", "puzzle"} if game.uneven else {"evaluate"})
    return Analyst(
        family=game.family,
        searches=MODULE,
        judging=MODULE,
        levels=LEVELS,
        abilities=abilities,  # type: ignore[arg-type]
        missed=True,
        solved=game.uneven,
        remark=lambda game, state, move: "first" if move == game.legal(state)[0] else None,
    )


def search_as_in_tests() -> None:
    """Use the analysts of these tests, for `serving(prepare=...)`. The server starts no search by itself: it
    would be among those that the tests count."""
    app.serving.SPARE_WORK_DELAY = NEVER
    analysis.analyst_of = analyst_in_tests
    clear_analysts()


@contextmanager
def searches_of_tests() -> Iterator[None]:
    """Do so in this process until the block ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.serving, "SPARE_WORK_DELAY", NEVER)
        patch.setattr(analysis, "analyst_of", analyst_in_tests)
        clear_analysts()
        yield
    clear_analysts()
