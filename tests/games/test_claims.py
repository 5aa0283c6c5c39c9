"""Absence claims: when a game may be claimed, how both players are told, and who decides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
import pytest_asyncio

from app.core.errors import Refusal
from app.db.clock import now
from app.games.acts import Claim, Move
from app.games.audience import STREAM_PRESENCE_MS
from app.games.deadlines import claim_time
from app.model.game_info import GameInfo, Player
from app.model.presence import Connected, Gone
from app.wiring import Services
from engine import Control, Daily, Timed
from tests.app.http_players import Board, Json, Socket, guest, moves, new_board
from tests.app.in_process import serving_here
from tests.app.stored_games import HOUR, info, new_game, new_player, next_match, play
from tests.games.viewers import SessionViewer
from tests.serving import PATIENCE, UNLIMITED

MOVES = moves()
LEFT = 4001
DAY_MS = 24 * 3600 * 1000
CLOCK = {"base": 60, "increment": 0}
PEOPLE = (Player("white", "White"), Player("black", "Black"))


def begun(game: GameInfo, count: int = 2) -> int | None:
    """Return from when on a game of two after `count` moves may be claimed; the player left at HOUR."""
    match = game.match()
    for text in MOVES[:count]:
        match = next_match(match, "move", text, HOUR)
    return claim_time(game, match, Gone("white", HOUR, False), HOUR)


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (None, 24 * 3600),
        (Timed(60), 40),
        (Timed(0, 4), 40),
        (Timed(179), 40),
        (Timed(180), 60),
        (Timed(100, 2), 60),
        (Timed(599), 60),
        (Timed(600), 120),
        (Timed(300, 8), 120),
        (Daily(1), None),
    ],
)
def test_a_dropped_player_has_more_time_in_slower_games(control: Control | None, seconds: int | None) -> None:
    expected = None if seconds is None else HOUR + seconds * 1000
    assert begun(info(*PEOPLE, control=control)) == expected


def test_nothing_is_claimed_before_both_have_moved_nor_alone_nor_after_the_end() -> None:
    game = info(*PEOPLE)
    assert begun(game, 0) is None
    assert begun(game, 1) is None
    assert begun(info(PEOPLE[0], PEOPLE[0])) is None
    assert begun(game, len(MOVES)) is None


def test_a_claim_counts_from_absence_or_turn_and_only_in_the_turn_of_the_absent_player() -> None:
    game = info(*PEOPLE, control=Timed(60))
    match = next_match(next_match(game.match(), "move", MOVES[0]), "move", MOVES[1])
    left = Gone("white", HOUR, True)
    assert claim_time(game, match, left, 0) == HOUR + 10_000
    assert claim_time(game, match, left, HOUR + 500) == HOUR + 10_500
    assert claim_time(game, match, Gone("black", HOUR, True), 0) is None, "it is not their turn"
    without_clock = info(*PEOPLE)
    assert claim_time(without_clock, match, left, HOUR - 500) == HOUR - 500 + DAY_MS
    assert claim_time(without_clock, match, left, HOUR - 2 * DAY_MS) == HOUR, "as soon as they have gone"


async def away(socket: Socket) -> list[int | None]:
    """Return the next `away` that is not empty, of a state or a presence frame."""
    while True:
        frame = await socket.next()
        if frame["t"] == "presence":
            told: list[int | None] = frame["away"]
        else:
            told = [player.get("away") for player in frame.get("players", [])]
        if any(told):
            return told


async def acts(socket: Socket, act: str) -> Json:
    """Return the next state in which this act is allowed."""
    while act not in (frame := await socket.expect("state"))["acts"]:
        pass
    return frame


@asynccontextmanager
async def left_alone(board: Board, code: int = LEFT) -> AsyncIterator[Socket]:
    """Yield the socket of the second player; the first has left with this code."""
    async with board.people[1].game_socket(board.id) as socket:
        await socket.state()
        async with board.people[0].game_socket(board.id) as leaving:
            await leaving.state()
            await leaving.connection.close(code)
        yield socket


async def test_the_present_player_is_told_when_may_not_claim_before_and_has_to_wait_for_who_comes_back(
    http: httpx.AsyncClient,
) -> None:
    """A dropped player has longer than one who left."""
    board = await new_board(http, *MOVES[:2], clock=CLOCK)
    async with left_alone(board) as socket:
        at = now()
        first, second = await away(socket)
        assert first is not None
        assert 8_000 < first - at <= 10_500
        assert second is None
        await socket.send("claim", what="win")
        refused = await socket.expect("refused")
        assert (refused["why"], refused["detail"]["rule"]) == ("illegal_move", "too_early")
        state = await board.people[1].state(board.id)
        assert [player.get("away") for player in state["players"]] == [first, None]
        assert not [act for act in state["acts"] if act.startswith("claim")]
        async with board.people[0].game_socket(board.id):
            while (frame := await socket.expect("presence"))["away"] != [None, None]:
                pass
            assert frame["players"] == [True, True]
            at = now()
        first, _ = await away(socket)
        assert first is not None
        assert 38_000 < first - at <= 40_500


@pytest_asyncio.fixture
async def hasty(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server at which a game may be claimed one second after its player left on purpose."""
    monkeypatch.setattr("app.games.deadlines.CLAIM_LEFT_MS", 1000)
    async with (
        serving_here(database_url, **UNLIMITED) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client,
    ):
        yield client


