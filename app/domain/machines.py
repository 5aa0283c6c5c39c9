"""What machines do in a game, as the family's analyst says; asked once for each version of the rules."""

from __future__ import annotations

from typing import Any

from app.errors import Refusal
from app.messages import games as messages
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


def analyst_for(game: Game[Any], ability: Ability) -> Analyst:
    """The analyst of a game that has this ability. Refusal `bad_message`: there is none."""
    analyst = analyst_of(game)
    if analyst is None or ability not in analyst.abilities:
        raise Refusal("bad_message", field="rules", message=f"{game.title} has {WHAT[ability]}")
    return analyst


def check_bot(body: messages.NewGame, game: Game[Any]) -> None:
    """Refusal `bad_message`: there is no such machine, or a field that cannot go with one."""
    if body.bot is None:
        return
    analyst = analyst_of(game)
    levels = analyst.levels if analyst else 0
    bad = {
        "rules": len(game.seats) == 1 and "this is a game for one",
        "bot": not 1 <= body.bot.level <= levels and _levels_in_words(game, levels),
        "clock": body.clock is not None and "a game with a machine has no clock",
        "rated": body.rated and "a game with a machine is not rated",
        "pair": body.pair and "a pairing or a machine, not both",
        "to": body.to is not None and "a challenge or a machine, not both",
        "seat": body.seat == "both" and "one person has both seats",
    }
    for field, message in bad.items():
        if message:
            raise Refusal("bad_message", field=field, message=str(message))


def _levels_in_words(game: Game[Any], levels: int) -> str:
    if not levels:
        return f"there is no machine for {game.title}"
    return f"the levels of the machine for {game.title} are 1 to {levels}"


def rules_message(game: Game[Any]) -> messages.Machine | None:
    """What `/api/rules` says of machines in a game."""
    analyst = analyst_of(game)
    return None if analyst is None else messages.Machine(analyst.levels, sorted(analyst.abilities))
