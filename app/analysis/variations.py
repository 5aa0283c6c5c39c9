"""Variations: moves tried without a game."""

from __future__ import annotations

import json
from collections.abc import Generator, Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from app.core.errors import Refusal
from app.games import messages
from app.games.state import variation_state
from app.model.game_info import GameInfo, Player
from engine import Entry, Game, IllegalMove, Match

# Beside `app`, in the repository and where installed.
PUBLISHED = Path(__file__).parents[2] / "static" / "games"
ANONYMOUS = Player("", "")  # in every seat of a variation


def position_state(game: Game[Any], position: str) -> messages.State:
    """Return the state at a valid position, as of a variation without moves."""
    info = _info(game, None, position)
    return variation_state(info, info.match())


def play_variation(
    body: messages.Line, game: Game[Any], deal: int | bytes | None
) -> Generator[None, None, tuple[messages.State, list[Hashable]]]:
    """Play a variation, one move per step; return the state after it, and the keys of all its positions.
    Refusal `illegal_move` has the number of the move."""
    info = _info(game, deal, body.position)
    match = info.match()
    keys = [game.key(match.state)]
    for number, text in enumerate(body.moves):
        yield
        match = _play_text(match, number, text)
        keys.append(game.key(match.state))
    return variation_state(info, match), keys


def _info(game: Game[Any], deal: int | bytes | None, position: str | None) -> GameInfo:
    return GameInfo(
        id="",
        game=game,
        deal=0 if deal is None and game.dealt and position is None else deal,
        chosen=True,
        position=position,
        free=len(game.seats) == 2,
        public=False,
        creator="",
        created=0,
        started=0,
        players=tuple(ANONYMOUS for _ in game.seats),
    )


def _play_text(match: Match, number: int, text: str) -> Match:
    """Return the match after one more move in either notation. Refusal `illegal_move` has its number."""
    turn = match.turn
    if turn is None:
        raise Refusal(
            "illegal_move",
            rule="game_over",
            number=number,
            message=f"{text!r} comes after the end of the game.",
        )
    move = text
    if not match.game.permits(match.state, text):
        try:
            move = match.game.read(match.state, text)
        except ValueError as error:
            rule = error.rule if isinstance(error, IllegalMove) else "not_a_move"
            raise Refusal("illegal_move", rule=rule, number=number, message=str(error)) from None
    try:
        return match.then(Entry(match.ply, turn, "move", move, 0))
    except IllegalMove as error:
        raise Refusal("illegal_move", rule=error.rule, number=number, message=str(error)) from None


def is_published(family: str, moves: Sequence[str]) -> bool:
    """Return whether a published game of the family starts with these moves, in notation."""
    return any(line[: len(moves)] == list(moves) for line in _lines(family))


@cache
def _lines(family: str) -> list[list[str]]:
    """Return the moves of each published game of a family."""
    file = PUBLISHED / family / "games.json"
    return [game["moves"] for game in json.loads(file.read_text())] if file.exists() else []
