"""Random frames: the server stays up, and answers each with a documented type."""

from __future__ import annotations

import json

import httpx
import pytest
import pytest_asyncio
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import GAMES
from tests.app.http_players import PAIR, Board, Socket, moves, new_board
from tests.soak import size

pytestmark = [pytest.mark.soak, pytest.mark.slow]

MOVES = moves()
TRIES = settings(
    max_examples=size(whole=200_000, ordinary=20),
    database=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
ENDS = {1003, 1007, 1009}

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
numbers = st.integers(-2, 6) | st.sampled_from([2**53 - 1, 2**53, 2**64, -(2**63), 1.0, 0.5])
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
words = st.sampled_from([*MOVES[:6], "", "banana", "a1 a1", "both", "random", PAIR.id, *GAMES]) | st.text()
fields = st.fixed_dictionaries(
    {},
    optional={
        "t": st.sampled_from(["move", "undo", "redo", "ping", "state", "offer", "chat"]) | scalars,
        "ply": numbers | scalars,
        "n": numbers | scalars,
        "move": words | anything,
        "what": words,
        "text": words,
        "yes": scalars,
    },
)
frames = st.one_of(
    fields.map(json.dumps),
    anything.map(json.dumps),
    st.text(max_size=200),
    st.binary(max_size=200),
    st.tuples(fields.map(json.dumps), st.integers(0, 60), st.text(max_size=3)).map(
        lambda cut: cut[0][: cut[1]] + cut[2] + cut[0][cut[1] :]
    ),
)


def unicode(text: str) -> bytes:
    """Encode any text; a surrogate becomes invalid UTF-8."""
    return text.encode(errors="surrogatepass")


@pytest_asyncio.fixture(scope="module")
async def board(http: httpx.AsyncClient) -> Board:
    return await new_board(http, *MOVES[:2])


async def answer_types(socket: Socket, data: bytes, *, text: bool) -> set[str] | int:
    """Return the types of the frames that answer a frame, or the close code of the socket."""
    found: set[str] = set()
    try:
        await socket.connection.send(data, text=text)
        await socket.send("ping", n=7_777_777)
        while (frame := await socket.next()) != frame | {"t": "pong", "n": 7_777_777}:
            found.add(frame["t"])
    except websockets.ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006
    return found - {"presence"}


@TRIES
@given(frame=frames)
async def test_every_frame_is_answered_or_closes_the_socket(board: Board, frame: str | bytes) -> None:
    """Every answer is validated against the schemas by tests/app/openapi_contract.py."""
    data = frame if isinstance(frame, bytes) else unicode(frame)
    async with board.people[0].game_socket(board.id) as socket:
        await socket.state()
        found = await answer_types(socket, data, text=isinstance(frame, str))
    if isinstance(found, int):
        assert found in ENDS
    else:
        assert found
        assert found <= {"state", "refused", "pong", "chat"}
    assert (await board.people[1].state(board.id))["status"] == "live"
