"""Replays every stored game and compares what its row says: `python -m app verify`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from app.db.games import Audit, Fold, GameStore
from app.domain.game_info import GameInfo
from app.domain.results import results
from engine import IllegalMove, Match


@dataclass(frozen=True, slots=True)
class Finding:
    """What a replay found: the match as far as the log fits, and the ply where something differs."""

    match: Match
    differs_at: int | None
    what: str


def check(audit: Audit) -> Finding:
    """Replays a log and compares with it what was made of it: the caches of the game's row, the results."""
    info = audit.info
    match = info.match()
    for ply, entry in enumerate(audit.log):
        if entry.ply != ply:
            return Finding(match, ply, f"line {ply} is missing")
        try:
            match = match.then_logged(entry)
        except IllegalMove as error:
            return Finding(match, ply, f"{entry.act} of seat {entry.seat}: {error}")
    expected = folded(info, match)
    if expected != audit.fold:
        return Finding(match, match.ply, f"the row says {audit.fold}, the log {expected}")
    if audit.results != list(results(info, match)):
        return Finding(match, match.ply, "the results are not those of the log; mend with: recount")
    return Finding(match, None, "")


def folded(info: GameInfo, match: Match) -> Fold:
    """What the row of a game has to say of its match."""
    if match.outcome is None:
        return Fold(match.ply, match.turn if info.full else None, None, None, None, None)
    moves = match.step.number if match.step else 0
    score = match.game.score(match.state)
    return Fold(match.ply, None, match.outcome, score, moves, match.tally.ms)


async def differences(store: GameStore) -> AsyncIterator[tuple[str, int, str]]:
    """The games that do not agree with their logs: id, ply, and what is wrong there."""
    async for game in store.ids():
        try:
            found = check(await store.audit(game))
        except (LookupError, ValueError) as error:
            yield game, 0, f"the row cannot be: {error}"
        else:
            if found.differs_at is not None:
                yield game, found.differs_at, found.what
