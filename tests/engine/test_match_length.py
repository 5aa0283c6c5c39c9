"""The maximum log length: a log of MAX_ENTRIES entries takes only ends; undo costs the same anywhere."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, Entry, Game, IllegalMove, Match, Outcome, Rng, Timed, match_state
from engine.entry import Act, GameOver
from engine.three_musketeers.rules import State
from tests.engine import tiny
from tests.engine.games import START, entry, picture, played, redoes, refusal

PEACEFUL: Game[State] = replace(GAMES["three_musketeers"], id="peaceful", draws=True)


def _walk(_: Rng) -> int:
    return 0


ANY: Game[Any] = tiny.GAME
WALK: Game[Any] = replace(
    ANY,
    id="walk",
    hides=False,
    setup=_walk,
    legal=lambda _: ("left", "right"),
    apply=lambda place, move: place + (1 if move == "right" else -1),
    outcome=lambda _: None,
    view=lambda place, _: {"position": str(place)},
    show=str,
    tell=lambda _, move, __: move,
    score=lambda place: (place,),
    reveals=lambda _, __: False,
    allows=None,
)


def rule(match: Match, act: Act, text: str = "", seat: int | None = None) -> str:
    """Return the rule by which this entry is refused."""
    return refusal(match, entry(match, act, text, seat))


def claimed(match: Match, text: str = "draw", seat: int | None = None) -> Entry:
    return Entry(match.ply, seat, "claim", text, START)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Two players, six entries, and so many are the most: each has moved, both offer both things."""
    match = played(Match.start(PEACEFUL, 0), "c3 c4", "b3 c3")
    for seat in (0, 1):
        for what in ("draw", "takeback"):
            match = match.then(entry(match, "offer", what, seat))
    monkeypatch.setattr(match_state, "MAX_ENTRIES", match.ply)
    return match


def test_a_log_has_at_most_five_thousand_entries() -> None:
    match = Match.start(WALK, 0)
    while match.ply < 5000:
        assert not match.full
        match = match.then(entry(match, "move", "right"))
    assert match.full
    assert rule(match, "move", "right") == "too_long"
    assert match.then(entry(match, "resign")).outcome == Outcome(None, "resigned")


def test_a_full_log_takes_nothing_that_lets_the_game_go_on(full: Match) -> None:
    acts: tuple[tuple[Act, str], ...] = (
        *(("move", "a1 b1"), ("withdraw", "draw"), ("withdraw", "takeback"), ("decline", "draw")),
        *(("decline", "takeback"), ("accept", "takeback 1")),
    )
    for act, text in acts:
        assert rule(full, act, text) == "too_long"
        assert full.then_logged(entry(full, act, text)).ply == 7, "nothing but the length forbids it"
    assert rule(full, "move", "nonsense") == "not_a_move", "the rules are judged before the length"
    assert rule(full, "move", "a1 b1", 1) == "not_your_turn"
    assert rule(full, "offer", "draw", 0) == "offered_before"


