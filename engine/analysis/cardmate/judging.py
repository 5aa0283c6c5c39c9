"""Blunder detection for Cardmate: moves that lose a forced win, allow one, or cost MIN_COST points.

The opponent's best reply gives the value of the move. If another move is worth MIN_COST more at the same
depth, both are searched again, deeper. A forced win or loss is proved, otherwise the difference is blamed. A
move is not blamed if the nodes do not suffice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.analysis import Judgement, Limits
from engine.analysis.cardmate.board import Board, board_of
from engine.analysis.cardmate.evaluation import CARD_VALUES
from engine.analysis.cardmate.proof import MAX_PROOF_PLIES, Prover, prove
from engine.analysis.cardmate.search import (
    MAX_DEPTH,
    WIN,
    WIN_THRESHOLD,
    Entry,
    Found,
    OutOfNodes,
    Search,
    deepen,
)
from engine.analysis.cardmate.searches import MAX_POINTS
from engine.analysis.cardmate.tables import END_MASK, PROMOTES, RANK, code_of
from engine.cardmate.board import State
from engine.game import Game

REPLY_NODES = 7_000  # for the opponent's best reply
BETTER_NODES = 11_000  # for a better move
CONFIRM_NODES = 18_000  # for each of both moves again
PROOF_NODES = 60_000  # per proof
SAVED_NODES = 20_000  # for a proof that the better move loses too
MAX_WIN_DELAY_PLIES = 2  # a win delayed by more counts as lost
MIN_COST = 500  # centipawns; less gets no warning
CONFIRMED_COST = 550  # the same in the search that confirms: a deeper one may find less
MAX_CHAIN_PLIES = 24
CHAIN_NODES = 4_000  # for each move of a chain and the evaluation of its end


class _Judge(NamedTuple):
    """Common arguments: the position before the move, the move, the limits, the transposition table."""

    game: Game[State]
    state: State
    move: int
    limits: Limits
    table: dict[int, Entry]

    def before(self) -> Board:
        return board_of(self.game, self.state)

    def after(self, move: int) -> Board:
        """Return the board after a move of the game."""
        board = self.before()
        board.advance(move)
        return board

    def search(self, board: Board, nodes: int) -> Search:
        """Return a search of a board. `limits.nodes` can only lower the number of nodes."""
        limit = nodes if self.limits.nodes is None else min(nodes, self.limits.nodes)
        return Search(board, self.limits, limit, table=self.table)

    def reply_to(self, move: int, nodes: int) -> Found:
        """Return the opponent's best reply to a move."""
        return deepen(self.search(self.after(move), nodes))

    def next_of(self, line: list[int], expected: Sequence[int]) -> int:
        """Return the best move after the judged move and a line: the expected one, or by a short search."""
        if list(expected[: len(line)]) == line and len(line) < len(expected):
            return expected[len(line)]
        board = self.after(self.move)
        for move in line:
            board.make(move)
        return deepen(Search(board, self.limits, CHAIN_NODES)).move

    def prover(self, board: Board, nodes: int = PROOF_NODES) -> Prover:
        hints = {key: move for key, (_, _, _, move) in self.table.items() if move}
        return Prover(board, nodes, self.limits.cancelled, hints)


def judge(game: Game[State], state: State, move: str, limits: Limits) -> Judgement | None:
    """Return the flaw of a legal move; None: none was found, or no other move was legal. `limits.nodes` can
    only lower the numbers of nodes of searches."""
    if len(game.legal(state)) == 1 or game.outcome(game.apply(state, move)):
        return None
    asked = _Judge(game, state, code_of(move), limits, {})
    reply = asked.reply_to(asked.move, REPLY_NODES)
    if reply.score <= -WIN_THRESHOLD:
        return None
    lost = reply.score >= WIN_THRESHOLD
    # A reply that ends the game is blamed if another move only delays the loss.
    floor = 3 - WIN if reply.score == WIN - 1 else MIN_COST - reply.score
    better = _better_move(asked, floor, MAX_DEPTH if lost else reply.depth + 1)
    if better is None:
        return None
    if lost:
        return _forced_loss(asked, better, WIN - reply.score) or _costly(asked, better)
    if winning := _better_move(asked, WIN_THRESHOLD, MAX_DEPTH):
        try:
            return _lost_win(asked, WIN - winning.score)
        except OutOfNodes:
            better = winning
    return _costly(asked, better)


