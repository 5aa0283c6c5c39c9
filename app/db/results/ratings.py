"""Ratings in the database: written in the transaction that ends a rated game, read for profiles.

The rows of the players are locked in the order of their keys, so that two games of one person are rated one
after the other, in the order of their ends: where a game is written later than one that ended after it, those
after it are rated again. All of it can be rebuilt from the logs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_conflicts, write_transaction
from app.db.schema import games, rating_changes, ratings
from app.domain.glicko import Rating
from app.domain.ratings import RatedGame, RatingChange, RatingKey, apply, games_of
from app.errors import Refusal

KEY = (ratings.c.player_id, ratings.c.rules, ratings.c.seat)
CURVE = 1000  # points of a rating curve, at most
CHUNK = 500  # keys in one query
MOST_AGAIN = 2000  # games that are rated again in one transaction, when a moderator takes one back


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating, as of when it was read, and the number of their rated games."""

    key: RatingKey
    rating: Rating
    games: int


class RatingStore:
    """The ratings in the database behind `engine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_player(self, player: str, now: int) -> list[PlayerRating]:
        """All ratings of a player, by rules and seat."""
        query = select(ratings).where(ratings.c.player_id == player, ratings.c.games > 0).order_by(*KEY)
        async with read_connection(self._engine) as connection:
            return [
                PlayerRating(_key(row), _rating(row).as_of(now), row.games)
                for row in await connection.execute(query)
            ]

    async def curve(self, player: str, rules: str, seat: int) -> list[tuple[int, float]]:
        """The ends of a player's newest CURVE rated games, the oldest first, and their rating after each."""
        own = rating_changes.c
        query = (
            select(own.ended, own.rating)
            .where(own.player_id == player, own.rules == rules, own.rated_seat == seat)
            .order_by(own.ended.desc(), own.game_id.desc())
            .limit(CURVE)
        )
        async with read_connection(self._engine) as connection:
            return [(row.ended, row.rating) for row in await connection.execute(query)][::-1]

    async def rebuild(self, found: Sequence[RatedGame], examined: Collection[str]) -> None:
        """Rates all games again, from the first one on: those that were `found` in the logs of the `examined`
        games, and those that have ended since."""
        known = set(examined)
        wanted: dict[str, list[RatedGame]] = {}
        for game in found:
            wanted.setdefault(game.keys[0].rules, []).append(game)

        async def transaction() -> None:
            async with write_transaction(self._engine) as connection:
                rules = {*wanted, *await connection.scalars(select(rating_changes.c.rules).distinct())}
                rules |= set(await connection.scalars(select(ratings.c.rules).distinct()))
                for one in sorted(rules):
                    await _rate_again(connection, one, 0, wanted.get(one, []), replaced=known)

        await retry_conflicts(transaction)

    async def rated_ids(self) -> list[str]:
        """The ids of the rated games that have ended and may count, in the order of their ends."""
        query = select(games.c.id).where(_COUNTS).order_by(games.c.ended, games.c.id)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def changes(self) -> list[RatingChange]:
        """All changes of ratings, in the order in which they were made; two of each game."""
        async with read_connection(self._engine) as connection:
            return await _read_changes(connection)

    async def current(self) -> dict[RatingKey, tuple[Rating, int]]:
        """All ratings as they were written, each with the number of games."""
        query = select(ratings).where(ratings.c.games > 0)
        async with read_connection(self._engine) as connection:
            return {_key(row): (_rating(row), row.games) for row in await connection.execute(query)}


_COUNTS = and_(
    games.c.rated,
    games.c.ended.is_not(None),
    games.c.reason != "aborted",
    games.c.rating_undone.is_(None),
)


async def undo_rating(connection: AsyncConnection, game: str, now: int) -> list[str]:
    """Take back what a game changed in ratings: all rated games of its rules since are rated again without
    it, while their players' ratings are locked.

    Return the games whose changes are others now, this one first; empty: it had changed nothing. Refusal
    `too_old`: more than MOST_AGAIN games have been rated since."""
    query = select(rating_changes.c.rules, rating_changes.c.ended).where(rating_changes.c.game_id == game)
    row = (await connection.execute(query)).first()
    if row is None:
        return []
    await _check_age(connection, row.rules, row.ended)
    await connection.execute(update(games).where(games.c.id == game).values(rating_undone=now))
    again = await _rate_again(connection, row.rules, row.ended, [], without=game)
    return [game, *sorted({change.game for change in again})]