def test_a_full_log_takes_what_ends_the_game(full: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(act: Act, text: str = "", seat: int = 0) -> Outcome | None:
        return full.then(entry(full, act, text, seat)).outcome

    assert ended("resign") == Outcome(1, "resigned")
    assert ended("accept", "draw") == Outcome(None, "agreed")
    assert ended("claim", "win") == Outcome(0, "abandoned")
    assert ended("claim", "draw") == Outcome(None, "abandoned")
    monkeypatch.setattr(match_state, "MAX_ENTRIES", 1)
    begun = played(Match.start(PEACEFUL, 0), "c3 c4")
    assert begun.then(entry(begun, "abort")).outcome == Outcome(None, "aborted")
    timed = Match.start(PEACEFUL, 0, clock=Timed(base=60, increment=0))
    for text in ("c3 c4", "b3 c3"):
        timed = timed.then_logged(entry(timed, "move", text))
    assert timed.then(entry(timed, "flag", at=61_000)).outcome == Outcome(1, "flag")


def test_a_full_match_for_two_is_ended_by_the_server_as_a_draw(full: Match) -> None:
    assert full.drawn_by_length
    ended = full.then(claimed(full))
    assert ended.outcome == Outcome(None, "too_long")
    assert ended.last == claimed(full)
    assert not ended.drawn_by_length
    assert ended.offers == ()


def test_the_server_aborts_a_game_of_two_seats_at_any_time_but_after_its_end(full: Match) -> None:
    early = played(Match.start(PEACEFUL, 0), "c3 c4")
    free = played(Match.start(PEACEFUL, 0, free=True), "c3 c4", "b3 c3")
    timed = Match.start(PEACEFUL, 0, clock=Timed(base=60, increment=0))
    running = played(timed, "c3 c4", "b3 c3")
    assert running.deadline
    for match in (early, free, full, running):
        ended = match.then(Entry(match.ply, None, "abort", "", START))
        assert (ended.outcome, ended.deadline) == (Outcome(None, "aborted"), None)
        with pytest.raises(GameOver):
            ended.then(Entry(ended.ply, None, "abort", "", START))
    solitaire = Match.start(WALK, 0)
    with pytest.raises(IllegalMove, match="given up, not aborted"):
        solitaire.then(Entry(solitaire.ply, None, "abort", "", START))


@pytest.mark.parametrize("free", [True, False], ids=["free", "solitaire"])
def test_who_plays_alone_can_only_give_up(monkeypatch: pytest.MonkeyPatch, free: bool) -> None:
    match = Match.start(PEACEFUL, 0, free=True) if free else Match.start(WALK, 0)
    for _ in range(2):
        match = match.then(entry(match, "move", match.legal[0]))
    match = match.then(entry(match, "undo"))
    assert (match.undoable, match.redoable) == (True, True)
    monkeypatch.setattr(match_state, "MAX_ENTRIES", 3)
    assert (match.undoable, match.redoable, match.drawn_by_length) == (False, False, False)
    assert rule(match, "move", match.legal[0]) == "too_long"
    assert rule(match, "undo") == "too_long"
    assert rule(match, "redo") == "too_long"
    assert rule(match, "hint") == ("not_here" if free else "too_long")
    assert rule(match, "abort") == ("too_late" if free and len(match.moved) == 2 else "not_here")
    assert refusal(match, claimed(match)) == "not_here"
    ended = match.then(entry(match, "resign"))
    assert ended.outcome
    assert ended.outcome.reason == "resigned"


def test_longer_logs_from_before_are_replayed_and_can_be_ended() -> None:
    log = [
        Entry(ply, 0, "undo" if ply % 3 == 2 else "move", "" if ply % 3 == 2 else "left", START)
        for ply in range(6000)
    ]
    match = Match.replay(WALK, 0, log)
    assert picture(match) == picture(Match.resume(WALK, 0, log))
    assert (match.ply, match.state, match.full) == (6000, -2000, True)
    assert rule(match, "move", "left") == "too_long"
    assert match.then(entry(match, "resign")).ply == 6001


Acts = st.lists(st.sampled_from(["left", "right", "undo", "undo", "redo", "redo"]), max_size=200)


@given(acts=Acts)
def test_undo_and_redo_are_those_of_two_stacks(acts: list[str]) -> None:
    match, done, undone = Match.start(WALK, 0), list[str](), list[str]()
    for act in acts:
        if act == "undo" and done:
            undone.append(done.pop())
        elif act == "redo" and undone:
            done.append(undone.pop())
        elif act in ("left", "right"):
            done.append(act)
            undone.clear()
        else:
            assert rule(match, "undo" if act == "undo" else "redo") == "nothing_to_undo"
            continue
        line = entry(match, "undo" if act == "undo" else "redo") if act in ("undo", "redo") else None
        match = match.then(line or entry(match, "move", act))
        assert match.told(0) == tuple(done)
        assert redoes(match) == undone[::-1]
        assert match.state == done.count("right") - done.count("left")
        assert (match.undoable, match.redoable) == (bool(done), bool(undone))


@pytest.mark.slow
def test_undo_and_redo_allocate_the_same_at_any_length() -> None:
    """40,000 moves, 40,000 undos and some redos: none of them copies what can be done again."""
    most, count, again = 8192, 40_000, 100
    parts: tuple[tuple[Act, int], ...] = (("move", count), ("undo", count), ("redo", again))
    acts = [act for act, times in parts for _ in range(times)]
    match = Match.start(WALK, 0)
    checked = set(range(0, len(acts), 5000)) | {2 * count - 1, 2 * count}
    for ply, act in enumerate(acts):
        if ply in checked:
            tracemalloc.start()
        match = match.after(Entry(ply, 0, act, "right" if act == "move" else "", START))
        if ply in checked:
            assert tracemalloc.get_traced_memory()[1] < most, f"ply {ply}: {act}"
            tracemalloc.stop()
    assert (match.state, len(redoes(match))) == (again, count - again)
