"""What every search of every family keeps: legal moves, the same answer again, an end when cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from engine import GAMES, PAST, Game
from engine.analysis import Cancelled, Limits, analyst_of
from tests.engine.games import FIRST
from tests.rows import each_row

Search = Callable[[Limits], Any]
FUNCTIONS = {"hint": "hint", "evaluate": "evaluate", "winnable": "solve", "puzzle": "puzzles"}
NODES = 4_000


def searches() -> Iterator[tuple[str, Game[Any], Search]]:
    """Yield the searches of the first game of each family from one of its positions, by name."""
    for game in FIRST:
        if (offered := analyst_of(game)) is None:
            continue
        found, state = offered.load(), game.start(1)
        if "hint" in offered.abilities:
            yield "hint", game, partial(found.hint, game, state, 1, ())
        for name in sorted({"evaluate", "winnable"} & offered.abilities):
            yield name, game, partial(getattr(found, FUNCTIONS[name]), game, state)
        if offered.judging:
            judge = import_module(offered.judging).judge
            yield "judge", game, partial(judge, game, state, game.legal(state)[0])


SEARCHES = [*searches()]


@each_row("name, game, search", SEARCHES)
def test_a_search_finds_the_same_again(name: str, game: Game[Any], search: Search) -> None:
    found = search(Limits(nodes=NODES))
    assert found == search(Limits(nodes=NODES))
    moves = [found.move] if name == "hint" else [] if name == "judge" else found.best
    assert set(moves) <= {None, *game.legal(game.start(1))}


@each_row("search", [search for *_, search in SEARCHES])
def test_a_search_that_is_cancelled_ends(search: Search) -> None:
    with pytest.raises(Cancelled):
        search(Limits(cancelled=lambda: True))


def test_the_searches_have_what_the_analyst_promises_and_old_versions_have_none() -> None:
    for offered in filter(None, map(analyst_of, GAMES.values())):
        found = offered.load()
        assert all(hasattr(found, FUNCTIONS[ability]) for ability in offered.abilities)
        assert hasattr(found, "choose") == (offered.levels > 0)
    assert not any(map(analyst_of, PAST.values()))