async def _check_age(connection: AsyncConnection, rules: str, ended: int) -> None:
    """Refusal `too_old`: more than MOST_AGAIN games of these rules were rated at `ended` or later."""
    later = rating_changes.c.rules == rules, rating_changes.c.ended >= ended, rating_changes.c.seat == 0
    some = select(rating_changes.c.game_id).where(*later).limit(MOST_AGAIN + 1).subquery()
    if (await connection.scalar(select(func.count()).select_from(some)) or 0) > MOST_AGAIN:
        message = f"more than {MOST_AGAIN} games have been rated since: this rating can no longer be undone"
        raise Refusal("too_old", limit=MOST_AGAIN, message=message)


async def record_ratings(connection: AsyncConnection, ended: Iterable[RatedGame]) -> list[RatingChange]:
    """Rate games that have just ended, in the order of their ends; those that were rated are left out.

    Return the changes, two for each game, in any order: also those of games that were rated again."""
    new = sorted(ended, key=lambda game: game.order)
    if not new:
        return []
    made: list[RatingChange] = []
    query = select(rating_changes.c.game_id).where(rating_changes.c.game_id.in_([game.game for game in new]))
    done = set(await connection.scalars(query))
    by_rules: dict[str, list[RatedGame]] = {}
    for game in new:
        if game.game not in done:
            by_rules.setdefault(game.keys[0].rules, []).append(game)
    known = await _lock(
        connection, {key for games in by_rules.values() for game in games for key in game.keys}
    )
    for rules, rated in sorted(by_rules.items()):
        last = [known[key][0] for game in rated for key in game.keys]
        newest = max((one.at or 0 for one in last if one), default=0)
        if newest >= rated[0].ended:  # written later than a game that ended after it
            made += await _rate_again(connection, rules, rated[0].ended, rated)
            continue
        now = {key: rating for key, (rating, _) in known.items() if rating}
        changes = [change for both in apply(rated, now) for change in both]
        counts = {key: count for key, (_, count) in known.items()}
        for change in changes:
            counts[change.key] += 1
        await connection.execute(insert(rating_changes), [_change_row(change) for change in changes])
        await _save(connection, {change.key: (now[change.key], counts[change.key]) for change in changes})
        made += changes
    return made


async def changes_of(connection: AsyncConnection, ids: Collection[str]) -> list[RatingChange]:
    """Return what some games changed in ratings."""
    query = select(rating_changes).where(rating_changes.c.game_id.in_(sorted(ids)))
    return [_change(row) for row in await connection.execute(query)]


async def _rate_again(
    connection: AsyncConnection,
    rules: str,
    since: int,
    added: Sequence[RatedGame],
    *,
    without: str | None = None,
    replaced: Collection[str] = (),
) -> list[RatingChange]:
    """Rate the games of some rules that ended at `since` (milliseconds since the epoch) or later again, with
    those `added` and `without` one; return what each of them changed. `replaced`: games that are rated only
    if they are among those added."""
    locked: set[RatingKey] = {key for game in added for key in game.keys}
    while True:  # until nobody else can have changed what is read
        await _lock(connection, locked)
        old = await _read_changes(connection, rules, since)
        keys = locked | {change.key for change in old}
        if not since:
            own = select(ratings).where(ratings.c.rules == rules)
            keys |= {_key(row) for row in await connection.execute(own)}
        if keys == locked:
            break
        locked = keys
    known = await _lock(connection, locked)
    now: dict[RatingKey, Rating | None] = {key: rating for key, (rating, _) in known.items()}
    counts = {key: count for key, (_, count) in known.items()}
    for change in reversed(old):
        now[change.key] = change.before
        counts[change.key] -= 1
    if not since:
        now, counts = dict.fromkeys(locked), dict.fromkeys(locked, 0)
    kept = {game.game: game for game in games_of(old) if game.game not in replaced}
    kept |= {game.game: game for game in added}
    kept.pop(without or "", None)
    start = {key: rating for key, rating in now.items() if rating}
    changes = [
        change for both in apply(sorted(kept.values(), key=lambda game: game.order), start) for change in both
    ]
    for change in changes:
        counts[change.key] += 1
    later = and_(rating_changes.c.rules == rules, rating_changes.c.ended >= since)
    await connection.execute(delete(rating_changes).where(later))
    if changes:
        await connection.execute(insert(rating_changes), [_change_row(change) for change in changes])
    await _save(connection, {key: (start.get(key), counts[key]) for key in locked})
    return changes


