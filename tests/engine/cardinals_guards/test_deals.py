"""The deals of Cardinal's Guards, which never change, and two of them played to their ends."""

from __future__ import annotations

import json
from pathlib import Path

from engine import Entry, Match, Outcome, find
from tests.engine.cardinals_guards.plain import outside, plain
from tests.rows import each_row

GAME = find("cardinals_guards")
SOLUTIONS = json.loads(Path(__file__).with_name("solutions.json").read_text())[GAME.id]


DEALT = {
    0: "C5S0A3A4M5/S2A1C4M3C0/M4M1--C1C2/S1C3A0S4S5/M2S3A2A5M0"
    " S=b5 M=e1 C=e4 A=c2 1111 CAMASACCCCMSSCAMSSAA - SMMM 0 -",
    3: "S3C0S0M2S1/A0M1A2C5C4/A5M3--A3A4/S2M4S5C3C2/M5A1S4M0C1"
    " S=c5 M=d1 C=b5 A=a4 1111 SSACCMSCCAAMSAMCSASC - MMMA 0 -",
    2**32 - 1: "M2S3C4A2S1/C0S2A1S5M5/S4A0--M1S0/M4A5C2M0M3/C1C5A3C3A4"
    " S=e3 M=d2 C=a4 A=b3 1111 MSMACMCSAACSMSSACCAM - SMCA 0 -",
}


def test_a_numbered_deal_is_the_same_for_ever() -> None:
    assert {deal: GAME.show(GAME.start(deal)) for deal in DEALT} == DEALT


def test_every_deal_has_all_tiles_and_coins_and_the_musketeers_on_their_rank_0() -> None:
    supplies = set()
    for deal in range(200):
        start = plain(GAME.show(GAME.start(deal)))
        assert sorted(start.tiles.values()) == sorted(suit + rank for suit in "SMCA" for rank in "012345")
        assert sorted([*start.guards.values(), *start.supply]) == sorted("SMCA" * 6)
        assert len(start.guards) == 20
        assert all(outside(place) for place in start.guards)
        assert {suit: start.tiles[square] for suit, square in start.pawns.items()} == {
            suit: f"{suit}0" for suit in "SMCA"
        }
        supplies.add(start.supply)
    assert len(supplies) > 25  # of 35: they are four at random, not one of each suit


@each_row("deal, reason, score", [("3", "perfect", 56), ("4", "escaped", 54)])
def test_a_known_deal_is_played_to_its_end(deal: str, reason: str, score: int) -> None:
    match = Match.start(GAME, int(deal))
    for move in SOLUTIONS[deal]:
        assert match.outcome is None
        match = match.then(Entry(match.ply, 0, "move", move, 0))
    assert match.outcome == Outcome(0, reason)
    assert GAME.score(match.state) == (score,)
    assert GAME.view(match.state, 0)["escaped"] == list("SMCA")
    assert GAME.view(match.state, 0)["runs"] == {}
    assert match.legal == ()
