"""Results of ended solitaires: their classes, and whether leaderboards show them."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from app.model.game_info import Player
from app.results import results
from engine import Act, Entry, Match
from tests.app.solitaire_games import OPEN, WINNING, solitaire_info

INFO = solitaire_info(Player("id", "Brass Heron"), deal=min(WINNING))


def _played(*acts: str) -> Match:
    match = INFO.match()
    for number, act in enumerate(acts):
        text = WINNING[min(WINNING)][match.step.number if match.step else 0] if act == "move" else ""
        match = match.then(Entry(match.ply, 0, cast(Act, act), text, number))
    return match


def _is_shown(match: Match) -> bool:
    (result,) = results.results_of_match(INFO, match)
    return result.shown


def test_hints_and_undone_moves_decide_the_classes_of_a_result_and_a_proof_of_its_deal_does_not() -> None:
    for acts, hints, undone, classes in (
        (("move", "resign"), 0, 0, ("open", "unaided", "clean")),
        (("move", "undo", "move", "resign"), 0, 1, ("open", "unaided")),
        (("move", "hint", "move", "hint", "resign"), 2, 0, ("open",)),
    ):
        for certified in (False, True):
            (found,) = results.results_of_match(replace(INFO, certified=certified), _played(*acts))
            assert (found.hints, found.undone) == (hints, undone), acts
            assert found.classes == classes, acts


def test_a_game_given_up_before_its_first_move_has_no_result() -> None:
    assert results.results_of_match(INFO, _played("resign")) == ()
    assert results.results_of_match(INFO, _played("hint", "resign")) == ()


def test_a_solitaire_counts_on_leaderboards_from_its_tenth_move_or_its_first_gained_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(results, "MIN_RANKED_MOVES", 10)
    start, line = OPEN.score(OPEN.start(min(WINNING))), WINNING[min(WINNING)]
    gaining = next(n for n in range(len(line)) if OPEN.score(_played(*["move"] * n).state) > start)
    assert 1 < gaining < 10, "otherwise this shows nothing"
    assert not _is_shown(_played(*["move"] * (gaining - 1), "resign"))
    assert _is_shown(_played(*["move"] * gaining, "resign"))
    assert not _is_shown(_played(*["move", "undo"] * 9, "resign"))
    assert _is_shown(_played(*["move", "undo"] * 10, "resign"))
