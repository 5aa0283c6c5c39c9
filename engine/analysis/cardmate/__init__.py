"""Cardmate's machine: an opponent of six levels, and values of positions, by alpha-beta search."""

from __future__ import annotations

from engine.analysis import Analyst
from engine.analysis.cardmate.remarks import remark
from engine.game import Game

VERSION = 2  # of the rules that the board knows


def _supports(game: Game[object]) -> bool:
    return game.version == VERSION


ANALYST = Analyst(
    family="cardmate",
    searches="engine.analysis.cardmate.searches",
    judging="engine.analysis.cardmate.judging",
    levels=6,
    abilities=frozenset({"evaluate"}),
    missed=True,
    remark=remark,
    supports=_supports,
)
