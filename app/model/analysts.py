"""Cache of the analysts of games, by id and version of the rules."""

from __future__ import annotations

from typing import Any

from app.core.errors import Refusal
from engine import Game, analysis
from engine.analysis import Ability, Analyst

MISSING_ABILITY: dict[Ability, str] = {  # for the message of a refusal
    "hint": "no hints",
    "evaluate": "no analysis",
    "winnable": "no deals that are proved to be winnable",
    "puzzle": "no puzzles",
}
_known: dict[tuple[str, int], Analyst | None] = {}


def analyst_of(game: Game[Any]) -> Analyst | None:
    """Return the analyst of a game at its version, or None."""
    key = game.id, game.version
    if key not in _known:
        _known[key] = analysis.analyst_of(game)
    return _known[key]


def clear_analysts() -> None:
    _known.clear()


def has(game: Game[Any], ability: Ability) -> bool:
    analyst = analyst_of(game)
    return analyst is not None and ability in analyst.abilities


def has_longer_search(game: Game[Any]) -> bool:
    analyst = analyst_of(game)
    return analyst is not None and analyst.longer > 0


def analyst_for(game: Game[Any], ability: Ability) -> Analyst:
    """Return the analyst of a game. Refusal `bad_message`: it lacks the ability."""
    analyst = analyst_of(game)
    if analyst is None or ability not in analyst.abilities:
        raise Refusal("bad_message", field="rules", message=f"{game.title} has {MISSING_ABILITY[ability]}")
    return analyst
