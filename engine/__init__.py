"""The rules of Richelieu's games, pure and without I/O.

`GAMES` holds the current versions by id, `PAST` the older ones by (id, version): a log is replayed by the
rules that it was written under. A new game is a package, and its line in `FAMILIES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from engine.clock import Clocks, Control, Daily, Timed, control
from engine.entry import Act, Entry, GameOver, NotYourTurn, Offer, Stale, Tally
from engine.game import OPENING, Game, IllegalMove, Outcome, Seat, View
from engine.match import Match
from engine.perft import perft
from engine.rng import DEALS, Rng

__all__ = [
    "DEALS",
    "FAMILIES",
    "GAMES",
    "OPENING",
    "PAST",
    "Act",
    "Clocks",
    "Control",
    "Daily",
    "Entry",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "NotYourTurn",
    "Offer",
    "Outcome",
    "Rng",
    "Seat",
    "Stale",
    "Tally",
    "Timed",
    "View",
    "control",
    "find",
    "perft",
]

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
    raise LookupError(f"no rules for {id}" + ("" if version is None else f", version {version}"))
