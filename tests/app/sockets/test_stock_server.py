"""The wire tests of sockets once more, on uvicorn as it comes: all but limits of heads, bodies, frames in
pieces and idle connections works there too."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio

from tests.app import openapi_contract
from tests.app.http_players import Person, new_board
from tests.app.sockets.test_bad_frames import (
    test_messages_are_checked_in_the_documented_order,
)
from tests.app.sockets.test_endpoints import (
    test_a_client_that_sends_faster_than_it_reads_ends_with_the_newest_state,
    test_a_disconnect_during_answers_is_not_logged_as_error,
    test_a_forbidden_act_is_refused_and_after_stale_or_wrong_turn_the_state_is_sent_again,
    test_a_message_sent_again_is_answered_with_the_state,
    test_a_move_is_broadcast_to_both_players_and_spectators,
    test_a_player_on_both_seats_sees_the_seat_to_move,
    test_a_pong_has_the_number_of_its_ping_and_the_time,
    test_a_seat_survives_reconnection,
    test_an_aborted_connection_is_removed_from_presence,
    test_an_act_over_http_is_broadcast_to_sockets,
    test_every_act_can_be_sent_by_socket,
    test_presence_is_broadcast_when_clients_connect_and_disconnect,
    test_the_state_is_sent_on_connection_and_equals_that_of_http,
)
from tests.app.sockets.test_handshakes import (
    test_a_refused_handshake_is_answered_as_http_would_be,
    test_an_accepted_handshake_has_a_request_id_too,
)
from tests.app.sockets.test_steps import (
    test_a_step_is_sent_only_on_the_frame_before_it_and_never_for_an_end,
    test_merged_steps_are_the_state_with_clocks_and_offers_too,
)
from tests.databases import migrated
from tests.serving import PATIENCE, UNLIMITED, Server, serving

__all__ = [  # pytest runs what is imported
    "test_a_client_that_sends_faster_than_it_reads_ends_with_the_newest_state",
    "test_a_disconnect_during_answers_is_not_logged_as_error",
    "test_a_forbidden_act_is_refused_and_after_stale_or_wrong_turn_the_state_is_sent_again",
    "test_a_message_sent_again_is_answered_with_the_state",
    "test_a_move_is_broadcast_to_both_players_and_spectators",
    "test_a_player_on_both_seats_sees_the_seat_to_move",
    "test_a_pong_has_the_number_of_its_ping_and_the_time",
    "test_a_refused_handshake_is_answered_as_http_would_be",
    "test_a_seat_survives_reconnection",
    "test_a_step_is_sent_only_on_the_frame_before_it_and_never_for_an_end",
    "test_an_aborted_connection_is_removed_from_presence",
    "test_an_accepted_handshake_has_a_request_id_too",
    "test_an_act_over_http_is_broadcast_to_sockets",
    "test_every_act_can_be_sent_by_socket",
    "test_merged_steps_are_the_state_with_clocks_and_offers_too",
    "test_messages_are_checked_in_the_documented_order",
    "test_presence_is_broadcast_when_clients_connect_and_disconnect",
    "test_the_state_is_sent_on_connection_and_equals_that_of_http",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """In the place of the server of all other tests."""
    folder = tmp_path_factory.mktemp("stock")
    before = [sys.executable, "-c", "from tests.stock_uvicorn import main; main()"]
    with (
        migrated("sqlite", folder) as make,
        make() as url,
        serving(url, folder, before=before, **UNLIMITED) as running,
    ):
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def http(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, event_hooks=hooks) as client:
        yield client


async def test_a_message_that_is_too_long_closes_the_socket(http: httpx.AsyncClient) -> None:
    board = await new_board(http)
    async with board.people[0].game_socket(board.id) as socket:
        await socket.state()
        await socket.send_text("x" * 5000)
        assert await socket.close_code() == 1009


async def test_the_lobby_is_told_of_a_new_game(http: httpx.AsyncClient) -> None:
    async with Person(http).socket("/ws/lobby") as lobby:
        await lobby.expect("lobby")
        board = await new_board(http)
        while board.id not in {item["id"] for item in (await lobby.expect("lobby"))["live"]}:
            pass
        await lobby.send_text("[")
        assert (await lobby.expect("refused"))["why"] == "bad_message"
