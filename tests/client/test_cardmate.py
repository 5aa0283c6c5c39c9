"""What the client states of Cardmate, the movements of its cards, is what the engine says."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from engine import GAMES

STATIC = Path(__file__).parents[2] / "static"
GAME = GAMES["cardmate"]
FILES = "abcdefghij"
RANKS = "123456789XJQKA"
SQUARES = [f"{file}{rank}" for rank in range(10) for file in FILES]
PRINTER = f"""
import {{ MOVEMENTS, reach }} from "file://{STATIC}/games/cardmate/movements.js"
const reached = {{}}
for (const rank of {json.dumps(list(RANKS))})
  for (const square of {json.dumps(SQUARES)})
    for (const owner of [0, 1])
      reached[`${{rank}} ${{square}} ${{owner}}`] = reach(`${{rank}}S`, square, owner)
console.log(JSON.stringify({{ tiles: MOVEMENTS, reached }}))
"""


def printed(script: str) -> dict[str, Any]:
    """Return the JSON that a module prints in Node."""
    node = shutil.which("node")
    assert node, "the client's tests need Node"
    done = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@cache
def client() -> dict[str, Any]:
    """Return the tiles by rank, and what each card reaches from each square, as the client's module says."""
    return printed(PRINTER)


def position(cards: dict[str, str], seat: int) -> str:
    """Return the text of a position with these cards by square, `seat` to move."""
    ranks = []
    for rank in range(9, -1, -1):
        row = [cards.get(f"{file}{rank}") for file in FILES]
        runs = [(piece, len(list(same))) for piece, same in groupby(row)]
        ranks.append(".".join(piece or str(count) for piece, count in runs))
    return f"{'/'.join(ranks)} {'FR'[seat]}"


def targets(cards: dict[str, str], square: str, seat: int) -> set[str]:
    """Return the squares that the card on `square` may go to by the engine."""
    moves = (move.split() for move in GAME.legal(GAME.position(position(cards, seat))))
    return {end for start, end, *_ in moves if start == square}


def test_a_card_reaches_what_it_may_move_to_on_an_empty_board() -> None:
    wrong = []
    for seat, sign in enumerate("+-"):
        for rank in RANKS:
            for square in SQUARES:
                reached = client()["reached"][f"{rank} {square} {seat}"]
                legal = targets({square: f"{sign}{rank}S"}, square, seat)
                if set(reached) != legal or len(reached) != len(legal):
                    wrong.append((seat, rank, square, sorted(reached), sorted(legal)))
    assert not wrong


def test_a_tile_marks_where_its_card_moves_captures_and_slides() -> None:
    assert list(client()["tiles"]) == sorted(RANKS, key="123456789XJQKA".index)
    for rank, tile in client()["tiles"].items():
        for row, line in enumerate(tile):
            for column, sign in enumerate(line):
                right, ahead = column - 2, 2 - row
                square = f"{FILES[4 + right]}{4 + ahead}"
                if square == "e4":
                    assert sign == "o"
                    continue
                card = {"e4": f"+{rank}S"}
                moves = square in targets(card, "e4", 0)
                captures = square in targets({**card, square: "-5H"}, "e4", 0)
                beyond = f"{FILES[4 + 2 * right]}{4 + 2 * ahead}"
                slides = max(abs(right), abs(ahead)) == 2 and beyond in targets(card, "e4", 0)
                found = (sign in "x-*", sign in "x*", sign == "*")
                assert found == (moves, captures, slides), (rank, square)
