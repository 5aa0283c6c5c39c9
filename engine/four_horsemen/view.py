"""Views of Four Horsemen: without the deck and, in the memory game, without covered cards.

`from_view` samples a random state consistent with a view.
"""

from __future__ import annotations

from math import prod
from typing import TypedDict

from engine.cards import CARDS
from engine.four_horsemen.notation import position, show_seen
from engine.four_horsemen.position import MAX_STACKS, State, cards_in, tops, worth
from engine.four_horsemen.rules import outcome
from engine.game import Seat, View
from engine.rng import Rng


class HorsemanView(TypedDict):
    """A horseman. `cards`: the tens card and the units card."""

    cards: list[str]
    value: int


class StackView(TypedDict):
    """A stack. `under`: the cards under the top, or their number if hidden."""

    top: str
    under: list[str] | int


class FourHorsemenView(TypedDict):
    """JSON of a position.

    - `horsemen`: None for a defeated one.
    - `tops`: cards of the hand that may be played as top.
    - `deck`: number of cards.
    - `discard`: the cards, or their number if hidden.
    - `taken`: the reserve was taken this turn."""

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
    """Return the view of the open game."""
    return _view(state, closed=False)


def view_all(state: State) -> FourHorsemenView:
    """Return the view of a finished memory game: every card except the deck."""
    return _view(state, closed=False)


def view_closed(state: State, _: Seat | None) -> FourHorsemenView:
    """Return the view of the memory game, with counts for the cards under tops and in the discard until the
    end."""
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
        "tops": tops(state.hand) if len(state.stacks) < MAX_STACKS else [],
        "deck": len(state.deck),
        "discard": len(state.discard) if closed else list(state.discard),
        "taken": state.taken,
    }


def from_view(view: View, rng: Rng) -> tuple[State, Rng]:
    """Deal the unseen cards at random to the deck and to every `?`.

    Each top has a card of its suit under it, otherwise the hand could not have been played."""
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
    """Deal the cards under the tops: first one of its suit to each top, then the others. Return the text of
    the stacks and the remaining cards.

    A deal with n cards of a top's suit arises in n ways; rejection sampling accepts it with probability 1/n,
    so that all possible deals are equally likely."""
    piles = [stack.split("<") for stack in stacks.split(",")]
    while True:
        left, rng = rng.shuffled(unseen)
        unders = list[list[str]]()
        for top, _ in piles:
            unders.append([card for card in left if card[1] == top[1]][:1])
            left = tuple([card for card in left if card not in unders[-1]])
        left, rng = rng.shuffled(left)  # reshuffle: taking the first card of a suit biased the order
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
