"""`Match.allowed` lists exactly the acts that `Match.then` takes, for every seat at every point of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, Entry, Game, IllegalMove, Match, Seat, Timed
from engine.match_state import MAX_ENTRIES
from tests.engine import tiny
from tests.engine.games import FIRST, START, entry, moves, picture, played, sample

STRICT = GAMES["three_musketeers"]
PEACEFUL = replace(STRICT, id="peaceful", draws=True)
TELLING = replace(PEACEFUL, id="telling", reveals=lambda _, move: move.startswith("b"))
OFFERS = tuple(f"{act}:{what}" for act in ("offer", "withdraw", "answer") for what in ("draw", "takeback"))
WORDS = ("resign", "abort", *OFFERS, "undo", "redo")
ENDS = frozenset({"resign", "abort", "answer:draw"})


def entry_of(match: Match, word: str, seat: Seat) -> Entry:
    """Return the entry by which this seat does what the word says; an answer accepts."""
    act, _, text = word.partition(":")
    if act == "answer":
        act, text = "accept", match.accepting(text, seat)
    return Entry(match.ply, seat, act, text, START)  # type: ignore[arg-type]


def takes(match: Match, one: Entry) -> bool:
    try:
        match.then(one)
    except IllegalMove:
        return False
    return True


def check(match: Match) -> None:
    """Compare the listed acts with the accepted ones; a seat that does not exist is allowed nothing."""
    for seat in (0, 1, 2):
        taken = [word for word in WORDS if takes(match, entry_of(match, word, seat))]
        allowed = match.allowed(seat)
        assert sorted(allowed) == sorted(taken), (match.ply, seat)
        assert len({*allowed}) == len(allowed)
    assert match.allowed(None) == ()


def choices(match: Match) -> list[Entry]:
    """Entries that may follow: some moves, and what each seat is allowed that does not end the game."""
    if match.outcome:
        return []
    found = [entry(match, "move", text) for text in sample(moves(match.game, match.state), 3)]
    for seat in range(len(match.game.seats)):
        for word in match.allowed(seat):
            if word.startswith("answer:"):
                found.append(Entry(match.ply, seat, "decline", word.partition(":")[2], START))
            if word not in ENDS:
                found.append(entry_of(match, word, seat))
    return found


GAMES_AND_FREE = [(game, False) for game in (*FIRST, tiny.GAME, PEACEFUL, TELLING)]
GAMES_AND_FREE += [(game, True) for game, _ in GAMES_AND_FREE if len(game.seats) == 2]


@pytest.mark.parametrize(("game", "free"), GAMES_AND_FREE, ids=lambda value: getattr(value, "id", value))
@settings(deadline=None, max_examples=15)
@given(picks=st.lists(st.integers(0, 9999), max_size=15), end=st.sampled_from(sorted(ENDS)))
def test_what_is_allowed_is_taken_and_nothing_else(
    game: Game[Any], free: bool, picks: list[int], end: str
) -> None:
    """And a log of whatever was done, offers and answers too, replays and resumes to the same match."""
    clock, log = None if len(game.seats) == 1 else Timed(60), list[Entry]()
    match = Match.start(game, 7, free=free, clock=clock)
    for pick in picks:
        check(match)
        if not (possible := choices(match)):
            break
        log.append(possible[pick % len(possible)])
        match = match.then(log[-1])
    check(match)
    for again in (Match.replay, Match.resume):
        assert picture(again(game, 7, log, free=free, clock=clock)) == picture(match)
    check(replace(match, ply=MAX_ENTRIES))
    for seat in range(len(game.seats)):
        if end in match.allowed(seat):
            over = match.then(entry_of(match, end, seat))
            assert all(over.allowed(any_seat) == () for any_seat in (0, 1, None))


def test_acts_are_listed_in_the_order_in_which_pages_show_them() -> None:
    start = Match.start(PEACEFUL, 0)
    assert start.allowed(0) == ("resign", "abort", "offer:draw")
    begun = played(start, "c3 c4", "b3 c3")
    assert begun.allowed(0) == ("resign", "offer:draw", "offer:takeback")
    offered = begun.then(entry(begun, "offer", "takeback", 1))
    assert offered.allowed(0) == ("resign", "offer:draw", "offer:takeback", "answer:takeback")
    assert offered.allowed(1) == ("resign", "offer:draw", "withdraw:takeback")
    free = played(Match.start(STRICT, 0, free=True), "c3 c4", "b3 c3")
    free = free.then(entry(free, "undo"))
    assert free.allowed(1) == ("resign", "undo", "redo")
    assert free.allowed(0) == ()
