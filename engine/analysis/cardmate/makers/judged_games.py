"""Judgements of a beginner's moves, compared with a deeper search, for docs/truth.md.

The beginner plays level 1 in all games of the family, in either seat, against levels 1, 3 and 4. Every fourth
of its moves is judged, unless it is forced or ends the game.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import mean, median
from typing import Literal, NamedTuple

from engine.analysis import Flaw, Limits
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.judging import MIN_COST, judge
from engine.analysis.cardmate.search import WIN, WIN_THRESHOLD, Search, deepen
from engine.analysis.cardmate.searches import choose
from engine.analysis.cardmate.tables import code_of
from engine.cardmate import GAMES
from engine.cardmate.board import State
from engine.game import Game

DEEP_NODES = 100_000  # for the best move, and again for the reply to the judged one
MAX_PLIES = 90  # of a game
OPPONENTS = (1, 3, 4)  # their levels
JUDGED = 4  # every fourth move

Loss = Literal["nothing", "points", "win", "game"]  # what a move loses


class Judged(NamedTuple):
    """A judged move: the flaw, if there is a warning; the loss by the deeper search; CPU of the judgement."""

    flaw: Flaw | None
    loss: Loss
    seconds: float


def moves(games: Iterable[int]) -> Iterator[tuple[Game[State], State, str]]:
    """Yield moves of the beginner to judge."""
    for seed in games:
        game = GAMES[seed % len(GAMES)]
        state, beginner = game.start(seed), seed % 2
        for ply in range(MAX_PLIES):
            if game.outcome(state):
                break
            level = 1 if state.turn == beginner else OPPONENTS[seed % len(OPPONENTS)]
            move = choose(game, state, level, seed * 1000 + ply, Limits())
            after = game.apply(state, move)
            picked = state.turn == beginner and (ply // 2 + seed) % JUDGED == 0
            if picked and len(game.legal(state)) > 1 and not game.outcome(after):
                yield game, state, move
            state = after


def loss_of(game: Game[State], state: State, move: str) -> Loss:
    """Return what a move loses by the deeper search: MIN_COST or more, a forced win or the game."""
    search = Search(board_of(game, state), Limits(), DEEP_NODES)
    best = deepen(search)
    board = board_of(game, state)
    board.advance(code_of(move))
    value = -deepen(Search(board, Limits(), DEEP_NODES, table=search.table)).score
    if max(abs(best.score), abs(value)) < WIN_THRESHOLD:
        return "points" if best.score - value >= MIN_COST else "nothing"
    if best.score >= WIN_THRESHOLD > value:
        return "win"
    ends_at_once = value == 1 - WIN and best.score > 2 - WIN
    return "game" if value <= -WIN_THRESHOLD < best.score or ends_at_once else "nothing"


def judged(game: Game[State], state: State, move: str) -> Judged:
    """Judge a move, and compare."""
    began = time.process_time()
    judgement = judge(game, state, move, Limits())
    seconds = time.process_time() - began
    return Judged(judgement.flaw if judgement else None, loss_of(game, state, move), seconds)


def told(rows: Sequence[Judged]) -> Iterator[str]:
    """Yield the results in sentences."""
    flaws = Counter(row.flaw for row in rows if row.flaw)
    yield f"{flaws.total()} warnings of {len(rows)} moves: " + ", ".join(
        f"{count} {flaw}" for flaw, count in sorted(flaws.items())
    )
    for name, is_warned in (("warned of", True), ("passed over", False)):
        found = Counter(row.loss for row in rows if bool(row.flaw) == is_warned)
        yield (
            f"{name}: {found['points']} lose {MIN_COST // 100} points or more, {found['win']} give away a "
            f"forced win, {found['game']} walk into a forced loss, {found['nothing']} none of these"
        )
    seconds = sorted(row.seconds for row in rows)
    yield (
        f"seconds of a judgement: {mean(seconds):.2f} on average, {median(seconds):.2f} in the middle, "
        f"{seconds[-1]:.2f} at most"
    )
