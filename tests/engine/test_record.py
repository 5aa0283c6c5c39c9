"""Game records as JSON: a lossless round trip, and refusal of everything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, Daily, Entry, Game, IllegalMove, Match, Outcome, Timed
from engine.record import KEYS, Record, load
from tests.engine.games import START, each_listed_kind, picture, wander
from tests.rows import each_row

MUSKETEERS = GAMES["three_musketeers"]
NEARLY_OVER = "5/5/Mo3/oM3/M4 m"
OVER: dict[str, Any] = {
    "id": "Xy3kP0aQ",
    "rules": "three_musketeers",
    "version": 1,
    "deal": None,
    "position": NEARLY_OVER,
    "clock": {"base": 60, "increment": 5},
    "free": False,
    "entries": [[0, 1, "offer", "draw", START], [1, 0, "move", "b2 a2", START + 5]],
    "outcome": {"winner": 1, "reason": "aligned"},
}
LIVE = OVER | {"entries": [], "outcome": None, "position": None}
CITADEL = GAMES["citadel"]
DEALT = LIVE | {"rules": "citadel", "deal": 7, "clock": None}


def test_a_record_is_read() -> None:
    assert load(OVER) == Record(
        id="Xy3kP0aQ",
        game=MUSKETEERS,
        deal=None,
        position=NEARLY_OVER,
        clock=Timed(60, 5),
        free=False,
        entries=(Entry(0, 1, "offer", "draw", START), Entry(1, 0, "move", "b2 a2", START + 5)),
        outcome=Outcome(1, "aligned"),
    )
    assert tuple(OVER) == KEYS


@each_row(
    "change",
    [
        {},
        {"clock": None},
        {"clock": {"days": 3}},
        {"free": True},
        {"entries": [[0, None, "pause", "60000", START]]},
        {"outcome": {"winner": None, "reason": "aborted"}},
    ],
)
def test_what_was_read_is_written_as_it_was(change: dict[str, object]) -> None:
    for log in (OVER | change, LIVE | change):
        assert json.loads(json.dumps(load(log).dump())) == log


@each_row("deal", [0, 2**32 - 1, "00ff" * 8, "7f", "ab" * 64])
def test_any_deal_is_read_and_written_as_it_was(deal: int | str) -> None:
    log = DEALT | {"deal": deal}
    assert json.loads(json.dumps(load(log).dump())) == log


def test_deals_and_clocks_are_values_of_the_engine() -> None:
    assert load(DEALT | {"deal": "00ff" * 8}).deal == b"\x00\xff" * 8
    assert load(OVER | {"clock": {"days": 3}}).clock == Daily(3)


def test_a_deal_stands_exactly_where_something_was_dealt() -> None:
    start = CITADEL.show(CITADEL.start(7))
    assert load(DEALT | {"deal": None, "position": start}).deal is None
    for log, says in [
        (DEALT | {"deal": None}, "deal: Citadel is dealt, so a deal or a position is needed"),
        (DEALT | {"position": start}, "deal: the game was started from a position"),
        (LIVE | {"deal": 0}, "deal: nothing is dealt in Three Musketeers"),
    ]:
        with pytest.raises(ValueError, match=says):
            load(log)


@each_listed_kind
@settings(deadline=None, max_examples=10)
@given(
    picks=st.lists(st.integers(0, 9999), max_size=20),
    deal=st.integers(0, 2**32 - 1) | st.binary(min_size=1, max_size=64),
)
def test_any_game_is_played_again_from_its_record(
    game: Game[Any], picks: list[int], deal: int | bytes
) -> None:
    match, log = wander(Match.start(game, deal, clock=Timed(600, 5)), picks)
    record = Record("x", game, deal if game.dealt else None, None, Timed(600, 5), False, log, match.outcome)
    read = load(json.loads(json.dumps(record.dump())))
    assert read == record
    assert picture(read.replay()) == picture(match)


def test_a_record_says_nothing_about_rules_of_play_until_it_is_replayed() -> None:
    for line, says in [
        ([0, 0, "move", "b2 b1", START], "ply 0: .*must_capture"),
        ([1, 0, "move", "b2 a2", START], "ply 1, but the match is at 0"),
        ([0, 7, "resign", "", START], "ply 0: Three Musketeers has no seat 7"),
        ([0, 0, "castle", "", START], "ply 0: 'castle' is not an act"),
    ]:
        with pytest.raises(IllegalMove, match=says):
            load(OVER | {"entries": [line]}).replay()
    with pytest.raises(ValueError, match="5 ranks, not 1"):
        load(OVER | {"position": "5 m"}).replay()


@each_row(
    "change, says",
    [
        ({"id": 7}, "id: a text, not 7"),
        ({"rules": "snap"}, "rules: no rules for snap, version 1"),
        ({"version": 9}, "rules: no rules for three_musketeers, version 9; its versions here: 1"),
        ({"version": "1"}, "version: a whole number, not '1'"),
        ({"version": True}, "version: a whole number, not True"),
        ({"deal": -1}, "deal: a number from 0 to 4294967295, not -1"),
        ({"deal": "00f"}, "deal: a secret deal is 2 to 128 hex digits, two a byte, not '00f'"),
        ({"deal": "00FF" * 8}, "deal: a secret deal is 2 to 128 hex digits"),
        ({"deal": "00" * 65}, "deal: a secret deal is 2 to 128 hex digits"),
        ({"position": 5}, "position: a text, not 5"),
        ({"clock": 60}, "clock: an object, not 60"),
        ({"clock": {}}, "clock: there is no 'base'"),
        ({"clock": {"days": 1, "base": 60}}, "clock: 'base' is not known here"),
        ({"free": None}, "free: true or false, not None"),
        ({"entries": {}}, "entries: a list, not {}"),
        ({"entries": [[0, 0, "move", "b2 a2", START], "b2 a2"]}, "entry 1: a list, not 'b2 a2'"),
        ({"entries": [[-1, 0, "move", "b2 a2", 5]]}, "entry 0, ply: a number from 0 to"),
        ({"entries": [[0, True, "move", "b2 a2", 5]]}, "entry 0, seat: a whole number, not True"),
        ({"entries": [[0, 0, "move", ["b2"], 5]]}, "entry 0, text: a text, not"),
        ({"entries": [[0, 0, "move", "b2 a2", 2**53]]}, "entry 0, time: a number from 0 to"),
        ({"outcome": {"winner": 1}}, "outcome: there is no 'reason'"),
        ({"commit": ""}, "the log: 'commit' is not known here"),
        ({"spent": 5}, "spent: a list, not 5"),
        ({"spent": []}, "spent: one number or null for each of the 2 entries, not 0"),
        ({"spent": [None, 1.0]}, "spent, 1: a whole number, not 1.0"),
        ({"spent": [True, None]}, "spent, 0: a whole number, not True"),
        ({"spent": [None, -1]}, "spent, 1: a number from 0 to"),
        ({"spent": [None, 2**53]}, "spent, 1: a number from 0 to"),
        (
            {"spent": [None, None], "clock": {"days": 3}},
            "spent: only a game with a base/increment clock has it",
        ),
    ],
)
def test_anything_else_is_refused_with_its_place(change: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        load(OVER | change)


@each_row("key", KEYS)
def test_nothing_may_be_missing(key: str) -> None:
    with pytest.raises(ValueError, match=f"the log: there is no '{key}'"):
        load({other: value for other, value in OVER.items() if other != key})


@each_row("json", [None, 5, "log", [], [OVER], {}])
def test_what_is_no_object_is_no_log(json: object) -> None:
    with pytest.raises(ValueError, match="the log"):
        load(json)
