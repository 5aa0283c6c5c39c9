"""Cardinal's Guards against a second, plain implementation of its rules, and easily missed points."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import IllegalMove, MalformedMove, Outcome, find
from tests.engine.cardinals_guards.plain import PERIMETER, Plain, built, name, plain, played
from tests.rows import each_row
from tests.soak import size

GAME = find("cardinals_guards")
TILES = "S0S1S2S3S4/S5M0M1M2M3/M4M5--C0C1/C2C3C4C5A0/A1A2A3A4A5"
RING = "SSSSSMMMMMCCCCCAAAAA"  # suns in the north, moons east, crowns south, arms west


def of(text: str) -> Any:
    return GAME.position(text)


def after(text: str, *moves: str) -> str:
    """Return the position text after these moves, each of them listed."""
    state = of(text)
    for move in moves:
        assert move in GAME.legal(state), (move, GAME.legal(state))
        state = GAME.apply(state, move)
    return GAME.show(state)


def but(text: str, *changes: str) -> str:
    """Return the text with new words: S=e5, next=2111, castle=b2S, supply=-, defeated=1, escaped=S, a5n=."""
    words = text.split(" ")
    names = ("tiles", *"SMCA", "next", "perimeter", "castle", "supply", "defeated", "escaped")
    places = [name(place) for place in PERIMETER]
    for key, value in (change.split("=") for change in changes):
        if key in places:
            at = places.index(key)
            words[6] = words[6][:at] + value + words[6][at + 1 :]
        else:
            words[names.index(key)] = f"{key}={value}" if key in "SMCA" else value
    return " ".join(words)


def compare(here: Plain) -> Counter[str]:
    """Compare the engine's moves and their results with the plain ones; count what happened."""
    state, seen = of(here.text), Counter[str]()
    expected = dict(here.moves())
    assert GAME.legal(state) == tuple(expected)
    for move, there in expected.items():
        state_after = GAME.apply(state, move)
        assert GAME.show(state_after) == there.text, (here.text, move)
        assert GAME.score(state_after) == (there.score,)
        seen.update(there.events)
        assert (GAME.outcome(state_after) is None) == (not there.lost and len(there.escaped) < 4)
    return seen


@pytest.mark.soak
def test_random_games_go_as_the_plain_rules_say() -> None:
    games, random, seen = size(200, 10), Random(24), Counter[str]()
    for deal in range(games):
        for here in played(plain(GAME.show(GAME.start(deal))), random, 50):
            seen += compare(here)
    happened = ("tunnel", "removal", "take", "leave", "defeat", "lost", "search")
    assert {what: seen[what] for what in happened if seen[what] < 2 * games} == {}


