"""Detection of loaded games that another process or a command has changed in the database.

The facts of a game are a text of everything that changes without a log entry, except ratings.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import is_distributed
from app.domain.game_info import GameInfo, Rematch
from app.domain.names import DELETED_PREFIX

Known = tuple[int, str]  # ply and facts of a loaded game
Found = tuple[int, str, bool]  # ply and facts in the database, and whether the game has ended


def facts_of(info: GameInfo) -> str:
    """Return the facts of a game: start, answer to a challenge, players, rematch, warnings."""
    seats = [
        f"{seat} {player.id} {player.name}" for seat, player in enumerate(info.players) if player is not None
    ]
    lines = ["" if info.started is None else str(info.started), info.declined or "", *seats]
    if info.rematch and info.rematch != Rematch():
        said = info.rematch
        declined = sum(1 << seat for seat in said.declined)
        lines.append(f"{'' if said.offered_by is None else said.offered_by} {declined} {said.next or ''}")
    if info.warnings:
        lines.append(f"{len(info.warnings)} {sum(warning.proceeded for warning in info.warnings)}")
    return "\n".join(lines)


async def find_changed(connection: AsyncConnection, known: Mapping[str, Known]) -> dict[str, Found]:
    """Return the games (PostgreSQL only) with more entries, or different facts, than known."""
    if is_distributed(connection):
        return await _find_by_id(connection, known)
    columns = {
        "games": list(known),
        "plies": [ply for ply, _ in known.values()],
        "facts": [facts for _, facts in known.values()],
    }
    rows = await connection.execute(_CHANGED, columns)
    return {game: (ply, facts, ended) for game, ply, facts, ended in rows}


async def _find_by_id(connection: AsyncConnection, known: Mapping[str, Known]) -> dict[str, Found]:
    """Like `find_changed`, but by `id = any(...)` only, so that each node reads the rows of its own games."""
    ids = {"games": sorted(known)}
    lines: dict[str, list[str]] = {}
    for statement in _LINES:
        for game, line in await connection.execute(statement, ids):
            lines.setdefault(game, []).append(line)
    found: dict[str, Found] = {}
    for game, ply, ended, head in await connection.execute(_HEADS, ids):
        facts = "\n".join([head, *lines.get(game, ())])
        if ply > known[game][0] or facts != known[game][1]:
            found[game] = ply, facts, ended
    return found


_CHANGED = text(  # `facts`: the same text as `facts_of`
    """select id, ply, facts, ended from (
 select games.id, games.ply, games.ended is not null as ended, known.ply as known_ply,
 known.facts as known_facts, concat_ws(chr(10), coalesce(started::text, ''), coalesce(declined, ''),
 (select string_agg(concat_ws(' ', seats.seat, players.id,
 case when starts_with(players.name, :former) then '' else players.name end), chr(10) order by seats.seat)
 from seats join players on players.id = seats.player_id where seats.game_id = games.id),
 (select nullif(concat_ws(' ', coalesce(rematches.seat::text, ''), rematches.declined, coalesce(next, '')),
 ' 0 ') from rematches where rematches.game_id = games.id),
 case when games.teach then (select nullif(concat_ws(' ', count(*), count(proceeded)), '0 0')
 from warnings where warnings.game_id = games.id) end) as facts
 from games join unnest(cast(:games as text[]), cast(:plies as int[]), cast(:facts as text[]))
 as known(game, ply, facts) on games.id = known.game) as compared
 where ply > known_ply or facts <> known_facts"""
).bindparams(former=DELETED_PREFIX)

_HEADS = text(
    """select id, ply, ended is not null,
 concat_ws(chr(10), coalesce(started::text, ''), coalesce(declined, ''))
 from games where id = any(cast(:games as text[]))"""
)
_LINES = (  # lines of the facts after the first two
    text(
        """select game_id, concat_ws(' ', seat, players.id,
 case when starts_with(players.name, :former) then '' else players.name end)
 from seats join players on players.id = player_id
 where game_id = any(cast(:games as text[])) order by game_id, seat"""
    ).bindparams(former=DELETED_PREFIX),
    text(
        """select game_id, concat_ws(' ', coalesce(seat::text, ''), declined, coalesce(next, ''))
 from rematches where game_id = any(cast(:games as text[]))
 and (seat is not null or declined <> 0 or next is not null)"""
    ),
    text(
        """select game_id, concat_ws(' ', count(*), count(proceeded))
 from warnings where game_id = any(cast(:games as text[])) group by game_id"""
    ),
)
