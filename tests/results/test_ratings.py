"""Ratings over HTTP and at the table, after games between accounts."""

from __future__ import annotations

import httpx

from engine import GAMES
from tests.app.http_players import PAIR, Board, Json, Person, account, board_of, moves

OTHER_GAME = next(game for game in GAMES.values() if len(game.seats) == 2 and not game.uneven)


async def start(one: Person, two: Person, **asked: object) -> Board:
    return await board_of(one, two, rated=True, to=two.name, **asked)


async def test_the_end_of_a_rated_game_shows_what_it_changed(http: httpx.AsyncClient) -> None:
    one, two = await account(http), await account(http)
    board = await start(one, two)
    async with one.game_socket(board.id) as socket:
        assert [player["rating"] for player in (await socket.state())["players"]] == [None, None]
        await board.play(*moves()[:4])
        assert (await two.post(f"/api/games/{board.id}/resign")).status_code == 200
        while (state := await socket.expect("state"))["status"] != "ended":
            pass
        again = await start(two, one)
        assert (await socket.answer("ping", n=1))["t"] == "pong", "the end is told once, with its change"
    shown = [(player["rating"], player["change"], player["provisional"]) for player in state["players"]]
    assert shown == [(1500, 162, True), (1500, -162, True)]
    players = (await one.state(again.id))["players"]
    seats = (1, 0) if PAIR.uneven else (0, 0)
    expected = [None, None] if PAIR.uneven else [1338, 1662]
    assert [player["rating"] for player in players] == expected
    for seat in (0, 1):
        made = await one.create_game(rated=True, seat=seat)
        known = None if PAIR.uneven and seat else 1662
        assert made["state"]["players"][seat]["rating"] == known
        assert made["state"] == await one.state(made["id"])
    profile = (await two.get(f"/api/people/{one.name}")).json()
    rating = {"rules": PAIR.id, "seat": 0, "rating": 1662, "deviation": 290, "provisional": True, "games": 1}
    assert profile["ratings"] == [rating]
    path = f"/api/people/{two.name}/ratings?rules={PAIR.id}&seat={seats[0]}"
    items = (await one.get(path)).json()["items"]
    assert [rating for _, rating in items] == [1338]
    check = (await one.get(f"/api/games/{board.id}/check")).json()
    assert check["agrees"] is True


async def test_rating_lists_have_a_seat_of_their_own_only_where_seats_are_unequal(
    http: httpx.AsyncClient,
) -> None:
    visitor = Person(http)
    uneven = next(game for game in GAMES.values() if game.uneven)
    alone = next(game for game in GAMES.values() if len(game.seats) == 1)
    for rules, seat, status in (
        (uneven.id, 0, 200),
        (uneven.id, 1, 200),
        (OTHER_GAME.id, 0, 200),
        (OTHER_GAME.id, 1, 404),
        (alone.id, 0, 404),
        ("nothing", 0, 404),
        (OTHER_GAME.id, 2, 422),
    ):
        answer = await visitor.get(f"/api/ratings/{rules}/{seat}")
        assert answer.status_code == status, (rules, seat)
        if status == 200:
            body: Json = answer.json()
            assert body == {"items": [], "next": None}, "nobody has played enough here"
    assert (await visitor.get(f"/api/ratings/{OTHER_GAME.id}/0?cursor=x")).status_code == 422
    answer = await visitor.get("/api/people/Nobody%20Here/ratings?rules=x")
    assert answer.status_code == 404


async def listings(one: Person, game: str) -> dict[str, bool]:
    """Return the lists in which a stranger finds a game, and whether the leaderboard of wins counts it."""
    stranger = Person(one.http)
    games = (await stranger.get(f"/api/games?player={one.id}")).json()["items"]
    export = (await stranger.get(f"/api/games/export?player={one.id}")).text
    page = (await stranger.get(f"/g/{game}")).text
    board = (await one.get(f"/api/leaderboards/{PAIR.id}")).json()["own"]
    return {
        "list": game in [item["id"] for item in games],
        "export": game in export,
        "searched": 'name="robots" content="noindex"' not in page,
        "board": board is not None and board["game"] == game,
        "state": (await stranger.state(game))["public"],
    }


async def test_a_private_rated_game_is_listed_from_its_end_on(http: httpx.AsyncClient) -> None:
    async def by_link(one: Person, two: Person) -> Board:
        return await board_of(one, two, rated=True, public=False)

    for make in (start, by_link):
        one, two = await account(http), await account(http)
        board = await make(one, two)
        assert not any((await listings(one, board.id)).values())
        await board.play(*moves()[:4])
        assert not any((await listings(one, board.id)).values()), "while it runs nobody is told of it"
        answer = await two.post(f"/api/games/{board.id}/resign")
        assert answer.json()["public"] is True, "the frame of the end says so"
        assert all((await listings(one, board.id)).values()), make.__name__
        assert (await one.get(f"/api/games/{board.id}/check")).json()["agrees"] is True


async def test_private_games_that_are_casual_or_aborted_are_never_listed(http: httpx.AsyncClient) -> None:
    one, two = await account(http), await account(http)
    casual = await board_of(one, two, *moves()[:4], to=two.name)
    assert (await one.post(f"/api/games/{casual.id}/resign")).json()["public"] is False
    aborted = await start(one, two)
    assert (await one.post(f"/api/games/{aborted.id}/abort")).json()["public"] is False
    for board in (casual, aborted):
        assert not any((await listings(one, board.id)).values())
