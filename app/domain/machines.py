"""What machines do in a game, as the family's analyst says; asked once for each version of the rules."""

from __future__ import annotations

from typing import Any

from app.errors import Refusal
from engine import Game, analysis
from engine.analysis import Ability, Analyst

WHAT: dict[Ability, str] = {  # in words, for a refusal
    "hint": "no hints",
    "evaluate": "no analysis",
    "winnable": "no deals that are proved to be winnable",
    "puzzle": "no puzzles",
}
_known: dict[tuple[str, int], Analyst | None] = {}


def analyst_of(game: Game[Any]) -> Analyst | None:
    """None: there are no searches for this game at this version."""
    key = game.id, game.version
    if key not in _known:
        _known[key] = analysis.analyst_of(game)
    return _known[key]


def forget_analysts() -> None:
    """Asks anew from now on."""
    _known.clear()


def has(game: Game[Any], ability: Ability) -> bool:
    """Whether the searches for a game have an ability."""
    analyst = analyst_of(game)
    return analyst is not None and ability in analyst.abilities


def has_longer_search(game: Game[Any]) -> bool:
    """Whether hints of a game can be searched longer."""
    analyst = analyst_of(game)
    return analyst is not None and analyst.longer > 0


def analyst_for(game: Game[Any], ability: Ability) -> Analyst:
    """The analyst of a game that has this ability. Refusal `bad_message`: there is none."""
    analyst = analyst_of(game)
    if analyst is None or ability not in analyst.abilities:
        raise Refusal("bad_message", field="rules", message=f"{game.title} has {WHAT[ability]}")
    return analyst
