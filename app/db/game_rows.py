"""Mapping between the rows of games and their logs and the values of `engine` and `app/domain`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import structlog
from sqlalchemy import ColumnElement, Row, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import entries, games, players, seats
from app.domain.check import Fold
from app.domain.game_info import GameInfo, Player, Status
from app.domain.results import parse_score
from engine import GAMES, PAST, Act, Entry, Outcome, find

events = structlog.get_logger(__name__)
PAGE = 500  # entries read by one query
HAS_STATUS: dict[str, ColumnElement[bool]] = {
    "open": and_(games.c.started.is_(None), games.c.ended.is_(None)),
    "live": and_(games.c.started.is_not(None), games.c.ended.is_(None)),
    "ended": or_(games.c.ended.is_not(None)),
}
KNOWN_ID = games.c.rules.in_(sorted({*GAMES, *(rules for rules, _ in PAST)}))
FOR_MANY = games.c.rules.in_(  # no solitaire
    sorted({game.id for game in (*GAMES.values(), *PAST.values()) if len(game.seats) == 2})
)
FOR_TWO = and_(FOR_MANY, games.c.free.is_(False))  # of two players, not of one who has both seats
_reported: set[tuple[str, int]] = set()  # rules and versions without an engine that were logged

_unreadable: set[str] = set()  # games with impossible values that were logged


def has_rules(row: Row[Any]) -> bool:
    """Whether the engine has the rules of a row of `games`: not those of a game that was removed, nor a
    version that only a newer process knows. Each such game and version is logged once."""
    try:
        find(row.rules, row.version)
    except LookupError:
        if (row.rules, row.version) not in _reported:
            _reported.add((row.rules, row.version))
            events.warning("game without rules left out", rules=row.rules, version=row.version)
        return False
    return True


def status_of(row: Row[Any]) -> Status:
    if row.ended is not None:
        return "ended"
    return "open" if row.started is None else "live"


def outcome_of(row: Row[Any]) -> Outcome | None:
    return None if row.ended is None else Outcome(row.winner, row.reason)


def fold_of(row: Row[Any]) -> Fold:
    """What the row of a game says of its log."""
    score = None if row.score is None else parse_score(row.score)
    return Fold(row.ply, row.turn, outcome_of(row), score, row.moves, row.duration)


def entry_of(row: Row[*tuple[Any, ...]]) -> Entry:
    return Entry(row.ply, row.seat, cast(Act, row.act), row.text, row.at)


async def load_entries(connection: AsyncConnection, id: str, since: int = 0) -> list[Entry]:
    """The entries of a game from ply `since` on, read in pages, so that long logs do not block the loop."""
    log: list[Entry] = []
    while True:
        query = (
            select(entries.c.ply, entries.c.seat, entries.c.act, entries.c.text, entries.c.at)
            .where(entries.c.game_id == id, entries.c.ply >= since)
            .order_by(entries.c.ply)
            .limit(PAGE)
        )
        rows = (await connection.execute(query)).all()
        log += [entry_of(row) for row in rows]
        if len(rows) < PAGE:
            return log
        since = rows[-1].ply + 1


async def load_infos(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[GameInfo]:
    """The GameInfo of each of some rows of `games`, with its players. LookupError: no such rules."""
    seated: dict[tuple[str, int], Player] = {}
    if rows:
        query = (
            select(seats.c.game_id, seats.c.seat, players.c.id, players.c.name)
            .join(players, players.c.id == seats.c.player_id)
            .where(seats.c.game_id.in_([row.id for row in rows]))
        )
        for row in await connection.execute(query):
            seated[row.game_id, row.seat] = Player(row.id, row.name)
    return [_info(row, seated) for row in rows]


async def load_readable(
    connection: AsyncConnection, rows: Sequence[Row[Any]]
) -> list[tuple[Row[Any], GameInfo]]:
    """The rows of which there are rules and whose values are possible, each with its GameInfo. The others are
    left out, and logged once."""
    known = [row for row in rows if has_rules(row)]
    try:
        return list(zip(known, await load_infos(connection, known), strict=True))
    except ValueError:
        found: list[tuple[Row[Any], GameInfo]] = []
        for row in known:
            try:
                found += [(row, info) for info in await load_infos(connection, [row])]
            except ValueError as error:
                if row.id not in _unreadable:
                    _unreadable.add(row.id)
                    events.warning("unreadable game left out", game=row.id, error=repr(error))
        return found


def _info(row: Row[Any], seated: dict[tuple[str, int], Player]) -> GameInfo:
    game = find(row.rules, row.version)
    deal: int | bytes | None = row.deal
    if row.deal is not None:
        deal = bytes.fromhex(row.deal) if len(row.deal) == 32 else int(row.deal)
    return GameInfo(
        id=row.id,
        game=game,
        deal=deal,
        chosen=row.chosen,
        position=row.position,
        free=row.free,
        public=row.public,
        creator=row.creator,
        created=row.created,
        started=row.started,
        players=tuple(seated.get((row.id, seat)) for seat in range(len(game.seats))),
        first=row.first,
        daily=row.daily,
    )


def row_of(info: GameInfo) -> dict[str, Any]:
    """The row of a game that has no entries yet."""
    return {
        "id": info.id,
        "rules": info.game.id,
        "version": info.game.version,
        "deal": info.deal_text,
        "chosen": info.chosen,
        "position": info.position,
        "free": info.free,
        "public": info.public,
        "creator": info.creator,
        "created": info.created,
        "started": info.started,
        "ply": 0,
        "turn": info.match().turn if info.full else None,
        "first": info.first,
        "daily": info.daily,
    }
