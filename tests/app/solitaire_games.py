"""Solitaires for tests, in the database and over HTTP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.model.game_info import GameInfo, Player
from engine import GAMES, OPENING, Act, Entry, Game, Match
from tests.app.http_players import Json, Person
from tests.app.stored_games import HOUR, info

SOLITAIRES = [game for game in GAMES.values() if len(game.seats) == 1]
DAILY = [game for game in SOLITAIRES if game.daily]
NOT_DAILY = next(game for game in SOLITAIRES if not game.daily)
OPEN = next(  # no hidden cards, and every end is counted
    game for game in SOLITAIRES if not game.hides and not game.uncounted
)
HIDING = next(game for game in SOLITAIRES if game.hides)
DAY_MS = 86_400_000
_SOLUTIONS = Path(__file__).parents[1] / "engine" / OPEN.family / "solutions.json"
WINNING = {int(deal): moves for deal, moves in json.loads(_SOLUTIONS.read_text())[OPEN.id].items()}


def solitaire_info(player: Player, game: Game[Any] = OPEN, **changes: Any) -> GameInfo:
    """Return a solitaire of this player, with deal 1 by default."""
    return info(player, game=game, **({"deal": 1, "free": False} | changes))


async def new_solitaire(store: GameStore, player: Player, game: Game[Any] = OPEN, **changes: Any) -> GameInfo:
    """Create a solitaire in the store, and return it as the store reads it."""
    made = solitaire_info(player, game, **changes)
    found = await store.info(await store.create_game(made))
    assert found
    return found


def resigned_entries(
    game: GameInfo, *, moves: int = 1, undone: int = 0, at: int = HOUR, each: int = 1000
) -> list[NewEntry]:
    """Return the entries of a resigned solitaire: `moves` that change no score, `undone` undo acts, and the
    resignation. `at`: the time of the last entry; `each`: milliseconds between two."""
    match, written = game.match(), list[NewEntry]()
    acts = ["move"] * moves + ["undo"] * undone + ["resign"]
    for number, act in enumerate(acts, 1):
        text = scoreless_move(match) if act == "move" else ""
        match = match.then(Entry(match.ply, 0, cast(Act, act), text, at - each * (len(acts) - number)))
        written.append(NewEntry.of(game, match))
    return written


def won_entries(game: GameInfo, *, undone: int = 0, at: int = HOUR, each: int = 1) -> list[NewEntry]:
    """Return the entries of a won solitaire at one of the deals in WINNING; its first move is undone and
    remade `undone` times. `at`: the time of the last entry; `each`: milliseconds between two."""
    match, written = game.match(), list[NewEntry]()
    moves = WINNING[cast(int, game.deal)]
    acts = [("move", moves[0]), ("undo", "")] * undone + [("move", move) for move in moves]
    for number, (act, text) in enumerate(acts, 1):
        match = match.then(Entry(match.ply, 0, cast(Act, act), text, at - each * (len(acts) - number)))
        written.append(NewEntry.of(game, match))
    return written


def scoreless_move(match: Match) -> str:
    """Return a move that changes no score."""
    game, state = match.game, match.state
    moves = (move for move in match.legal if not move.endswith(OPENING))
    return next(move for move in moves if game.score(game.apply(state, move)) == game.score(state))


async def resign_over_http(person: Person, game: str, *, moves: int = 1, undone: int = 0) -> Json:
    """Play up to `moves` legal moves over HTTP, undo `undone` of them and resign; return the last
    state."""
    state = await person.state(game)
    for act in ["moves"] * moves + ["undo"] * undone + ["resign"]:
        body: Json = {} if act == "resign" else {"ply": state["ply"]}
        if act == "moves":
            legal = [move for move, _ in state["legal"] if not move.endswith(OPENING)]
            if not legal:
                continue
            body["move"] = legal[0]
        elif act == "undo" and act not in state["acts"]:
            continue
        answer = await person.post(f"/api/games/{game}/{act}", body)
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return state
