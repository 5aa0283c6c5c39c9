"""Store of ratings: written in the transaction that ends a rated game, read for profiles and lists.

Players' ratings are locked in key order, so that two games of one player are rated one after the other, in
the order of their commits. `rating_changes` has that order; `ratings` can be rebuilt from it and the logs.

A page of a list starts after a rating, not at an offset.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_conflicts, write_transaction
from app.db.schema import games, players, rating_changes, ratings
from app.http.pagination import Id, Int32
from app.model.game_info import Player
from app.people.player_store import IS_LISTED
from app.results.glicko import Rating
from app.results.ratings import (
    RatedGame,
    RatingChange,
    RatingKey,
    RatingsByKey,
    StoredRating,
    rate_game,
    rated_games,
    refund_game,
    replay_ratings,
)

KEY_COLUMNS = (ratings.c.player_id, ratings.c.rules, ratings.c.seat)
MAX_CURVE_POINTS = 1000
MIN_PROVISIONAL_GAMES = 5  # rated games for a provisional rating to be listed

_LIST_ORDER = (ratings.c.rating, ratings.c.player_id)
_HIGHEST_FIRST = [column.desc() for column in _LIST_ORDER]

_IS_RATED = and_(games.c.rated, games.c.ended.is_not(None), games.c.reason != "aborted")
COUNTS = and_(~rating_changes.c.refund, ~rating_changes.c.refunded)  # a game's change, not undone


class RatingCursor(Struct, frozen=True):
    """The last rating of a page: its sort key, and the number of ratings up to it."""

    rating: float
    player: Id
    count: Int32


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A rating in a list, with its exact value; the deviation is as of the read."""

    player: Player
    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list: of a game and seat (0 if both share a rating), with or without provisional ratings."""

    rules: str
    seat: int
    provisional: bool = False

    def includes(self, now: int) -> ColumnElement[bool]:
        """Return the condition for rows of `ratings` and `players` to be on the list at `now`."""
        firm = ratings.c.firm_until >= now
        enough = or_(firm, ratings.c.games >= MIN_PROVISIONAL_GAMES) if self.provisional else firm
        return and_(ratings.c.rules == self.rules, ratings.c.seat == self.seat, enough, IS_LISTED)


class RatingStore:
    """Store of ratings."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_player(self, player: str, now: int) -> list[StoredRating]:
        """Return all ratings of a player as of `now`, ordered by rules and seat."""
        query = (
            select(ratings).where(ratings.c.player_id == player, ratings.c.games > 0).order_by(*KEY_COLUMNS)
        )
        async with read_connection(self._engine) as connection:
            found = [_player_rating(row) for row in await connection.execute(query)]
        return [replace(one, rating=one.rating.as_of(now)) for one in found]

    async def curve(self, player: str, rules: str, seat: int) -> list[tuple[int, float]]:
        """Return time and resulting rating of a player's newest MAX_CURVE_POINTS changes, oldest first: rated
        games that were not undone, and refunds of those that were."""
        own = rating_changes.c
        query = (
            select(own.at, own.rating)
            .where(own.player_id == player, own.rules == rules, own.rated_seat == seat, ~own.refunded)
            .order_by(own.at.desc())
            .limit(MAX_CURVE_POINTS)
        )
        async with read_connection(self._engine) as connection:
            return [(row.at, row.rating) for row in await connection.execute(query)][::-1]

    async def page(
        self, of: RatingList, now: int, most: int, after: RatingCursor | None = None
    ) -> list[ListedRating]:
        """Return the highest ratings of a list. `after`: the previous page's last rating."""
        query = _select(of, now).order_by(*_HIGHEST_FIRST).limit(most)
        if after is not None:
            query = query.where(tuple_(*_LIST_ORDER) < tuple_(after.rating, after.player))
        async with read_connection(self._engine) as connection:
            return [_listed(row, now) for row in await connection.execute(query)]

    async def own(self, of: RatingList, now: int, player: Player) -> tuple[int, ListedRating] | None:
        """Return a player's rank and rating; None: they are not on the list."""
        async with read_connection(self._engine) as connection:
            query = _select(of, now).where(ratings.c.player_id == player.id)
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            better = _select(of, now).where(tuple_(*_LIST_ORDER) > tuple_(row.rating, player.id))
            count = await connection.scalar(select(func.count()).select_from(better.subquery()))
        return 1 + (count or 0), _listed(row, now)

    async def rebuild(self, found: Sequence[RatedGame], examined: Collection[str]) -> None:
        """Rate all games again, in the order in which they were rated: those `found` in the logs of the
        `examined` games, and those that have ended since."""
        known = set(examined)

        async def transaction() -> None:
            async with write_transaction(self._engine) as connection:
                if connection.dialect.name == "postgresql":  # no rating changes meanwhile
                    await connection.execute(text("lock table ratings in exclusive mode"))
                stored = await _read_changes(connection)
                since = [game for game in rated_games(stored).values() if game.game not in known]
                changes, current = replay_ratings(stored, {game.game: game for game in (*found, *since)})
                await connection.execute(delete(rating_changes))
                await connection.execute(delete(ratings))
                await _save(connection, changes, current)

        await retry_conflicts(transaction)

    async def rated_ids(self) -> list[str]:
        """Return the ids of ended rated games that may count."""
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(select(games.c.id).where(_IS_RATED)))

    async def changes(self) -> list[RatingChange]:
        """Return all rating changes, in the order of `at`."""
        async with read_connection(self._engine) as connection:
            return await _read_changes(connection)

    async def current(self) -> RatingsByKey:
        async with read_connection(self._engine) as connection:
            return {_key(row): _player_rating(row) for row in await connection.execute(select(ratings))}


