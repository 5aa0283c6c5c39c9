"""Mapping between rows of games and entries and the values of `engine` and `app.model`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from typing import Any, cast

import structlog
from sqlalchemy import ColumnElement, Row, and_, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.clock import now
from app.db.schema import entries, games, players, rating_changes, ratings, rematches, seats
from app.games.check import Fold
from app.games.deadlines import NOVICE_GAMES, has_first_move_limit
from app.model.game_info import GameInfo, Player, Rematch, SeatRating, Status
from app.people.names import shown_name
from app.results.glicko import Rating
from app.results.rating_store import COUNTS
from app.results.results import parse_score
from engine import GAMES, PAST, Act, Control, Daily, Entry, Match, Outcome, Timed, find

events = structlog.get_logger(__name__)
ENTRIES_PER_PAGE = 500
HAS_STATUS: dict[str, ColumnElement[bool]] = {
    "open": and_(games.c.started.is_(None), games.c.ended.is_(None)),
    "live": and_(games.c.started.is_not(None), games.c.ended.is_(None)),
    "ended": or_(games.c.ended.is_not(None)),
}
KNOWN_ID = games.c.rules.in_(sorted({*GAMES, *(rules for rules, _ in PAST)}))
RULES_FOR_MANY = sorted({game.id for game in (*GAMES.values(), *PAST.values()) if len(game.seats) == 2})
FOR_MANY = games.c.rules.in_(RULES_FOR_MANY)  # not a solitaire
UNEVEN = sorted({game.id for game in (*GAMES.values(), *PAST.values()) if game.uneven})
FOR_TWO = and_(FOR_MANY, games.c.free.is_(False))  # two players, not one with both seats
_logged: set[object] = set()  # unknown rules and versions, and games with invalid values

_ENTRY = (entries.c.ply, entries.c.seat, entries.c.act, entries.c.text, entries.c.at, entries.c.spent)

_SEATED = (
    select(
        seats.c.game_id,
        seats.c.seat,
        players.c.id,
        players.c.name,
        players.c.bot,
        rating_changes.c.rating.label("after"),
        *(
            rating_changes.c[name]
            for name in ("at", "old_rating", "old_deviation", "old_volatility", "old_at")
        ),
    )
    .join(players, players.c.id == seats.c.player_id)
    .join(
        rating_changes,
        and_(rating_changes.c.game_id == seats.c.game_id, rating_changes.c.seat == seats.c.seat, COUNTS),
        isouter=True,
    )
)


def has_rules(row: Row[Any]) -> bool:
    """Return whether the engine has the rules of a row of `games`: not if the game was removed, or only a
    newer process knows the version. Each unknown game and version is logged once."""
    try:
        find(row.rules, row.version)
    except LookupError:
        _log_once("game_without_rules_skipped", rules=row.rules, version=row.version)
        return False
    return True


def _log_once(event: str, **fields: Any) -> None:
    if (key := (event, *fields.values())) not in _logged:
        _logged.add(key)
        events.warning(event, **fields)


def status_of(row: Row[Any]) -> Status:
    if row.ended is not None:
        return "ended"
    return "open" if row.started is None else "live"


def outcome_of(row: Row[Any]) -> Outcome | None:
    return None if row.ended is None else Outcome(row.winner, row.reason)


def fold_of(row: Row[Any]) -> Fold:
    score = None if row.score is None else parse_score(row.score)
    return Fold(row.ply, row.turn, outcome_of(row), score, row.moves, row.duration, row.deadline, row.ended)


def entry_of(row: Row[*tuple[Any, ...]]) -> Entry:
    return Entry(row.ply, row.seat, cast(Act, row.act), row.text, row.at, row.spent)


def row_of_entry(game: str, entry: Entry) -> dict[str, Any]:
    return {
        "game_id": game,
        "ply": entry.ply,
        "seat": entry.seat,
        "act": entry.act,
        "text": entry.text,
        "at": entry.at,
        "spent": entry.spent,
    }


async def load_entries(connection: AsyncConnection, id: str, since: int = 0) -> list[Entry]:
    """Return the entries of a game from ply `since`, read in pages, so that long logs do not block the event
    loop."""
    log: list[Entry] = []
    while True:
        query = (
            select(*_ENTRY)
            .where(entries.c.game_id == id, entries.c.ply >= since)
            .order_by(entries.c.ply)
            .limit(ENTRIES_PER_PAGE)
        )
        rows = (await connection.execute(query)).all()
        log += [entry_of(row) for row in rows]
        if len(rows) < ENTRIES_PER_PAGE:
            return log
        since = rows[-1].ply + 1


async def load_infos(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[GameInfo]:
    """Return the GameInfo of each row of `games`, with its players. LookupError: unknown rules."""
    seated: dict[tuple[str, int], Player] = {}
    rated: dict[tuple[str, int], SeatRating] = {}
    if rows:
        query = _SEATED.where(seats.c.game_id.in_([row.id for row in rows]))
        found = (await connection.execute(query)).all()
        for row in found:
            seated[row.game_id, row.seat] = Player(row.id, shown_name(row.name), bot=row.bot)
            if row.after is not None:
                rated[row.game_id, row.seat] = _rating_before(row)
        of_game = {row.id: row.rules for row in rows if row.rules in RULES_FOR_MANY}
        unrated = {
            (row.game_id, row.seat): (row.id, rules, row.seat if rules in UNEVEN else 0)
            for row in found
            if row.after is None and (rules := of_game.get(row.game_id))
        }
        current = await _current_ratings(connection, set(unrated.values())) if unrated else {}
        rated |= {seat: current[key] for seat, key in unrated.items() if key in current}
    challenged = {row.to_id for row in rows if row.to_id is not None}
    people: dict[str, Player] = {}
    if challenged:
        named = select(players.c.id, players.c.name).where(players.c.id.in_(sorted(challenged)))
        people = {row.id: Player(row.id, shown_name(row.name)) for row in await connection.execute(named)}
    return [_info(row, seated, rated, people.get(row.to_id)) for row in rows]


def _rating_before(row: Row[Any]) -> SeatRating:
    """Return the displayed rating of a seat in an ended rated game: the rating before it, and the change."""
    before = Rating(row.old_rating, row.old_deviation, row.old_volatility, row.old_at)
    shown = round(before.rating)
    return SeatRating(shown, before.as_of(row.at).provisional, round(row.after) - shown)


async def _current_ratings(
    connection: AsyncConnection, keys: Collection[tuple[str, str, int]]
) -> dict[tuple[str, str, int], SeatRating]:
    """Return current ratings by player, rules and rated seat, except those without a rated game."""
    of = tuple_(ratings.c.player_id, ratings.c.rules, ratings.c.seat)
    query = select(ratings).where(of.in_(sorted(keys)), ratings.c.games > 0)
    time = now()
    return {
        (row.player_id, row.rules, row.seat): SeatRating(round(row.rating), row.firm_until < time)
        for row in await connection.execute(query)
    }


async def load_readable(
    connection: AsyncConnection, rows: Sequence[Row[Any]]
) -> list[tuple[Row[Any], GameInfo]]:
    """Return the rows with known rules and valid values, each with its GameInfo. The others are skipped and
    logged once."""
    known = [row for row in rows if has_rules(row)]
    try:
        return list(zip(known, await load_infos(connection, known), strict=True))
    except ValueError:
        found: list[tuple[Row[Any], GameInfo]] = []
        for row in known:
            try:
                found += [(row, info) for info in await load_infos(connection, [row])]
            except ValueError as error:
                _log_once("unreadable_game_skipped", game=row.id, error=repr(error))
        return found


async def load_played(
    connection: AsyncConnection, rows: Sequence[Row[Any]]
) -> AsyncIterator[tuple[GameInfo, Match]]:
    """Yield the games of these rows, replayed. Those that cannot be read or replayed are skipped and
    logged."""
    for _, info in await load_readable(connection, rows):
        log = await load_entries(connection, info.id)
        try:
            match = info.match(log)
        except Exception as error:  # rules trust the moves of a log, and raise anything for others
            events.warning("unreadable_game_skipped", game=info.id, error=repr(error))
        else:
            yield info, match


async def with_novices(connection: AsyncConnection, info: GameInfo) -> GameInfo:
    """Return a game with `novices` set: seats whose players started fewer than NOVICE_GAMES games of the
    family before; only if first moves have a time limit."""
    if not has_first_move_limit(info) or info.started is None:
        return info
    novices = set()
    for seat, player in enumerate(info.players):
        if await is_novice(connection, player.id if player else None, info.game.family, besides=info.id):
            novices.add(seat)
    return replace(info, novices=frozenset(novices))


async def is_novice(
    connection: AsyncConnection,
    player: str | None,
    family: str,
    *,
    besides: str | None = None,
    moved: bool = False,
) -> bool:
    """Return whether a player has started fewer than NOVICE_GAMES games of a family, apart from the game
    `besides`. `moved`: only games with an entry in their log count."""
    rules = {one.id for one in (*GAMES.values(), *PAST.values()) if one.family == family}
    earlier = (
        select(games.c.id)
        .join(seats, seats.c.game_id == games.c.id)
        .where(seats.c.player_id == player)
        .where(games.c.rules.in_(sorted(rules)), games.c.started.is_not(None))
        .limit(NOVICE_GAMES)
    )
    if besides is not None:
        earlier = earlier.where(games.c.id != besides)
    if moved:
        earlier = earlier.where(games.c.ply > 0)
    return len((await connection.execute(earlier)).all()) < NOVICE_GAMES


async def load_rematch(connection: AsyncConnection, id: str) -> Rematch | None:
    """Return the rematch state of a game; None: no offer was ever made."""
    query = select(rematches).where(rematches.c.game_id == id)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else rematch_of(row)


def rematch_of(row: Row[Any]) -> Rematch:
    return Rematch(row.seat, frozenset(seat for seat in (0, 1) if row.declined >> seat & 1), row.next)


def _info(
    row: Row[Any],
    seated: dict[tuple[str, int], Player],
    rated: dict[tuple[str, int], SeatRating],
    to: Player | None,
) -> GameInfo:
    game = find(row.rules, row.version)
    deal: int | bytes | None = row.deal
    if row.deal is not None:
        deal = bytes.fromhex(row.deal) if len(row.deal) == 32 else int(row.deal)
    known = tuple(rated.get((row.id, seat)) for seat in range(len(game.seats)))
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
        control=control_of(row),
        rated=row.rated,
        pair=row.pair,
        to=to,
        declined=row.declined,
        ratings=known if any(known) else (),
        certified=row.certified,
        difficulty=row.difficulty,
        public_at_end=row.public_at_end,
        teach=row.teach,
        revision=row.revision,
    )


def control_of(row: Row[Any]) -> Control | None:
    """Return the time control of a row of `games`. ValueError: its columns contradict each other."""
    match row.base, row.increment, row.days:
        case None, None, None:
            return None
        case None, None, int(days):
            return Daily(days)
        case int(base), int(increment), None:
            return Timed(base, increment)
    raise ValueError(f"base {row.base}, increment {row.increment} and days {row.days} are no time control")


def row_of(info: GameInfo) -> dict[str, Any]:
    """Return the row of a game without entries."""
    return {
        "id": info.id,
        "rules": info.game.id,
        "version": info.game.version,
        "deal": info.deal_text,
        "chosen": info.chosen,
        "position": info.position,
        "free": info.free,
        "public": info.public,
        "public_at_end": info.public_at_end,
        "creator": info.creator,
        "created": info.created,
        "started": info.started,
        "ply": 0,
        "turn": info.match().turn if info.full else None,
        "first": info.first,
        "daily": info.daily,
        "rated": info.rated,
        "pair": info.pair,
        "to_id": info.to and info.to.id,
        "bot": info.bot_seat,
        "certified": info.certified,
        "difficulty": info.difficulty,
        "teach": info.teach,
        **(info.control.json if info.control else {}),
    }
