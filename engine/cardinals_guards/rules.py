"""Rules of Cardinal's Guards, a piecepack solitaire (Copyright © September 2003 Michael and Stephen
Schoessow).

Four musketeers search the chambers of the castle, each those of their suit by rank, and then escape. They run
until something stops them. After the setup nothing is hidden or random. Rulings: the supply starts as four
coins of any suits and has no limit; a guard may be put between moves on any free tile; an ordinary run has at
least one square; in the tunnel, removing a guard precedes choosing a free corner; a chamber searched and a
guard defeated score one point each, an escape three (the published totals, 56 and 44, also result from
counting rank 0 as a chamber and two points per escape).
"""

from __future__ import annotations

import re
from typing import Literal

from engine.cardinals_guards.notation import picture, position, show
from engine.cardinals_guards.position import (
    CELLS,
    CENTRE,
    CORNERS,
    DIRECTIONS,
    EDGE,
    INDEX,
    PAWNS,
    PERIMETER_START,
    RUN_CELLS,
    SQUARES,
    SUITS,
    TILES,
    State,
    castle_guards,
    is_own_guard,
    key,
    outcome,
    run,
    score,
    searches,
    without,
)
from engine.cardinals_guards.view import view
from engine.game import Game, IllegalMove, MalformedMove
from engine.rng import Rng

Rule = Literal[
    "not_a_move",
    "not_in_supply",
    "no_tile",
    "square_held",
    "musketeer_out",
    "blocked",
    "no_tunnel",
    "needs_corner",
    "no_guard",
    "not_a_corner",
    "corner_held",
    "needs_choice",
    "no_choice",
]
GUARD_CHOICES = (" take", " leave")  # for a guard of the runner's own suit
MOVE_PATTERN = re.compile(
    r"(put)([smca])([a-e][1-5])|([smca])([nesw])(?:(-|[a-e][1-5])([a-e][1-5])([nesw]))?(take|leave)?"
)
CORNER_RUNS = tuple(
    tuple((RUN_CELLS[corner][way], f"{CELLS[corner]} {DIRECTIONS[way]}") for way in range(4))
    for corner in CORNERS
)  # by corner: the cells of each run, and its text
PUT_MOVES = {suit: tuple((square, f"put {suit} {CELLS[square]}") for square in SQUARES) for suit in SUITS}


def setup(rng: Rng) -> State:
    """Lay the shuffled tiles on a1 to e5, rank by rank, and the shuffled coins clockwise from a5n; the last
    four coins are the supply."""
    tiles, rng = rng.shuffled(TILES)
    coins, _ = rng.shuffled(SUITS * 6)
    tiles = (*tiles[:CENTRE], "--", *tiles[CENTRE:])
    board = list("." * PERIMETER_START) + list(coins[:20])
    for suit, pawn in zip(SUITS, PAWNS, strict=True):
        board[tiles.index(suit + "0")] = pawn
    return State(tiles, "".join(board), (1, 1, 1, 1), _sorted(coins[20:]), 0)


def _sorted(coins: tuple[str, ...] | str) -> str:
    return "".join(sorted(coins, key=SUITS.index))


def legal(state: State) -> tuple[str, ...]:
    """Return the legal moves: runs by suit and direction (with removal, corner, direction and guard choice),
    then guards to put, by suit and square. Squares are ordered a1, b1 to e5, corners a1, e1, a5, e5."""
    board, supply = state.board, state.supply
    moves: list[str] = []
    for suit, pawn in zip(SUITS, PAWNS, strict=True):
        start = board.find(pawn)
        if start < 0:
            continue
        for way, ahead in zip(DIRECTIONS, RUN_CELLS[start], strict=True):
            end, met = run(board, start, ahead)
            if end == CENTRE:
                moves += _tunnel_moves(without(board, start), suit, f"{suit} {way} ")
            elif end != start:
                text = f"{suit} {way}"
                moves += (
                    (text + GUARD_CHOICES[0], text + GUARD_CHOICES[1])
                    if is_own_guard(board, met, suit)
                    else (text,)
                )
    for suit in SUITS:
        if suit in supply:
            moves += [text for square, text in PUT_MOVES[suit] if board[square] == "."]
    return tuple(moves)


def _tunnel_moves(board: str, suit: str, prefix: str) -> list[str]:
    """Return the moves through the tunnel that start with `prefix`. `board`: without the runner."""
    without_removal = _exits(board, suit)
    moves = [f"{prefix}- {text}" for text in without_removal]
    for guard in castle_guards(board):
        texts = _exits(without(board, guard), suit) if guard in EDGE else without_removal
        removal = f"{prefix}{CELLS[guard]} "
        moves += [removal + text for text in texts]
    return moves