@pytest.mark.soak
def test_built_positions_go_as_the_plain_rules_say() -> None:
    positions, random, seen = size(2400, 120), Random(56), Counter[str]()
    for _ in range(positions):
        seen += compare(built(random))
    happened = (
        *("tunnel", "removal", "corner freed", "zero", "search"),
        *("take", "leave", "defeat", "escape", "lost"),
    )
    assert {what: seen[what] for what in happened if seen[what] < positions // 3} == {}


START = f"{TILES} S=a5 M=b4 C=d3 A=e2 1111 {RING} - SMCA 0 -"
BESIDE = but(START, "A=d3", "C=e2")
HELD = but(START, "M=c4", "castle=a1M,e3S", "supply=CA")


@each_row(
    "text",
    [
        START,
        but(START, "castle=c5A", "supply=SMC"),  # who runs over a chamber, or stops on it
        but(START, "castle=d5A", "supply=SMC"),  # a chamber of another suit
        but(START, "castle=d5A", "supply=SMC", "next=2111"),  # out of turn
        but(START, "C=d4"),
        but(START, "S=a4"),  # a guard of the own suit, and of another
        but(START, "castle=a3S", "supply=MCA"),  # a castle guard stops a run
        but(START, "A=a2"),  # a musketeer does
        but(START, "S=c5"),  # the tunnel, and a corner that stops the run at once
        BESIDE,
        but(BESIDE, "next=1112"),
        but(HELD, "S=b1"),  # a corner is free when its guard is removed below
        HELD,  # a guard less on the edge changes the run along it
        but(START, "a5w=.", "defeated=1"),  # straight out
        but(START, "C=c1", "castle=d1A", "supply=SMC"),  # back to the same position
        but(START, "e5n=.", "castle=a1A", "supply=SSMC"),  # one guard of each suit is offered
    ],
)
def test_what_is_easily_missed_goes_as_the_plain_rules_say(text: str) -> None:
    compare(plain(text))


def test_an_open_place_loses_a_musketeer_at_once_unless_rank_5_is_searched() -> None:
    opened = but(START, "a5n=.", "defeated=1")
    assert after(opened, "S n") == but(opened, "S=-")
    assert GAME.outcome(of(after(opened, "S n"))) == Outcome(None, "lost_musketeer")
    done = but(opened, "next=6111")
    assert after(done, "S n") == but(done, "S=-", "escaped=S")
    assert GAME.outcome(of(after(done, "S n"))) is None
    assert GAME.score(of(after(done, "S n"))) == (5 + 1 + 3,)


@each_row(
    "move, rule",
    [
        ("S", "not_a_move"),
        ("s e", "not_a_move"),
        ("S  e", "not_a_move"),
        ("S e e5", "not_a_move"),
        ("put S c3", "no_tile"),
        ("put S b4", "square_held"),
        ("put S a1", "square_held"),
        ("put A b1", "not_in_supply"),
        ("A n", "musketeer_out"),
        ("S n", "blocked"),
        ("S n take", "blocked"),
        ("S e - a1 n", "no_tunnel"),
        ("C w", "needs_corner"),
        ("C w take", "needs_corner"),
        ("C w b4 e1 n", "no_guard"),
        ("C w a5n e1 n", "not_a_move"),
        ("C w - b1 n", "not_a_corner"),
        ("C w - a1 n", "corner_held"),
        ("C w - a5 n", "corner_held"),
        ("C w - e1 s", "needs_choice"),
        ("C w - e1 e take", "no_choice"),
        ("C s", "needs_choice"),
        ("S e leave", "no_choice"),
    ],
)
def test_a_move_that_is_not_possible_breaks_a_rule_by_name(move: str, rule: str) -> None:
    text = but(START, "A=-", "next=1116", "castle=a1A", "supply=SMC", "escaped=A")
    assert move not in GAME.legal(of(text))
    assert GAME.why(of(text), move) == rule


SQUARES = "S3C0S0M2S1/A0M1A2C5C4/A5M3--A3A4/S2M4S5C3C2/M5A1S4M0C1"


@each_row(
    "musketeer, guard, move, rule",
    [
        ("d1", "a1C", "S s d4 a1 n", "corner_held"),  # the guard of d4 is removed, not the one on the corner
        ("d1", "a1C", "S s d4 e1 n take", "no_choice"),
        ("d1", "a1C", "S s d4 e1 n", None),
        ("a1", "b2C", "M w", "blocked"),  # a musketeer in the first corner is not out
        ("a1", "b2C", "M n take", "no_choice"),
    ],
)
def test_what_is_easily_missed_breaks_the_right_rule(
    musketeer: str, guard: str, move: str, rule: str | None
) -> None:
    text = f"{SQUARES} S=c5 M={musketeer} C=b5 A=a4 1111 SSACCMSCCAAMSAMCSAS. {guard},d4M A 2 -"
    assert GAME.why(of(text), move) == rule


@each_row(
    "typed, move",
    [
        ("S e", "S e"),
        (" s  E ", "S e"),
        ("se", "S e"),
        ("put s B2", "put S b2"),
        ("PUTSB2", "put S b2"),
        ("c w - E1 s TAKE", "C w - e1 s take"),
        ("cw-e1stake", "C w - e1 s take"),
        ("C s leave", "C s leave"),
    ],
)
def test_typed_moves_are_read_in_any_case_and_with_any_spaces(typed: str, move: str) -> None:
    assert GAME.read(of(START), typed) == move
    assert GAME.tell(of(START), move, 0) == move


def test_typing_that_is_no_move_is_refused_with_the_reason() -> None:
    with pytest.raises(MalformedMove, match="'run!' is not written like S n, S n take, S e - a1 n or put S"):
        GAME.read(of(START), "run!")
    with pytest.raises(MalformedMove) as refused:
        GAME.read(of(START), "run!" * 100)
    assert len(str(refused.value)) < 150
    with pytest.raises(IllegalMove, match="S n is not possible: blocked") as illegal:
        GAME.read(of(START), "s n")
    assert illegal.value.rule == "blocked"


def test_20_chambers_24_guards_and_4_musketeers_at_3_make_56() -> None:
    last = f"{TILES} S=a5 M=- C=- A=- 6666 {'.' * 20} - - 24 MCA"
    assert GAME.score(of(last)) == (20 + 24 + 3 * 3,)
    assert GAME.outcome(of(last)) is None
    assert GAME.outcome(of(after(last, "S n"))) == Outcome(0, "perfect")
    assert GAME.score(of(after(last, "S n"))) == (56,)
    short = last.replace(" - 24", " S 23")
    assert GAME.outcome(of(after(short, "S n"))) == Outcome(0, "escaped")
    assert GAME.score(of(after(short, "S n"))) == (55,)


def test_a_musketeer_who_left_too_early_ends_the_game_with_the_score_so_far() -> None:
    lost = f"{TILES} S=- M=- C=- A=d1 5666 {'.' * 20} - - 24 MC"
    assert GAME.outcome(of(lost)) == Outcome(None, "lost_musketeer")
    assert GAME.score(of(lost)) == (19 + 24 + 6,)


def test_positions_that_differ_in_the_suit_of_a_castle_guard_play_alike() -> None:
    """A perimeter guard of another suit is another position: he may be taken."""
    one, other, third = (
        of(but(START, f"castle=b2{guard}", f"a5n={ring}", f"supply={supply}"))
        for guard, ring, supply in (("S", "S", "MCA"), ("M", "S", "SCA"), ("S", "M", "SCA"))
    )
    assert GAME.legal(one) != GAME.legal(other)  # the supplies differ
    same = other._replace(supply=one.supply)
    assert GAME.legal(one) == GAME.legal(same)
    assert one != same
    assert GAME.key(one) == GAME.key(same)
    assert len({GAME.key(one), GAME.key(other), GAME.key(third)}) == 3


def test_the_key_tells_where_a_guard_stands_in_the_castle_and_where_he_does_not() -> None:
    start = of(START)
    puts = [move for move in GAME.legal(start) if move.startswith("put S ")]
    assert len({GAME.key(GAME.apply(start, move)) for move in puts}) == len(puts) > 10
