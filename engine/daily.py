"""Daily deals: candidates derived from a secret, and the choice of winnable ones.

Each day has a 32-byte secret. The candidates for the deal of a game are HMAC-SHA256(secret, "id date"), then
"id date 1", "id date 2" and so on: the first 4 bytes as a number, or the first 16 if cards are hidden. The
deal is the first candidate with a legal move or, where a solver can prove it, the first winnable one
(`certify`). Secret and verdicts are public after the day, so that anybody can repeat the choice.
"""

from __future__ import annotations

import hmac
from collections.abc import Generator
from typing import Any, NamedTuple

from engine.game import Game

MAX_CANDIDATES = 20  # searched; if none is winnable, the first one with a legal move is dealt
CANDIDATE_NODES = 200_000  # node limit per candidate: at most about 3 s of one core
MAX_STUCK = 99  # candidates without a legal move to skip; about 6 in 1000 have none


class Passed(NamedTuple):
    """A skipped candidate: its number, from 0, and its verdict, `lost` or `unknown`."""

    number: int
    verdict: str


class Certified(NamedTuple):
    """A candidate that version `version` of the solver proved winnable within `nodes` nodes, and the skipped
    candidates before it."""

    number: int
    version: int
    nodes: int
    skipped: tuple[Passed, ...]


def has_daily_deal(game: Game[Any]) -> bool:
    """Return whether the game has a daily deal: a dealt solitaire that does not opt out (`Game.daily`)."""
    return len(game.seats) == 1 and game.dealt and game.daily


def candidate(game: Game[Any], secret: bytes, date: str, number: int) -> int | bytes:
    """Return candidate `number`, from 0, for the deal of `date` (2026-11-21)."""
    message = f"{game.id} {date} {number}" if number else f"{game.id} {date}"
    digest = hmac.digest(secret, message.encode(), "sha256")
    return digest[:16] if game.hides else int.from_bytes(digest[:4], "big")


def first_with_a_move(game: Game[Any], secret: bytes, date: str) -> int:
    """Return the number of the first candidate with a legal move, at most MAX_STUCK."""
    numbers = range(MAX_STUCK)
    starts = ((number, game.start(candidate(game, secret, date, number))) for number in numbers)
    return next((number for number, state in starts if game.legal(state)), MAX_STUCK)


def certify(
    game: Game[Any], secret: bytes, date: str, version: int, nodes: int
) -> Generator[int, str, Certified | None]:
    """Choose a daily deal among the first MAX_CANDIDATES with version `version` of the solver.

    Yields deals (numbers: nothing is hidden) and expects the verdict of each within `nodes` nodes
    (`winnable`, `lost` or `unknown`) to be sent, until one is winnable. Returns None if none is."""
    skipped: list[Passed] = []
    for number in range(MAX_CANDIDATES):
        deal = candidate(game, secret, date, number)
        if not isinstance(deal, int):
            raise ValueError(f"{game.id} hides cards: its deals cannot be certified")
        verdict = yield deal
        if verdict == "winnable":
            return Certified(number, version, nodes, tuple(skipped))
        skipped.append(Passed(number, verdict))
    return None
