"""The state encoder shares parts between viewers; the result equals a state encoded for each viewer alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from app.domain.game_info import GameInfo, Player
from app.live.state import Access, Snapshot, StateEncoder, state_for
from app.messages import games as wire
from engine import Entry, Game, Match
from tests.engine.games import each_listed_game

NAMES = ('"seat":null', '"legal":[]', '","acts":[]')  # names may contain JSON


@each_listed_game
def test_a_cached_state_equals_one_encoded_for_each_viewer(game: Game[Any]) -> None:
    people = tuple(Player(f"id{seat}", NAMES[seat]) for seat, _ in enumerate(game.seats))
    deal = None if not game.dealt else b"\1" * 16 if game.hides else 1
    info = GameInfo(game.id, game, deal, False, None, False, True, "id0", 0, 0, people)
    both = replace(info, players=(people[0],) * len(people), free=len(people) > 1)
    seats = (None, *range(len(game.seats)))
    for variant in (info, both):
        chance, match = Random(1), variant.match()
        while True:
            presence = wire.Presence([True] * len(people), match.ply, [None] * len(people), list(NAMES))
            for access in Access:
                encoder = StateEncoder(Snapshot(variant, match), presence, access)
                for seat in seats if access is not Access.CLOSED else (None,):
                    uncached = state_for(variant, match, seat, presence, access)
                    assert encoder.text(seat) == wire.encode(uncached), f"{match.ply} {seat} {access}"
            moves = [move for move in match.legal if game.permits(match.state, move)]
            if not moves or match.ply > 60:
                break
            match = _next(match, chance.choice(moves))


def _next(match: Match, move: str) -> Match:
    return match.then(Entry(match.ply, match.turn, "move", move, 0))
