"""The games that there are: current versions and old ones, by id and version. A new game is its line here."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from types import MappingProxyType
from typing import Any

from engine.game import Game

# One line a family: the package `engine.<family>`, which lists its current games and those of the past.
FAMILIES = (
    "cardmate",
    "three_musketeers",
    "cardinals_guards",
    "beleaguered_castle",
    "four_horsemen",
)
_PACKAGES = tuple(import_module(f"engine.{family}") for family in FAMILIES)

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {game.id: game for package in _PACKAGES for game in package.GAMES}
)
PAST: Mapping[tuple[str, int], Game[Any]] = MappingProxyType(
    {(game.id, game.version): game for package in _PACKAGES for game in package.PAST}
)


def find(id: str, version: int | None = None) -> Game[Any]:
    """The rules of a game: the current ones, or those of `version`. LookupError if there are none."""
    game = GAMES.get(id)
    if game is not None and version in (None, game.version):
        return game
    if version is not None and (id, version) in PAST:
        return PAST[id, version]
    known = sorted({game.version for game in (*GAMES.values(), *PAST.values()) if game.id == id})
    wanted = "" if version is None else f", version {version}"
    versions = f"; its versions here: {', '.join(map(str, known))}" if known else ""
    raise LookupError(f"no rules for {id[:80]}{wanted}{versions}")


def _reduce(game: Game[Any]) -> tuple[Any, ...]:
    """For pickle and copy: listed rules by their name, since they are functions of this package."""
    try:
        listed = find(game.id, game.version) is game
    except LookupError:
        listed = False
    if listed:
        return find, (game.id, game.version)
    parts = {part.name: getattr(game, part.name) for part in fields(game)}
    return _unlisted, (parts | {"options": dict(game.options)},)


def _unlisted(parts: dict[str, Any]) -> Game[Any]:
    return Game(**parts)


copyreg.pickle(Game, _reduce)
