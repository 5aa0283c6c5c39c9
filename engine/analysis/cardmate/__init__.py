"""Analysis of Cardmate: a bot of seven levels, evaluations by alpha-beta search, and puzzles."""

from __future__ import annotations

from engine.analysis import Analyst
from engine.analysis.cardmate.remarks import remark
from engine.cardmate import GAMES
from engine.game import Game

GAME = GAMES[0]  # the puzzles are positions of this game
VERSION = 2  # of the rules that the search implements


def _supports(game: Game[object]) -> bool:
    return game.version == VERSION


def _has_puzzles(game: Game[object]) -> bool:
    return game.id == GAME.id


ANALYST = Analyst(
    family="cardmate",
    searches="engine.analysis.cardmate.searches",
    judging="engine.analysis.cardmate.judging",
    levels=7,
    abilities=frozenset({"evaluate", "puzzle"}),
    missed=True,
    remark=remark,
    has_puzzles=_has_puzzles,
    supports=_supports,
)
