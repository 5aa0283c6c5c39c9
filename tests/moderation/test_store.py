"""Acts of moderators in the database: each is written with its row of the audit log, or not at all."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.db.schema import audit, games
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.moderation.lookup import PlayerLookup
from app.moderation.store import ModerationStore
from app.people.audit import AuditedAct
from app.people.player_data import PlayerData
from app.people.player_store import PlayerStore
from app.results.recording import take_over_results
from app.site.notices import NoticeStore
from engine import Entry
from engine.clock import DAY_MS
from tests.app.stored_games import HOUR, new_game, random_entries, write_entries


async def test_a_game_that_moved_meanwhile_is_closed_with_its_row_of_the_log_or_not_at_all(
    store: GameStore, engine: AsyncEngine
) -> None:
    game, moderation = await new_game(store), ModerationStore(engine, Bus())
    (first,) = random_entries(game, 1)
    act = AuditedAct("somebody", "close_game", game=game.id)
    before = game.match()

    async def close(end: NewEntry) -> tuple[bool, bool, bool, int]:
        """Return whether it reports success; whether the game is listed, and has ended; and the log rows."""
        done = await moderation.close_game(act, game.id, end, HOUR)
        async with engine.connect() as connection:
            row = (await connection.execute(select(games).where(games.c.id == game.id))).one()
            rows = (await connection.execute(select(audit).where(audit.c.game == game.id))).all()
        return done, row.public, row.ended is not None, len(rows)

    await write_entries(engine, [first])
    late = NewEntry.of(game, before.then(Entry(0, None, "abort", "", HOUR)))
    assert await close(late) == (False, True, False, 0)
    after = before.then(first.entry)
    assert await close(NewEntry.of(game, after.then(Entry(1, None, "abort", "", HOUR)))) == (
        True,
        False,
        True,
        1,
    )


async def test_looks_at_a_player_on_two_days_are_two_rows_of_the_log_and_none_at_one_who_has_left(
    engine: AsyncEngine,
) -> None:
    lookup, store = PlayerLookup(engine), PlayerStore(engine)
    (moderator, _), (player, _) = [await store.create_guest(0) for _ in range(2)]
    for at in (DAY_MS - 1, DAY_MS, DAY_MS):
        files = await asyncio.gather(*(lookup.look(moderator.id, player.id, at) for _ in range(2)))
        assert [(file.id, file.acts) for file in files] == [(player.id, [])] * 2
    assert player.id in [one.id for one in await lookup.search(player.name)]
    await PlayerData(engine, Bus(), take_over_results).close(player.id, DAY_MS)
    with pytest.raises(Refusal, match="not_found"):
        await lookup.look(moderator.id, player.id, 2 * DAY_MS)
    assert player.id not in [one.id for one in await lookup.search(player.name)]
    log = [one for one in await ModerationStore(engine, Bus()).audit(50, None) if one.act == "look"]
    mine = [one.at for one in log if one.moderator and one.moderator.id == moderator.id]
    assert mine == [DAY_MS, DAY_MS - 1]


async def test_a_stored_notice_with_a_byte_that_was_not_text_can_be_answered(engine: AsyncEngine) -> None:
    store = NoticeStore(engine)
    await store.set_notice("Gr\udcfc\xdfe", None)
    assert await store.notice(0) == ("Gr?\xdfe", None)


async def test_the_audit_log_cannot_be_edited(engine: AsyncEngine) -> None:
    lookup, store = PlayerLookup(engine), PlayerStore(engine)
    (moderator, _), (player, _) = [await store.create_guest(0) for _ in range(2)]
    await lookup.look(moderator.id, player.id, 0)
    for statement in ("update audit set act = 'x'", "delete from audit"):
        with pytest.raises(DBAPIError, match="append-only"):
            async with engine.begin() as connection:
                await connection.execute(text(statement))
