"""Positions of the moves in effect in a log with undone moves."""

from __future__ import annotations

from random import Random

from app.domain.missed import plies_before_moves
from engine import Entry, Match
from tests.app.http_players import PAIR


def test_the_position_before_each_move_in_effect_is_that_after_so_many_entries() -> None:
    for seed in range(5):
        random, start, log = Random(seed), Match.start(PAIR, 0, free=True), list[Entry]()
        matches = [start]
        for ply in range(60):
            match = matches[-1]
            if match.turn is None:
                break
            acts = ["move", "move", *(["undo"] * match.undoable), *(["redo"] * match.redoable)]
            act = random.choice(acts)
            text = random.choice(match.legal) if act == "move" else ""
            log.append(Entry(ply, match.turn, act, text, ply))  # type: ignore[arg-type]
            matches.append(match.then(log[-1]))
        plies = plies_before_moves(start, log)
        steps = [*matches[-1].steps()][::-1]
        assert [matches[ply].state for ply in plies] == [step.before for step in steps]
        assert any(entry.act == "undo" for entry in log)
