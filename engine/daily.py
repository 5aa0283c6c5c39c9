"""Deals of the day: candidates that follow from a secret, and the certificate of those that can be won.

A day has a secret of 32 bytes. The candidates for the deal of a game are HMAC-SHA256(secret, "id date"), then
those of "id date 1", "id date 2" and so on: the first 4 bytes as a number, or the first 16 where cards are
hidden. Which candidate is dealt is the first with a legal move or, where a search can prove it, the first
that can be won (`certify`). The certificate says which ones were passed over and why; its seal, a SHA-256, is
public from the beginning of the day, the certificate when the day is over. Its nonce follows from the secret,
so that nobody can guess the certificate from the seal."""

from __future__ import annotations

import hmac
import json
from collections.abc import Generator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from engine.game import Game

MAX_CANDIDATES = 20  # that are searched; then the first one with a legal move is dealt
NODES = 200_000  # of the search of a candidate: at most about 3 s of one core
MAX_STUCK = 99  # candidates without a legal move that are passed over; about 6 in 1000 have none


class Passed(NamedTuple):
    """A candidate that was passed over: its number, from 0 on, and its verdict, `lost` or `unknown`."""

    number: int
    verdict: str


class Certified(NamedTuple):
    """The number of a candidate that version `version` of the solver proved winnable within `nodes` nodes,
    and the ones before it."""

    number: int
    version: int
    nodes: int
    skipped: tuple[Passed, ...]


def has_daily_deal(game: Game[Any]) -> bool:
    """Return whether there is a deal of the day: of a dealt solitaire, unless it does without."""
    return len(game.seats) == 1 and game.dealt and game.daily


def candidate(game: Game[Any], secret: bytes, date: str, number: int) -> int | bytes:
    """Return a candidate for the deal of a day (2026-11-21), from number 0 on."""
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
    """Choose the deal of a day among the first MAX_CANDIDATES, by a solver of version `version`.

    Yield a deal (a number: nothing is hidden), be sent its verdict within `nodes` nodes (`winnable`, `lost`
    or `unknown`), and so on until one can be won. Return None if none can."""
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


def certificate(secret: bytes, date: str, deals: Mapping[str, Certified]) -> dict[str, Any]:
    """Return the certificate of a day as JSON: `{date, nonce, deals: {id: {number, version, nodes,
    skipped}}}`."""
    return {
        "date": date,
        "nonce": hmac.digest(secret, f"certificate {date}".encode(), "sha256").hex(),
        "deals": {
            rules: one._asdict() | {"skipped": [passed._asdict() for passed in one.skipped]}
            for rules, one in deals.items()
        },
    }


def seal(certified: Mapping[str, Any]) -> str:
    """Return the seal of a certificate: the hex SHA-256 of its JSON with sorted keys and without spaces."""
    return sha256(json.dumps(certified, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
