"""Rebuild of results, standings, streaks and ratings from the logs: `python -m app recount`.

They are normally written when a game ends; this is for restored backups and repairs. The result equals what
the ends of the games would have written in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from math import isclose

from app.db.games.store import GameStore
from app.db.people.players import PlayerStore
from app.db.results.ratings import RatingStore
from app.domain.derive import derive
from app.domain.glicko import Rating
from app.domain.ratings import RatedGame, RatingKey, apply, games_of, rated_game
from app.errors import Refusal
from engine.commands.progress import SILENT, Progress


async def recount(players: PlayerStore, store: GameStore, progress: Progress = SILENT) -> int:
    """Rebuild the ratings and the results of all players; return the number of results."""
    await recount_ratings(RatingStore(store.engine), store, progress)
    ids, count = await players.ids(), 0
    progress.stage("players", len(ids))
    for player in ids:
        count += await store.rebuild_results(player, derive)
        progress.advance()
    return count


async def recount_ratings(ratings: RatingStore, store: GameStore, progress: Progress = SILENT) -> None:
    """Rate all ended rated games again, in the order of their ends."""
    ids, found = await ratings.rated_ids(), list[RatedGame]()
    progress.stage("rated games", len(ids))
    for game in ids:
        progress.advance()
        try:
            info = await store.info(game)
        except Refusal:  # its rules are unknown
            continue
        if info and (rated := rated_game(info, info.match(await store.log(game)))):
            found.append(rated)
    await ratings.rebuild(found, ids)


async def rating_differences(ratings: RatingStore) -> AsyncIterator[str]:
    """Yield differences between the ratings and the changes that led to them, in words. The check of each
    game compares the changes with its log."""
    changes = await ratings.changes()
    now: dict[RatingKey, Rating] = {}
    counts = Counter(change.key for change in changes)
    expected = [change for both in apply(games_of(changes), now) for change in both]
    for change, right in zip(changes, expected, strict=True):
        if not (_agree(change.before, right.before) and _agree(change.after, right.after)):
            yield f"rating of game {change.game}, seat {change.seat}: {change.after}, not {right.after}"
    current = await ratings.current()
    for key in sorted({*now, *current}):
        rating, count = current.get(key, (None, 0))
        if not _agree(rating, now.get(key)) or count != counts[key]:
            yield f"rating of {key}: {rating} after {count} games, not {now.get(key)} after {counts[key]}"


def _agree(one: Rating | None, other: Rating | None) -> bool:
    """Return whether two ratings are equal, except for the last digits, which may differ between machines."""
    if one is None or other is None:
        return one is other
    values = zip(
        (one.rating, one.deviation, one.volatility),
        (other.rating, other.deviation, other.volatility),
        strict=True,
    )
    return one.at == other.at and all(isclose(mine, theirs, rel_tol=1e-6) for mine, theirs in values)
