"""Games for tests of the rules: random games, the pinned solutions, and a few handmade positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random

from engine import GAMES
from engine.beleaguered_castle.position import State
from tests.engine.beleaguered_castle.plain import Table

SOLUTIONS_FILE = Path(__file__).with_name("solutions.json")
SOLUTIONS: dict[str, dict[str, list[str]]] = json.loads(SOLUTIONS_FILE.read_text(encoding="ascii"))

COURT = "JCQDKH/JD/QH/-/KCQS/JHJS/KSKDQC/- XXXX"
NINES = "KCQCJCXC9C/KDQDJDXD9D/KHQHJHXH9H/KSQSJSXS/-/-/-/- 8889"
NINE_HOME = "KCQCJCXC9C/KDQDJDXD9D/KHQHJHXH/KSQSJSXS/-/-/-/- 8899"
CLUBS = "2C/AC/KC/3C/4C/5C6C7C/8C9CXC/JCQC -KKK"
STUCK = "7DXD/9DXH/9HXS/9SKC/XCKD/JCJDJHKH/JSQCQDKS/QHQS8D 9688"

Step = tuple[State, Table, str]  # a position, its second table, and the move that led there ("" at the deal)


def random_games(game_id: str, count: int, plies: int = 120) -> list[Step]:
    """Play random games that prefer moves to the foundations, so that they come far."""
    chance, seen = Random(game_id), list[Step]()

    def pick(state: State) -> str:
        moves = GAMES[game_id].legal(state)
        up = [move for move in moves if move.endswith("f")]
        return chance.choice(up if up and chance.random() < 0.6 else moves or ("",))

    for _ in range(count):
        seen += played(game_id, chance.randrange(2**32), pick, plies)
    return seen


def solved_games(game_id: str) -> list[Step]:
    seen = list[Step]()
    for deal, moves in SOLUTIONS[game_id].items():
        seen += played(game_id, int(deal), following(moves), len(moves) + 1)
    return seen


def following(moves: list[str]) -> Callable[[State], str]:
    rest = iter(moves)
    return lambda _: next(rest, "")


def played(game_id: str, deal: int, pick: Callable[[State], str], plies: int) -> list[Step]:
    """Return the steps of one game until `pick` has no more moves ("")."""
    state, table, move = GAMES[game_id].start(deal), Table(game_id, deal), ""
    seen = [(state, deepcopy(table), move)]
    while len(seen) < plies and (move := pick(state)):
        state = GAMES[game_id].apply(state, move)
        table.play(move)
        seen.append((state, deepcopy(table), move))
    return seen
