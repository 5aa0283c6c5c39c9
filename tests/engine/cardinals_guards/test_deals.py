"""The deals of Cardinal's Guards, which never change, and two of them played to their ends."""

from __future__ import annotations

import json
from pathlib import Path

from engine import Entry, Match, Outcome, find
from tests.engine.cardinals_guards.plain import outside, plain
from tests.rows import each_row

GAME = find("cardinals_guards")
SOLUTIONS = json.loads(Path(__file__).with_name("solutions.json").read_text())[GAME.id]


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
