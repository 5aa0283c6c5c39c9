"""Proof search for forced wins in Cardmate: tries every move and every reply up to a number of plies.

A position that occurred twice before is not a win, since it would be drawn. No other check for repetitions is
needed: a shortest win does not repeat positions.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.analysis import NODES_PER_CANCEL_CHECK, Cancelled
from engine.analysis.cardmate.board import Board
from engine.analysis.cardmate.search import OutOfNodes
from engine.analysis.cardmate.tables import END_MASK, KING
from engine.cardmate.board import PALACES
from engine.cardmate.rules import MAX_IDLE_PLIES

MAX_PROOF_PLIES = 15
Place = tuple[bytes, int]  # squares and turn


class Prover:
    """Prover for one board. Raises OutOfNodes after `limit` nodes; the board is then left in any position.

    `hints`: moves to try first, by `board.key`."""

    def __init__(
        self, board: Board, limit: int, cancelled: Callable[[], bool], hints: dict[int, int]
    ) -> None:
        self.board, self.limit, self.cancelled, self.hints = board, limit, cancelled, hints
        self.nodes = 0
        # Plies within which the side to move wins, cannot win, loses, can hold out:
        self._won: dict[Place, int] = {}
        self._open: dict[Place, int] = {}
        self._lost: dict[Place, int] = {}
        self._safe: dict[Place, int] = {}

    def wins(self, plies: int) -> bool:
        """Return whether the side to move can force a win within `plies`, an odd number."""
        place = self._place()
        if self._won.get(place, plies + 1) <= plies:
            return True
        if self._open.get(place, -1) >= plies:
            return False
        won = any(self._wins_by(move, plies) for move in self._attempts(plies))
        if won:
            self._won[place] = plies
        else:
            self._open[place] = plies
        return won

    def _wins_by(self, move: int, plies: int) -> bool:
        board = self.board
        board.make(move)
        won = board.won or (plies > 1 and self._stands_anew() and self.loses(plies - 1))
        board.take_back()
        if won:
            self.hints[board.key] = move
        return won

    def loses(self, plies: int) -> bool:
        """Return whether the side to move loses by force within `plies`, an even number."""
        board = self.board
        place = self._place()
        if self._lost.get(place, plies + 1) <= plies:
            return True
        if self._safe.get(place, -1) >= plies:
            return False
        moves = self._hinted_first(board.legal())
        lost = bool(moves) and not any(self._holds_by(move, plies) for move in moves)
        if lost:
            self._lost[place] = plies
        else:
            self._safe[place] = plies
        return lost

    def _holds_by(self, move: int, plies: int) -> bool:
        board = self.board
        board.make(move)
        holds = board.won or not self._stands_anew() or not self.wins(plies - 1)
        board.take_back()
        if holds:
            self.hints[board.key] = move
        return holds

    def line(self, winning: bool, plies: int) -> tuple[int, ...]:
        """Return a proved win within `plies`: the shortest way against the longest resistance."""
        board, moves = self.board, list[int]()
        while not board.won:
            attempts = self._attempts(plies) if winning else board.legal()
            moves.append(next(move for move in attempts if self._keeps(move, winning, plies)))
            board.make(moves[-1])
            winning, plies = not winning, plies - 1
        for _ in moves:
            board.take_back()
        return tuple(moves)

    def winning_moves(self, plies: int) -> list[int]:
        """Return the moves that win within `plies`, an odd number."""
        return [move for move in self._attempts(plies) if self._wins_by(move, plies)]

    def longest_replies(self, plies: int) -> list[int]:
        """Return the moves that hold out for `plies` in a position lost within `plies`."""
        return [move for move in self.board.legal() if self._keeps(move, False, plies)]

    def _keeps(self, move: int, winning: bool, plies: int) -> bool:
        """Return whether a move wins within `plies` or, in a lost position, holds out for `plies`."""
        if winning:
            return self._wins_by(move, plies)
        return plies <= 2 or self._holds_by(move, plies - 2)

    def _stands_anew(self) -> bool:
        return not self.board.idle or self.board.earlier.get(self.board.key, 0) < 2

    def _place(self) -> Place:
        self.nodes += 1
        if self.nodes % NODES_PER_CANCEL_CHECK == 0 and self.cancelled():
            raise Cancelled
        if self.nodes > self.limit:
            raise OutOfNodes
        return bytes(self.board.squares), self.board.turn

    def _attempts(self, plies: int) -> list[int]:
        """Return candidate moves to win within `plies`; with one ply left, captures of a King and palace
        moves."""
        board = self.board
        moves = board.legal()
        if plies == 1:
            squares, palace, held = board.squares, PALACES[board.turn], board.held(board.turn)
            return [
                move for move in moves if held or KING[squares[move & END_MASK]] or move & END_MASK in palace
            ]
        return self._hinted_first(moves)

    def _hinted_first(self, moves: list[int]) -> list[int]:
        hint = self.hints.get(self.board.key, 0)
        return sorted(moves, key=lambda move: (move != hint, not self.board.squares[move & END_MASK]))


def prove(prover: Prover, winning: bool, plies: int) -> tuple[bool, int | None]:
    """Return whether the side to move wins (`winning`) or loses within `plies`, and the minimum number of
    plies: None if the nodes do not suffice to rule out shorter lines."""
    if plies > MAX_PROOF_PLIES or prover.board.idle + plies > MAX_IDLE_PLIES:
        return False, None
    decide = prover.wins if winning else prover.loses
    try:
        if not decide(plies):
            return False, None
    except OutOfNodes:
        return False, None
    try:
        return True, next(shorter for shorter in range(2 - winning, plies + 1, 2) if decide(shorter))
    except OutOfNodes:
        return True, None
