"""Tries: a move that a player tries in a puzzle or at a missed win, and its value."""

from __future__ import annotations

from app.analysis import messages
from app.analysis.search_client import SearchClient
from app.analysis.values import outcome_value, value_message
from app.core.errors import Refusal
from app.model.analysts import has
from engine import Entry, IllegalMove, Match
from engine.analysis import Evaluation


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
    """Return whether a value proves that a seat wins."""
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
