"""Blunder detection for Cardmate: missed forced wins, allowed forced losses, costly chains of captures.

One search from the position before the move scores the best move and the move itself, at the same depth and
with the same transposition table. A win or loss is then proved; if the nodes do not suffice, the move is not
blamed.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.analysis import Judgement, Limits
from engine.analysis.cardmate.board import Board, board_of
from engine.analysis.cardmate.evaluation import CARD_VALUES
from engine.analysis.cardmate.proof import MAX_PROOF_PLIES, Prover, prove
from engine.analysis.cardmate.search import WIN, WIN_THRESHOLD, Found, OutOfNodes, Search, deepen
from engine.analysis.cardmate.tables import END_MASK, RANK, code_of
from engine.cardmate.board import State
from engine.game import Game

SEARCH_NODES = 20_000
PROOF_NODES = 60_000  # per proof
MAX_WIN_DELAY_PLIES = 2  # a win delayed by more counts as lost
MIN_CHAIN_COST = 500  # centipawns; cheaper chains get no warning
MAX_CHAIN_PLIES = 24
CHAIN_NODES = 4_000  # for each move of a chain and the evaluation of its end


class _Judge(NamedTuple):
    """Common arguments: the position before the move, the move, the limits."""

    game: Game[State]
    state: State
    move: int
    limits: Limits

    def before(self) -> Board:
        return board_of(self.game, self.state)

    def after(self, move: int) -> Board:
        """Return the board after a move of the game."""
        board = self.before()
        board.advance(move)
        return board

    def next_of(self, line: list[int], expected: list[int]) -> int:
        """Return the best move after the judged move and a line: the expected one, or by a short search."""
        if expected[: len(line)] == line and len(line) < len(expected):
            return expected[len(line)]
        board = self.after(self.move)
        for move in line:
            board.make(move)
        return deepen(Search(board, self.limits, CHAIN_NODES)).move

    def prover(self, board: Board, search: Search) -> Prover:
        hints = {key: move for key, (_, _, _, move) in search.table.items() if move}
        return Prover(board, PROOF_NODES, self.limits.cancelled, hints)


def judge(game: Game[State], state: State, move: str, limits: Limits) -> Judgement | None:
    """Return the flaw of a legal move; None: none is proved, or no other move was legal. `limits.nodes` can
    only lower SEARCH_NODES."""
    asked = _Judge(game, state, code_of(move), limits)
    if len(game.legal(state)) == 1 or game.outcome(game.apply(state, move)):
        return None
    nodes = SEARCH_NODES if limits.nodes is None else min(SEARCH_NODES, limits.nodes)
    search = Search(asked.before(), limits, nodes)
    best = deepen(search)
    if best.move == asked.move:
        return None
    rest = Search(asked.before(), limits, nodes, table=search.table)
    rest.enforce_limit()
    try:
        if (
            best.score < WIN_THRESHOLD
            and rest.score_after(asked.move, best.depth, best.score - MIN_CHAIN_COST)
            > best.score - MIN_CHAIN_COST
        ):
            return None
        score = rest.score_after(asked.move, best.depth)
    except OutOfNodes:
        return None
    if best.score <= -WIN_THRESHOLD:
        return None
    if score <= -WIN_THRESHOLD and (found := _forced_loss(asked, rest, best, WIN + score - 1)):
        return found
    if best.score >= WIN_THRESHOLD:
        return _lost_win(asked, rest, WIN - best.score) if score < WIN_THRESHOLD else None
    return _chain(asked, rest, best)


def _forced_loss(asked: _Judge, search: Search, best: Found, plies: int) -> Judgement | None:
    """Return a judgement if it is proved that the opponent can force a win within `plies` after the move, but
    not after the best move."""
    prover = asked.prover(asked.after(asked.move), search)
    proved, shortest = prove(prover, True, plies)
    if not proved:
        return None
    plies, saved = shortest or plies, asked.after(best.move)
    if (
        not saved.won
        and prove(asked.prover(saved, search), True, min(plies + MAX_WIN_DELAY_PLIES, MAX_PROOF_PLIES))[0]
    ):
        return None
    try:
        prover.nodes = 0
        line = prover.line(True, plies)
    except OutOfNodes:
        return None
    return Judgement(flaw="forced_loss", line=asked.after(asked.move).play(line), plies=plies)


def _lost_win(asked: _Judge, search: Search, plies: int) -> Judgement | None:
    """Return a judgement if the mover could force a win within `plies`, and cannot within MAX_WIN_DELAY_PLIES
    more after the move."""
    proved, shortest = prove(asked.prover(asked.before(), search), True, plies)
    if not proved or shortest is None or shortest + MAX_WIN_DELAY_PLIES > MAX_PROOF_PLIES:
        return None
    prover = asked.prover(asked.after(asked.move), search)
    try:
        if prover.loses(shortest + MAX_WIN_DELAY_PLIES - 1):
            return None
    except OutOfNodes:
        return None
    reply = prover.hints[prover.board.key]  # the reply that holds out
    return Judgement(flaw="lost_win", line=prover.board.play((reply,)), plies=shortest)


def _chain(asked: _Judge, search: Search, best: Found) -> Judgement | None:
    """Return a judgement if the opponent's reply forces captures that cost the mover MIN_CHAIN_COST or more.

    The cost is measured in cards, from the first compulsory capture and from before the move, and confirmed
    by the search."""
    mover, board = asked.state.turn, asked.after(asked.move)
    before, first = _cards(asked.before(), mover), None
    moves, expected = list[int](), _expected(asked, search)
    while len(moves) < MAX_CHAIN_PLIES and not board.won:
        answer = asked.next_of(moves, expected)
        taken = board.squares[answer & END_MASK]
        board.make(answer)
        compelled = _has_to_capture(board)
        if not (taken or compelled):
            board.take_back()
            break
        moves.append(answer)
        if not compelled:
            break
        first = _cards(board, mover) if first is None else first
        moves.append(asked.next_of(moves, expected))
        board.make(moves[-1])
    points = _cards(board, mover)
    if first is None or board.won or min(before, first) - points < MIN_CHAIN_COST or not board.legal():
        return None
    sign = 1 if board.turn == mover else -1
    if best.score - sign * deepen(Search(board, asked.limits, CHAIN_NODES)).score < MIN_CHAIN_COST:
        return None
    return Judgement(flaw="chain", line=asked.after(asked.move).play(moves), points=before - points)


def _has_to_capture(board: Board) -> bool:
    return not board.won and bool(board.compulsory())


def _expected(asked: _Judge, search: Search) -> list[int]:
    """Return the principal variation after the judged move."""
    search.board = asked.before()
    return search.line_after(asked.move)


def _cards(board: Board, seat: int) -> int:
    """Return the material balance of a seat, in centipawns."""
    own, other = (
        sum(CARD_VALUES[RANK[piece]] for piece in board.cards[side].values()) for side in (seat, 1 - seat)
    )
    return own - other
