"""What a player of Four Horsemen sees: never the deck, and in the memory game no card that lies covered.

`from_view` goes the other way: a random table that a player sees so.
"""

from __future__ import annotations

from math import prod
from typing import TypedDict

from engine.cards import CARDS
from engine.four_horsemen.notation import position, show_seen
from engine.four_horsemen.position import STACKS, State, cards_in, tops, worth
from engine.four_horsemen.rules import outcome
from engine.game import Seat, View
from engine.rng import Rng


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


def from_view(view: View, rng: Rng) -> tuple[State, Rng]:
    """Deal the unseen cards at random to the deck and to every `?`, with a card of the top's suit under each
    top, since a hand can be played only so."""
    horsemen, stacks, reserve, hand, deck, discard, taken = view["position"].split(" ")
    seen = f"{horsemen} {stacks} {reserve} {hand} {discard}"
    unseen = tuple([card for card in CARDS if card not in seen])
    if stacks.count("?"):
        stacks, unseen, rng = _fill_stacks(stacks, unseen, rng)
    rest, rng = rng.shuffled(unseen)
    thrown = discard.count("?")
    if len(rest) != thrown + int(deck):
        raise ValueError(f"{len(rest)} cards are not seen, but the view hides {thrown + int(deck)}")
    gone = "".join(rest[:thrown]) or discard
    return position(
        f"{horsemen} {stacks} {reserve} {hand} {''.join(rest[thrown:]) or '-'} {gone} {taken}"
    ), rng


def _fill_stacks(stacks: str, unseen: tuple[str, ...], rng: Rng) -> tuple[str, tuple[str, ...], Rng]:
    """Deal the cards under the tops: one of its suit to each top first, then the others. Return the stacks'
    text and the cards that are left.

    A deal with several cards of a top's suit comes up in as many ways, and is taken as much less often, so
    that all possible deals are equally likely."""
    piles = [stack.split("<") for stack in stacks.split(",")]
    while True:
        left, rng = rng.shuffled(unseen)
        unders = list[list[str]]()
        for top, _ in piles:
            unders.append([card for card in left if card[1] == top[1]][:1])
            left = tuple([card for card in left if card not in unders[-1]])
        left, rng = rng.shuffled(left)  # again: a card that was first of its suit came early
        for under, (_, hidden) in zip(unders, piles, strict=True):
            more = len(hidden) - len(under)
            under += left[:more]
            left = left[more:]
        pairs = zip(piles, unders, strict=True)
        ways = prod(max(1, sum(card[1] == top[1] for card in under)) for (top, _), under in pairs)
        drawn, rng = rng.below(ways)
        if drawn == 0:
            break
    texts = []
    for (top, _), under in zip(piles, unders, strict=True):
        order, rng = rng.shuffled(under)
        texts.append(f"{top}<{''.join(order)}")
    return ",".join(texts), left, rng
