"""Certified deals: proved winnable before they are dealt."""

from __future__ import annotations

import asyncio
import secrets
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from app.analysis.finding_store import HINT_LINES, HintLine, write_findings
from app.analysis.search_client import SearchClient
from app.core.errors import Refusal
from app.db.clock import now
from app.games import messages
from app.games.new_game import find_game
from app.model.analysts import analyst_for
from app.model.game_info import GameInfo
from engine.analysis import Difficulty

READY_WITHIN = 2.0  # seconds in which a deal of no requested difficulty must be proved


class Certified(NamedTuple):
    """A deal, the moves that win it, and the difficulty by which it was chosen."""

    deal: int
    line: tuple[str, ...]
    difficulty: Difficulty | None = None

    async def write_line(self, connection: AsyncConnection, info: GameInfo) -> None:
        """Write the line that the hints of a new game at this deal follow, within its transaction."""
        line = HintLine(info.game.show(info.match().state), self.line)
        await write_findings(connection, HINT_LINES, info.id, {0: line}, now())


async def find_certified(
    client: SearchClient, body: messages.NewGame, *, novice: bool, ready_within: float = READY_WITHIN
) -> Certified | None:
    """Search a certified deal for a new game: of the requested difficulty, else an easy one for a `novice`.

    Without a requested difficulty nobody waits for a proof: None if there is none within `ready_within`
    seconds, or if the searches refuse the request. Refusal `bad_message` (the game has no such deals, or a
    position was given too); with a requested difficulty also `too_many`, `busy`."""
    game = find_game(body.rules)
    analyst_for(game, "winnable")
    if body.position is not None:
        raise Refusal("bad_message", field="deal", message="Give a deal or a position, not both.")
    difficulty = body.difficulty or ("easy" if novice else None)
    search = client.search(client.searches.deal(game, secrets.randbelow(2**32), difficulty))
    if body.difficulty is not None:
        return Certified(*await search, difficulty)
    try:
        async with asyncio.timeout(ready_within):
            return Certified(*await search, difficulty)
    except TimeoutError:
        return None
    except Refusal as refusal:
        if refusal.code not in ("too_many", "busy"):
            raise
        return None
