"""A game made for the tests: every part of the contract in a few rules.

Six cards lie face down. `draw` turns the next one up into the hand, `keep 3` lays a card of the hand aside,
and `say 7` ends the game: it is won if that is the sum of what was kept. Only the player sees the hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypedDict

from engine.game import Game, IllegalMove, MalformedMove, Outcome, Seat, View
from engine.rng import Rng

CARDS = "123456"
Reason = Literal["right", "wrong"]
Rule = Literal["not_a_move", "deck_empty", "not_in_hand", "nothing_kept"]


class TinyView(TypedDict):
    position: str
    hand: list[str]


class State(NamedTuple):
    """`hand` and `kept` as they came, `deck` with the next card first; `said`: None until the end."""

    hand: str
    kept: str
    deck: str
    said: int | None = None


def setup(rng: Rng) -> State:
    deck, _ = rng.shuffled(CARDS)
    return State("", "", "".join(deck))


def legal(state: State) -> tuple[str, ...]:
    draws = ("draw",) if state.deck else ()
    says = ("say ...",) if state.kept else ()
    return (*draws, *(f"keep {card}" for card in state.hand), *says)


def allows(state: State, move: str) -> bool:
    return bool(state.kept) and _number(move.removeprefix("say ")) is not None


def completions(state: State) -> Iterator[str]:
    return iter(("say 7",) if state.kept else ())


def apply(state: State, move: str) -> State:
    verb, _, what = move.partition(" ")
    if verb == "draw":
        return state._replace(hand=state.hand + state.deck[0], deck=state.deck[1:])
    if verb == "keep":
        return state._replace(hand=state.hand.replace(what, ""), kept=state.kept + what)
    return state._replace(said=int(what))


def outcome(state: State) -> Outcome | None:
    if state.said is None:
        return None
    return Outcome(0, "right") if state.said == sum(map(int, state.kept)) else Outcome(None, "wrong")


def view(state: State, seat: Seat | None) -> TinyView:
    hand = "?" * len(state.hand) if seat is None else state.hand
    return {"position": _text(hand, state.kept, str(len(state.deck)), state.said), "hand": list(hand)}


def from_view(view: View, rng: Rng) -> tuple[State, Rng]:
    hand, kept, _, said = view["position"].split(" ")
    unseen, rng = rng.shuffled(card for card in CARDS if card not in f"{hand} {kept}")
    cards = "".join(unseen)
    held = hand.count("?")
    return position(f"{cards[:held] if held else hand} {kept} {cards[held:] or '-'} {said}"), rng


def show(state: State) -> str:
    return _text(*state)


def _text(hand: str, kept: str, deck: str, said: int | None) -> str:
    return f"{hand or '-'} {kept or '-'} {deck or '-'} {'-' if said is None else said}"


def position(text: str) -> State:
    fields = text.split(" ")
    if len(fields) != 4:
        raise ValueError(f"a position has 4 fields, not {len(fields)}")
    hand, kept, deck = ("" if field == "-" else field for field in fields[:3])
    if sorted(hand + kept + deck) != list(CARDS) or "" in fields[:3]:
        raise ValueError(f"hand, kept and deck hold each of 1 to 6 once, not {hand} {kept} {deck}")
    said = None if fields[3] == "-" else _number(fields[3])
    if said is None and fields[3] != "-":
        raise ValueError(f"field 4: {fields[3]!r} is no number from 0 to 999")
    return State(hand, kept, deck, said)


def _number(text: str) -> int | None:
    """Return the number from 0 to 999 that is written so, or None."""
    return (
        int(text) if len(text) <= 3 and text.isascii() and text.isdigit() and text == str(int(text)) else None
    )


def tell(_: State, move: str, seat: Seat | None) -> str:
    verb, __, what = move.partition(" ")
    return f"+{'?' if seat is None else what}" if verb == "keep" else move


def read(state: State, typed: str) -> str:
    move = " ".join(typed.lower().replace("+", "keep ").split())
    rule = why(state, move)
    if rule == "not_a_move":
        raise MalformedMove(f"{typed[:80]!r} is not draw, keep 3 or say 7")
    if rule:
        raise IllegalMove(f"{move} is not possible: {rule}", rule)
    return move


def score(state: State) -> tuple[int, ...]:
    return (len(state.kept),)


def why(state: State, text: str) -> Rule | None:
    """not_a_move, deck_empty, not_in_hand or nothing_kept."""
    if GAME.permits(state, text):
        return None
    verb, _, what = text.partition(" ")
    if text == "draw" and not state.deck:
        return "deck_empty"
    if verb == "keep" and len(what) == 1 and what in CARDS:
        return "not_in_hand"
    return "nothing_kept" if verb == "say" and _number(what) is not None else "not_a_move"


def reveals(_: State, move: str) -> bool:
    return move == "draw"


GAME: Game[State] = Game(
    id="tiny",
    version=1,
    family="tiny",
    title="Tiny",
    seats=("player",),
    dealt=True,
    hides=True,
    setup=setup,
    legal=legal,
    apply=apply,
    outcome=outcome,
    view=view,
    show=show,
    position=position,
    tell=tell,
    read=read,
    score=score,
    why=why,
    reveals=reveals,
    allows=allows,
    completions=completions,
    from_view=from_view,
)
