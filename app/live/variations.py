"""Variations: moves tried without a game."""

from __future__ import annotations

from typing import Any

from app.domain.fair_play import position_keys
from app.domain.game_info import GameInfo, Player
from app.errors import Refusal
from app.live.state import variation_state
from app.messages import games as messages
from engine import Entry, Game, IllegalMove, Match

ANONYMOUS = Player("", "")  # in every seat of a variation


def position_state(game: Game[Any], position: str) -> messages.State:
    """Return the state at a valid position, as of a variation without moves."""
    return play_variation(messages.Line(game.id, position=position), game, None)[0]


def play_variation(
    body: messages.Line, game: Game[Any], deal: int | bytes | None
) -> tuple[messages.State, list[int]]:
    """Return the state after a variation, and in a game for two the keys of all its positions. Refusal
    `illegal_move` has the number of the move."""
    info = GameInfo(
        id="",
        game=game,
        deal=0 if deal is None and game.dealt and body.position is None else deal,
        chosen=True,
        position=body.position,
        free=len(game.seats) == 2,
        public=False,
        creator="",
        created=0,
        started=0,
        players=tuple(ANONYMOUS for _ in game.seats),
    )
    match = info.match()
    states = [match.state]
    for number, text in enumerate(body.moves):
        match = _play_text(match, number, text)
        states.append(match.state)
    return variation_state(info, match), position_keys(game, states)


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
