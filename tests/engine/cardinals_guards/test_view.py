"""Runs in the view of Cardinal's Guards, compared with the moves and their results."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engine import find
from tests.engine.cardinals_guards.plain import Plain, beyond, built, name, plain, played
from tests.rows import each_row

GAME = find("cardinals_guards")
TILES = "S0S1S2S3S4/S5M0M1M2M3/M4M5--C0C1/C2C3C4C5A0/A1A2A3A4A5"


def expected_run(before: Plain, there: Plain, words: list[str]) -> dict[str, Any]:
    """What the view must say of a move's last run, from the plain positions before and after it."""
    suit, fate = words[0], words[-1] in ("take", "leave")
    way = [word for word in words if word in ("n", "e", "s", "w")][-1]
    removed = len(words) > 3 and words[2] != "-"
    end = there.pawns.get(suit)
    return {
        "stop": name(end) if end else "out",
        "meets": name(beyond(end, way)) if end else None,
        "effect": "choice" if fate else "defeat" if there.defeated > before.defeated + removed else None,
        "searches": there.need != before.need,
        "loses": suit in there.lost,
    }


def listed(runs: dict[str, Any], edge: set[str]) -> dict[str, dict[str, Any]]:
    """Return the runs of the view by the beginning of their moves; check those into the tunnel."""
    found: dict[str, dict[str, Any]] = {}
    for begun, run in ((f"{suit} {way}", run) for suit, ways in runs.items() for way, run in ways.items()):
        if run["stop"] != "tunnel":
            assert "corners" not in run
            found[begun] = run
            continue
        corners = run["corners"]
        assert (run["meets"], run["effect"], run["searches"], run["loses"]) == (None, None, False, False)
        assert corners.keys() == {"-", *edge}
        for removal, freed in corners.items():
            for corner, ways in freed.items():
                for out, last in ways.items():
                    found[f"{begun} {removal} {corner} {out}"] = last
                    assert removal == "-" or last != corners["-"].get(corner, {}).get(out)
    return found


def check_runs(here: Plain) -> Counter[str]:
    """Compare the view's runs with every legal move and its result; there are no other runs."""
    state, seen = GAME.position(here.text), Counter[str]()
    edge = {name(square) for square in here.castle if {1, 5} & set(square)}
    runs = listed(GAME.view(state, 0)["runs"], edge)
    unused = set(runs)
    for move in GAME.legal(state):
        words = move.split(" ")
        if words[0] == "put":
            continue
        exactly = " ".join(words[:5] if len(words) > 3 else words[:2])
        begun = exactly if exactly in runs else " ".join([*words[:2], "-", *words[3:5]])
        run = runs[begun]
        unused.discard(begun)
        assert run == expected_run(here, plain(GAME.show(GAME.apply(state, move))), words), (here.text, move)
        seen.update([str(run["effect"]), *(what for what in ("searches", "loses") if run[what])])
        if len(words) > 3:
            seen.update(["tunnel", "changed" if begun == exactly and words[2] != "-" else "unchanged"])
    assert not unused
    return seen


def test_the_views_runs_are_the_legal_ones_and_say_what_they_come_to() -> None:
    random, seen = Random(9), Counter[str]()
    for deal in range(8):
        for here in played(plain(GAME.show(GAME.start(deal))), random, 40):
            seen += check_runs(here)
    for _ in range(120):
        seen += check_runs(built(random))
    assert min(seen[what] for what in ("tunnel", "changed", "searches", "loses", "defeat", "choice")) > 40


SHUT_IN = f"{TILES} S=a1 M=- C=- A=- 6666 {'.' * 14}SM{'.' * 4} b1S,a2M - 20 MCA"


def test_who_is_shut_in_with_an_empty_supply_is_stuck() -> None:
    state = GAME.position(SHUT_IN)
    assert (GAME.legal(state), GAME.outcome(state)) == ((), None)
    assert GAME.view(state, 0)["stuck"] is True


@each_row(
    "changes",
    [
        {" - 20": " S 19"},  # a guard can be put
        {"b1S,a2M - 20": "a2M - 21"},  # a run is free
        {f"{'.' * 14}SM": f"{'.' * 15}M", " 20 ": " 21 "},  # the way out is open
        {"S=a1": "S=-", "MCA": "SMCA"},  # over: all have escaped
    ],
)
def test_who_has_a_move_or_is_out_is_not_stuck(changes: dict[str, str]) -> None:
    text = SHUT_IN
    for old, new in changes.items():
        text = text.replace(old, new)
    state = GAME.position(text)
    assert bool(GAME.legal(state)) == (GAME.outcome(state) is None)
    assert GAME.view(state, 0)["stuck"] is False


def test_a_run_through_the_first_place_leads_out() -> None:
    state = GAME.position(f"{TILES} S=a5 M=b4 C=d3 A=e2 1111 .SSSSMMMMMCCCCCAAAAA - SMCA 1 -")
    run = GAME.view(state, 0)["runs"]["S"]["n"]
    assert (run["stop"], run["loses"]) == ("out", True)


def test_a_guard_off_the_edge_changes_no_run_from_a_corner() -> None:
    text = f"{TILES} S=a4 M=c4 C=d3 A=- 1236 SSSSSMMMMMCCCCCA.... b2A,e5A - 6 A"
    corners = GAME.view(GAME.position(text), 0)["runs"]["M"]["s"]["corners"]
    assert list(corners) == ["-", "e5"]


def test_the_view_shows_needs_and_counts() -> None:
    text = f"{TILES} S=a4 M=c4 C=d3 A=- 1236 SSSSSMMMMMCCCCCA.... a3A,e5A - 6 A"
    view = GAME.view(GAME.position(text), 0)
    assert view == GAME.view(GAME.position(text), None)
    assert {key: view[key] for key in view if key != "runs"} == {
        "position": text,
        "next": [1, 2, 3, 6],
        "defeated": 6,
        "searched": 8,
        "escaped": ["A"],
        "stuck": False,
    }