def _exits(board: str, suit: str) -> list[str]:
    """Return the suffixes of tunnel moves: corner, direction and guard choice."""
    texts: list[str] = []
    for corner, exits in zip(CORNERS, CORNER_RUNS, strict=True):
        if board[corner] == ".":
            for ahead, text in exits:
                _, met = run(board, corner, ahead)
                if is_own_guard(board, met, suit):
                    texts += (text + GUARD_CHOICES[0], text + GUARD_CHOICES[1])
                else:
                    texts.append(text)
    return texts


def apply(state: State, move: str) -> State:
    """Return the state after a legal move."""
    words = move.split(" ")
    tiles, board, ranks, supply, defeated = state
    if words[0] == "put":
        square = INDEX[words[2]]
        board = board[:square] + words[1] + board[square + 1 :]
        return State(tiles, board, ranks, supply.replace(words[1], "", 1), defeated)
    seat, way = SUITS.index(words[0]), DIRECTIONS.index(words[1])
    start = board.index(PAWNS[seat])
    board = without(board, start)
    if len(words) > 3:
        if words[2] != "-":
            board, defeated = without(board, INDEX[words[2]]), defeated + 1
        start, way = INDEX[words[3]], DIRECTIONS.index(words[4])
    end, met = run(board, start, RUN_CELLS[start][way])
    if met >= PERIMETER_START and words[-1] != "leave":
        if words[-1] == "take":
            supply = _sorted(supply + words[0])
        else:
            defeated += 1
        board = without(board, met)
    if end < PERIMETER_START:
        board = board[:end] + PAWNS[seat] + board[end + 1 :]
        if searches(state, seat, end):
            ranks = (*ranks[:seat], ranks[seat] + 1, *ranks[seat + 1 :])
    return State(tiles, board, ranks, supply, defeated)


def _words(typed: str) -> list[str] | None:
    """Return the words of a text in the form of a move, ignoring case and spaces; None for other texts."""
    written = MOVE_PATTERN.fullmatch("".join(typed.split()).lower())
    if written is None:
        return None
    words = [word for word in written.groups() if word is not None]
    suit = 1 if words[0] == "put" else 0
    words[suit] = words[suit].upper()
    return words


def read(state: State, typed: str) -> str:
    """Parse a typed move, ignoring case and spaces."""
    words = _words(typed)
    if words is None:
        raise MalformedMove(f"{typed[:80]!r} is not written like S n, S n take, S e - a1 n or put S b2")
    move = " ".join(words)
    rule = why(state, move)
    if rule:
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def why(state: State, text: str) -> Rule | None:
    """Return the rule that forbids a move, or None.

    - not_a_move: any other text
    - not_in_supply, no_tile (the centre), square_held: a guard cannot be put there
    - musketeer_out, blocked (not even one square): the run is impossible
    - no_tunnel: a tunnel move, but the run does not reach the tunnel
    - needs_corner: the run reaches the tunnel, but the rest of the move is missing
    - no_guard (to remove), not_a_corner, corner_held: wrong tunnel move
    - needs_choice (take or leave), no_choice (no guard of that suit stops the run)
    """
    if text in legal(state):
        return None
    words = _words(text)
    if words is None or " ".join(words) != text:
        return "not_a_move"
    board = state.board
    if words[0] == "put":
        if words[1] not in state.supply:
            return "not_in_supply"
        return "no_tile" if INDEX[words[2]] == CENTRE else "square_held"
    start = board.find(words[0].lower())
    if start < 0:
        return "musketeer_out"
    end, met = run(board, start, RUN_CELLS[start][DIRECTIONS.index(words[1])])
    if end == start:
        return "blocked"
    if (end == CENTRE) != (len(words) > 3):
        return "needs_corner" if end == CENTRE else "no_tunnel"
    if end == CENTRE:
        return _why_tunnel(without(board, start), words)
    return _why_choice(board, met, words)


def _why_tunnel(board: str, words: list[str]) -> Rule:
    """Return the rule that forbids a move through the tunnel. `board`: without the runner."""
    if words[2] != "-":
        if INDEX[words[2]] not in castle_guards(board):
            return "no_guard"
        board = without(board, INDEX[words[2]])
    corner = INDEX[words[3]]
    if corner not in CORNERS:
        return "not_a_corner"
    if board[corner] != ".":
        return "corner_held"
    _, met = run(board, corner, RUN_CELLS[corner][DIRECTIONS.index(words[4])])
    return _why_choice(board, met, words)


def _why_choice(board: str, met: int, words: list[str]) -> Rule:
    return "needs_choice" if is_own_guard(board, met, words[0]) else "no_choice"


GAME: Game[State] = Game(
    id="cardinals_guards",
    version=1,
    family="cardinals_guards",
    title="Cardinal's Guards",
    seats=("player",),
    dealt=True,
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    read=read,
    score=score,
    why=why,
    key=key,
    picture=picture,
    uncounted=frozenset({"lost_musketeer"}),
)
