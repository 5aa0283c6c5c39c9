"""The pictures and lessons of every family's help agree with the rules, and games have their titles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import FAMILIES, GAMES, Game, Rng, find
from tests.engine.games import help_blocks, texts
from tests.rows import each_row

Picture = dict[str, Any]


def shown(kind: str) -> Iterator[tuple[Game[Any], Picture]]:
    """Yield the pictures of this kind, `diagram` or `try`, each with every game that it is shown for."""
    for family in FAMILIES:
        first = next(game for game in GAMES.values() if game.family == family)
        for block in help_blocks(family):
            if kind in block:
                for name in block.get("only", [first.id]):
                    yield find(name), block[kind]


def state_of(game: Game[Any], picture: Picture) -> Any:
    """Return the position of a picture; where a game hides cards, one of those that look so."""
    if game.hides:
        return game.sample(picture["view"] | {"position": picture["position"]}, Rng(0))[0]
    return game.position(picture["position"])


def agrees(part: Any, whole: Any) -> bool:
    """Return whether this is the whole, or objects in it with some keys left out."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and agrees(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


@each_row("game, picture", [*shown("diagram"), *shown("try")])
def test_a_picture_shows_view_moves_and_answers_of_its_position(game: Game[Any], picture: Picture) -> None:
    state = state_of(game, picture)
    assert game.turn(state) == picture.get("turn", 0)
    assert agrees(picture.get("view", {}) | {"position": picture["position"]}, game.view(state, None))
    listed, legal = set(picture.get("legal", [])), set(game.legal(state))
    begun = {move for move in legal if move.startswith(" ".join(picture.get("words", [])))}
    assert listed <= legal
    assert "words" not in picture or begun <= listed or set() < listed < begun
    if "answers" in picture:
        assert picture["answers"].keys() <= listed
        assert picture["answers"]


@each_row("game", [game for game in GAMES.values() if game.options])
def test_the_page_calls_a_game_as_the_engine_does(game: Game[Any]) -> None:
    assert texts(game.family)[f"{game.family}.title.{game.id}"] == game.title
