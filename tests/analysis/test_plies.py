"""Plies of the moves in effect in logs with undone moves and takebacks."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.analysis.findings_api import plies_before_moves
from engine import GAMES, Entry, Match
from tests.app.http_players import PAIR


def check(states: list[Any], match: Match, log: list[Entry]) -> None:
    """Compare the states at these plies with those before the moves in effect. `states`: by ply."""
    before = [step.before for step in [*match.steps()][::-1]]
    assert [states[ply] for ply in plies_before_moves(log)] == before


@given(st.lists(st.sampled_from(["move", "move", "undo", "redo", "hint"]), max_size=40))
def test_the_ply_of_a_move_in_effect_is_found_without_a_replay(acts: list[Any]) -> None:
    match = Match.start(GAMES["citadel_relaxed"], 1)
    log: list[Entry] = []
    states = [match.state]
    for act in acts:
        if act in match.allowed(0) or (act in ("move", "hint") and match.legal):
            text = match.legal[len(log) % len(match.legal)] if act == "move" else ""
            log.append(Entry(match.ply, 0, act, text, 0))
            match = match.then(log[-1])
            states.append(match.state)
    check(states, match, log)


def test_moves_that_a_takeback_undid_have_no_ply() -> None:
    for seed in range(5):
        random, match = Random(seed), Match.start(PAIR, 0)
        log: list[Entry] = []
        states = [match.state]
        while match.turn is not None and len(log) < 60:
            seat = match.turn
            entry = Entry(match.ply, seat, "move", random.choice(match.legal), 0)
            if match.offers:
                offer = match.offers[0]
                answer = random.choice(("accept", "decline"))
                text = match.accepting("takeback", 1 - offer.seat) if answer == "accept" else "takeback"
                entry = Entry(match.ply, 1 - offer.seat, answer, text, 0)  # type: ignore[arg-type]
            elif random.random() < 0.3 and "offer:takeback" in match.allowed(1 - seat):
                entry = Entry(match.ply, 1 - seat, "offer", "takeback", 0)
            log.append(entry)
            match = match.then(entry)
            states.append(match.state)
        check(states, match, log)
        assert any(entry.act == "accept" for entry in log)
