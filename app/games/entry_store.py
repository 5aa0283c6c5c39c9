"""Store of single entries with all that they change: above all those that end a game, with results and
ratings."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.bus.notices import Bus
from app.db.engine import dialect_insert
from app.db.revisions import RAISED
from app.db.schema import entries, games, seats
from app.games.new_entry import Committed, End, NewEntry
from app.games.rows import entry_of, row_of_entry
from app.results.early_ends import record_early_end
from app.results.rating_store import changes_of, record_rating
from app.results.ratings import RatingChange, seat_rating
from app.results.recording import record_results
from app.results.results import score_text


async def write_entry(connection: AsyncConnection, bus: Bus, new: NewEntry) -> Committed | None:
    """Write an entry with all that it changes, in the caller's transaction. None: the ply was taken."""
    entry, row = new.entry, row_of_entry(new.game, new.entry)
    insert = dialect_insert(connection, entries).on_conflict_do_nothing().returning(entries.c.ply)
    if (await connection.execute(insert, row)).first() is None:
        return None
    values: dict[str, object] = {"ply": entry.ply + 1, "turn": new.turn, "deadline": new.deadline}
    has_new_facts = new.end is not None and (new.end.publishes or new.end.rated is not None)
    if new.end:
        values |= _end_columns(new.end, entry.at)
    await connection.execute(_RAISE if has_new_facts else _UPDATE, values | {"game": new.game})
    changes = await _record_end(connection, new, new.end) if new.end else ()
    await bus.publish(connection, "facts" if has_new_facts else "log", [new.game])
    return _committed(changes)


async def _record_end(connection: AsyncConnection, new: NewEntry, end: End) -> Sequence[RatingChange]:
    """Write what the end of a game changes besides its log and row; return the rating changes."""
    # the seats say it too, so that queries for a player's unfinished games skip them
    await connection.execute(_END_SEATS, {"game": new.game})
    await record_results(connection, end.results)
    changes = await record_rating(connection, end.rated) if end.rated else ()
    if end.early:
        await record_early_end(connection, new.game, new.entry.at, end.early)
    return changes


# Built once: to build a statement costs more than to execute it.
_UPDATE = update(games).where(games.c.id == bindparam("game"))
_RAISE = _UPDATE.values(RAISED)
_END_SEATS = update(seats).where(seats.c.game_id == bindparam("game")).values(ended=True)


def _end_columns(end: End, at: int) -> dict[str, object]:
    """Return the columns of an ended game's row that differ from those of a running one."""
    fold = end.fold
    if fold.outcome is None:
        raise ValueError("an end has an outcome")
    return {
        "turn": None,
        "deadline": None,
        "ended": at,
        "winner": fold.outcome.winner,
        "reason": fold.outcome.reason,
        "score": score_text(fold.score or ()),
        "moves": fold.moves,
        "duration": fold.duration,
        **({"public": True} if end.publishes else {}),
    }


def _committed(changes: Sequence[RatingChange]) -> Committed:
    return Committed(tuple(seat_rating(change) for change in sorted(changes, key=lambda change: change.seat)))


async def find_committed(connection: AsyncConnection, new: NewEntry) -> Committed | None:
    """Return what an earlier try has committed; None: the ply was taken by another entry."""
    query = select(entries).where(entries.c.game_id == new.game, entries.c.ply == new.entry.ply)
    if entry_of((await connection.execute(query)).one()) != new.entry:
        return None
    rated = new.end is not None and new.end.rated is not None
    return _committed(await changes_of(connection, new.game) if rated else ())
