"""Store of ratings: written in the transaction that ends a rated game, read for profiles.

Players' rows are locked in key order, so that two games of one player are rated one after the other. Ratings
follow the order of ends: if a game is written after one that ended later, the later ones are rerated.
Everything can be rebuilt from the logs.
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

KEY_COLUMNS = (ratings.c.player_id, ratings.c.rules, ratings.c.seat)
MAX_CURVE_POINTS = 1000
KEYS_PER_QUERY = 500
MAX_RERATED_GAMES = 2000  # in one transaction, when a moderator undoes a rating


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating as of the read, and the number of their rated games."""

    key: RatingKey
    rating: Rating
    games: int


class RatingStore:
    """Store of ratings."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_player(self, player: str, now: int) -> list[PlayerRating]:
        """Return all ratings of a player, ordered by rules and seat."""
        query = (
            select(ratings).where(ratings.c.player_id == player, ratings.c.games > 0).order_by(*KEY_COLUMNS)
        )
        async with read_connection(self._engine) as connection:
            return [
                PlayerRating(_key(row), _rating(row).as_of(now), row.games)
                for row in await connection.execute(query)
            ]

    async def curve(self, player: str, rules: str, seat: int) -> list[tuple[int, float]]:
        """Return end and resulting rating of a player's newest MAX_CURVE_POINTS rated games, oldest first."""
        own = rating_changes.c
        query = (
            select(own.ended, own.rating)
            .where(own.player_id == player, own.rules == rules, own.rated_seat == seat)
            .order_by(own.ended.desc(), own.game_id.desc())
            .limit(MAX_CURVE_POINTS)
        )
        async with read_connection(self._engine) as connection:
            return [(row.ended, row.rating) for row in await connection.execute(query)][::-1]

    async def rebuild(self, found: Sequence[RatedGame], examined: Collection[str]) -> None:
        """Rerate all games: those `found` in the logs of the `examined` games, and those that have ended
        since."""
        known = set(examined)
        wanted: dict[str, list[RatedGame]] = {}
        for game in found:
            wanted.setdefault(game.keys[0].rules, []).append(game)

        async def transaction() -> None:
            async with write_transaction(self._engine) as connection:
                rules = {*wanted, *await connection.scalars(select(rating_changes.c.rules).distinct())}
                rules |= set(await connection.scalars(select(ratings.c.rules).distinct()))
                for one in sorted(rules):
                    await _rerate(connection, one, 0, wanted.get(one, []), replaced=known)

        await retry_conflicts(transaction)

    async def rated_ids(self) -> list[str]:
        """Return the ids of ended rated games that may count, in the order of their ends."""
        query = select(games.c.id).where(_IS_RATED).order_by(games.c.ended, games.c.id)
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def changes(self) -> list[RatingChange]:
        """Return all rating changes, in chronological order; two per game."""
        async with read_connection(self._engine) as connection:
            return await _read_changes(connection)

    async def current(self) -> dict[RatingKey, tuple[Rating, int]]:
        """Return all stored ratings, each with the number of games."""
        query = select(ratings).where(ratings.c.games > 0)
        async with read_connection(self._engine) as connection:
            return {_key(row): (_rating(row), row.games) for row in await connection.execute(query)}


_IS_RATED = and_(
    games.c.rated,
    games.c.ended.is_not(None),
    games.c.reason != "aborted",
    games.c.rating_undone.is_(None),
)


async def undo_rating(connection: AsyncConnection, game: str, now: int) -> list[str]:
    """Undo the rating of a game: rerate all later rated games of its rules without it, with their players'
    ratings locked.

    Return the games with different changes now, this one first; [] if it was not rated. Refusal `too_old`:
    more than MAX_RERATED_GAMES games have been rated since."""
    query = select(rating_changes.c.rules, rating_changes.c.ended).where(rating_changes.c.game_id == game)
    row = (await connection.execute(query)).first()
    if row is None:
        return []
    await _check_age(connection, row.rules, row.ended)
    await connection.execute(update(games).where(games.c.id == game).values(rating_undone=now))
    rerated = await _rerate(connection, row.rules, row.ended, [], without=game)
    return [game, *sorted({change.game for change in rerated})]


