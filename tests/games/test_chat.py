"""The chat of a game: rooms, limits, hiding, muting, and lines of other processes."""

from __future__ import annotations

import httpx
import pytest

from app.core.errors import Refusal
from app.db.clock import now
from app.model.game_info import Player
from app.serving import open_server
from app.settings import Settings
from app.wiring import Services
from tests.app.http_players import Json, Person, Socket, guest, new_board
from tests.app.stored_games import new_game, new_player
from tests.app.two_processes import new_board_across


async def say(socket: Socket, words: str) -> Json:
    """Write a line, and return the answer."""
    await socket.send("chat", text=words)
    while True:
        frame = await socket.next()
        if frame["t"] == "refused" or (frame["t"] == "chat" and frame["text"] == words):
            return frame


async def heard(socket: Socket) -> list[str]:
    """Return the lines that come before the answer to a ping."""
    await socket.send("ping", n=3)
    lines = list[str]()
    while (frame := await socket.next())["t"] != "pong":
        lines += [frame["text"]] if frame["t"] == "chat" else []
    return lines


async def lines(person: Person, game: str) -> list[tuple[str, str]]:
    """Return the room and text of each line that this person may read."""
    answer = (await person.get(f"/api/games/{game}/chat")).json()
    return [(item["room"], item["text"]) for item in answer["items"]]


async def test_players_and_spectators_have_a_room_each_until_the_end(http: httpx.AsyncClient) -> None:
    board, fan = await new_board(http), await guest(http)
    first, second = board.people
    async with (
        first.game_socket(board.id) as one,
        second.game_socket(board.id) as other,
        fan.game_socket(board.id) as watching,
        Person(http).game_socket(board.id) as unknown,
    ):
        line = await say(one, "good luck")
        assert (line["room"], line["text"]) == ("players", "good luck")
        assert line["from"] == {"id": first.id, "name": first.name, "seat": 0}
        theirs = await say(watching, "what an opening")
        assert (theirs["room"], theirs["from"]["seat"]) == ("watchers", None)
        assert theirs["id"] > line["id"]
        assert await heard(other) == ["good luck"]
        assert await heard(unknown) == ["what an opening"]
        assert await heard(one) == []
        assert await lines(second, board.id) == [("players", "good luck")]
        assert await lines(Person(http), board.id) == [("watchers", "what an opening")]
        await first.post(f"/api/games/{board.id}/abort")
        await say(watching, "a pity")
        assert "a pity" in await heard(other)
        await say(one, "well played")
        assert "well played" not in await heard(unknown)
    assert [room for room, _ in await lines(second, board.id)] == [
        "players",
        "watchers",
        "watchers",
        "players",
    ]
    assert {room for room, _ in await lines(fan, board.id)} == {"watchers"}


async def test_while_one_player_hides_the_chat_no_line_passes_between_the_two(
    http: httpx.AsyncClient,
) -> None:
    board, fan = await new_board(http), await guest(http)
    first, second = board.people
    async with first.game_socket(board.id) as one, second.game_socket(board.id) as other:
        await say(other, "rude")
        await one.state()
        await one.send("hide", on=True)
        await one.state()
        for socket in (one, other):
            refused = await say(socket, "ruder")
            assert (refused["why"], refused["detail"]["rule"]) == ("not_seated", "hidden")
        assert await heard(one) == []
        hidden = (await first.get(f"/api/games/{board.id}/chat")).json()
        assert hidden == {"items": [], "hidden": True}
        assert (await second.get(f"/api/games/{board.id}/chat")).json()["hidden"] is False
        assert (await fan.post(f"/api/games/{board.id}/hide", {"on": True})).status_code == 403
        assert (await first.post(f"/api/games/{board.id}/hide", {"on": False})).status_code == 204
        assert (await say(other, "sorry"))["t"] == "chat"
        assert await lines(first, board.id) == [("players", "rude"), ("players", "sorry")]


async def test_five_lines_at_once_then_too_many(services: Services) -> None:
    game = await new_game(services.games.store)
    player, other = game.players
    assert player
    assert other
    async with services.games.sessions.open(game.id) as session:
        for number in range(5):
            await services.games.chat.write(session, player, f"line {number}")
        with pytest.raises(Refusal, match="too_many"):
            await services.games.chat.write(session, player, "one more")
        await services.games.chat.write(session, other, "each has their own")


async def test_muted_people_cannot_write_until_their_time_is_over(services: Services) -> None:
    game = await new_game(services.games.store)
    person = await new_player(services.games.store)
    until = now() + 60_000
    async with services.games.sessions.open(game.id) as session:
        muted = Player(person.id, person.name, muted_until=until)
        with pytest.raises(Refusal) as refused:
            await services.games.chat.write(session, muted, "hello")
        assert (refused.value.code, refused.value.detail["rule"]) == ("not_seated", "muted")
        free = Player(person.id, person.name, muted_until=now() - 1)
        assert (await services.games.chat.write(session, free, "hello")).room == "watchers"


async def test_a_line_is_cleaned_and_one_without_anything_visible_is_refused(http: httpx.AsyncClient) -> None:
    board = await new_board(http)
    path, answers = f"/api/games/{board.id}/chat", []
    for words in ("\u200b\u200b\u2060", "a \u200b\t b\u202e c", "y" * 140):
        found: Json = (await board.people[0].post(path, {"text": words})).json()
        answers.append(found["error"]["code"] if "error" in found else found["text"])
    assert answers == ["bad_message", "a b c", "y" * 140]


async def test_two_lines_of_one_millisecond_both_stand(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.games.chat.now", lambda: 1_790_000_000_000)
    settings = Settings(database_url=database_url, limit_chat=0)
    async with open_server(settings) as services:
        game = await new_game(services.games.store)
        assert game.players[0]
        given = iter((5, 5, 6))
        monkeypatch.setattr("app.games.chat_store.secrets.randbelow", lambda _: next(given))
        async with services.games.sessions.open(game.id) as session:
            ids = [(await services.games.chat.write(session, game.players[0], "hi")).id for _ in range(2)]
        assert [number % 1000 for number in ids] == [5, 6]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_line_reaches_the_sockets_of_the_other_process_once(
    both: tuple[httpx.AsyncClient, ...],
) -> None:
    one, two = both
    board = await new_board_across(one, two)
    async with (
        board.people[0].game_socket(board.id) as here,
        board.people[1].game_socket(board.id) as there,
    ):
        await here.state()
        await there.state()
        await say(here, "one")
        assert (await there.expect("chat"))["text"] == "one"
        await say(there, "two")
        assert (await here.expect("chat"))["text"] == "two"
        await say(here, "three")
        assert (await there.expect("chat"))["text"] == "three"
        assert await heard(here) == []
    assert [text for _, text in await lines(board.people[0], board.id)] == ["one", "two", "three"]
