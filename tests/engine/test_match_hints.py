"""Hints in the log: counted entries that change nothing else."""

from __future__ import annotations

import pytest

from engine import GAMES, Act, IllegalMove, Match
from engine.entry import Entry
from engine.match_state import MAX_ENTRIES
from tests.engine import tiny
from tests.engine.games import START, entry, played, refusal


@pytest.fixture
def solitaire() -> Match:
    return Match.start(tiny.GAME, 0, position="- - 315246 -")


def test_a_hint_changes_no_position_and_is_counted(solitaire: Match) -> None:
    before = played(solitaire, "draw")
    after = before.then(entry(before, "hint")).then(Entry(2, 0, "hint", "", START))
    assert (after.ply, after.tally.hints, after.tally.made) == (3, 1, 1)
    assert (after.state, after.told(0), after.legal) == (before.state, before.told(0), before.legal)


def test_further_steps_of_a_hint_are_part_of_it(solitaire: Match) -> None:
    counted, match = list[int](), solitaire
    acts: tuple[tuple[Act, str], ...] = (
        ("hint", ""),
        ("hint", ""),
        ("hint", "winnable"),
        ("hint", "winnable"),
        ("hint", ""),
        ("move", "draw"),
        ("hint", ""),
    )
    for act, text in acts:
        match = match.then(entry(match, act, text))
        counted.append(match.tally.hints)
    assert counted == [1, 1, 2, 3, 4, 4, 5]


def test_a_move_that_was_sent_before_the_hint_came_is_still_taken(solitaire: Match) -> None:
    hinted = solitaire.then(entry(solitaire, "hint"))
    after = hinted.then(entry(hinted, "move", "draw", ply=0))
    assert after.last is not None
    assert after.last.ply == 1


def test_only_a_running_solitaire_has_hints(solitaire: Match) -> None:
    for free in (False, True):
        two = Match.start(GAMES["three_musketeers"], 0, free=free)
        with pytest.raises(IllegalMove, match="only a solitaire") as refused:
            two.then(entry(two, "hint"))
        assert refused.value.rule == "not_here"
    over = solitaire.then(entry(solitaire, "resign"))
    for match, seat, text in (
        (over, 0, ""),
        (solitaire, None, ""),
        (solitaire, 1, ""),
        (solitaire, 0, "draw"),
    ):
        with pytest.raises(IllegalMove):
            match.then(Entry(match.ply, seat, "hint", text, START))


def test_a_full_log_takes_no_hint(solitaire: Match) -> None:
    match = solitaire
    for ply in range(MAX_ENTRIES):
        match = match.after(Entry(ply, 0, "hint", "", START))
    assert refusal(match, entry(match, "hint")) == "too_long"