def _better_move(asked: _Judge, floor: int, deepest: int) -> Found | None:
    """Return another move with a score of `floor` or more at the greatest depth up to `deepest` that the
    nodes suffice for, or that wins; None: there is none."""
    search = asked.search(asked.before(), BETTER_NODES)
    search.enforce_limit()
    moves = [move for move in search.board.legal() if move != asked.move]
    found = None
    try:
        for depth in range(1, deepest + 1):
            found = _first_above(search, moves, floor, depth)
            if found and found.score >= WIN_THRESHOLD:
                break
            if found:
                moves.remove(found.move)
                moves.insert(0, found.move)
    except OutOfNodes:
        pass
    return found


def _first_above(search: Search, moves: list[int], floor: int, depth: int) -> Found | None:
    for move in moves:
        if (score := search.score_after(move, depth, floor - 1)) >= floor:
            return Found(move, score, depth, ())
    return None


def _forced_loss(asked: _Judge, better: Found, plies: int) -> Judgement | None:
    """Return a judgement if it is proved that the opponent can force a win within `plies` after the move, but
    not after the better one."""
    prover = asked.prover(asked.after(asked.move))
    proved, shortest = prove(prover, True, plies)
    if not proved:
        return None
    plies, saved = shortest or plies, asked.after(better.move)
    delayed = min(plies + MAX_WIN_DELAY_PLIES, MAX_PROOF_PLIES) if plies > 1 else 1
    if not saved.outcome() and prove(asked.prover(saved, SAVED_NODES), True, delayed)[0]:
        return None
    try:
        prover.nodes = 0
        line = prover.line(True, plies)
    except OutOfNodes:
        return None
    return Judgement(flaw="forced_loss", line=asked.after(asked.move).play(line), plies=plies)


def _lost_win(asked: _Judge, plies: int) -> Judgement | None:
    """Return a judgement if the mover could force a win within `plies`, and cannot within MAX_WIN_DELAY_PLIES
    more after the move. OutOfNodes: neither is proved."""
    proved, shortest = prove(asked.prover(asked.before()), True, plies)
    if not proved or shortest is None or shortest + MAX_WIN_DELAY_PLIES > MAX_PROOF_PLIES:
        raise OutOfNodes
    prover = asked.prover(asked.after(asked.move))
    if prover.loses(shortest + MAX_WIN_DELAY_PLIES - 1):
        return None
    reply = prover.hints[prover.board.key]  # the reply that holds out
    return Judgement(flaw="lost_win", line=prover.board.play((reply,)), plies=shortest)


def _costly(asked: _Judge, better: Found) -> Judgement | None:
    """Return a judgement if deeper searches confirm that the better move is worth much more."""
    reply = asked.reply_to(asked.move, CONFIRM_NODES)
    drawn = asked.after(better.move).outcome()
    best = 0 if drawn else _points(-asked.reply_to(better.move, CONFIRM_NODES).score)
    value = _points(-reply.score)
    if best - value < CONFIRMED_COST:
        return None
    line = asked.after(asked.move).play(_up_to_last_gain(asked, reply.line))
    return _chain(asked, reply.line, best) or Judgement(flaw="costly", line=line, points=best - value)


def _points(score: int) -> int:
    return max(-MAX_POINTS, min(MAX_POINTS, score))


def _up_to_last_gain(asked: _Judge, line: Sequence[int]) -> Sequence[int]:
    """Return the reply and what follows, up to the last capture or promotion."""
    board, length = asked.after(asked.move), 1
    for number, move in enumerate(line, 1):
        if board.squares[move & END_MASK] or move & PROMOTES:
            length = number
        board.make(move)
    return line[:length]


def _chain(asked: _Judge, expected: Sequence[int], best: int) -> Judgement | None:
    """Return a judgement if the opponent's reply forces captures that cost the mover MIN_COST or more.

    The cost is measured in cards, from the first compulsory capture and from before the move, and confirmed
    by a search from the end of the chain. `expected`: the principal variation after the move; `best`: value
    of the better move."""
    mover, board = asked.state.turn, asked.after(asked.move)
    before, first = _cards(asked.before(), mover), None
    moves = list[int]()
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
    if first is None or board.won or min(before, first) - points < MIN_COST or not board.legal():
        return None
    sign = 1 if board.turn == mover else -1
    if best - sign * deepen(Search(board, asked.limits, CHAIN_NODES)).score < MIN_COST:
        return None
    return Judgement(flaw="chain", line=asked.after(asked.move).play(moves), points=before - points)


def _has_to_capture(board: Board) -> bool:
    return not board.won and bool(board.compulsory())


def _cards(board: Board, seat: int) -> int:
    """Return the material balance of a seat, in centipawns."""
    own, other = (
        sum(CARD_VALUES[RANK[piece]] for piece in board.cards[side].values()) for side in (seat, 1 - seat)
    )
    return own - other
