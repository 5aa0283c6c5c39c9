"""Golden games: one game of every version of every game, written down move by move and never changed.

`python -m tests.engine.golden` writes the missing ones. If a golden would come out otherwise, the rules have
changed: raise the version, keep the old golden, and keep the old rules in `engine.PAST`. A test replays the
moves of the file, so neither the way in which they were chosen nor its tools need to last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine import GAMES, OPENING, PAST, Game, Rng
from tests.engine.games import random_game

FOLDER = Path(__file__).parent  # with one folder a family
DEAL = 1
PLIES = 110  # two lines each
TRIES = 20
MOVE = re.compile(r" *\d+\. \w+, \d+ of \d+: (?P<move>.+?)(  = .+)?")


def every() -> tuple[Game[Any], ...]:
    """Return all rules by which a log may be replayed."""
    return (*GAMES.values(), *PAST.values())


def path(game: Game[Any], folder: Path = FOLDER) -> Path:
    return folder / game.family / f"{game.id}.{game.version}.txt"


def text(game: Game[Any], deal: int, moves: Iterable[str]) -> str:
    """Return a game as text for people. Before each position is the score; before each move its place among
    the legal ones; after it its notation, where that differs."""
    state = game.start(deal)
    lines = [f"{game.title} ({game.id}, version {game.version})", f"deal {deal}", "", picture(game, state)]
    for number, move in enumerate(moves, 1):
        assert game.outcome(state) is None
        assert game.permits(state, move)
        seat, legal = game.turn(state), game.legal(state)
        told = game.tell(state, move, seat)
        lines.append(
            f"{number:5}. {game.seats[seat]}, {place(legal, move)} of {len(legal)}: {move}"
            + (f"  = {told}" if told != move else "")
        )
        state = game.apply(state, move)
        lines.append(picture(game, state))
    return "\n".join([*lines, "", end(game, state)]) + "\n"


def picture(game: Game[Any], state: Any) -> str:
    return f"{','.join(map(str, game.score(state))):>5}  {game.show(state)}"


def place(legal: tuple[str, ...], move: str) -> int:
    """Return the number, from 1, of the legal move, or of the opening that stands for it."""
    return 1 + next(
        number
        for number, other in enumerate(legal)
        if other == move or (other.endswith(OPENING) and move.startswith(other.removesuffix("...")))
    )


def end(game: Game[Any], state: Any) -> str:
    outcome = game.outcome(state)
    if outcome is None:
        return f"not over, {len(game.legal(state))} legal"
    return f"{outcome.reason}: " + (
        "no winner" if outcome.winner is None else f"won by {game.seats[outcome.winner]}"
    )


def read(golden: str) -> tuple[int, list[str]]:
    """Return the deal and the moves of a golden."""
    lines = golden.splitlines()
    return int(lines[1].removeprefix("deal ")), [
        found["move"] for row in lines if (found := MOVE.fullmatch(row))
    ]


def chosen(game: Game[Any]) -> list[str]:
    """Return the longest of some random games that end, or the longest of all."""
    tries = [random_game(game, DEAL, Rng(f"golden {number}".encode()), PLIES) for number in range(TRIES)]
    return max(tries, key=lambda found: (game.outcome(found[0][-1]) is not None, len(found[1])))[1]


def write(games: Iterable[Game[Any]], folder: Path = FOLDER) -> list[Path]:
    """Write the missing golden games and name them; existing ones stay as they are."""
    missing = [game for game in games if not path(game, folder).exists()]
    for game in missing:
        path(game, folder).parent.mkdir(exist_ok=True)
        path(game, folder).write_text(text(game, DEAL, chosen(game)), encoding="utf-8", newline="\n")
    return [path(game, folder) for game in missing]


if __name__ == "__main__":
    for written in write(every()):
        print(f"{written} is new: read it, then commit it")  # noqa: T201
