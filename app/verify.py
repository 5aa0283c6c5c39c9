"""Replays every stored game and compares what its row says: `python -m app verify`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from app.facts import Facts
from app.store import Fold, Store
from engine import Entry, IllegalMove, Match


@dataclass(frozen=True, slots=True)
class Finding:
    """What a replay found: the match as far as the log fits, and the ply where something differs."""

    match: Match
    differs_at: int | None
    what: str


def check(facts: Facts, log: Sequence[Entry], fold: Fold) -> Finding:
    """Replays a log and compares the caches of the game's row with it."""
    match = facts.match()
    for ply, entry in enumerate(log):
        if entry.ply != ply:
            return Finding(match, ply, f"line {ply} is missing")
        try:
            match = match.then(entry)
        except IllegalMove as error:
            return Finding(match, ply, f"{entry.act} of seat {entry.seat}: {error}")
    expected = folded(facts, match)
    if expected != fold:
        return Finding(match, match.ply, f"the row says {fold}, the log {expected}")
    return Finding(match, None, "")


def folded(facts: Facts, match: Match) -> Fold:
    """What the row of a game has to say of its match."""
    if match.outcome is None:
        return Fold(match.ply, match.turn if facts.full else None, None, None, None, None)
    moves = match.step.number if match.step else 0
    score = match.game.score(match.state)
    return Fold(match.ply, None, match.outcome, score, moves, match.tally.ms)


async def differences(store: Store) -> AsyncIterator[tuple[str, int, str]]:
    """The games that do not agree with their logs: id, ply, and what is wrong there."""
    async for game in store.ids():
        try:
            found = check(*await store.audit(game))
        except (LookupError, ValueError) as error:
            yield game, 0, f"the row cannot be: {error}"
        else:
            if found.differs_at is not None:
                yield game, found.differs_at, found.what
