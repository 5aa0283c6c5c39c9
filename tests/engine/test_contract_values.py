"""The contract of `engine.game` about values: views, keys, copies of states and matches."""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from collections.abc import Hashable
from copy import deepcopy
from typing import Any

from engine import Game, Match
from tests.engine.games import (
    each_game,
    every_game,
    family_package,
    picture,
    played,
    random_games,
    readers,
    states,
)


def viewed(game: Game[Any], state: Any) -> str:
    """The views of all readers as one text."""
    return json.dumps([game.view(state, reader) for reader in readers(game)])


def spoil(value: Any) -> None:
    """Empties all lists and dicts in a view."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            spoil(inner)
        value.clear()


@each_game
def test_who_changes_a_view_changes_nothing_that_others_see(game: Game[Any]) -> None:
    for state in states(game)[::5]:
        before = viewed(game, state)
        for reader in readers(game):
            view = game.view(state, reader)
            spoil(view)
            assert view == {}
        assert viewed(game, state) == before


@each_game
def test_a_view_has_the_keys_that_the_type_of_its_family_names(game: Game[Any]) -> None:
    package = family_package(game)
    (view_type,) = (
        part for name, part in vars(package).items() if name.endswith("View") and hasattr(part, "__total__")
    )
    for state in states(game)[::5]:
        for reader in readers(game):
            names = set(game.view(state, reader))
            assert view_type.__required_keys__ <= names
            assert names <= set(view_type.__annotations__)


@each_game
def test_positions_with_the_same_key_play_alike(game: Game[Any]) -> None:
    found: dict[Hashable, set[tuple[Any, ...]]] = defaultdict(set)
    for state in states(game):
        again = game.position(game.show(state))
        assert game.key(again) == game.key(state) == game.key(deepcopy(state))
        if not game.outcome(state):
            found[game.key(state)].add((game.turn(state), game.score(state), len(game.legal(state))))
    assert len(found) > 1
    assert all(len(alike) == 1 for alike in found.values())


@each_game
def test_a_state_can_be_printed_pickled_and_copied(game: Game[Any]) -> None:
    for line, _ in random_games(game.id):
        for state in (line[0], line[-1]):
            again = pickle.loads(pickle.dumps(state))  # noqa: S301
            assert again == state == deepcopy(state)
            assert hash(again) == hash(state)
            assert game.legal(again) == game.legal(state)
            assert type(state).__name__ in repr(state)


@every_game
def test_a_match_can_be_printed_pickled_and_copied(game: Game[Any]) -> None:
    match = Match.start(game, 1)
    for move in random_moves(game):
        match = played(match, move)
    pickled = pickle.loads(pickle.dumps(match))  # noqa: S301
    for again in (pickled, deepcopy(match)):
        assert picture(again) == picture(match)
        assert again.game == game
    assert repr(match).startswith("Match(")


def random_moves(game: Game[Any]) -> tuple[str, ...]:
    """At most five legal moves from deal 1."""
    state, chosen = game.start(1), list[str]()
    while len(chosen) < 5 and not game.outcome(state):
        chosen.append(next(text for text in game.legal(state)[::-1] if not text.endswith("...")))
        state = game.apply(state, chosen[-1])
    return tuple(chosen)