@pytest.mark.parametrize(("what", "winner"), [("win", 1), ("draw", None)])
async def test_the_present_player_claims_the_game_when_it_is_time(
    hasty: httpx.AsyncClient, what: str, winner: int | None
) -> None:
    board = await new_board(hasty, *MOVES[:2], clock=CLOCK)
    stranger = await guest(hasty)
    async with left_alone(board) as socket, stranger.game_socket(board.id) as watching:
        await watching.state()
        state = await acts(socket, "claim:win")
        assert "claim:draw" in state["acts"]
        await watching.state()
        assert (await watching.answer("claim", what=what))["why"] == "not_seated"
        answer = await board.people[0].post(f"/api/games/{board.id}/claim", {"what": what})
        assert answer.json()["error"]["detail"]["rule"] == "too_early", "whoever left may not"
        ended = await socket.answer("claim", what=what)
        assert (ended["status"], ended["over"]) == ("ended", {"winner": winner, "reason": "abandoned"})
        assert (await socket.answer("claim", what=what))["t"] == "state", "sent again after a lost answer"
        entry = (await board.people[1].get(f"/api/games/{board.id}/log")).json()["entries"][-1]
        assert entry[:4] == [2, 1, "claim", what]


async def test_nothing_is_claimed_just_after_the_server_was_out_of_reach(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The absent player may still be on the way back. They have come back to another process, and left it on
    purpose."""
    monkeypatch.setattr("app.games.deadlines.CLAIM_LEFT_MS", 0)
    people = await new_player(services.games.store), await new_player(services.games.store)
    game = await new_game(services.games.store, *people, control=Timed(60))
    async with services.games.sessions.open(game.id) as session:
        await play(session, *MOVES[:2])
        here, gone = SessionViewer(people[1]), SessionViewer(people[0])
        for viewer in (here, gone):
            session.audience.enter(viewer)
        session.audience.leave(gone)
        assert session.audience.presence.away[0]
        session.audience.set_remote(Connected(frozenset({people[0].id})))
        assert session.audience.presence.away == [None, None]
        session.audience.set_remote(Connected(gone=frozenset({Gone(people[0].id, now(), True)})))
        services.games.stalls.be_quiet(now())
        with pytest.raises(Refusal) as refused:
            await session.act(people[1], Claim("win"))
        assert "out of reach" in refused.value.detail["message"]
        services.games.stalls.quiet_until = 0
        await session.act(people[1], Claim("win"))
        assert session.match.outcome
        assert session.match.outcome.reason == "abandoned"


async def test_a_stream_counts_in_the_opponents_turn_and_for_five_minutes_after_an_act(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now()
    monkeypatch.setattr(services.games.stalls, "look", lambda: None)
    people = await new_player(services.games.store), await new_player(services.games.store)
    game = await new_game(services.games.store, *people, control=Timed(3600))
    async with services.games.sessions.open(game.id) as session:
        await play(session, *MOVES[:2])
        turn = session.match.turn or 0
        with services.games.sessions.streaming(people[turn].id):
            assert session.audience.presence.players[turn]
            monkeypatch.setattr("app.db.clock.now", lambda: at + STREAM_PRESENCE_MS + 5000)
            await session.end_if_due(at + STREAM_PRESENCE_MS + 5000)
            assert not session.audience.presence.players[turn], "it is their turn, and they do nothing"
            await session.act(people[turn], Move(2, MOVES[2]))
            assert session.audience.presence.players[turn]
        assert not session.audience.presence.players[turn]
