"""The rules of the tiny game, so that the contract tests exercise what they should."""

from __future__ import annotations

import re
from dataclasses import replace

from engine import Game, Match, Rng, Seat
from tests.engine.games import relabelled
from tests.engine.tiny import GAME, State


def unseen(_: Game[State], state: State, seat: Seat | None, rng: Rng) -> State:
    """Return the deck in another order; for a spectator with the hand's cards in it."""
    held = len(state.hand) if seat is None else 0
    order, _rng = rng.shuffled(state.hand[:held] + state.deck)
    cards = "".join(order)
    return state._replace(hand=cards[:held] + state.hand[held:], deck=cards[held:])


def unseen_match(_: Game[State], match: Match, seat: Seat | None, rng: Rng) -> Match | None:
    """Return the same game with the hidden cards exchanged from the deal on."""
    hidden = match.state.deck + (match.state.hand if seat is None else "")
    mixed, _rng = rng.shuffled(hidden)
    if mixed == tuple(hidden):
        return None
    return relabelled(match, dict(zip(hidden, mixed, strict=True)), re.compile(r"(?<!say )\d"))


def test_allows_is_asked_only_about_what_an_opening_begins() -> None:
    generous = replace(GAME, allows=lambda _, __: True)
    state = GAME.position("35 1 246 -")
    for text in ("say x", "say 1 2"):
        assert generous.permits(state, text)
    for text in ("say", "sayx", "keep 4", "draw 2", "dance", ""):
        assert not generous.permits(state, text)
    assert not generous.permits(GAME.position("351 - 246 -"), "say x")
