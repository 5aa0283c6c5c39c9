"""What a player of Four Horsemen sees: never the deck, and in the memory game no card that lies covered."""

from __future__ import annotations

from engine.four_horsemen.notation import show_seen
from engine.four_horsemen.position import STACKS, State, cards_in, tops, worth
from engine.four_horsemen.rules import outcome
from engine.game import Seat, View


def view(state: State, _: Seat | None) -> View:
    return _view(state, closed=False)


def view_closed(state: State, _: Seat | None) -> View:
    """Of the memory game: cards under tops and in the discard are counts until the end."""
    return _view(state, closed=outcome(state) is None)


def _view(state: State, *, closed: bool) -> View:
    return {
        "position": show_seen(state, closed=closed),
        "horsemen": [
            {"cards": list(cards_in(pair)), "value": worth(pair)} if pair else None for pair in state.horsemen
        ],
        "stacks": [{"top": top, "under": len(under) if closed else under} for top, *under in state.stacks],
        "reserve": state.reserve or None,
        "hand": list(state.hand),
        "tops": tops(state.hand) if len(state.stacks) < STACKS else [],
        "deck": len(state.deck),
        "discard": len(state.discard) if closed else list(state.discard),
        "taken": state.taken,
    }
