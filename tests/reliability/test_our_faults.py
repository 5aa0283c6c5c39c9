"""Server faults cost nobody time or the game: each fault once, twelve seconds long, in real time."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from app.games.game_clock import MAX_ALLOWANCE
from tests.app.fixtures import RedisSettings
from tests.app.http_players import Board, Json, Socket, moves, new_board
from tests.app.tcp_proxy import open_proxy
from tests.app.two_processes import http_clients, new_board_across, two_servers
from tests.databases import Fresh
from tests.serving import PATIENCE, UNLIMITED, Server, serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

MOVES = moves()
FAULT_SECONDS = 12.0
THINKING_SECONDS = 1.0  # before the fault, and again until the move is sent
BASE_SECONDS = 10  # of each player: less than the fault
TOLERANCE_SECONDS = 4.0  # on a busy machine; without a pause all time would be over


async def play_through(board: Board, begin: Callable[[], None], end: Callable[[], None]) -> None:
    """Let a player think, begin the fault, send the move, and resend it while a server fault refuses it."""
    async with board.people[0].game_socket(board.id) as mover, board.people[1].game_socket(board.id) as other:
        await mover.state()
        await other.state()
        await board.play(*MOVES[:2])
        offered = monotonic()
        await mover.state(2)
        await asyncio.sleep(THINKING_SECONDS)
        begin()
        began = monotonic()
        asyncio.get_running_loop().call_later(FAULT_SECONDS, end)
        await asyncio.sleep(THINKING_SECONDS)
        sent = monotonic()
        state = await insist(mover, 2, MOVES[2])
        answered = monotonic()
        assert state["status"] == "live", state["over"]
        left = [seconds / 1000 for seconds in state["clock"]["left"]]
        assert (
            BASE_SECONDS - (sent - offered) - TOLERANCE_SECONDS
            <= left[0]
            <= BASE_SECONDS - (began - offered) + MAX_ALLOWANCE / 1000
        )
        assert left[1] >= BASE_SECONDS - TOLERANCE_SECONDS, (
            "their time has not run while they could not see the move"
        )
        state = await insist(other, state["ply"], MOVES[3])
        assert state["status"] == "live", state["over"]
        spent = monotonic() - answered
        assert BASE_SECONDS - spent - TOLERANCE_SECONDS <= state["clock"]["left"][1] / 1000 <= BASE_SECONDS
    log = (await board.people[0].get(f"/api/games/{board.id}/log")).json()
    acts = [act for _, _, act, _, _ in log["entries"]]
    assert [act for act in acts if act != "pause"] == ["move"] * 4
    assert acts.count("pause") <= 1, "none if the move's own commit was on its way and is applied late"


async def insist(socket: Socket, ply: int, move: str) -> Json:
    """Send a move until it is answered by a state that contains it."""
    start, before = monotonic(), MOVES.index(move)
    while monotonic() - start < PATIENCE:
        await socket.send("move", ply=ply, move=move)
        frame = await socket.next()
        while frame["t"] == "presence" or (frame["t"] == "state" and len(frame["told"]) <= before):
            assert frame.get("status", "live") == "live", frame["over"]
            frame = await socket.next()
        if frame["t"] == "state":
            return frame
        assert frame["why"] in ("try_again", "internal"), frame
        await asyncio.sleep(0.3)
    raise AssertionError("the move is not taken")


async def serve(url: str, folder: Path, work: Callable[[Server, Board], Any]) -> None:
    starting = serving(url, folder, **UNLIMITED)
    server = await asyncio.to_thread(starting.__enter__)  # a proxy runs in this thread
    server.errors_allowed = True
    try:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            await work(server, await new_board(http, clock={"base": BASE_SECONDS, "increment": 0}))
    finally:
        await asyncio.to_thread(starting.__exit__, None, None, None)


async def cut_database(url: str, folder: Path) -> None:
    async with open_proxy(url) as (proxy, behind):
        await serve(behind, folder, lambda _, board: play_through(board, proxy.cut, proxy.mend))


async def stall_database(url: str, folder: Path) -> None:
    async with open_proxy(url) as (proxy, behind):
        stall, flow = proxy.flowing.clear, proxy.flowing.set
        await serve(behind, folder, lambda _, board: play_through(board, stall, flow))


async def stop_process(url: str, folder: Path) -> None:
    def work(server: Server, board: Board) -> Any:
        stop, go_on = (partial(server.send, number) for number in (signal.SIGSTOP, signal.SIGCONT))
        return play_through(board, stop, go_on)

    await serve(url, folder, work)


async def stop_one_of_two_processes(url: str, folder: Path, redis_settings: RedisSettings) -> None:
    """The opponent is connected to the other process, which must not flag the player."""
    starting = two_servers(url, folder, **UNLIMITED, **redis_settings)
    servers = await asyncio.to_thread(starting.__enter__)
    for server in servers:
        server.errors_allowed = True
    try:
        async with http_clients(servers) as (one, two):
            board = await new_board_across(one, two, clock={"base": BASE_SECONDS, "increment": 0})
            stop, go_on = (partial(servers[0].send, number) for number in (signal.SIGSTOP, signal.SIGCONT))
            await play_through(board, stop, go_on)
    finally:
        await asyncio.to_thread(starting.__exit__, None, None, None)


async def test_a_database_that_is_cut_off_or_stalls_and_a_stopped_process_cost_nobody_time(
    fresh_postgres: Fresh, redis_settings: RedisSettings, tmp_path: Path
) -> None:
    """All at once, so that the twelve seconds pass once."""
    faults = (
        cut_database,
        stall_database,
        stop_process,
        partial(stop_one_of_two_processes, redis_settings=redis_settings),
    )
    with ExitStack() as stack:
        async with asyncio.TaskGroup() as tasks:
            for fault in faults:
                tasks.create_task(fault(stack.enter_context(fresh_postgres()), tmp_path))
