"""The single entry point of a match: accepted entries, refused ones, and whose fault a refusal is."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import cast

import pytest

from engine import GAMES, OPENING, GameOver, IllegalMove, Match, NotYourTurn, Outcome, Seat, Stale
from engine.entry import Act
from tests.engine import tiny
from tests.engine.games import entry, picture, played, refusal

MUSKETEERS = GAMES["three_musketeers"]
NEARLY_OVER = "5/5/Mo3/oM3/M4 m"  # b2 a2 puts all three on file a
ENDS: tuple[Act, ...] = ("resign", "abort", "claim", "flag")


@pytest.fixture
def match() -> Match:
    return Match.start(MUSKETEERS, 0)


@pytest.fixture
def over() -> Match:
    return played(Match.start(MUSKETEERS, 0, position=NEARLY_OVER), "b2 a2")


@pytest.fixture
def solitaire() -> Match:
    return Match.start(tiny.GAME, 0, position="- - 315246 -")


@pytest.fixture
def free() -> Match:
    return Match.start(MUSKETEERS, 0, free=True)


def test_a_match_starts_with_the_deal_or_the_position_given() -> None:
    assert Match.start(tiny.GAME, b"secret").state == tiny.GAME.start(b"secret")
    assert Match.start(tiny.GAME, 7).state == tiny.GAME.start(7)
    assert tiny.GAME.show(Match.start(tiny.GAME, 7, position="3 1 5246 -").state) == "3 1 5246 -"
    with pytest.raises(ValueError, match="4 fields"):
        Match.start(tiny.GAME, 7, position="3 1 5246")


def test_a_match_may_start_at_an_end() -> None:
    match = Match.start(MUSKETEERS, 0, position="5/5/5/5/MMM2 m")
    assert match.outcome == Outcome(1, "aligned")
    assert match.legal == ()
    assert match.turn is None


def test_a_move_is_a_line_of_the_log(match: Match) -> None:
    after = played(match, "c3 c4")
    assert (match.ply, match.turn, match.last, match.told(None)) == (0, 0, None, ())
    assert (after.ply, after.turn, after.told(None)) == (1, 1, ("c3 c4",))
    assert after.last == entry(match, "move", "c3 c4")
    assert after.state == MUSKETEERS.apply(match.state, "c3 c4")


def test_a_match_is_a_value(match: Match) -> None:
    before = picture(match)
    played(match, "c3 c4", "b3 c3")
    assert picture(match) == before
    with pytest.raises(FrozenInstanceError):
        match.ply = 1  # type: ignore[misc]


def test_the_rule_that_forbids_a_move_is_named(match: Match, solitaire: Match) -> None:
    for text, rule in [("c3 c5", "one_step"), ("a2 a3", "not_your_piece"), ("", "not_a_move")]:
        with pytest.raises(IllegalMove, match=rule) as refused:
            match.then(entry(match, "move", text))
        assert refused.value.rule == rule
        assert type(refused.value) is IllegalMove
    assert refusal(solitaire, entry(solitaire, "move", "keep 4")) == "not_in_hand"


def test_a_move_of_any_length_is_refused_in_few_words(match: Match) -> None:
    with pytest.raises(IllegalMove) as refused:
        match.then(entry(match, "move", "x" * 100_000))
    assert len(str(refused.value)) < 200


def test_an_opening_is_not_played_but_what_it_stands_for_is(solitaire: Match) -> None:
    ready = played(solitaire, "draw", "keep 3")
    opening = next(text for text in ready.legal if text.endswith(OPENING))
    for text in (opening, "say", "say four", "says 4"):
        with pytest.raises(IllegalMove):
            ready.then(entry(ready, "move", text))
    assert played(ready, "say 3").outcome == Outcome(0, "right")
    with pytest.raises(IllegalMove):
        solitaire.then(entry(solitaire, "move", "say 3"))


def test_the_other_seat_has_to_wait(match: Match) -> None:
    with pytest.raises(NotYourTurn, match="seat 0 is to move, not 1"):
        match.then(entry(match, "move", "b3 c3", 1))


@pytest.mark.parametrize("ply", [-1, 0, 2, 99])
def test_an_act_for_another_ply_is_stale(match: Match, ply: int) -> None:
    match = played(match, "c3 c4")
    acts: tuple[tuple[Act, str], ...] = (("move", "b3 c3"), ("resign", ""), ("offer", "takeback"))
    for act, text in acts:
        with pytest.raises(Stale, match=f"ply {ply}, but the match is at 1") as refused:
            match.then(entry(match, act, text, ply=ply))
        assert refused.value.rule == "stale"


def test_after_the_end_nothing_is_taken(over: Match) -> None:
    assert over.outcome == Outcome(1, "aligned")
    assert (over.turn, over.legal, over.undoable, over.abortable) == (None, (), False, False)
    acts: tuple[Act, ...] = ("move", "undo", "redo", "offer", "accept", "pause", *ENDS)
    for act in acts:
        with pytest.raises(GameOver, match="the game is over: aligned") as refused:
            over.then(entry(over, act, "", 0))
        assert refused.value.rule == "game_over"


def test_the_end_is_judged_before_the_ply_and_the_ply_before_the_turn(match: Match, over: Match) -> None:
    with pytest.raises(GameOver):
        over.then(entry(over, "move", "nonsense", 1, ply=9))
    with pytest.raises(Stale):
        match.then(entry(match, "move", "nonsense", 1, ply=9))
    with pytest.raises(NotYourTurn):
        match.then(entry(match, "move", "nonsense", 1))


@pytest.mark.parametrize("seat", [2, -1, 99])
def test_there_are_no_other_seats(match: Match, solitaire: Match, seat: Seat) -> None:
    for some in (match, solitaire):
        with pytest.raises(IllegalMove, match=f"has no seat {seat}"):
            some.then(entry(some, "resign", "", seat))
    with pytest.raises(IllegalMove, match="Tiny has no seat 1"):
        solitaire.then(entry(solitaire, "resign", "", 1))
    with pytest.raises(IllegalMove, match="resign needs a seat"):
        match.then(replace(entry(match, "resign"), seat=None))


def test_no_line_is_older_than_the_line_before(match: Match) -> None:
    match = played(match, "c3 c4", at=5000)
    assert refusal(match, entry(match, "move", "b3 c3", at=4999)) == "not_in_time"
    assert played(match, "b3 c3", at=5000).ply == 2


@pytest.mark.parametrize("act", ["advice", "", "MOVE", "castle"])
def test_an_unknown_act_is_refused(match: Match, act: str) -> None:
    with pytest.raises(IllegalMove, match=f"{act!r} is not an act"):
        match.then(entry(match, cast(Act, act), seat=0))


@pytest.mark.parametrize("act", ["resign", "abort", "flag"])
def test_an_end_has_no_text(match: Match, act: Act) -> None:
    with pytest.raises(IllegalMove, match="has no text"):
        match.then(entry(match, act, "now"))


@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_may_resign_at_any_time(match: Match, seat: Seat) -> None:
    for some in (match, played(match, "c3 c4")):
        assert some.then(entry(some, "resign", seat=seat)).outcome == Outcome(1 - seat, "resigned")


def test_a_solitaire_is_given_up_without_a_winner(solitaire: Match) -> None:
    given_up = solitaire.then(entry(solitaire, "resign"))
    assert given_up.outcome == Outcome(None, "resigned")
    assert given_up.legal == ()


def test_a_player_with_both_seats_resigns_for_the_seat_to_move(free: Match) -> None:
    with pytest.raises(NotYourTurn):
        free.then(entry(free, "resign", seat=1))
    assert free.then(entry(free, "resign", seat=0)).outcome == Outcome(1, "resigned")


@pytest.mark.parametrize("seat", [0, 1])
def test_either_player_may_abort_until_each_seat_has_moved(match: Match, seat: Seat) -> None:
    for some in (match, played(match, "c3 c4")):
        assert some.abortable
        assert some.then(entry(some, "abort", seat=seat)).outcome == Outcome(None, "aborted")
    late = played(match, "c3 c4", "b3 c3")
    assert not late.abortable
    assert refusal(late, entry(late, "abort", seat=seat)) == "too_late"


def test_a_solitaire_is_never_aborted(solitaire: Match) -> None:
    assert not solitaire.abortable
    assert refusal(solitaire, entry(solitaire, "abort")) == "not_here"


def test_who_stays_claims_a_win_or_a_draw(match: Match) -> None:
    for seat in (0, 1):
        assert match.then(entry(match, "claim", "win", seat)).outcome == Outcome(seat, "abandoned")
        assert match.then(entry(match, "claim", "draw", seat)).outcome == Outcome(None, "abandoned")
    for text in ("", "loss", "win ", "WIN"):
        with pytest.raises(IllegalMove, match="a claim is win or draw"):
            match.then(entry(match, "claim", text))


def test_a_game_of_one_player_cannot_be_claimed(solitaire: Match, free: Match) -> None:
    acts: tuple[tuple[Act, str], ...] = (("claim", "win"), ("offer", "takeback"), ("accept", "draw"))
    for alone in (solitaire, free):
        for act, text in acts:
            assert refusal(alone, entry(alone, act, text)) == "not_here"


def test_a_pause_is_an_entry_without_a_seat(match: Match) -> None:
    paused = match.then(entry(match, "pause", "60000"))
    assert (paused.ply, paused.turn, paused.state) == (1, 0, match.state)
    assert paused.last is not None
    assert paused.last.seat is None
    for text in ("", "-1", "1.5", "½", "²", "soon", "9" * 5000):
        with pytest.raises(IllegalMove, match="a pause has no seat and a text of milliseconds"):
            match.then(entry(match, "pause", text))
    with pytest.raises(IllegalMove, match="a pause has no seat"):
        match.then(entry(match, "pause", "60000", 0))


def test_no_seat_runs_out_of_time_without_a_clock(match: Match) -> None:
    match = played(match, "c3 c4", "b3 c3")
    assert match.deadline is None
    assert refusal(match, entry(match, "flag", seat=0, at=10**12)) == "too_early"


def test_notation_depends_on_the_reader(solitaire: Match) -> None:
    match = played(solitaire, "draw", "keep 3", "draw")
    assert match.told(0) == ("draw", "+3", "draw")
    assert match.told(None) == ("draw", "+?", "draw")


def test_each_match_of_a_game_tells_its_own_moves_whatever_was_told_before(free: Match) -> None:
    """They share what was told last: the lists agree with the moves after more, fewer and other moves."""
    first = played(free, "c3 c4", "b3 c3")
    undone = first.then(entry(first, "undo"))
    lines = (free, first, undone, played(undone, "d3 c3"), played(first, "a1 a2", "c3 b3"))
    for match in (*lines, *reversed(lines), *lines[::2]):
        assert match.told(None) == tuple(step.move for step in reversed([*match.steps()]))
        assert match.told(None) is match.told(0), "nothing is made again"
