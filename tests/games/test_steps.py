"""Steps: deltas of one move, on sockets opened with `?steps=1`. Merged into the last state they give the
state that HTTP answers."""

from __future__ import annotations

from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
import pytest

from engine import GAMES, OPENING, Game
from tests.app.http_players import FOR_TWO, Json, Person, Socket, guest, moves, new_board
from tests.app.solitaire_games import HIDING

OF_EACH_KIND = {(len(game.seats), game.dealt, game.hides): game for game in GAMES.values()}.values()


class Table:
    """A client that merges its frames; `steps`: the number of steps among them."""

    def __init__(self, person: Person, socket: Socket) -> None:
        self.person, self.socket = person, socket
        self.state: Json = {}
        self.steps = 0

    async def read(self, ply: int) -> Json:
        """Return the state at this ply, without what changes by itself."""
        while self.state.get("ply", -1) < ply:
            frame = await self.socket.next()
            if frame["t"] == "state":
                self.state = frame
            elif frame["t"] == "step":
                assert frame["ply"] == self.state["ply"] + 1
                self.steps += 1
                told = [*self.state["told"], frame["told"]]
                self.state = self.state | frame | {"t": "state", "told": told}
        return settled(self.state)


def settled(state: Json) -> Json:
    """Return a state without its presence."""
    players = [player and player | {"online": None, "away": None} for player in state["players"]]
    clock = state["clock"] and state["clock"]["running"]
    return state | {"players": players, "watchers": None, "watching": None, "clock": clock}


def pick(chance: Random, state: Json) -> str:
    legal: list[str] = [move for move, _ in state["legal"] if not move.endswith(OPENING)]
    return chance.choice(legal)


@pytest.mark.parametrize("game", OF_EACH_KIND, ids=lambda game: game.id)
async def test_merged_steps_are_the_state_that_http_answers(http: httpx.AsyncClient, game: Game[Any]) -> None:
    person, chance = await guest(http), Random(game.id)
    people = [person, Person(http)]
    if len(game.seats) == 1:
        made = await person.create_game(rules=game.id)
    else:
        made = await person.create_game(rules=game.id, seat=0)
        people.append(await guest(http))
        await people[-1].post(f"/api/games/{made['id']}/join")
    async with AsyncExitStack() as stack:
        tables = [
            Table(one, await stack.enter_async_context(one.socket(f"/ws/games/{made['id']}?steps=1")))
            for one in people
        ]
        for ply in range(9):
            states = [await one.state(made["id"]) for one in people]
            assert states[0]["status"] == "live"
            for table, state in zip(tables, states, strict=True):
                assert await table.read(ply) == settled(state)
            mover = next((number for number, state in enumerate(states) if state["legal"]), None)
            if mover is None:
                break  # random play is stuck
            act = {"ply": ply, "move": pick(chance, states[mover])}
            if ply == 4 and "undo" in states[mover]["acts"]:
                act = {"ply": ply}
            path = f"/api/games/{made['id']}/{'moves' if 'move' in act else 'undo'}"
            answer = await people[mover].post(path, act)
            assert answer.status_code == 200, answer.text
            if answer.json()["status"] == "ended":
                break
        for table in tables:
            assert table.steps >= min(ply - 1, 4), "the others were whole"


async def test_merged_steps_are_the_state_with_clocks_and_offers_too(http: httpx.AsyncClient) -> None:
    """A move ends offers or lets a draw offer stand: its step says so."""
    game = next(game for game in FOR_TWO if game.draws)
    board, line = await new_board(http, rules=game.id, clock={"base": 600, "increment": 2}), moves(3, game)
    asked = 0
    async with AsyncExitStack() as stack:
        tables = [
            Table(one, await stack.enter_async_context(one.socket(f"/ws/games/{board.id}?steps=1")))
            for one in (*board.people, Person(http))
        ]
        for move in line[:6]:
            state = await board.play(move)
            if state["status"] == "ended":
                break
            for table in tables:
                assert await table.read(state["ply"]) == settled(await table.person.state(board.id))
            offerer = board.people[state["ply"] % 2]
            acts = (await offerer.state(board.id))["acts"]
            if what := next((act.partition(":")[2] for act in acts if act.startswith("offer:")), None):
                asked += 1
                body = {"ply": state["ply"], "what": what}
                answer = await offerer.post(f"/api/games/{board.id}/offer", body)
                assert answer.status_code == 200, answer.text
                for table in tables:
                    merged = await table.read(state["ply"] + 1)
                    assert merged["offers"][-1]["what"] == what
                    assert merged == settled(await table.person.state(board.id))
        assert asked
        assert all(table.steps for table in tables)


async def test_a_step_has_the_seat_to_move_and_a_client_may_ask_for_the_state(
    http: httpx.AsyncClient,
) -> None:
    """That undone moves, ends, and moves after a missed one are no steps is held by the simulation."""
    person, move = await guest(http), moves()[0]
    made = (await person.create_game(seat="both"))["id"]
    async with person.socket(f"/ws/games/{made}?steps=1") as mine, person.game_socket(made) as plain:
        first, _ = await mine.state(), await plain.state()
        step = await mine.answer("move", ply=0, move=move)
        assert (step["t"], step["seat"], first["seat"]) == ("step", 1, 0), "both seats are one person's"
        assert "score" not in step
        assert (await plain.next_answer())["t"] == "state"
        assert (await mine.answer("show"))["t"] == "state"


async def test_a_reader_who_may_not_see_a_deal_of_today_gets_no_step_of_it(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    state = (await person.create_game(rules=HIDING.id, deal="daily"))["state"]
    path = f"/ws/games/{state['game']}?steps=1"
    async with person.socket(path) as mine, Person(http).socket(path) as theirs:
        await mine.state()
        await theirs.state()
        assert (await mine.answer("move", ply=0, move=pick(Random(1), state)))["t"] == "step"
        frame = await theirs.next_answer()
        assert (frame["t"], frame["view"], frame["told"]) == ("state", None, [])
