"""An analyst of every game, with the searches of tests, in this process or in a server's."""

from __future__ import annotations

import sys
from typing import Any

from engine import Game
from engine.analysis import Analyst

MODULE = "tests.app.workers.searches"
LEVELS = 2


def analyst_in_tests(game: Game[Any]) -> Analyst | None:
    """What `engine.analysis.analyst_of` answers in these tests."""
    if len(game.seats) == 1:
        return Analyst(
            family=game.family,
            searches=MODULE,
            abilities=frozenset({"hint", "winnable", "evaluate"} if not game.hides else {"hint"}),
        )
    abilities = frozenset({"evaluate", "puzzle"} if game.uneven else {"evaluate"})
    return Analyst(
        family=game.family,
        searches=MODULE,
        levels=LEVELS,
        abilities=abilities,  # type: ignore[arg-type]
        remark=lambda game, state, move: "first" if move == game.legal(state)[0] else None,
    )


_START = """
import runpy, sys
from app.domain import results
from engine import analysis
from tests.app.workers.analyst import analyst_in_tests
analysis.analyst_of = analyst_in_tests
results.TRIED = 0  # some deals are stuck before ten moves
sys.argv = sys.argv[3:]
runpy.run_module("app", run_name="__main__")
"""

# For `serving(before=...)`: `interpreter -m app` and the command's arguments follow.
WITH_TEST_SEARCHES = (sys.executable, "-c", _START)
