"""Four Horsemen, open and from memory.

`GAMES`: the current versions; `PAST`: older ones, by which old logs are replayed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.four_horsemen.notation import position, read, show, tell
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import allows, apply, legal, outcome, reveals, score, setup, turn, why
from engine.four_horsemen.view import view, view_closed
from engine.game import Game

__all__ = ["GAMES", "PAST"]

GAME: Game[State] = Game(
    id="four_horsemen",
    version=1,
    family="four_horsemen",
    title="Four Horsemen",
    seats=("player",),
    dealt=True,
    hides=True,
    uneven=False,
    draws=False,
    setup=setup,
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
    allows=allows,
)
MEMORY = replace(GAME, id="four_horsemen_memory", title="Four Horsemen by Memory", view=view_closed)
GAMES: tuple[Game[Any], ...] = (GAME, MEMORY)
PAST: tuple[Game[Any], ...] = ()
