"""Stalls of a process: detected, written as pauses before any other judgement, and followed by quiet."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest

from app.core.errors import Refusal, TryAgain
from app.db.clock import now
from app.games import acts
from app.games.game_clock import MAX_ALLOWANCE
from app.games.new_entry import Committed, NewEntry
from app.games.session import Session
from app.games.stalls import DATABASE_LATE_MS, LOOP_LATE_MS, QUIET_MS, Stalls
from app.model.game_info import GameInfo
from app.ops.verify import differences
from app.wiring import Services
from engine import Timed
from tests.app.http_players import moves
from tests.app.two_processes import eventually
from tests.games.test_flags import begun_games, last_acts
from tests.games.viewers import SessionViewer

MOVES = moves()


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.at = 1_790_000_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("app.db.clock.now", made)
    return made


async def test_a_late_beat_is_a_stall_and_a_punctual_one_is_none(time: Clock) -> None:
    stalls = Stalls()
    time.at += 60_000
    stalls.look()
    assert stalls.count == 0, "it does not run yet"
    running = asyncio.create_task(stalls.run())
    await asyncio.sleep(0)
    time.at += LOOP_LATE_MS
    stalls.look()
    assert stalls.count == 0
    time.at += 12_000
    stalls.look()
    stalls.look()
    assert stalls.after(0) == [(time.at - 12_000, time.at)]
    assert stalls.is_quiet(time.at + QUIET_MS - 1)
    assert not stalls.is_quiet(time.at + QUIET_MS)
    running.cancel()


async def test_a_process_that_stood_still_had_its_answers_late_which_is_one_stall(time: Clock) -> None:
    for first in ("look", "database_answered"):
        stalls = Stalls()
        running = asyncio.create_task(stalls.run())
        await asyncio.sleep(0)
        stalls.database_asked()
        began = time.at
        time.at += 12_000
        getattr(stalls, first)()
        time.at += 300
        stalls.look()
        stalls.database_answered()
        assert stalls.after(0) == [(began, began + 12_000)]
        running.cancel()


def test_a_database_that_does_not_answer_is_a_stall_from_the_first_question_on(time: Clock) -> None:
    stalls, counts = Stalls(), list[int]()
    stalls.listeners.append(lambda: counts.append(stalls.count))
    stalls.database_asked()
    time.at += DATABASE_LATE_MS
    stalls.database_answered()
    assert stalls.count == 0
    stalls.database_asked()
    began = time.at
    time.at += 5000
    assert stalls.is_quiet(time.at), "nobody is flagged while it lasts"
    stalls.database_asked()  # again, after a failure
    time.at += 7000
    stalls.database_answered()
    assert stalls.after(0) == [(began, began + 12_000)]
    assert counts == [1]
    assert not stalls.is_quiet(time.at + QUIET_MS), "a question that nobody repeats keeps nobody quiet"


async def submit(session: Session, game: GameInfo, ply: int, text: str) -> BaseException | None:
    """Send the move of the seat to move, and return why it was not taken."""
    player = game.players[session.match.turn or 0]
    assert player
    done = session.submit(player, acts.Move(ply, text))
    await asyncio.wait([done])
    return done.exception()


async def test_a_move_sent_before_a_stall_is_taken_and_charged_until_the_stall(services: Services) -> None:
    at = now()
    game, other = await begun_games(services.games.store, 2, at - 20_000, Timed(10))
    services.games.stalls.be_quiet(at)  # the games are loaded when their time would be over
    async with services.games.sessions.open(game.id) as session, services.games.sessions.open(other.id):
        services.games.stalls.add("event loop", at - 15_000, now())
        assert await submit(session, game, 2, MOVES[2]) is None, "its ply is that before the pause"
        pause, move = session.log[2:]
        assert (pause.act, pause.seat, move.act) == ("pause", None, "move")
        assert 14_990 <= int(pause.text) <= 15_000 + now() - at
        assert move.spent is not None
        assert 5000 <= move.spent <= 5000 + now() - at

        async def is_paused() -> bool:
            return await last_acts(services.games.store, other) == ["pause"]

        await eventually(is_paused)
    assert [found async for found in differences(services.games.store)] == []


async def test_a_stall_is_written_once_and_only_since_the_last_entry(services: Services) -> None:
    at = now()
    (game,) = await begun_games(services.games.store, 1, at - 3000, Timed(60))
    async with services.games.sessions.open(game.id) as session:
        services.games.stalls.add("event loop", at - 15_000, at)
        await session.settle()
        services.games.stalls.add("database", at - 15_000, at)
        await session.settle()
        assert [(entry.act, int(entry.text)) for entry in session.log[2:]] == [("pause", 3000)]


async def test_nobody_is_flagged_after_a_stall_until_both_players_are_heard_again(services: Services) -> None:
    at = now()
    (game,) = await begun_games(services.games.store, 1, at - 20_000, Timed(10))
    services.games.stalls.be_quiet(at)
    async with services.games.sessions.open(game.id) as session:
        viewers = [SessionViewer(player) for player in game.players if player]
        for viewer in viewers:
            session.audience.enter(viewer)
        assert not await session.end_if_due(now())
        assert not await session.flag_if_due(now()), "as the query of overdue games asks"
        viewers[0].heard = at + 1
        assert not await session.end_if_due(now()), "the other one may still be on the way back"
        viewers[1].heard = at + 1
        services.games.stalls.database_asked()
        assert not services.games.stalls.is_quiet(now(), all_back=True)
        assert services.games.stalls.is_quiet(now() + DATABASE_LATE_MS + 1, all_back=True), (
            "the stall goes on"
        )
        services.games.stalls.database_answered()
        await eventually(lambda: session.match.outcome is not None)  # its timer looks again
        assert session.match.outcome
        assert session.match.outcome.reason == "flag"


@pytest.mark.parametrize("refused", [True, False])
async def test_a_move_refused_by_our_fault_counts_as_of_its_first_arrival_and_a_judged_one_does_not(
    refused: bool, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now()
    (game,) = await begun_games(services.games.store, 1, at, Timed(100))
    monkeypatch.setattr(services.games.stalls, "look", lambda: None)  # the jump of the clock is no stall
    async with services.games.sessions.open(game.id) as session:
        services.games.stalls.be_quiet(at + 100_000)  # as after an outage: nobody is flagged meanwhile
        monkeypatch.setattr("app.db.clock.now", lambda: at + 94_000)
        with monkeypatch.context() as patch:
            if refused:
                patch.setattr(services.games.writer, "write", AsyncMock(side_effect=TryAgain))
            first = await submit(session, game, 2, MOVES[2] if refused else "nonsense")
        assert isinstance(first, TryAgain if refused else Refusal)
        monkeypatch.setattr("app.db.clock.now", lambda: at + 100_000 + MAX_ALLOWANCE + 200)
        repeated = await submit(session, game, 2, MOVES[2])
        if refused:
            assert repeated is None
            assert (session.log[2].spent or 0) < 100_000
        else:
            assert isinstance(repeated, Refusal)
            assert repeated.detail["rule"] == "too_late"


async def test_a_slow_commit_is_charged_to_nobody(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = await begun_games(services.games.store, 1, now(), Timed(60))
    write = services.games.writer.write

    async def write_slowly(entry: NewEntry) -> Committed | None:
        committed = await write(entry)
        await asyncio.sleep(2)
        return committed

    async with services.games.sessions.open(game.id) as session:
        with monkeypatch.context() as patch:
            patch.setattr(services.games.writer, "write", write_slowly)
            assert await submit(session, game, 2, MOVES[2]) is None
        began = now()
        assert await submit(session, game, 3, MOVES[3]) is None
        first, second = session.log[2:]
        assert second.at - first.at >= 2000
        assert second.spent is not None
        assert second.spent <= now() - began + 1000  # what a busy machine takes before `began`