async def _check_age(connection: AsyncConnection, rules: str, ended: int) -> None:
    """Raise Refusal `too_old` if more than MAX_RERATED_GAMES games of these rules ended at `ended` or
    later."""
    later = rating_changes.c.rules == rules, rating_changes.c.ended >= ended, rating_changes.c.seat == 0
    some = select(rating_changes.c.game_id).where(*later).limit(MAX_RERATED_GAMES + 1).subquery()
    if (await connection.scalar(select(func.count()).select_from(some)) or 0) > MAX_RERATED_GAMES:
        message = (
            f"more than {MAX_RERATED_GAMES} games have been rated since: this rating can no longer be undone"
        )
        raise Refusal("too_old", limit=MAX_RERATED_GAMES, message=message)


async def record_ratings(connection: AsyncConnection, ended: Iterable[RatedGame]) -> list[RatingChange]:
    """Rate games that have just ended, in the order of their ends; skip games rated already.

    Return the changes, two per game, in any order, including those of rerated games."""
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
        if newest >= rated[0].ended:  # written after a game that ended later
            made += await _rerate(connection, rules, rated[0].ended, rated)
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
    """Return the rating changes of games."""
    query = select(rating_changes).where(rating_changes.c.game_id.in_(sorted(ids)))
    return [_change(row) for row in await connection.execute(query)]


async def _rerate(
    connection: AsyncConnection,
    rules: str,
    since: int,
    added: Sequence[RatedGame],
    *,
    without: str | None = None,
    replaced: Collection[str] = (),
) -> list[RatingChange]:
    """Rerate the games of `rules` that ended at `since` (milliseconds since the epoch) or later, with the
    games `added` and without `without`; return all changes. `replaced`: games that are rated only if they are
    in `added`."""
    locked: set[RatingKey] = {key for game in added for key in game.keys}
    while True:  # until all rows that were read are locked
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
    """Return ratings and numbers of games by key. Missing rows are created; all are locked until commit, in
    key order."""
    found: dict[RatingKey, tuple[Rating | None, int]] = {}
    ordered = sorted(keys)
    for start in range(0, len(ordered), KEYS_PER_QUERY):
        part = ordered[start : start + KEYS_PER_QUERY]
        missing = dialect_insert(connection, ratings).on_conflict_do_nothing()
        await connection.execute(missing, [_row(key, None, 0) for key in part])
        query = (
            select(ratings)
            .where(tuple_(*KEY_COLUMNS).in_([(key.player, key.rules, key.seat) for key in part]))
            .order_by(*KEY_COLUMNS)
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
    await connection.execute(
        statement.on_conflict_do_update(index_elements=list(KEY_COLUMNS), set_=replaced), rows
    )


async def _read_changes(
    connection: AsyncConnection, rules: str | None = None, since: int = 0
) -> list[RatingChange]:
    """Return the changes of `rules` (None: all) by games that ended at `since` or later, in order."""
    columns = rating_changes.c
    query = select(rating_changes).where(columns.ended >= since)
    if rules is not None:
        query = query.where(columns.rules == rules)
    query = query.order_by(columns.ended, columns.game_id, columns.seat)
    return [_change(row) for row in await connection.execute(query)]


async def rated_game_of(connection: AsyncConnection, game: str) -> RatedGame | None:
    """Return a game as it was rated; None: it was not."""
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
    """Return the change of a row, the inverse of `_change_row`."""
    key = RatingKey(row.player_id, row.rules, row.rated_seat)
    before = None
    if row.old_rating is not None:
        before = Rating(row.old_rating, row.old_deviation, row.old_volatility, row.old_at)
    after = Rating(row.rating, row.deviation, row.volatility, row.ended)
    return RatingChange(row.game_id, row.seat, key, row.ended, row.score, before, after)
