"""Bad input by socket, as a table: every message from every role in every state of a game gets the documented
answer, and the game does not change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import product
from typing import get_args

import httpx
import msgspec
import pytest
import pytest_asyncio
import websockets

from app.core import wire
from app.core.wire import SocketMessage
from app.games import acts, messages
from app.games.acts import Message
from engine.entry import SERVER_ACTS
from tests.app.http_players import PAIR, Json, Person, Socket, guest, moves, new_board, open_socket

MOVES = moves()
ROLES = ("visitor", "stranger", "seat 0", "seat 1", "both")
STATES = ("open", "live", "ended")
PLY = 2  # of the live games
LARGE_BYTES = 100_000  # a client that still sends as much at the close may miss the close code

READABLE: dict[str, Json] = {
    "the next move": {"t": "move", "ply": PLY, "move": MOVES[PLY]},
    "an old ply": {"t": "move", "ply": PLY - 1, "move": MOVES[PLY]},
    "a future ply": {"t": "move", "ply": PLY + 1, "move": MOVES[PLY]},
    "the greatest ply": {"t": "move", "ply": 2**53 - 1, "move": MOVES[PLY]},
    "a move made before": {"t": "move", "ply": PLY, "move": MOVES[0]},
    "no move": {"t": "move", "ply": PLY, "move": "banana"},
    "an empty move": {"t": "move", "ply": PLY, "move": ""},
    "a long move": {"t": "move", "ply": PLY, "move": "x" * 4000},
    "a move of symbols": {"t": "move", "ply": PLY, "move": "\u2660 \U0001f0a1 \u202e\u0001"},
    "undo": {"t": "undo", "ply": PLY},
    "an old undo": {"t": "undo", "ply": 0},
    "redo": {"t": "redo", "ply": PLY},
    "proceed": {"t": "proceed", "ply": PLY},
    "resign": {"t": "resign"},
    "abort": {"t": "abort"},
    "offer": {"t": "offer", "ply": PLY, "what": "draw"},
    "an old offer": {"t": "offer", "ply": 0, "what": "takeback"},
    "rematch": {"t": "offer", "ply": PLY, "what": "rematch"},
    "withdraw": {"t": "withdraw", "ply": PLY, "what": "takeback"},
    "accept": {"t": "answer", "ply": PLY, "what": "draw", "yes": True},
    "decline": {"t": "answer", "ply": PLY, "what": "takeback", "yes": False},
    "claim": {"t": "claim", "what": "win"},
    "hide": {"t": "hide", "on": True},
    "chat": {"t": "chat", "text": "hello"},
}
TYPES = get_args(Message)
UNREADABLE = {
    "nothing": "",
    "a space": " ",
    "no json": "move",
    "half of it": '{"t":"resign"',
    "two of it": '{"t":"resign"}{"t":"resign"}',
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "a text": '"resign"',
    "no type": "{}",
    "a type that is null": '{"t":null}',
    "a type that is a number": '{"t":1}',
    "an unknown type": '{"t":"nonsense"}',
    "a type of the server": '{"t":"state"}',
    "a type with a capital": '{"t":"Resign"}',
    "an unknown field": '{"t":"resign","ply":0}',
    "a missing field": '{"t":"move","ply":2}',
    "a missing ply": '{"t":"undo"}',
    "a ply that is null": '{"t":"undo","ply":null}',
    "a ply below": '{"t":"undo","ply":-1}',
    "a ply above": '{"t":"undo","ply":9007199254740992}',
    "a huge ply": '{"t":"undo","ply":1' + "0" * 400 + "}",
    "a ply with a point": '{"t":"undo","ply":2.0}',
    "a ply with an exponent": '{"t":"undo","ply":2e0}',
    "a ply that is true": '{"t":"undo","ply":true}',
    "a ply that is a text": '{"t":"undo","ply":"2"}',
    "a ply that is a list": '{"t":"undo","ply":[2]}',
    "not a number": '{"t":"undo","ply":NaN}',
    "infinity": '{"t":"undo","ply":Infinity}',
    "a move that is a number": '{"t":"move","ply":2,"move":7}',
    "a move that is null": '{"t":"move","ply":2,"move":null}',
    "a move with a nul": '{"t":"move","ply":2,"move":"a\\u0000b"}',
    "a raw nul": '{"t":"move","ply":2,"move":"a\0b"}',
    "a high surrogate": '{"t":"move","ply":2,"move":"\\ud800"}',
    "a low surrogate": '{"t":"move","ply":2,"move":"\\udc00"}',
    "a low surrogate among others": '{"t":"move","ply":2,"move":"a\\udfffb"}',
    "surrogates the wrong way round": '{"t":"move","ply":2,"move":"\\udc00\\ud800"}',
    "a broken pair": '{"t":"move","ply":2,"move":"\\ud800\\u0041"}',
    "a surrogate in the type": '{"t":"\\ud800"}',
    "a bad escape": '{"t":"move","ply":2,"move":"\\x41"}',
    "too deep": "[" * 4000,
    "deep inside": '{"t":"move","ply":2,"move":' + "[" * 4000 + "}",
    "a byte order mark": '\ufeff{"t":"resign"}',
    "a ping without a number": '{"t":"ping"}',
    "an offer of nothing known": '{"t":"offer","ply":2,"what":"peace"}',
    "an offer without a ply": '{"t":"offer","what":"draw"}',
    "an answer without yes": '{"t":"answer","ply":2,"what":"draw"}',
    "an answer that is a number": '{"t":"answer","ply":2,"what":"draw","yes":1}',
    "a claim of a loss": '{"t":"claim","what":"loss"}',
    "a chat without a text": '{"t":"chat"}',
    "a chat that is empty": '{"t":"chat","text":""}',
    "a chat that is too long": '{"t":"chat","text":"' + "x" * 141 + '"}',
    "a chat with a nul": '{"t":"chat","text":"a\\u0000b"}',
    "hide without a word": '{"t":"hide"}',
    "a ping below": '{"t":"ping","n":-1}',
}


@dataclass(slots=True)
class Games:
    """Three games, one in each state, and a socket of every role in each."""

    games: dict[tuple[str, str], str]  # by role and state
    sockets: dict[tuple[str, str], Socket]
    visitor: Person

    async def snapshot(self, game: str) -> Json:
        """Return the part of the state that must not change."""
        state = await self.visitor.state(game)
        return {name: state[name] for name in ("ply", "status", "told", "over", "view")}


@pytest_asyncio.fixture(scope="module")
async def stage(http: httpx.AsyncClient) -> AsyncIterator[Games]:
    games: dict[tuple[str, str], str] = {}
    people: dict[tuple[str, str], Person] = {}
    visitor, stranger = Person(http), await guest(http)
    creator = await guest(http)
    live, ended = await new_board(http, *MOVES[:PLY]), await new_board(http, *MOVES[: PLY - 1])
    await ended.people[0].post(f"/api/games/{ended.id}/resign")
    waiting = (await creator.create_game(seat=0))["id"]
    seated = {"open": (waiting, creator, creator), "live": (live.id, *live.people)}
    seated["ended"] = (ended.id, *ended.people)
    for state, (game, first, second) in seated.items():
        for role, person in zip(ROLES, (visitor, stranger, first, second), strict=False):
            games[role, state], people[role, state] = game, person
    both = await guest(http)
    for state in ("live", "ended"):
        game = games["both", state] = (await both.create_game(seat="both"))["id"]
        people["both", state] = both
        for ply, move in enumerate(MOVES[:PLY] if state == "live" else MOVES[: PLY - 1]):
            await both.post(f"/api/games/{game}/moves", {"ply": ply, "move": move})
    await both.post(f"/api/games/{game}/resign")
    async with AsyncExitStack() as stack:
        sockets = {}
        for key, person in people.items():
            sockets[key] = await stack.enter_async_context(person.game_socket(games[key]))
            await sockets[key].state()
        yield Games(games, sockets, visitor)


def expected(role: str, state: str, name: str) -> str | None:
    """Return the documented refusal, by the documented order of checks; None where the act is allowed."""
    message = READABLE[name]
    if name in ("chat", "hide"):
        allowed = ("visitor",) if name == "chat" else ("visitor", "stranger")
        return "not_seated" if role in allowed else None
    if role in ("visitor", "stranger"):
        return "not_seated"
    if name == "rematch":
        return {"open": "not_live", "live": "illegal_move", "ended": None}[state]
    if state == "ended":
        return None if name == "resign" and role in ("seat 0", "both") else "game_over"
    if state == "open":
        return None if name == "abort" else "not_live"
    if message.get("ply", PLY) != PLY:
        return "stale"
    if message["t"] == "move" and role == "seat 1":
        return "not_your_turn"
    if name in ("the next move", "resign") or (name == "undo" and role == "both"):
        return None
    if name == "offer" and PAIR.draws and role != "both":
        return None
    return "illegal_move"


async def expect_no_change(socket: Socket, ply: int | None) -> None:
    """Until a pong, the only frames are states without a change."""
    await socket.send("ping", n=1)
    while (frame := await socket.next_answer())["t"] != "pong":
        assert frame["t"] == "state"
        assert ply is None or frame["ply"] == ply


async def test_a_forbidden_act_is_refused_with_its_code(stage: Games) -> None:
    before = {game: await stage.snapshot(game) for game in set(stage.games.values())}
    wrong: list[tuple[object, ...]] = []
    rows = 0
    for (role, state), socket in stage.sockets.items():
        game = stage.games[role, state]
        ply = before[game]["ply"]
        for name, message in READABLE.items():
            why = expected(role, state, name)
            if why is None:
                continue
            rows += 1
            refused = await socket.answer(**message)
            answered = tuple(refused.get(key) for key in ("t", "re", "why", "ply"))
            rule = refused.get("detail", {}).get("rule")
            await expect_no_change(socket, ply)
            if (
                answered != ("refused", message["t"], why, ply)
                or (why == "illegal_move" and not rule)
                or await stage.snapshot(game) != before[game]
            ):
                wrong.append((name, role, state, answered, rule))
    assert not wrong
    assert rows > 200


async def test_an_unreadable_frame_is_a_bad_message_for_every_sender(stage: Games) -> None:
    wrong: list[tuple[object, ...]] = []
    for (role, state), socket in stage.sockets.items():
        for name, text in UNREADABLE.items():
            await socket.send_text(text)
            refused = await socket.next_answer()
            answered = tuple(refused.get(key) for key in ("t", "re", "why"))
            if answered != ("refused", None, "bad_message") or not refused["detail"]["message"]:
                wrong.append((name, role, state, refused))
            await expect_no_change(socket, None)
    assert not wrong


def test_every_message_says_which_role_it_needs() -> None:
    roles = {"visitor": "anybody", "stranger": "person", "seat 0": "player"}
    wrong: list[object] = []
    for message in TYPES:
        tag = message.__struct_config__.tag
        names = [name for name, example in READABLE.items() if example["t"] == tag]
        if not names and message.needs != "anybody":
            wrong.append((tag, "no example of it stands in the table"))
        for name in names:
            refused = {role for role in roles if expected(role, "live", name) == "not_seated"}
            if refused != set(list(roles)[: list(roles.values()).index(str(message.needs))]):
                wrong.append((tag, name, refused))
    assert not wrong


def test_a_message_without_a_role_is_for_nobody() -> None:
    assert SocketMessage.needs is None


def test_no_message_becomes_an_act_of_the_server() -> None:
    for act in SERVER_ACTS:
        for fields in ({}, {"ply": 0}, {"seat": 0}, {"ply": 0, "seat": None, "text": "win", "at": 0}):
            with pytest.raises(wire.NOT_A_MESSAGE):
                messages.decode_message(msgspec.json.encode({"t": act, **fields}).decode())


def test_no_message_names_its_own_seat_or_time() -> None:
    for message in (acts.Move(0, "a1 a2"), acts.Undo(0), acts.Resign(), acts.Abort()):
        sent = msgspec.to_builtins(message)
        assert messages.decode_message(msgspec.json.encode(sent).decode()) == message
        for field in ("seat", "at", "act", "text"):
            with pytest.raises(wire.NOT_A_MESSAGE):
                messages.decode_message(msgspec.json.encode(sent | {field: None}).decode())


async def test_a_repetition_is_answered_after_the_end_and_an_aborted_game_is_over(
    http: httpx.AsyncClient,
) -> None:
    """In the documented order repetitions are found before the end, and an end before a free seat."""
    ended = await new_board(http, *MOVES[:2])
    mover = ended.people[0]
    await mover.post(f"/api/games/{ended.id}/resign")
    aborted = (await mover.create_game(seat=0))["id"]
    await mover.post(f"/api/games/{aborted}/abort")
    async with mover.game_socket(ended.id) as over, mover.game_socket(aborted) as never_begun:
        await over.state()
        await never_begun.state()
        assert (await over.answer("move", ply=0, move=MOVES[0]))["t"] == "state"
        assert (await never_begun.answer("resign"))["why"] == "game_over"


FATAL = {  # frames that close the socket: payload, whether it is sent as text, close code
    "two bytes": (b"\x00\x01", False, 1003),
    "no bytes": (b"", False, 1003),
    "a message as bytes": (b'{"t":"resign"}', False, 1003),
    "no UTF-8": (b"\xff\xfe", True, 1007),
    "a surrogate, as CESU-8 has it": (b'{"t":"move","ply":2,"move":"\xed\xa0\x80"}', True, 1007),
    "a long ping": (b'{"t":"ping","n":"' + b"x" * 4096 + b'"}', True, 1009),
    "4097 spaces": (b" " * 4097, True, 1009),
    "a million spaces": (b" " * 1_000_000, True, 1009),
    "5000 bytes": (b"x" * 5000, False, 1009),
}


async def test_a_binary_invalid_or_oversized_frame_closes_the_socket(stage: Games) -> None:
    game = stage.games["seat 0", "live"]
    before = await stage.snapshot(game)
    wrong: list[object] = []
    for path, (name, (data, text, code)) in product((f"/ws/games/{game}", "/ws/lobby"), FATAL.items()):
        async with stage.visitor.socket(path) as socket:
            await socket.next()
            with suppress(websockets.ConnectionClosed):  # while it is still sending
                await socket.connection.send(data, text=text)
            closed = await socket.close_code()
            if closed not in ((code, 1006) if len(data) > LARGE_BYTES else (code,)):
                wrong.append((path, name, closed))
    assert not wrong
    assert await stage.snapshot(game) == before


async def test_a_message_of_4096_bytes_is_read_whole_or_fragmented(stage: Games) -> None:
    socket = stage.sockets["seat 0", "live"]
    shell = '{"t":"move","ply":2,"move":""}'
    text = shell.replace('""', f'"{"x" * (4096 - len(shell))}"')
    assert len(text) == 4096
    await socket.send_text(text)
    assert (await socket.next_answer())["why"] == "illegal_move"
    await socket.connection.send([text[:1000], text[1000:3000], text[3000:]])
    assert (await socket.next_answer())["why"] == "illegal_move"


async def test_a_fragmented_message_over_the_limit_closes_the_socket(stage: Games) -> None:
    async with stage.visitor.game_socket(stage.games["seat 0", "live"]) as socket:
        await socket.state()
        await socket.connection.send(["x" * 2000] * 3)
        assert await socket.close_code() == 1009


async def test_compression_is_not_negotiated(http: httpx.AsyncClient, stage: Games) -> None:
    """A small compressed frame could expand beyond the size limit."""
    game = stage.games["seat 0", "live"]
    url = f"ws{str(http.base_url).removeprefix('http').rstrip('/')}/ws/games/{game}"
    async with open_socket(url, compression="deflate") as socket:
        assert "sec-websocket-extensions" not in socket.connection.response.headers  # type: ignore[union-attr]
