"""A log is the whole game: undone and redone, replayed and resumed, and protected against manipulation."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import GAMES, Entry, Game, GameOver, IllegalMove, Match, NotYourTurn
from tests.engine.games import each_kind, entry, picture, played, wander

MUSKETEERS = GAMES["three_musketeers"]
Change = Callable[[Entry], list[Entry]]
DOCTORED: dict[str, tuple[Change, str]] = {
    "a later ply": (lambda last: [replace(last, ply=last.ply + 1)], "ply {next}, but the match is at {this}"),
    "an earlier ply": (lambda last: [replace(last, ply=last.ply - 1)], "but the match is at {this}"),
    "another text": (lambda last: [replace(last, act="move", text="nonsense ...")], "ply {this}: "),
    "another case": (lambda last: [replace(last, text=last.text.upper() + " ")], "ply {this}: "),
    "another seat": (lambda last: [replace(last, seat=7)], "ply {this}: "),
    "no seat": (lambda last: [replace(last, seat=None)], "ply {this}: "),
    "another act": (lambda last: [replace(last, act="accept", text="takeback 1")], "ply {this}: "),
    "an undo with a text": (lambda last: [replace(last, act="undo", text="1")], "ply {this}: "),
    "an earlier time": (lambda last: [replace(last, at=last.at - 10**9)], "ply {this}: at "),
    "a later time": (lambda last: [replace(last, at=last.at + 10**9)], "ply {next}: at "),
    "the entry twice": (lambda last: [last, last], "ply {this}, but the match is at {next}"),
    "the entry left out": (lambda _: [], "ply {next}, but the match is at {this}"),
    "an end": (lambda last: [replace(last, act="resign", text="")], "ply {next}: the game is over"),
}


@each_kind
@settings(max_examples=5)
@given(chosen=st.lists(st.integers(0, 9999), min_size=6, max_size=20), where=st.integers(0, 99))
def test_a_doctored_line_is_found_at_its_ply(game: Game[Any], chosen: list[int], where: int) -> None:
    _, log = wander(Match.start(game, 5), chosen)
    assume(len(log) > 2)
    ply = 1 + where % (len(log) - 2)
    wrong = {}
    for kind, (change, says) in DOCTORED.items():
        try:
            Match.replay(game, 5, (*log[:ply], *change(log[ply]), *log[ply + 1 :]))
            wrong[kind] = "it replays"
        except IllegalMove as error:
            message = str(error)
            if not (message.startswith("ply ") and says.format(this=ply, next=ply + 1) in message):
                wrong[kind] = message
    assert wrong == {}


def test_the_kind_of_an_error_outlives_its_replay() -> None:
    match = played(Match.start(MUSKETEERS, 0, position="5/5/Mo3/oM3/M4 m"), "b2 a2")
    log = [entry(Match.start(MUSKETEERS, 0), "move", "b2 a2"), entry(match, "resign", seat=0)]
    with pytest.raises(GameOver, match="ply 1: the game is over: aligned"):
        Match.replay(MUSKETEERS, 0, log, position="5/5/Mo3/oM3/M4 m")
    with pytest.raises(NotYourTurn, match="ply 0: seat 0 is to move, not 1"):
        Match.replay(MUSKETEERS, 0, [replace(log[0], seat=1)], position="5/5/Mo3/oM3/M4 m")


def test_one_player_on_both_seats_takes_back_and_does_again() -> None:
    free = played(Match.start(MUSKETEERS, 0, free=True), "c3 c4")
    back = free.then(entry(free, "undo", seat=1))
    assert (back.turn, back.state, back.ply) == (0, MUSKETEERS.start(0), 2)
    again = back.then(entry(back, "redo", seat=0))
    assert (again.turn, again.state, again.ply) == (1, free.state, 3)


def test_a_long_match_is_printed_pickled_and_copied() -> None:
    match = Match.start(GAMES["beleaguered_castle_relaxed"], 1)
    for number in range(2000):
        legal = match.legal
        match = match.then(entry(match, "move", legal[number % len(legal)]))
    for _ in range(3):
        match = match.then(entry(match, "undo"))
    assert len(repr(match)) < 2000
    assert len(repr(match.step)) < 200
    for again in (
        pickle.loads(pickle.dumps(match)),  # noqa: S301
        deepcopy(match),
        copy(match),
    ):
        assert picture(again) == picture(match)
        redone = again.then(entry(again, "redo"))
        assert redone.state == match.then(entry(match, "redo")).state
