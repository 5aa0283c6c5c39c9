"""Cardmate in its four forms.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engine.cardmate.board import State
from engine.cardmate.notation import position, read, show, tell
from engine.cardmate.rules import (
    ANY_TWO,
    ONE_KING,
    Palace,
    apply,
    legal,
    outcome,
    reveals,
    score,
    turn,
    why,
)
from engine.cardmate.setups import published_setup, shuffled_setup
from engine.cardmate.view import view
from engine.game import Game

__all__ = ["GAMES", "PAST"]

GAME: Game[State] = Game(
    id="cardmate",
    version=1,
    family="cardmate",
    title="Cardmate",
    seats=("forehand", "rearhand"),
    dealt=False,
    hides=False,
    uneven=False,
    draws=True,
    setup=published_setup,
    turn=turn,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    tell=tell,
    read=read,
    score=score,
    why=why,
    reveals=reveals,
)


def _palace_variant(id: str, title: str, palace: Palace) -> Game[State]:
    parts: dict[str, Any] = {f.__name__: partial(f, palace=palace) for f in (outcome, view, tell, read)}
    return replace(GAME, id=id, title=title, **parts)


GAMES: tuple[Game[Any], ...] = (
    GAME,
    replace(GAME, id="cardmate_shuffled", title="Cardmate, suits shuffled", dealt=True, setup=shuffled_setup),
    _palace_variant("cardmate_one_king", "Cardmate, one King conquers", ONE_KING),
    _palace_variant("cardmate_any_two", "Cardmate, any two cards conquer", ANY_TWO),
)
PAST: tuple[Game[Any], ...] = ()