async def record_rating(connection: AsyncConnection, ended: RatedGame) -> Sequence[RatingChange]:
    """Rate a game that has just ended; return its two changes."""
    current = await _lock(connection, ended.keys)
    changes = rate_game(current, ended)
    await _save(connection, changes, current)
    return changes


async def undo_rating(connection: AsyncConnection, game: str, now: int) -> bool:
    """Undo the rating of a game, once. Return False if it was not rated, or is undone already."""
    mark = update(rating_changes).where(rating_changes.c.game_id == game, COUNTS).values(refunded=True)
    rows = await connection.execute(mark.returning(rating_changes))
    changes = sorted(map(_change, rows), key=lambda change: change.seat)
    if not changes:
        return False
    current = await _lock(connection, {change.key for change in changes})
    await _save(connection, refund_game(current, changes, now), current)
    return True


async def changes_of(connection: AsyncConnection, game: str) -> list[RatingChange]:
    """Return the rating changes of a game; none if they were undone."""
    query = select(rating_changes).where(rating_changes.c.game_id == game, COUNTS)
    return [_change(row) for row in await connection.execute(query)]


async def rated_game_of(connection: AsyncConnection, game: str) -> RatedGame | None:
    """Return a game as it was rated; None: it was not."""
    query = select(rating_changes).where(rating_changes.c.game_id == game)
    return rated_games([_change(row) for row in await connection.execute(query)]).get(game)


async def _lock(connection: AsyncConnection, keys: Collection[RatingKey]) -> RatingsByKey:
    """Return ratings by key. Missing rows are created; all are locked until commit, in key order."""
    ordered = sorted(keys)
    missing = dialect_insert(connection, ratings).on_conflict_do_nothing()
    await connection.execute(missing, [_row(StoredRating(key)) for key in ordered])
    query = (
        select(ratings)
        .where(tuple_(*KEY_COLUMNS).in_([(key.player, key.rules, key.seat) for key in ordered]))
        .order_by(*KEY_COLUMNS)
        .with_for_update()
    )
    return {_key(row): _player_rating(row) for row in await connection.execute(query)}


async def _save(connection: AsyncConnection, changes: Sequence[RatingChange], current: RatingsByKey) -> None:
    if not changes:
        return
    await connection.execute(insert(rating_changes), [_change_row(change) for change in changes])
    statement = dialect_insert(connection, ratings)
    replaced = {
        column.name: statement.excluded[column.name] for column in ratings.c if not column.primary_key
    }
    await connection.execute(
        statement.on_conflict_do_update(index_elements=KEY_COLUMNS, set_=replaced),
        [_row(current[key]) for key in sorted(current)],
    )


async def _read_changes(connection: AsyncConnection) -> list[RatingChange]:
    columns = rating_changes.c
    query = select(rating_changes).order_by(columns.at, columns.game_id, columns.seat)
    return [_change(row) for row in await connection.execute(query)]


def _key(row: Any) -> RatingKey:
    return RatingKey(row.player_id, row.rules, row.seat)


def _rating(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility, row.at)


def _player_rating(row: Any) -> StoredRating:
    return StoredRating(_key(row), _rating(row), row.games)


def _row(one: StoredRating) -> dict[str, Any]:
    return asdict(one.rating) | {
        "player_id": one.key.player,
        "rules": one.key.rules,
        "seat": one.key.seat,
        "games": one.games,
        "firm_until": one.rating.firm_until,
    }


def _change_row(change: RatingChange) -> dict[str, Any]:
    before = {f"old_{name}": value for name, value in asdict(change.before).items()}
    return (
        asdict(change.after)
        | before
        | {
            "game_id": change.game,
            "seat": change.seat,
            "refund": change.refund,
            "refunded": change.refunded,
            "player_id": change.key.player,
            "rules": change.key.rules,
            "rated_seat": change.key.seat,
            "ended": change.ended,
            "at": change.at,
            "score": change.score,
        }
    )


def _change(row: Any) -> RatingChange:
    """Return the change of a row, the inverse of `_change_row`."""
    return RatingChange(
        row.game_id,
        row.seat,
        RatingKey(row.player_id, row.rules, row.rated_seat),
        row.ended,
        row.at,
        row.score,
        before=Rating(row.old_rating, row.old_deviation, row.old_volatility, row.old_at),
        after=_rating(row),
        refund=row.refund,
        refunded=row.refunded,
    )


def _select(of: RatingList, now: int) -> Select[Any]:
    join = ratings.join(players, players.c.id == ratings.c.player_id)
    return select(ratings, players.c.name).select_from(join).where(of.includes(now))


def _listed(row: Row[Any], now: int) -> ListedRating:
    return ListedRating(Player(row.player_id, row.name), _rating(row).as_of(now), row.games)
