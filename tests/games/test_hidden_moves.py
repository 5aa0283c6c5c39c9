"""Moves whose text would disclose what the player has to remember: no frame and no response has it."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx

from engine import GAMES, OPENING, Game
from engine.cards import CARDS
from tests.app.http_players import Json, Person, guest

BY_MEMORY: Game[Any] = next(game for game in GAMES.values() if game.tell_open is not None)
CARD = re.compile("|".join(CARDS))
DEAL = 1


def greedy_moves(game: Game[Any], deal: int, most: int) -> list[str]:
    """Play the last move of `legal` throughout, or the move of the opening there; return the moves."""
    state, moves = game.start(deal), list[str]()
    while len(moves) < most and game.outcome(state) is None:
        listed = [move for move in game.legal(state) if not move.endswith(OPENING)]
        moves.append(next(game.completions(state), None) or listed[-1])
        state = game.play(state, moves[-1])
    return moves


def shown_cards(frame: Json) -> set[str]:
    """Return the cards that a state names."""
    return set(CARD.findall(json.dumps([frame[name] for name in ("view", "legal", "told", "last", "over")])))


async def test_no_state_of_a_running_game_by_memory_names_a_card_that_is_hidden(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    person = await guest(http)
    game = (await person.create_game(rules=BY_MEMORY.id, deal=DEAL))["id"]
    state, left = BY_MEMORY.start(DEAL), set[str]()
    moves = greedy_moves(BY_MEMORY, DEAL, 30)
    async with person.game_socket(game) as player, visitor.game_socket(game) as spectator:
        for ply, move in enumerate(moves, 1):
            await player.send("move", ply=ply - 1, move=move)
            state = BY_MEMORY.play(state, move)
            visible = set(CARD.findall(json.dumps(BY_MEMORY.view(state, 0))))
            left |= set(CARD.findall(move)) - visible
            frames = [await player.state(ply), await spectator.state(ply)]
            if ply == len(moves):
                frames += [await person.state(game), await visitor.state(game)]
                frames.append((await person.get(f"/api/games/{game}/frames/{ply}")).json())
            for frame in frames:
                assert frame["ply"] == ply
                assert shown_cards(frame) <= visible
    assert len(left) > 1, "tops were played and left the table"
    assert any(len(move) > len("play 9C") for move in moves)


async def test_a_game_by_memory_that_was_given_up_opens_every_card_in_all_its_positions(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    person = await guest(http)
    game = (await person.create_game(rules=BY_MEMORY.id, deal=DEAL))["id"]
    moves = greedy_moves(BY_MEMORY, DEAL, 20)
    for ply, move in enumerate(moves):
        await person.post(f"/api/games/{game}/moves", {"ply": ply, "move": move})
    running = await person.state(game)
    assert "?" in running["view"]["position"]
    assert any(isinstance(stack["under"], int) for stack in running["view"]["stacks"])
    await person.post(f"/api/games/{game}/resign")
    frames = (await visitor.get(f"/api/games/{game}/frames", params={"from": 0})).json()["items"]
    assert len(frames) == len(moves) + 2
    earlier = (await visitor.get(f"/api/games/{game}/frames/{len(moves)}")).json()
    for frame in (await person.state(game), await visitor.state(game), earlier, *frames):
        assert all(isinstance(stack["under"], list) for stack in frame["view"]["stacks"]), frame["ply"]
        assert isinstance(frame["view"]["discard"], list), frame["ply"]
        assert frame["told"] == moves[: len(frame["told"])], frame["ply"]
