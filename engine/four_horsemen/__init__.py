"""Four Horsemen, open and by memory.

`GAMES`: current versions; `PAST`: older versions, to replay old logs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.four_horsemen import version_1
from engine.four_horsemen.notation import picture, position, read, show, tell_closed
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import (
    Reason,
    Rule,
    allows,
    apply,
    canonical,
    completions,
    key,
    legal,
    outcome,
    reveals,
    score,
    setup,
    why,
)
from engine.four_horsemen.view import FourHorsemenView, from_view, view, view_all, view_closed
from engine.game import Game

__all__ = ["GAMES", "PAST", "FourHorsemenView", "Reason", "Rule"]

GAME: Game[State] = Game(
    id="four_horsemen",
    version=2,
    family="four_horsemen",
    title="Four Horsemen",
    seats=("player",),
    dealt=True,
    hides=True,
    options={"table": "open"},
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    read=read,
    score=score,
    why=why,
    reveals=reveals,
    allows=allows,
    completions=completions,
    key=key,
    canonical=canonical,
    from_view=from_view,
    picture=picture,
)
MEMORY = replace(
    GAME,
    id="four_horsemen_memory",
    title="Four Horsemen by Memory",
    options={"table": "memory"},
    view=view_closed,
    view_open=view_all,
    tell=tell_closed,
    tell_open=lambda _, move: move,
)
GAMES: tuple[Game[Any], ...] = (GAME, MEMORY)

GAME_V1 = replace(
    GAME,
    version=1,
    legal=version_1.legal,
    read=version_1.read,
    why=version_1.why,
    allows=version_1.allows,
    completions=version_1.completions,
)
MEMORY_V1 = replace(
    GAME_V1, id=MEMORY.id, title=MEMORY.title, options=MEMORY.options, view=view_closed, view_open=view_all
)
PAST: tuple[Game[Any], ...] = (GAME_V1, MEMORY_V1)
