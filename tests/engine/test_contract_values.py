"""The contract of `engine.game` about values: views, keys, copies of states and matches."""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from collections.abc import Hashable
from copy import deepcopy
from importlib import import_module
from typing import Any

from engine import Game, Rng
from engine.game import same_state
from tests.engine.games import each_game, random_games, readers, states


def viewed(game: Game[Any], state: Any) -> str:
    """Return the views of all readers as one text."""
    return json.dumps([game.view(state, reader) for reader in readers(game)])


def spoil(value: Any) -> None:
    """Empty all lists and dicts in a view."""
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
def test_positions_with_the_same_key_play_alike(game: Game[Any]) -> None:
    found: dict[Hashable, set[tuple[Any, ...]]] = defaultdict(set)
    for state in states(game):
        again = game.position(game.show(state))
        assert game.key(again) == game.key(state) == game.key(deepcopy(state))
        if not game.outcome(state):
            found[game.key(state)].add((game.turn(state), game.score(state), frozenset(game.legal(state))))
    assert len(found) > 1
    assert all(len(alike) == 1 for alike in found.values())


@each_game
def test_a_canonical_state_plays_as_the_state_that_it_stands_for(game: Game[Any]) -> None:
    for state in states(game):
        canonical = game.canonical(state)
        assert game.canonical(canonical) == canonical
        assert game.turn(canonical) == game.turn(state)
        assert game.outcome(canonical) == game.outcome(state)
        assert game.score(canonical) == game.score(state)
        assert len(game.legal(canonical)) == len(game.legal(state))
        assert game.position(game.show(canonical)) is not None


@each_game
def test_symmetric_states_have_one_canonical_form(game: Game[Any]) -> None:
    symmetric = getattr(import_module(f"tests.engine.{game.family}.test_rules"), "symmetric", None)
    if symmetric is None:
        assert game.canonical is same_state, f"tests of {game.family} must define symmetric(state, rng)"
        return
    other = 0
    for number, state in enumerate(states(game)):
        twin = symmetric(state, Rng(number))
        other += twin != state
        assert game.canonical(twin) == game.canonical(state)
        if game.allows is None:
            after = {game.canonical(game.apply(state, move)) for move in game.legal(state)}
            assert after == {game.canonical(game.apply(twin, move)) for move in game.legal(twin)}
    assert other > len(states(game)) / 3, "symmetric() hardly changes anything"


@each_game
def test_a_sampled_state_shows_the_view_that_it_was_made_from(game: Game[Any]) -> None:
    other, rng, some = 0, Rng(5), states(game)[::3]
    for state in some:
        for reader in readers(game):
            view = game.view(state, reader)
            sampled, after = game.sample(view, rng)
            assert game.view(sampled, reader) == view
            assert game.sample(view, rng) == (sampled, after), "the same chance gives the same state"
            other, rng = other + (game.show(sampled) != game.show(state)), after
    assert (other > len(some) / 2) == game.hides


@each_game
def test_positions_and_views_have_a_picture_of_several_lines(game: Game[Any]) -> None:
    for state in states(game)[::5]:
        for text in (game.show(state), *(game.view(state, reader)["position"] for reader in readers(game))):
            picture = game.picture(text)
            assert picture.count("\n") >= 3
            assert all(line == line.rstrip() for line in picture.splitlines())


@each_game
def test_a_state_can_be_printed_pickled_and_copied(game: Game[Any]) -> None:
    for line, _ in random_games(game.id):
        for state in (line[0], line[-1]):
            again = pickle.loads(pickle.dumps(state))  # noqa: S301
            assert again == state == deepcopy(state)
            assert hash(again) == hash(state)
            assert game.legal(again) == game.legal(state)
            assert type(state).__name__ in repr(state)
