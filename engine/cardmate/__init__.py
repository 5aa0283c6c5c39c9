"""Cardmate: one game for each combination of setup and palace rule.

`GAMES`: current versions; `PAST`: older versions, to replay old logs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.cardmate import version_1
from engine.cardmate.board import State
from engine.cardmate.notation import from_view, picture, position, read, show, tell, tell_legal
from engine.cardmate.rules import (
    ANY_TWO,
    BOTH_KINGS,
    ONE_KING,
    Palace,
    Reason,
    Rule,
    apply,
    key,
    legal,
    outcome,
    turn,
    why,
)
from engine.cardmate.setups import dealt_setup, places_setup, published_setup, shuffled_setup
from engine.cardmate.view import CardmateView, view
from engine.game import Game
from engine.rng import Rng

__all__ = ["GAMES", "PAST", "CardmateView", "Reason", "Rule"]

GAME: Game[State] = Game(
    id="cardmate",
    version=2,
    family="cardmate",
    title="Cardmate",
    seats=("forehand", "rearhand"),
    draws=True,
    presets=((300, 3), (600, 5), (1800, 20)),
    setup=published_setup,
    turn=turn,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    tell=tell,
    tell_legal=tell_legal,
    read=read,
    why=why,
    key=key,
    from_view=from_view,
    picture=picture,
)


class SetupChoice(NamedTuple):
    """A value of the option `setup`: its suffixes of id and title, and the setup function."""

    value: str
    id: str
    title: str
    setup: Callable[[Rng], State]


class PalaceChoice(NamedTuple):
    """A value of the option `palace`: its suffixes of id and title, and the rule."""

    value: str
    id: str
    title: str
    palace: Palace


SETUPS = (
    SetupChoice("predefined", "", "", published_setup),
    SetupChoice("shuffled", "_shuffled", ", suits shuffled", shuffled_setup),
    SetupChoice("places", "_places", ", places shuffled", places_setup),
    SetupChoice("dealt", "_dealt", ", cards dealt", dealt_setup),
)
PALACES = (
    PalaceChoice("both_kings", "", "", BOTH_KINGS),
    PalaceChoice("one_king", "_one_king", ", one King conquers", ONE_KING),
    PalaceChoice("any_two", "_any_two", ", any two cards conquer", ANY_TWO),
)


def _variant(setup: SetupChoice, palace: PalaceChoice) -> Game[State]:
    bound: dict[str, Any] = {
        f.__name__: partial(f, palace=palace.palace) for f in (outcome, view, tell, tell_legal, read)
    }
    return replace(
        GAME,
        id=GAME.id + setup.id + palace.id,
        title=GAME.title + setup.title + palace.title,
        dealt=setup.value != "predefined",
        options=MappingProxyType({"setup": setup.value, "palace": palace.value}),
        setup=setup.setup,
        **({} if palace.palace is BOTH_KINGS else bound),
    )


GAMES: tuple[Game[Any], ...] = tuple(_variant(setup, palace) for setup in SETUPS for palace in PALACES)
PAST: tuple[Game[Any], ...] = tuple(
    replace(game, version=1, apply=version_1.apply, position=version_1.position)
    for game in GAMES
    if game.id in ("cardmate", "cardmate_shuffled", "cardmate_one_king", "cardmate_any_two")
)
