"""The socket of a game: the state on connection, every act answered after it is in the log, and broadcast."""

from __future__ import annotations

import httpx

from tests.app.http_players import PAIR, Person, Socket, moves, new_board

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


async def test_presence_is_broadcast_when_clients_connect_disconnect_and_break_off(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    board = await new_board(http)
    first, second = board.people
    async with first.game_socket(board.id) as socket:
        await expect_presence(socket, [True, False], 0)
        async with second.game_socket(board.id) as breaking:
            await expect_presence(socket, [True, True], 0)
            async with (
                second.game_socket(board.id),
                visitor.game_socket(board.id),
                visitor.game_socket(board.id),
                first.game_socket(board.id),
            ):
                await expect_presence(socket, [True, True], 2)  # several sockets of a player count once
            await expect_presence(socket, [True, True], 0)
            breaking.connection.transport.abort()  # without a close frame
            await expect_presence(socket, [True, False], 0)
    assert [person["online"] for person in (await visitor.state(board.id))["players"]] == [False, False]
