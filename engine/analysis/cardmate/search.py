"""Alpha-beta search for Cardmate: iterative deepening, transposition table, quiescence search.

Scores are from the side to move, in centipawns; a win in n plies is WIN - n. Lines of compulsory captures are
searched to their end at any depth. A position repeated within the search is a draw, and so is one that
occurred twice before the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.analysis import NODES_PER_CANCEL_CHECK, Cancelled, Limits
from engine.analysis.cardmate.board import Board
from engine.analysis.cardmate.evaluation import CARD_VALUES
from engine.analysis.cardmate.tables import BETWEEN, BIT, END_MASK, KING, RANK, REACH
from engine.cardmate.board import BARRED, VERDICTS
from engine.cardmate.rules import MAX_IDLE_PLIES

WIN, MAX_DEPTH = 1_000_000, 60
WIN_THRESHOLD = WIN - 1000  # scores from here on are forced wins
EXACT, LOWER, UPPER = range(3)  # kind of score in the transposition table: exact, or a bound
KING_GAIN = 900  # for move ordering
DELTA_MARGIN = 120  # delta pruning: gain that a capture may bring beyond the card
GAIN = tuple(
    KING_GAIN if king else CARD_VALUES[rank] for king, rank in zip(KING, RANK, strict=True)
)  # by piece

Entry = tuple[int, int, int, int]  # depth, kind, score, best move (0: none)


class OutOfNodes(Exception):
    """The node limit is reached."""


@dataclass
class Search:
    """One search from one board.

    - `limit`: node limit, after which OutOfNodes is raised if `limited`.
    - `biases`: added to the scores of root moves.
    - `table`: transposition table; scores of wins are relative to the stored position.
    - `quiescence`: whether to follow captures beyond the depth."""

    board: Board
    limits: Limits
    limit: int
    biases: dict[int, int] = field(default_factory=dict)
    nodes: int = 0
    table: dict[int, Entry] = field(default_factory=dict)
    limited: bool = True
    quiescence: bool = True

    def __post_init__(self) -> None:
        self._next_check = NODES_PER_CANCEL_CHECK
        self._path: set[int] = set()
        self._killers = [[0, 0] for _ in range(2 * MAX_DEPTH + 100)]
        self._history = [0] * (113 << 7)  # by piece and end

    def enforce_limit(self) -> None:
        """Raise OutOfNodes from now on when the node limit is reached."""
        self.limited = True
        self._next_check = min(self._next_check, self.limit)

    def improvements(self, moves: list[int], depth: int) -> Iterator[tuple[int, int]]:
        """Yield root moves with their scores, each better than the previous ones, biases included."""
        best = -2 * WIN
        for move in moves:
            bias = self.biases.get(move, 0)
            score = self.score_after(move, depth, best - bias)
            if abs(score) < WIN_THRESHOLD:
                score += bias
            if score > best:
                best = score
                yield move, score - (bias if abs(score) < WIN_THRESHOLD else 0)

    def score_after(self, move: int, depth: int, alpha: int = -WIN) -> int:
        """Return the score of a root move, exact if above `alpha`."""
        board = self.board
        self._path = {board.key}
        board.make(move)
        score = WIN - 1 if board.won else -self.score(depth - 1, -WIN, -alpha, 1)
        board.take_back()
        return score

    def line_after(self, move: int) -> list[int]:
        """Return the principal variation after a root move, from the transposition table."""
        line, board, seen = [], self.board, {self.board.key}
        board.make(move)
        while not board.won and board.key not in seen:
            seen.add(board.key)
            entry = self.table.get(board.key)
            if not entry or not entry[3]:
                break
            line.append(entry[3])
            board.make(entry[3])
        for _ in range(len(line) + 1):
            board.take_back()
        return line

    def _check_limits(self) -> None:
        """Raise Cancelled or OutOfNodes, and schedule the next check."""
        if self.limits.cancelled():
            raise Cancelled
        if self.limited and self.nodes >= self.limit:
            raise OutOfNodes
        self._next_check = self.nodes + NODES_PER_CANCEL_CHECK
        if self.limited:
            self._next_check = min(self._next_check, self.limit)

    def score(
        self, depth: int, alpha: int, beta: int, ply: int, reduction: int = 0, after_null: bool = False
    ) -> int:
        """Return the score of the board at `depth` plies.

        `reduction`: late move reduction included in `depth`, restored if a capture is compulsory here.
        `after_null`: the previous move was a null move."""
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._check_limits()
        board = self.board
        key = board.key
        if board.idle and (
            key in self._path or board.idle >= MAX_IDLE_PLIES or board.earlier.get(key, 0) >= 2
        ):
            return 0
        best_move = 0
        entry = self.table.get(key)
        if entry:
            known, kind, score, best_move = entry
            if score > WIN_THRESHOLD:
                score -= ply
            elif score < -WIN_THRESHOLD:
                score += ply
            if known >= depth and (kind == EXACT or (score >= beta if kind == LOWER else score <= alpha)):
                return score
        if depth <= 0 and not self.quiescence:
            return board.score if board.turn == 0 else -board.score
        must = board.compulsory()
        if must:
            depth += reduction
        nominal = depth
        if self.quiescence:
            depth += len(must) == 1
        if depth <= 0:
            return self._quiescence(must, alpha, beta, ply)
        if not must and not after_null and depth >= 3 and self._null_move_cuts(depth, beta, ply):
            return beta
        self._path.add(key)
        best, best_move = self._search_moves(best_move, must, depth, alpha, beta, ply)
        self._path.discard(key)
        self._store(key, nominal, best, best_move, alpha, beta, ply)
        return best

    def _store(self, key: int, depth: int, best: int, move: int, alpha: int, beta: int, ply: int) -> None:
        kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
        stored = best + ply if best > WIN_THRESHOLD else best - ply if best < -WIN_THRESHOLD else best
        self.table[key] = depth, kind, stored, move

    def _null_move_cuts(self, depth: int, beta: int, ply: int) -> bool:
        """Return whether a null move still reaches `beta` (null move pruning)."""
        board = self.board
        if beta > WIN_THRESHOLD or (board.score if board.turn == 0 else -board.score) < beta:
            return False
        board.pass_turn()
        score = -self.score(depth - 3, -beta, 1 - beta, ply + 1, after_null=True)
        board.pass_turn()
        return score >= beta

    def _search_moves(
        self, first: int, must: list[int], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, int]:
        """Return the best score and its move (principal variation search)."""
        board, best, best_move, tried = self.board, -WIN, 0, 0
        for move in self._ordered(first, must, ply):
            quiet = not board.squares[move & END_MASK]
            reduction = 1 if tried >= 4 and quiet and depth >= 2 else 0
            if tried >= 14 and reduction and depth >= 4:
                reduction = 2
            board.make(move)
            if board.won:
                score = WIN - ply - 1
            elif not tried:
                score = -self.score(depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self.score(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, reduction)
                if score > alpha and (reduction or score < beta):
                    score = -self.score(depth - 1, -beta, -alpha, ply + 1)
            board.take_back()
            tried += 1
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        if quiet:
                            self._note_cutoff(move, depth, ply)
                        break
        return (best, best_move) if tried else (0, 0)

    def _note_cutoff(self, move: int, depth: int, ply: int) -> None:
        killers = self._killers[ply]
        if killers[0] != move:
            killers[1], killers[0] = killers[0], move
        place = self.board.squares[move >> 7 & END_MASK] << 7 | move & END_MASK
        self._history[place] += depth * depth

    def _ordered(self, first: int, must: list[int], ply: int) -> Iterable[int]:
        """Yield all moves, likely good ones first; quiet moves are generated lazily."""
        captures = must or self.board.free_captures()  # before the first yield: make and unmake reorder cards
        if first:
            yield first
        if must:
            for move in self._by_gain(must):
                if move != first:
                    yield move
            return
        losing = []
        for move in self._by_gain(captures):
            if move != first:
                if self._loses(move):
                    losing.append(move)
                else:
                    yield move
        squares, history, killers = self.board.squares, self._history, self._killers[ply]
        quiet = self.board.quiet_moves()
        for killer in killers:
            if killer != first and killer in quiet:
                yield killer
        quiet.sort(
            key=lambda move: history[squares[move >> 7 & END_MASK] << 7 | move & END_MASK], reverse=True
        )
        for move in quiet:
            if move != first and move not in killers:
                yield move
        yield from losing

    def _by_gain(self, captures: list[int]) -> list[int]:
        if len(captures) < 2:
            return captures
        squares = self.board.squares
        return sorted(
            captures,
            key=lambda move: GAIN[squares[move >> 7 & END_MASK]] - 16 * GAIN[squares[move & END_MASK]],
        )

    def _loses(self, move: int) -> bool:
        """Return whether a capture of a lesser card can be recaptured."""
        board = self.board
        start, end = move >> 7 & END_MASK, move & END_MASK
        piece = board.squares[start]
        if GAIN[piece] <= GAIN[board.squares[end]]:
            return False
        anybody = (board.occupied[0] | board.occupied[1]) ^ BIT[start]
        bit = BIT[end]
        for square, other in board.cards[1 - board.turn].items():
            if (
                REACH[other][square] & bit
                and VERDICTS[other][piece] != BARRED
                and square != end
                and not BETWEEN[square][end] & anybody
            ):
                return True
        return False

    def _quiescence(self, must: list[int], alpha: int, beta: int, ply: int) -> int:
        """Return the quiescence score: compulsory captures are searched, others are optional."""
        board = self.board
        best, captures = -WIN, must
        if not must:
            best = board.score if board.turn == 0 else -board.score
            if best >= beta:
                return best
            captures = board.free_captures()
            alpha = max(alpha, best)
        stand = best
        squares = board.squares
        for move in self._by_gain(captures):
            if not must:
                taken = squares[move & END_MASK]
                if not KING[taken] and (stand + GAIN[taken] + DELTA_MARGIN <= alpha or self._loses(move)):
                    continue
            board.make(move)
            score = WIN - ply - 1 if board.won else -self._quiescence_score(-beta, -alpha, ply + 1)
            board.take_back()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def _quiescence_score(self, alpha: int, beta: int, ply: int) -> int:
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._check_limits()
        return self._quiescence(self.board.compulsory(), alpha, beta, ply)


@dataclass(frozen=True)
class Found:
    """Result: the best move, its score (without bias) at `depth` plies, and the principal variation."""

    move: int
    score: int
    depth: int
    line: tuple[int, ...]


def deepen(search: Search, deepest: int = MAX_DEPTH) -> Found:
    """Return the best move by iterative deepening.

    Depth 1 is always finished; an unfinished depth counts as far as it got. The board is unusable
    afterwards."""
    moves = sorted(search.board.legal(), key=lambda move: -search.biases.get(move, 0))
    found = Found(moves[0], 0, 0, ())
    search.limited = False
    for depth in range(1, deepest + 1):
        try:
            for move, score in search.improvements(moves, depth):
                found = Found(move, score, depth, (move, *search.line_after(move)))
        except OutOfNodes:
            break
        moves.remove(found.move)
        moves.insert(0, found.move)
        if WIN - abs(found.score) <= depth or search.nodes >= search.limit:
            break
        search.enforce_limit()
    return found
