"""Evaluations as messages."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from app.messages import analysis as messages
from engine import Game, Outcome, analysis


def value_message(value: analysis.Value, *, solitaire: bool) -> messages.Value:
    """Return a value as a message, without unknown fields; a proved draw has winner None."""
    drawn = not solitaire and value.exact and value.winner is None
    return messages.Value(
        exact=value.exact,
        winner=None if drawn else _known(value.winner),
        plies=_known(value.plies),
        points=_known(value.points),
        depth=_known(value.depth),
        verdict=_known(value.verdict),
        score=_known(value.score),
    )


def outcome_value(game: Game[Any], state: Any, outcome: Outcome) -> messages.Value:
    """Return the value of a position in which the game is over."""
    if len(game.seats) == 1:
        return messages.Value(exact=True, score=game.score(state))
    return messages.Value(exact=True, winner=outcome.winner, plies=0)


def position_value(game: Game[Any], state: Any, found: analysis.Evaluation) -> messages.PositionValue:
    """Return the evaluation of a state as a message."""
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


def told_line(game: Game[Any], state: Any, line: tuple[str, ...]) -> list[messages.Told]:
    """Return the moves of a line from a state, with notation."""
    told: list[messages.Told] = []
    for move in line:
        told.append((move, game.tell(state, move, game.turn(state))))
        state = game.apply(state, move)
    return told


def told_moves(game: Game[Any], state: Any, moves: tuple[str, ...]) -> list[messages.Told]:
    """Return alternative moves of one state, with notation."""
    return [(move, game.tell(state, move, game.turn(state))) for move in moves]


def _known(field: Any) -> Any:
    return UNSET if field is None else field
