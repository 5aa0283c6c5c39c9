"""Mutable board of Cardmate with make/unmake, incremental evaluation and Zobrist hashing, for searches.

It reimplements the rules; tests compare the two. Callers must make only legal moves, and none after the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.analysis.cardmate.evaluation import piece_square_table
from engine.analysis.cardmate.tables import (
    BETWEEN,
    BIT,
    CROSSES,
    END_MASK,
    KEYS,
    KING,
    LEAPS,
    PALACE_SETS,
    PROMOTES,
    REACH,
    SLIDES,
    SUIT,
    TURN_KEY,
    text_of,
)
from engine.cardmate.board import FREE, MUST, PALACES, VERDICTS, State
from engine.cardmate.rules import ANY_TWO, BOTH_KINGS, MAX_IDLE_PLIES, ONE_KING, Palace, Reason
from engine.game import Game, Outcome, Seat

PALACE_BY_OPTION = {"both_kings": BOTH_KINGS, "one_king": ONE_KING, "any_two": ANY_TWO}

Undo = tuple[int, int, int, int, int, int, int, int]
Threats = tuple[tuple[int, int], ...]  # squares between, and the capture


@cache
def _counting(palace: Palace, seat: Seat) -> bytes:
    """Return, by piece, whether it counts in the palace that the seat attacks."""
    own = range(57, 113) if seat else range(1, 57)
    return bytes(piece in own and (not palace.kings_only or KING[piece] > 0) for piece in range(113))


class Board:
    """Mutable position.

    - `squares`: pieces by square; `cards`: by seat, pieces by square; `occupied`: by seat, a bitboard.
    - `key`: Zobrist hash including the turn; `suits`: by suit, hash of its cards of both seats.
    - `score`: value of Forehand's cards minus Rearhand's, in centipawns.
    - `won`: the last move has won.
    - `earlier`: by key, number of occurrences since the last capture or promotion."""

    __slots__ = (
        "_counting",
        "_table",
        "_threats",
        "_undo",
        "cards",
        "earlier",
        "idle",
        "key",
        "kings",
        "occupied",
        "palace",
        "score",
        "squares",
        "suits",
        "turn",
        "won",
    )

    def __init__(self, state: State, palace: Palace = BOTH_KINGS) -> None:
        self.palace, self._table, self._counting = (
            palace,
            piece_square_table(palace),
            (_counting(palace, 0), _counting(palace, 1)),
        )
        self.squares = list(state.board)
        self.turn, self.idle = state.turn, state.idle
        self.cards: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.occupied, self.kings, self.score = [0, 0], [0, 0], 0
        self.suits = [0, 0, 0, 0]
        self._threats: tuple[dict[int, Threats], dict[int, Threats]] = ({}, {})
        for square, piece in enumerate(state.board):
            if piece:
                self.suits[SUIT[piece]] ^= KEYS[piece][square]
                seat = int(piece > 56)
                self.cards[seat][square] = piece
                self.occupied[seat] |= 1 << square
                self.kings[seat] += KING[piece]
                self.score += self._table[piece][square]
        self.key = key_of(state.board, state.turn)
        self.won = False
        occurrences = state.occurrences.counts() if state.occurrences else {}
        self.earlier = {key_of(board, seat): times for (seat, board), times in occurrences.items()}
        self._undo: list[Undo] = []

    def use_table(self, table: list[list[int]]) -> None:
        """Replace the piece-square table and recompute the score."""
        self._table = table
        self.score = sum(table[piece][square] for square, piece in enumerate(self.squares))

    def make(self, move: int) -> None:
        """Make a legal move."""
        start, end = move >> 7 & END_MASK, move & END_MASK
        turn, squares, table = self.turn, self.squares, self._table
        piece, taken = squares[start], squares[end]
        own, occupied = self.cards[turn], self.occupied
        stands = piece + 13 if move & PROMOTES else piece
        change = KEYS[piece][start] ^ KEYS[stands][end]
        self._undo.append((move, piece, taken, self.key, self.score, self.idle, change, occupied[turn]))
        self.key ^= change ^ TURN_KEY
        self.suits[SUIT[piece]] ^= change
        self.score += table[stands][end] - table[piece][start]
        squares[start], squares[end] = 0, stands
        del own[start]
        own[end] = stands
        occupied[turn] ^= BIT[start] | BIT[end]
        other = self.turn = 1 - turn
        if taken:
            self._take(taken, end, other)
        else:
            self.idle = 0 if stands != piece else self.idle + 1
        if occupied[turn] & PALACE_SETS[turn] and self.held(turn) >= self.palace.squares:
            self.won = True

    def _take(self, taken: int, end: int, seat: Seat) -> None:
        """Remove a captured card of the seat from everything except `squares`."""
        self.key ^= KEYS[taken][end]
        self.suits[SUIT[taken]] ^= KEYS[taken][end]
        self.score -= self._table[taken][end]
        self.idle = 0
        del self.cards[seat][end]
        self.occupied[seat] ^= BIT[end]
        if KING[taken]:
            self.kings[seat] -= 1
            self.won = not self.kings[seat]

    def take_back(self) -> None:
        """Unmake the last move."""
        move, piece, taken, self.key, self.score, self.idle, change, occupied = self._undo.pop()
        start, end = move >> 7 & END_MASK, move & END_MASK
        other = self.turn
        turn = self.turn = 1 - other
        own = self.cards[turn]
        self.squares[start], self.squares[end] = piece, taken
        del own[end]
        own[start] = piece
        self.occupied[turn] = occupied
        self.suits[SUIT[piece]] ^= change
        self.won = False
        if taken:
            self.cards[other][end] = taken
            self.occupied[other] |= BIT[end]
            self.suits[SUIT[taken]] ^= KEYS[taken][end]
            self.kings[other] += KING[taken]

    def pass_turn(self) -> None:
        """Make a null move, or unmake it."""
        self.turn = 1 - self.turn
        self.key ^= TURN_KEY

    def compulsory(self) -> list[int]:
        """Return the compulsory captures; if there are any, no other move is legal."""
        turn = self.turn
        anybody = self.occupied[0] | self.occupied[1]
        threats = self._threats[turn]
        must: list[int] = []
        for key in self.suits:
            known = threats.get(key)
            if known is None:
                known = threats[key] = self._threats_of(self.suits.index(key))
            for between, move in known:
                if not between & anybody:
                    must.append(move)
        if len(must) > 1:
            order = list(self.cards[turn])
            must.sort(key=lambda move: order.index(move >> 7 & END_MASK))
        return must

    def _threats_of(self, suit: int) -> Threats:
        """Return the compulsory captures of a suit, ignoring blockers. They depend only on the suit's cards,
        so they are cached by the suit's hash."""
        squares, enemies = self.squares, self.occupied[1 - self.turn]
        found = []
        for start, piece in self.cards[self.turn].items():
            if SUIT[piece] == suit:
                reached = REACH[piece][start] & enemies
                while reached:
                    end = reached.bit_length() - 1
                    reached ^= BIT[end]
                    if VERDICTS[piece][squares[end]] == MUST:
                        found.append((BETWEEN[start][end], start << 7 | end))
                        if CROSSES[piece][start]:
                            found.append((BETWEEN[start][end], start << 7 | end | PROMOTES))
        return tuple(found)

    def free_captures(self) -> list[int]:
        """Return the optional captures; legal if no capture is compulsory."""
        free: list[int] = []
        squares, turn = self.squares, self.turn
        enemies = self.occupied[1 - turn]
        anybody = enemies | self.occupied[turn]
        for start, piece in self.cards[turn].items():
            if reached := REACH[piece][start] & enemies:
                between, verdicts = BETWEEN[start], VERDICTS[piece]
                while reached:
                    end = reached.bit_length() - 1
                    reached ^= BIT[end]
                    if not between[end] & anybody and verdicts[squares[end]] == FREE:
                        free.append(start << 7 | end)
                        if CROSSES[piece][start]:
                            free.append(start << 7 | end | PROMOTES)
        return free

    def quiet_moves(self) -> list[int]:
        """Return the moves to empty squares; legal if no capture is compulsory."""
        squares = self.squares
        found: list[int] = []
        append = found.append
        for start, piece in self.cards[self.turn].items():
            for move in LEAPS[piece][start]:
                if not squares[move & END_MASK]:
                    append(move)
            for ray in SLIDES[piece][start]:
                for move in ray:
                    if squares[move & END_MASK]:
                        break
                    append(move)
        return found

    def legal(self) -> list[int]:
        """Return the legal moves."""
        return self.compulsory() or self.free_captures() + self.quiet_moves()

    def held(self, seat: Seat) -> int:
        """Return the number of enemy palace squares that the seat holds."""
        counting, (first, second) = self._counting[seat], PALACES[seat]
        return counting[self.squares[first]] + counting[self.squares[second]]

    def outcome(self) -> Outcome | None:
        """Return the outcome, as in the rules, for a board reached by `advance`."""
        winner = 1 - self.turn
        for loser in (self.turn, winner):
            if not self.kings[loser]:
                return Outcome(1 - loser, "kings")
        if self.held(winner) >= self.palace.squares:
            return Outcome(winner, "palace")
        reason: Reason | None = None
        if not self.legal():
            reason = "no_move"
        elif self.earlier.get(self.key, 0) >= 2:
            reason = "repetition"
        elif self.idle >= MAX_IDLE_PLIES:
            reason = "no_progress"
        return Outcome(None, reason) if reason else None

    def advance(self, move: int) -> None:
        """Make a move of the game, which cannot be unmade, and record the position for repetitions."""
        self.earlier[self.key] = self.earlier.get(self.key, 0) + 1
        self.make(move)
        self._undo.clear()
        if not self.idle:
            self.earlier = {}

    def text(self, move: int) -> str:
        """Return the move as text."""
        return text_of(move, self.squares[move >> 7 & END_MASK])

    def play(self, line: Iterable[int]) -> tuple[str, ...]:
        """Make a line of moves, and return their texts."""
        texts = []
        for move in line:
            texts.append(self.text(move))
            self.make(move)
        return tuple(texts)


def key_of(board: bytes, turn: Seat) -> int:
    """Return the Zobrist hash of a position."""
    key = TURN_KEY if turn else 0
    for square, piece in enumerate(board):
        key ^= KEYS[piece][square]
    return key


def board_of(game: Game[State], state: State) -> Board:
    """Return the board for a state of this game."""
    return Board(state, PALACE_BY_OPTION[game.options["palace"]])