async def _lock(
    connection: AsyncConnection, keys: Collection[RatingKey]
) -> dict[RatingKey, tuple[Rating | None, int]]:
    """The ratings with these keys and the numbers of games; their rows are made where there are none, and
    locked until commit, in the order of the keys."""
    found: dict[RatingKey, tuple[Rating | None, int]] = {}
    ordered = sorted(keys)
    for start in range(0, len(ordered), CHUNK):
        part = ordered[start : start + CHUNK]
        missing = dialect_insert(connection, ratings).on_conflict_do_nothing()
        await connection.execute(missing, [_row(key, None, 0) for key in part])
        query = (
            select(ratings)
            .where(tuple_(*KEY).in_([(key.player, key.rules, key.seat) for key in part]))
            .order_by(*KEY)
            .with_for_update()
        )
        for row in await connection.execute(query):
            found[_key(row)] = (_rating(row) if row.games else None), row.games
    return found


async def _save(connection: AsyncConnection, changed: dict[RatingKey, tuple[Rating | None, int]]) -> None:
    rows = [_row(key, *value) for key, value in sorted(changed.items())]
    if not rows:
        return
    statement = dialect_insert(connection, ratings)
    replaced = {
        name: statement.excluded[name] for name in rows[0] if name not in ("player_id", "rules", "seat")
    }
    await connection.execute(statement.on_conflict_do_update(index_elements=list(KEY), set_=replaced), rows)


async def _read_changes(
    connection: AsyncConnection, rules: str | None = None, since: int = 0
) -> list[RatingChange]:
    """The changes of some rules (None: of all) by games that ended at `since` or later, in order."""
    columns = rating_changes.c
    query = select(rating_changes).where(columns.ended >= since)
    if rules is not None:
        query = query.where(columns.rules == rules)
    query = query.order_by(columns.ended, columns.game_id, columns.seat)
    return [_change(row) for row in await connection.execute(query)]


async def rated_game_of(connection: AsyncConnection, game: str) -> RatedGame | None:
    """A game as it was rated; None: it was not."""
    query = select(rating_changes).where(rating_changes.c.game_id == game).order_by(rating_changes.c.seat)
    changes = [_change(row) for row in await connection.execute(query)]
    return games_of(changes)[0] if len(changes) == 2 else None


def _key(row: Any) -> RatingKey:
    return RatingKey(row.player_id, row.rules, row.seat)


def _rating(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility, row.at)


def _row(key: RatingKey, rating: Rating | None, count: int) -> dict[str, Any]:
    known = rating or Rating()
    return {
        "player_id": key.player,
        "rules": key.rules,
        "seat": key.seat,
        "rating": known.rating,
        "deviation": known.deviation,
        "volatility": known.volatility,
        "at": known.at,
        "games": count,
        "firm_until": known.firm_until,
    }


def _change_row(change: RatingChange) -> dict[str, Any]:
    before, after = change.before, change.after
    return {
        "game_id": change.game,
        "seat": change.seat,
        "player_id": change.key.player,
        "rules": change.key.rules,
        "rated_seat": change.key.seat,
        "ended": change.ended,
        "score": change.score,
        "old_rating": before and before.rating,
        "old_deviation": before and before.deviation,
        "old_volatility": before and before.volatility,
        "old_at": before and before.at,
        "rating": after.rating,
        "deviation": after.deviation,
        "volatility": after.volatility,
    }


def _change(row: Any) -> RatingChange:
    """The inverse of `_change_row`."""
    key = RatingKey(row.player_id, row.rules, row.rated_seat)
    before = None
    if row.old_rating is not None:
        before = Rating(row.old_rating, row.old_deviation, row.old_volatility, row.old_at)
    after = Rating(row.rating, row.deviation, row.volatility, row.ended)
    return RatingChange(row.game_id, row.seat, key, row.ended, row.score, before, after)
