"""Alpha-beta search of Cardmate: iterative deepening, transposition table, quiescence along the captures.

Scores are of the side to move, in hundredths of a pawn; a win in n plies is WIN - n. A line of compulsory
captures is searched to its end, whatever the depth. A position that occurs again within the search counts as
a draw at once, and so does one that stood twice before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.analysis import CHECK_EVERY, Cancelled, Limits
from engine.analysis.cardmate.board import Board
from engine.analysis.cardmate.evaluation import WORTH
from engine.analysis.cardmate.tables import BETWEEN, BIT, END, KING, RANK, REACH
from engine.cardmate.board import BARRED, VERDICTS
from engine.cardmate.rules import IDLE

WIN, DEEPEST = 1_000_000, 60
FOUND = WIN - 1000  # from here on a score says a win
EXACT, LOWER, UPPER = range(3)  # what the score of an entry of the table is
KING_GAIN = 900  # for ordering captures
DELTA = 120  # what a capture may gain beyond the card
GAIN = tuple(KING_GAIN if king else WORTH[rank] for king, rank in zip(KING, RANK, strict=True))  # by piece

Entry = tuple[int, int, int, int]  # depth, kind, score, best move (0: none)


class OutOfNodes(Exception):
    """The nodes of the limits are used up."""


@dataclass
class Search:
    """One search from one board. `table`: by position; scores of wins count from it. `biases`: added to the
    scores of moves at the root. `limit`: nodes, after which OutOfNodes is raised unless `bound` is False.
    `follows`: whether captures are followed beyond the depth."""

    board: Board
    limits: Limits
    limit: int
    biases: dict[int, int] = field(default_factory=dict)
    nodes: int = 0
    table: dict[int, Entry] = field(default_factory=dict)
    bound: bool = True
    follows: bool = True

    def __post_init__(self) -> None:
        self._next_look = CHECK_EVERY
        self._path: set[int] = set()
        self._killers = [[0, 0] for _ in range(2 * DEEPEST + 100)]
        self._history = [0] * (113 << 7)  # by piece and end

    def allow_end(self) -> None:
        """From now on OutOfNodes is raised when the nodes are used up."""
        self.bound = True
        self._next_look = min(self._next_look, self.limit)

    def improvements(self, moves: list[int], depth: int) -> Iterator[tuple[int, int]]:
        """Moves of the board and their scores, each better than those before it, with the biases."""
        best = -2 * WIN
        for move in moves:
            bias = self.biases.get(move, 0)
            score = self.score_after(move, depth, best - bias)
            if abs(score) < FOUND:
                score += bias
            if score > best:
                best = score
                yield move, score - (bias if abs(score) < FOUND else 0)

    def score_after(self, move: int, depth: int, alpha: int = -WIN) -> int:
        """The score of a move of the board, exact where it is above `alpha`."""
        board = self.board
        self._path = {board.key}
        board.make(move)
        score = WIN - 1 if board.won else -self.score(depth - 1, -WIN, -alpha, 1)
        board.take_back()
        return score

    def line_after(self, move: int) -> list[int]:
        """The moves that the table expects after a move of the board."""
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

    def _look(self) -> None:
        """Called when `nodes` reaches `_next_look`."""
        if self.limits.cancelled():
            raise Cancelled
        if self.bound and self.nodes >= self.limit:
            raise OutOfNodes
        self._next_look = self.nodes + CHECK_EVERY
        if self.bound:
            self._next_look = min(self._next_look, self.limit)

    def score(
        self, depth: int, alpha: int, beta: int, ply: int, reduction: int = 0, passed: bool = False
    ) -> int:
        """The score of the board at `depth` plies. `reduction`: plies taken off the depth, that are given
        back if a capture is compulsory here. `passed`: the move before was none."""
        self.nodes += 1
        if self.nodes >= self._next_look:
            self._look()
        board = self.board
        key = board.key
        if board.idle and (key in self._path or board.idle >= IDLE or board.earlier.get(key, 0) >= 2):
            return 0
        best_move = 0
        entry = self.table.get(key)
        if entry:
            known, kind, score, best_move = entry
            if score > FOUND:
                score -= ply
            elif score < -FOUND:
                score += ply
            if known >= depth and (kind == EXACT or (score >= beta if kind == LOWER else score <= alpha)):
                return score
        if depth <= 0 and not self.follows:
            return board.score if board.turn == 0 else -board.score
        must = board.compulsory()
        if must:
            depth += reduction
        nominal = depth
        if self.follows:
            depth += len(must) == 1
        if depth <= 0:
            return self._follow(must, alpha, beta, ply)
        if not must and not passed and depth >= 3 and self._pass_is_enough(depth, beta, ply):
            return beta
        self._path.add(key)
        best, best_move = self._best(best_move, must, depth, alpha, beta, ply)
        self._path.discard(key)
        self._remember(key, nominal, best, best_move, alpha, beta, ply)
        return best

    def _remember(self, key: int, depth: int, best: int, move: int, alpha: int, beta: int, ply: int) -> None:
        kind = LOWER if best >= beta else EXACT if best > alpha else UPPER
        stored = best + ply if best > FOUND else best - ply if best < -FOUND else best
        self.table[key] = depth, kind, stored, move

    def _pass_is_enough(self, depth: int, beta: int, ply: int) -> bool:
        """Whether the side to move stands so well that even no move would hold `beta` (null move)."""
        board = self.board
        if beta > FOUND or (board.score if board.turn == 0 else -board.score) < beta:
            return False
        board.pass_turn()
        score = -self.score(depth - 3, -beta, 1 - beta, ply + 1, passed=True)
        board.pass_turn()
        return score >= beta

    def _best(
        self, first: int, must: list[int], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, int]:
        """The best score and its move, among all moves."""
        board, best, best_move, tried = self.board, -WIN, 0, 0
        for move in self._ordered(first, must, ply):
            quiet = not board.squares[move & END]
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
        place = self.board.squares[move >> 7 & END] << 7 | move & END
        self._history[place] += depth * depth

    def _ordered(self, first: int, must: list[int], ply: int) -> Iterable[int]:
        """All moves, likely good ones first; quiet moves are looked for only when they are asked for."""
        captures = must or self.board.free_captures()  # now: a move and its return reorder the cards
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
        quiet.sort(key=lambda move: history[squares[move >> 7 & END] << 7 | move & END], reverse=True)
        for move in quiet:
            if move != first and move not in killers:
                yield move
        yield from losing

    def _by_gain(self, captures: list[int]) -> list[int]:
        if len(captures) < 2:
            return captures
        squares = self.board.squares
        return sorted(
            captures, key=lambda move: GAIN[squares[move >> 7 & END]] - 16 * GAIN[squares[move & END]]
        )

    def _loses(self, move: int) -> bool:
        """Whether a capture takes less than it costs, by a look at the square's defenders."""
        board = self.board
        start, end = move >> 7 & END, move & END
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

    def _follow(self, must: list[int], alpha: int, beta: int, ply: int) -> int:
        """Quiescence: compulsory captures are followed, others may be made or not."""
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
                taken = squares[move & END]
                if not KING[taken] and (stand + GAIN[taken] + DELTA <= alpha or self._loses(move)):
                    continue
            board.make(move)
            score = WIN - ply - 1 if board.won else -self._quiet_score(-beta, -alpha, ply + 1)
            board.take_back()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def _quiet_score(self, alpha: int, beta: int, ply: int) -> int:
        self.nodes += 1
        if self.nodes >= self._next_look:
            self._look()
        return self._follow(self.board.compulsory(), alpha, beta, ply)


@dataclass(frozen=True)
class Found:
    """What deepening found: the best move, its score (without bias) at `depth` plies, the line from it on."""

    move: int
    score: int
    depth: int
    line: tuple[int, ...]


def deepen(search: Search, deepest: int = DEEPEST) -> Found:
    """The best move, at least of a search of one ply, which is finished whatever the limit. A depth that the
    nodes are not enough for counts as far as it came. Afterwards the board is of no use."""
    moves = sorted(search.board.legal(), key=lambda move: -search.biases.get(move, 0))
    found = Found(moves[0], 0, 0, ())
    search.bound = False
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
        search.allow_end()
    return found
