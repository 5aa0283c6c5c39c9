"""What a player of Four Horsemen sees: never the deck, and in the memory game no card that lies covered."""

from __future__ import annotations

from typing import TypedDict

from engine.four_horsemen.notation import show_seen
from engine.four_horsemen.position import STACKS, State, cards_in, tops, worth
from engine.four_horsemen.rules import outcome
from engine.game import Seat


class HorsemanView(TypedDict):
    """`cards`: for tens and units."""

    cards: list[str]
    value: int


class StackView(TypedDict):
    """`under`: the cards under the top, or how many where they are hidden."""

    top: str
    under: list[str] | int


class FourHorsemenView(TypedDict):
    """`horsemen`: None for one who is defeated; `tops`: cards of the hand that may be played as top; `deck`:
    how many cards; `discard`: the cards, or how many where they are hidden; `taken`: the reserve was taken
    this turn."""

    position: str
    horsemen: list[HorsemanView | None]
    stacks: list[StackView]
    reserve: str | None
    hand: list[str]
    tops: list[str]
    deck: int
    discard: list[str] | int
    taken: bool


def view(state: State, _: Seat | None) -> FourHorsemenView:
    return _view(state, closed=False)


def view_all(state: State) -> FourHorsemenView:
    """Of the memory game that is over: every card but those of the deck."""
    return _view(state, closed=False)


def view_closed(state: State, _: Seat | None) -> FourHorsemenView:
    """Of the memory game: cards under tops and in the discard are counts until the end."""
    return _view(state, closed=outcome(state) is None)


def _view(state: State, *, closed: bool) -> FourHorsemenView:
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
