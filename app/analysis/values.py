"""Evaluations as messages; and tries, a move that a player tries in a puzzle or at a missed win."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.analysis import messages
from app.analysis.search_client import SearchClient
from app.core.errors import Refusal
from app.games.told import Told, told_line
from app.model.analysts import has
from engine import Entry, Game, IllegalMove, Match, Outcome, analysis
from engine.analysis import Evaluation


def value_message(value: analysis.Value, *, solitaire: bool) -> messages.Value:
    """Return a value as a message, without unknown fields; a proved draw has winner None."""
    known = {name: part for name, part in asdict(value).items() if part is not None}
    if value.exact and not solitaire:
        known.setdefault("winner", None)
    return messages.Value(**known)


def outcome_value(game: Game[Any], state: Any, outcome: Outcome) -> messages.Value:
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


def play_try(match: Match, text: str) -> Match:
    """Return the match after a move in either notation. Refusal `illegal_move`."""
    game, move = match.game, text
    try:
        if not game.permits(match.state, text):
            move = game.read(match.state, text)
        return match.then(Entry(match.ply, match.turn, "move", move, match.last.at if match.last else 0))
    except ValueError as error:
        rule = error.rule if isinstance(error, IllegalMove) else "not_a_move"
        raise Refusal("illegal_move", rule=rule, message=str(error)) from None


def is_won(value: messages.Value | None, seat: int | None) -> bool:
    return value is not None and value.exact and value.winner == seat


async def value_of_try(client: SearchClient, match: Match) -> messages.Value | None:
    """Return the value of the position after a try, None if the search has none."""
    if match.outcome:
        return outcome_value(match.game, match.state, match.outcome)
    found = await evaluate_try(client, match)
    return value_message(found.value, solitaire=False) if found else None


async def evaluate_try(client: SearchClient, match: Match) -> Evaluation | None:
    """Evaluate the position after a try that does not end the game; None if the search has no value."""
    if not has(match.game, "evaluate"):
        return None
    try:
        return await client.search(client.searches.evaluate(match))
    except Refusal as error:
        if error.code != "bad_message":
            raise
        return None
