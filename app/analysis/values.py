"""Evaluations as messages."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.analysis import messages
from app.games.told import Told, told_line
from engine import Game, Outcome, analysis


def value_message(value: analysis.Value, *, solitaire: bool) -> messages.Value:
    """Return a value as a message, without unknown fields; a proved draw has winner None."""
    known = {name: part for name, part in asdict(value).items() if part is not None}
    if value.exact and not solitaire:
        known.setdefault("winner", None)
    return messages.Value(**known)


def outcome_value(game: Game[Any], state: Any, outcome: Outcome) -> messages.Value:
    """Return the value of a position in which the game is over."""
    if len(game.seats) == 1:
        return messages.Value(exact=True, score=game.score(state))
    return messages.Value(exact=True, winner=outcome.winner, plies=0)


def position_value(game: Game[Any], state: Any, found: analysis.Evaluation) -> messages.PositionValue:
    solitaire = len(game.seats) == 1
    return messages.PositionValue(
        value=value_message(found.value, solitaire=solitaire),
        best=told_moves(game, state, found.best),
        moves=[
            (move, game.tell(state, move, game.turn(state)), value_message(value, solitaire=solitaire))
            for move, value in found.moves.items()
        ],
        line=told_line(game, state, found.line),
    )


def told_moves(game: Game[Any], state: Any, moves: tuple[str, ...]) -> list[Told]:
    """Return alternative moves of one state, with notation."""
    return [(move, game.tell(state, move, game.turn(state))) for move in moves]
