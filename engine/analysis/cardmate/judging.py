"""Judgement of a move of Cardmate: whether it gives a forced win away, allows a forced loss, or costs much
through a chain of compulsory captures.

One search from the position before the move gives the best move and the move itself their scores, at the same
depth and by the same table. A win or loss is then proved; where the nodes do not suffice, the move is not
blamed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.analysis import Judgement, Limits
from engine.analysis.cardmate.board import Board, board_of
from engine.analysis.cardmate.evaluation import WORTH
from engine.analysis.cardmate.proof import LONGEST, Prover, prove
from engine.analysis.cardmate.search import FOUND, WIN, Found, OutOfNodes, Search, deepen
from engine.analysis.cardmate.tables import END, RANK, code_of
from engine.cardmate.board import State
from engine.game import Game

NODES = 20_000  # of the search
PROOF_NODES = 60_000  # of each proof
MARGIN = 2  # plies by which a win may be longer after the move and still counts as kept
COST = 500  # points, at least, that a chain costs to be worth a warning
LINKS = 24  # plies of a chain, at most
LINK_NODES = 4_000  # of the search for each move of a chain, and for what its end is worth


class _Judge(NamedTuple):
    """What the parts of a judgement share: the position before the move, the move, the limits."""

    game: Game[State]
    state: State
    move: int
    limits: Limits

    def before(self) -> Board:
        return board_of(self.game, self.state)

    def after(self, move: int) -> Board:
        """The board after a move of the position, as in the game itself."""
        board = self.before()
        board.advance(move)
        return board

    def next_of(self, line: list[int], expected: list[int]) -> int:
        """The best move after the move and a line: the expected one, otherwise that of a short search."""
        if expected[: len(line)] == line and len(line) < len(expected):
            return expected[len(line)]
        board = self.after(self.move)
        for move in line:
            board.make(move)
        return deepen(Search(board, self.limits, LINK_NODES)).move

    def prover(self, board: Board, search: Search) -> Prover:
        hints = {key: move for key, (_, _, _, move) in search.table.items() if move}
        return Prover(board, PROOF_NODES, self.limits.cancelled, hints)


def judge(game: Game[State], state: State, move: str, limits: Limits) -> Judgement | None:
    """What is wrong with a legal move; None: nothing that is proved, or no other move was legal.
    `limits.nodes` can only lower the nodes of the search."""
    asked = _Judge(game, state, code_of(move), limits)
    if len(game.legal(state)) == 1 or game.outcome(game.apply(state, move)):
        return None
    nodes = NODES if limits.nodes is None else min(NODES, limits.nodes)
    search = Search(asked.before(), limits, nodes)
    best = deepen(search)
    if best.move == asked.move:
        return None
    rest = Search(asked.before(), limits, nodes, table=search.table)
    rest.allow_end()
    try:
        if (
            best.score < FOUND
            and rest.score_after(asked.move, best.depth, best.score - COST) > best.score - COST
        ):
            return None
        score = rest.score_after(asked.move, best.depth)
    except OutOfNodes:
        return None
    if best.score <= -FOUND:
        return None
    if score <= -FOUND and (found := _forced_loss(asked, rest, best, WIN + score - 1)):
        return found
    if best.score >= FOUND:
        return _lost_win(asked, rest, WIN - best.score) if score < FOUND else None
    return _chain(asked, rest, best)


def _forced_loss(asked: _Judge, search: Search, best: Found, plies: int) -> Judgement | None:
    """The opponent wins by force within `plies` after the move, which is proved. After the best move the
    search has found no such win; a proof of one is tried all the same."""
    prover = asked.prover(asked.after(asked.move), search)
    proved, shortest = prove(prover, True, plies)
    if not proved:
        return None
    plies, saved = shortest or plies, asked.after(best.move)
    if not saved.won and prove(asked.prover(saved, search), True, min(plies + MARGIN, LONGEST))[0]:
        return None
    try:
        prover.nodes = 0
        line = prover.line(True, plies)
    except OutOfNodes:
        return None
    return Judgement(flaw="forced_loss", line=_texts(asked.after(asked.move), line), plies=plies)


def _lost_win(asked: _Judge, search: Search, plies: int) -> Judgement | None:
    """The mover wins by force within `plies`, and not within MARGIN more after the move."""
    proved, shortest = prove(asked.prover(asked.before(), search), True, plies)
    if not proved or shortest is None or shortest + MARGIN > LONGEST:
        return None
    prover = asked.prover(asked.after(asked.move), search)
    try:
        if prover.loses(shortest + MARGIN - 1):
            return None
    except OutOfNodes:
        return None
    reply = prover.hints[prover.board.key]  # which holds out
    return Judgement(flaw="lost_win", line=_texts(prover.board, (reply,)), plies=shortest)


def _chain(asked: _Judge, search: Search, best: Found) -> Judgement | None:
    """The mover has to capture after the opponent's answer, and that costs COST or more: in cards, from the
    first compulsory capture on and since before the move, and in the view of the search."""
    mover, board = asked.state.turn, asked.after(asked.move)
    before, first = _cards(asked.before(), mover), None
    moves, expected = list[int](), _expected(asked, search)
    while len(moves) < LINKS and not board.won:
        answer = asked.next_of(moves, expected)
        taken = board.squares[answer & END]
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
    if first is None or board.won or min(before, first) - points < COST or not board.legal():
        return None
    sign = 1 if board.turn == mover else -1
    if best.score - sign * deepen(Search(board, asked.limits, LINK_NODES)).score < COST:
        return None
    return Judgement(flaw="chain", line=_texts(asked.after(asked.move), moves), points=before - points)


def _has_to_capture(board: Board) -> bool:
    return not board.won and bool(board.compulsory())


def _expected(asked: _Judge, search: Search) -> list[int]:
    """The moves that the search expects after the move."""
    search.board = asked.before()
    return search.line_after(asked.move)


def _cards(board: Board, seat: int) -> int:
    """The worth of the cards of a seat less that of the other's, wherever they stand."""
    own, other = (
        sum(WORTH[RANK[piece]] for piece in board.cards[side].values()) for side in (seat, 1 - seat)
    )
    return own - other


def _texts(board: Board, moves: Sequence[int]) -> tuple[str, ...]:
    """A line of moves as the rules write them; it is made on the board."""
    texts = []
    for move in moves:
        texts.append(board.text(move))
        board.make(move)
    return tuple(texts)
