"""The single entry point of a match: accepted entries, refused ones, and whose fault a refusal is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from engine import GAMES, Entry, GameOver, IllegalMove, Match, NotYourTurn, Outcome, Seat, Stale
from engine.checks import ABANDONED_AFTER_MS
from engine.entry import Act
from tests.engine import tiny
from tests.engine.games import START, entry, played
from tests.rows import each_row

MUSKETEERS = GAMES["three_musketeers"]
NEW = Match.start(MUSKETEERS, 0)
BEGUN = played(NEW, "c3 c4", at=5000)
BOTH_MOVED = played(BEGUN, "b3 c3", at=5000)
OVER = played(Match.start(MUSKETEERS, 0, position="5/5/Mo3/oM3/M4 m"), "b2 a2")
SOLITAIRE = Match.start(tiny.GAME, 0, position="- - 315246 -")
REVEALED = played(SOLITAIRE, "draw")
FREE = played(Match.start(MUSKETEERS, 0, free=True), "c3 c4")
NO_SEAT: dict[str, Any] = {"seat": None}

ACTS = ("move", "undo", "redo", "hint", "offer", "accept", "pause", "resign", "abort", "claim", "flag")
Change = dict[str, Any]
REFUSED: list[tuple[Match, str, str, Change, type[IllegalMove], str, str]] = [
    *[
        (OVER, act, "", {"seat": 0}, GameOver, "game_over", "the game is over: aligned")
        for act in (
            "move",
            "undo",
            "redo",
            "hint",
            "offer",
            "accept",
            "pause",
            "resign",
            "abort",
            "claim",
            "flag",
        )
    ],
    (OVER, "move", "nonsense", {"seat": 1, "ply": 9}, GameOver, "game_over", "over"),
    (NEW, "move", "nonsense", {"seat": 1, "ply": 9}, Stale, "stale", "ply 9"),
    (NEW, "move", "nonsense", {"seat": 1}, NotYourTurn, "not_your_turn", "seat 0 is to move, not 1"),
    (NEW, "move", "c3 c5", {}, IllegalMove, "one_step", "one_step"),
    (NEW, "move", "x" * 100_000, {}, IllegalMove, "not_a_move", "x"),
    (SOLITAIRE, "move", "keep 4", {}, IllegalMove, "not_in_hand", "not_in_hand"),
    *[
        (BEGUN, act, text, {"ply": ply}, Stale, "stale", f"ply {ply}, but the match is at 1")
        for act, text in (("move", "b3 c3"), ("resign", ""), ("offer", "takeback"))
        for ply in (-1, 0, 2, 99)
    ],
    *[
        (match, "resign", "", {"seat": seat}, IllegalMove, "not_here", f"has no seat {seat}")
        for match in (NEW, SOLITAIRE)
        for seat in (2, -1, 99)
    ],
    (SOLITAIRE, "resign", "", {"seat": 1}, IllegalMove, "not_here", "Tiny has no seat 1"),
    *[
        (BOTH_MOVED, act, "", NO_SEAT, IllegalMove, "not_here", f"{act} needs a seat")
        for act in ("move", "resign", "undo", "offer", "flag")
    ],
    (SOLITAIRE, "hint", "", NO_SEAT, IllegalMove, "not_here", "hint needs a seat"),
    (BEGUN, "move", "b3 c3", {"at": START + 4999}, IllegalMove, "not_in_time", "the entry before"),
    *[
        (NEW, act, "", {}, IllegalMove, "not_a_move", f"{act!r} is not an act")
        for act in ("advice", "", "MOVE")
    ],
    *[(NEW, act, "now", {}, IllegalMove, "not_a_move", "has no text") for act in ("resign", "abort", "flag")],
    *[
        (BOTH_MOVED, "abort", "", {"seat": seat}, IllegalMove, "too_late", "each seat has moved")
        for seat in (0, 1)
    ],
    *[
        (SOLITAIRE, "abort", "", {"seat": seat}, IllegalMove, "not_here", "given up, not aborted")
        for seat in (0, None)
    ],
    (BOTH_MOVED, "flag", "", {"at": START + 10**12}, IllegalMove, "too_early", "has time left"),
    *[
        (NEW, "claim", text, {}, IllegalMove, "not_a_move", "a claim is win or draw")
        for text in ("", "loss", "win ", "WIN")
    ],
    (NEW, "claim", "win", NO_SEAT, IllegalMove, "not_a_move", "only a draw is claimed, not a win"),
    *[
        (alone, act, text, {}, IllegalMove, "not_here", "two players")
        for alone in (SOLITAIRE, FREE)
        for act, text in (("claim", "win"), ("offer", "takeback"), ("accept", "draw"))
    ],
    *[
        (NEW, "pause", text, NO_SEAT, IllegalMove, "not_a_move", "no seat and a text of milliseconds")
        for text in ("", "-1", "1.5", "½", "²", "soon", "9" * 5000)
    ],
    (NEW, "pause", "60000", {"seat": 0}, IllegalMove, "not_a_move", "a pause has no seat"),
    (NEW, "hint", "", {}, IllegalMove, "not_here", "only a solitaire"),
    (FREE, "hint", "", {}, IllegalMove, "not_here", "only a solitaire"),
    (SOLITAIRE, "hint", "draw", {}, IllegalMove, "not_a_move", "the text of a hint"),
    *[(BEGUN, act, "", {}, IllegalMove, "not_here", "for a takeback") for act in ("undo", "redo")],
    *[(FREE, act, "", {"seat": 0}, NotYourTurn, "not_your_turn", "not 0") for act in ("undo", "resign")],
    (FREE, "undo", "1", {}, IllegalMove, "not_a_move", "has no text"),
    (SOLITAIRE, "undo", "", {}, IllegalMove, "nothing_to_undo", "nothing to take back"),
    (FREE, "redo", "", {}, IllegalMove, "nothing_to_undo", "nothing to redo"),
    (REVEALED, "undo", "", {}, IllegalMove, "revealed", "something new"),
]


@each_row("match, act, text, change, error, rule, says", REFUSED)
def test_what_is_not_possible_is_refused_by_its_rule_in_few_words(
    match: Match, act: str, text: str, change: Change, error: type[IllegalMove], rule: str, says: str
) -> None:
    one = replace(entry(match, cast(Act, act), text, at=5000), **change)
    with pytest.raises(error, match=says) as refused:
        match.then(one)
    assert type(refused.value) is error
    assert refused.value.rule == rule
    assert len(str(refused.value)) < 200


def test_a_match_starts_with_the_deal_or_the_position_given() -> None:
    assert Match.start(tiny.GAME, b"secret").state == tiny.GAME.start(b"secret")
    assert Match.start(tiny.GAME, 7).state == tiny.GAME.start(7)
    assert tiny.GAME.show(Match.start(tiny.GAME, 7, position="3 1 5246 -").state) == "3 1 5246 -"
    with pytest.raises(ValueError, match="4 fields"):
        Match.start(tiny.GAME, 7, position="3 1 5246")


def test_a_match_is_over_with_its_last_move_or_from_its_start() -> None:
    for over in (OVER, Match.start(MUSKETEERS, 0, position="5/5/5/5/MMM2 m")):
        assert over.outcome == Outcome(1, "aligned")
        assert (over.turn, over.legal, over.undoable, over.abortable) == (None, (), False, False)


@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_resigns_claims_and_until_each_has_moved_aborts(seat: Seat) -> None:
    for match in (NEW, BEGUN, BOTH_MOVED):
        at = 5000
        assert match.then(entry(match, "resign", "", seat, at=at)).outcome == Outcome(1 - seat, "resigned")
        assert match.then(entry(match, "claim", "win", seat, at=at)).outcome == Outcome(seat, "abandoned")
        assert match.then(entry(match, "claim", "draw", seat, at=at)).outcome == Outcome(None, "abandoned")
        assert match.abortable == (match is not BOTH_MOVED)
        if match.abortable:
            assert match.then(entry(match, "abort", "", seat, at=at)).outcome == Outcome(None, "aborted")


def test_who_plays_alone_gives_up_without_a_winner_and_with_both_seats_for_the_seat_to_move() -> None:
    given_up = SOLITAIRE.then(entry(SOLITAIRE, "resign"))
    assert (given_up.outcome, given_up.legal) == (Outcome(None, "resigned"), ())
    assert not SOLITAIRE.abortable
    assert FREE.then(entry(FREE, "resign")).outcome == Outcome(0, "resigned")


def test_the_server_draws_a_game_that_was_left_for_thirty_days_and_not_sooner() -> None:
    left = Entry(BEGUN.ply, None, "claim", "draw", START + 5000 + ABANDONED_AFTER_MS)
    assert BEGUN.then(left).outcome == Outcome(None, "abandoned")
    with pytest.raises(IllegalMove, match="was not left") as refused:
        BEGUN.then(replace(left, at=left.at - 1))
    assert refused.value.rule == "too_early"


def test_a_pause_is_an_entry_without_a_seat() -> None:
    paused = NEW.then(entry(NEW, "pause", "60000"))
    assert (paused.ply, paused.turn, paused.state) == (1, 0, NEW.state)
    assert paused.last is not None
    assert paused.last.seat is None


def test_notation_depends_on_the_reader() -> None:
    match = played(SOLITAIRE, "draw", "keep 3", "draw")
    assert match.told(0) == ("draw", "+3", "draw")
    assert match.told(None) == ("draw", "+?", "draw")


def test_each_match_of_a_game_tells_its_own_moves_whatever_was_told_before() -> None:
    """They share what was told last: the lists agree with the moves after more, fewer and other moves."""
    first = played(FREE, "b3 c3")
    undone = first.then(entry(first, "undo"))
    lines = (FREE, first, undone, played(undone, "d3 c3"), played(first, "a1 a2", "c3 b3"))
    for match in (*lines, *reversed(lines), *lines[::2]):
        assert match.told(None) == tuple(step.move for step in reversed([*match.steps()]))
        assert match.told(None) is match.told(0), "nothing is made again"


def test_a_hint_changes_no_position_and_its_further_steps_are_part_of_it() -> None:
    counted, match = list[int](), SOLITAIRE
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
        before, match = match, match.then(entry(match, act, text))
        counted.append(match.tally.hints)
        if act == "hint":
            assert (match.state, match.told(0), match.legal) == (before.state, before.told(0), before.legal)
    assert counted == [1, 1, 2, 3, 4, 4, 5]
    assert (match.ply, match.tally.made) == (7, 1)


def test_a_move_that_was_sent_before_the_hint_came_is_still_taken() -> None:
    hinted = SOLITAIRE.then(entry(SOLITAIRE, "hint"))
    after = hinted.then(entry(hinted, "move", "draw", ply=0))
    assert after.last is not None
    assert after.last.ply == 1
