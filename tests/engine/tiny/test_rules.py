"""The rules of the tiny game, so that the contract tests exercise what they should."""

from __future__ import annotations

import re
from dataclasses import replace

from engine import Game, Match, Outcome, Rng, Seat
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


def test_a_game_of_draw_keep_and_say() -> None:
    state = GAME.position("- - 315246 -")
    assert GAME.legal(state) == ("draw",)
    state = GAME.apply(GAME.apply(state, "draw"), "draw")
    assert GAME.legal(state) == ("draw", "keep 3", "keep 1")
    state = GAME.apply(state, "keep 1")
    assert GAME.legal(state) == ("draw", "keep 3", "say ...")
    assert GAME.show(state) == "3 1 5246 -"
    assert GAME.score(state) == (1,)
    assert GAME.outcome(GAME.apply(state, "say 1")) == Outcome(0, "right")
    assert GAME.outcome(GAME.apply(state, "say 2")) == Outcome(None, "wrong")


def test_the_deck_is_hidden_and_only_the_player_sees_the_hand() -> None:
    state = GAME.position("35 1 246 -")
    assert GAME.view(state, 0)["position"] == "35 1 3 -"
    assert GAME.view(state, None)["position"] == "?? 1 3 -"
    assert GAME.tell(state, "keep 5", 0) == "+5"
    assert GAME.tell(state, "keep 5", None) == "+?"


def test_allows_is_asked_only_about_what_an_opening_begins() -> None:
    generous = replace(GAME, allows=lambda _, __: True)
    state = GAME.position("35 1 246 -")
    for text in ("say x", "say 1 2"):
        assert generous.permits(state, text)
    for text in ("say", "sayx", "keep 4", "draw 2", "dance", ""):
        assert not generous.permits(state, text)
    assert not generous.permits(GAME.position("351 - 246 -"), "say x")
