"""Published games can be read at any time, also while somebody plays the same moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine import GAMES, Game
from tests.app.http_players import Person, guest, new_board

FILES = sorted((Path(__file__).parents[2] / "static" / "games").glob("*/games.json"))
PUBLISHED = [(GAMES[file.parent.name], json.loads(file.read_text())[0]["moves"]) for file in FILES]
PLAYED = 8  # plies of the running game


def exact(game: Game[Any], told: list[str]) -> tuple[list[str], Any]:
    """Moves as a client sends them, of moves in notation, and the position after them."""
    state, moves = game.start(0), list[str]()
    for text in told:
        moves.append(game.read(state, text))
        state = game.apply(state, moves[-1])
    return moves, state


async def status(person: Person, game: Game[Any], moves: list[str], **asked: object) -> int:
    return (await person.post("/api/lines", {"rules": game.id, "moves": moves, **asked})).status_code


@pytest.mark.parametrize(("game", "told"), PUBLISHED, ids=lambda value: getattr(value, "id", ""))
async def test_a_published_game_is_read_by_those_who_play_it_but_no_other_line_through_their_position(
    game: Game[Any], told: list[str], http: httpx.AsyncClient
) -> None:
    moves, state = exact(game, told[:PLAYED])
    board = await new_board(http, *moves, rules=game.id)
    tells = [game.tell(state, move, game.turn(state) or 0) for move in game.legal(state)]
    other = next(text for text in tells if text != told[PLAYED])
    for person, through in ((board.people[0], 403), (await guest(http), 200)):
        for ply in (1, PLAYED, len(told)):
            assert await status(person, game, told[:ply]) == 200
        assert await status(person, game, [*told[:PLAYED], other]) == through
        assert (
            await status(person, game, [], position=game.show(state)) == 200
        )  # a player may ask for the rules
    assert (await board.people[0].post(f"/api/games/{board.id}/resign")).status_code == 200
