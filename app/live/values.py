"""Values of positions as messages."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from app.messages import machines as messages
from engine import Game, Outcome, analysis


def value_message(value: analysis.Value, *, solitaire: bool) -> messages.Value:
    """A value; what says nothing is left out. A draw that is proved says so."""
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
    """The value of a position that is the end of a game."""
    if len(game.seats) == 1:
        return messages.Value(exact=True, score=game.score(state))
    return messages.Value(exact=True, winner=outcome.winner, plies=0)


def position_value(game: Game[Any], state: Any, found: analysis.Evaluation) -> messages.PositionValue:
    """The evaluation of a state as a message."""
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
    """The moves of a line from a state on, with their notation."""
    told: list[messages.Told] = []
    for move in line:
        told.append((move, game.tell(state, move, game.turn(state))))
        state = game.apply(state, move)
    return told


def told_moves(game: Game[Any], state: Any, moves: tuple[str, ...]) -> list[messages.Told]:
    """Moves that are possible in one state, with their notation."""
    return [(move, game.tell(state, move, game.turn(state))) for move in moves]


def _known(field: Any) -> Any:
    return UNSET if field is None else field
