"""What the client states of Cardmate, movements and worths of its cards, is what the engine says."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from engine import GAMES
from engine.analysis.cardmate.evaluation import CARD_VALUES

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


CATALOGUE = json.loads((STATIC / "games/cardmate/en.json").read_text())
POINTS = {
    **dict.fromkeys((299, 300, 369), "an 8’s worth"),
    700: "a Jack’s worth",
    **dict.fromkeys((950, 1130), "a Queen’s worth"),
    1250: "an Ace’s worth",
    **dict.fromkeys((1300, 4000), "more than an Ace’s worth"),
}
WORTHS_PRINTER = f"""
import {{ add, t }} from "file://{STATIC}/core/i18n.js"
import {{ WORTHS, worthText }} from "file://{STATIC}/games/cardmate/worths.js"
globalThis.document = {{ documentElement: {{ lang: "en" }} }}
add({json.dumps({key: text for key, text in CATALOGUE.items() if isinstance(text, str)})})
console.log(JSON.stringify({{ worths: WORTHS, texts: {list(POINTS)}.map((points) => worthText(points, t)) }}))
"""


def test_points_are_worth_the_highest_card_that_the_engine_gives_as_much() -> None:
    found = printed(WORTHS_PRINTER)
    assert found["worths"] == {rank: CARD_VALUES[RANKS.index(rank) + 1] for rank in RANKS if rank != "K"}
    assert dict(zip(POINTS, found["texts"], strict=True)) == POINTS
    text = CATALOGUE["cardmate.analysis.defined"]
    assert f"an 8 is worth {CARD_VALUES[8]}, a Queen {CARD_VALUES[12]}" in text


def test_every_card_has_its_words() -> None:
    keys = {f"cardmate.{kind}.{rank}" for kind in ("moves", "rank", "tile") for rank in RANKS}
    assert keys - CATALOGUE.keys() == set()
