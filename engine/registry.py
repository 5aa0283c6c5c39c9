"""Registry of games by id and version. A new game family is one line in FAMILIES."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from types import MappingProxyType
from typing import Any

from engine.game import Game

# Each family is a package `engine.<family>` with GAMES (current versions) and PAST (older versions).
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
    """Return the current rules of a game, or those of `version`. LookupError: there are none."""
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
    """Pickle listed rules as id and version, others field by field."""
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
