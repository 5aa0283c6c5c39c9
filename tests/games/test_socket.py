"""The socket of a game: the state on connection, every act answered after it is in the log, and broadcast."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.app.http_players import PAIR, Json, Person, Socket, guest, moves, new_board

MOVES = moves()


async def expect_presence(socket: Socket, players: list[bool], watchers: int) -> None:
    """Wait until a state or presence frame shows this presence."""
    while True:
        frame = await socket.next()
        shown = frame["players"]
        if frame["t"] == "state":
            shown = [bool(person and person["online"]) for person in shown]
        if (shown, frame["watchers"]) == (players, watchers):
            return


async def test_the_state_is_sent_on_connection_and_equals_that_of_http(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http, *MOVES[:3])
    for person, seat in (
        (board.people[0], 0),
        (board.people[1], 1),
        (visitor, None),
        (await guest(http), None),
    ):
        async with person.game_socket(board.id) as socket:
            state = await socket.next()
            assert (state["t"], state["seat"], state["ply"]) == ("state", seat, 3)
            assert bool(state["legal"]) == (seat == state["turn"])
            looked = await person.state(board.id)
            for frame in (state, looked):
                frame.pop("watchers")
                frame.pop("players")
            assert looked == state


async def test_a_move_is_broadcast_to_both_players_and_spectators(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http)
    async with (
        board.people[0].game_socket(board.id) as first,
        board.people[1].game_socket(board.id) as second,
        visitor.game_socket(board.id) as spectator,
    ):
        sockets = [first, second]
        for ply, move in enumerate(MOVES):
            mover = sockets[ply % 2]
            await mover.send("move", ply=ply, move=move)
            for socket in (first, second, spectator):
                state = await socket.state(ply + 1)
                assert (state["ply"], state["last"]) == (ply + 1, move)
                assert len(state["told"]) == ply + 1
        for socket in (first, second, spectator):
            assert (await socket.answer("ping", n=1))["t"] == "pong"
        assert state["over"]
        assert state["status"] == "ended"


async def test_a_forbidden_act_is_refused_and_after_stale_or_wrong_turn_the_state_is_sent_again(
    http: httpx.AsyncClient,
) -> None:
    board = await new_board(http, *MOVES[:2])
    async with board.people[0].game_socket(board.id) as mover, board.people[1].game_socket(board.id) as other:
        for socket in (mover, other):
            await socket.state()
        refused = await mover.answer("move", ply=2, move="banana")
        assert set(refused) == {"t", "re", "why", "ply", "detail"}
        assert (refused["re"], refused["why"], refused["ply"]) == ("move", "illegal_move", 2)
        assert refused["detail"]["rule"] == PAIR.why(PAIR.start(0), "banana")
        for socket, ply, why in ((mover, 1, "stale"), (mover, 3, "stale"), (other, 2, "not_your_turn")):
            refused = await socket.answer("move", ply=ply, move=MOVES[2])
            assert (refused["t"], refused["why"]) == ("refused", why)
            assert (await socket.next_answer())["ply"] == 2, "the current state follows"


async def test_a_pong_has_the_number_of_its_ping_and_the_time(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http)
    async with visitor.game_socket(board.id) as socket:
        await socket.state()
        for number in (0, 7, 2**53 - 1):
            pong = await socket.answer("ping", n=number)
            assert (pong["t"], pong["n"], set(pong)) == ("pong", number, {"t", "n", "at"})
            assert pong["at"] > 1_600_000_000_000


async def test_presence_is_broadcast_when_clients_connect_and_disconnect(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http)
    first, second = board.people
    async with first.game_socket(board.id) as socket:
        await expect_presence(socket, [True, False], 0)
        async with second.game_socket(board.id):
            await expect_presence(socket, [True, True], 0)
            async with (
                second.game_socket(board.id),
                visitor.game_socket(board.id),
                visitor.game_socket(board.id),
                first.game_socket(board.id),
            ):
                await expect_presence(socket, [True, True], 2)  # several sockets of a player count once
            await expect_presence(socket, [True, True], 0)
        await expect_presence(socket, [True, False], 0)
    assert [person["online"] for person in (await visitor.state(board.id))["players"]] == [False, False]


@pytest.mark.slow
async def test_a_move_is_broadcast_to_230_spectators(http: httpx.AsyncClient, visitor: Person) -> None:
    """More spectators than are woken in one slice. Their queues are unbounded: on a slow machine presence
    fills a queue, and the client stops reading, so that each close waits for its timeout."""
    board = await new_board(http)
    async with AsyncExitStack() as stack:
        sockets: list[Socket] = []
        for _ in range(23):
            opening = (visitor.game_socket(board.id, max_queue=None) for _ in range(10))
            sockets += await asyncio.gather(*map(stack.enter_async_context, opening))
        await board.play(MOVES[0])
        states: list[Json] = await asyncio.gather(*(socket.state(1) for socket in sockets))
        assert {state["last"] for state in states} == {MOVES[0]}
        assert {state["seat"] for state in states} == {None}
        assert (await visitor.state(board.id))["watchers"] == 230


async def test_an_aborted_connection_is_removed_from_presence(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http)
    async with visitor.game_socket(board.id) as spectator:
        await spectator.state()
        for _ in range(3):
            async with board.people[0].game_socket(board.id) as socket:
                await expect_presence(spectator, [True, False], 1)
                socket.connection.transport.abort()  # without a close frame
                assert await socket.close_code() == 1006
            await expect_presence(spectator, [False, False], 1)
