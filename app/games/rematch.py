"""Rematch of an ended game: offer, withdraw, decline, accept. It is not in the log."""

from __future__ import annotations

from dataclasses import replace

from app.core.errors import Refusal
from app.core.ids import new_id
from app.db.clock import now
from app.games import acts
from app.games.new_game import find_game, random_deal
from app.games.rematch_store import RematchStore
from app.model.game_info import GameInfo, Rematch
from engine import Match, Seat

RematchAct = acts.Offer | acts.Withdraw | acts.Answer


async def change_rematch(
    store: RematchStore, info: GameInfo, match: Match, seat: Seat, message: RematchAct
) -> Rematch:
    """Carry out a message about the rematch, by the player in `seat`. A repeated message changes nothing.

    Refusal `not_live` (a seat was free at the end), `stale`, `illegal_move` (rule `too_early`: the game goes
    on; `not_here`: not a game for two; `no_offer`; `offered_before`).
    """
    if not info.of_two:
        raise Refusal("illegal_move", rule="not_here", message="Only games for two players have a rematch.")
    if not info.full:
        raise Refusal("not_live", message="A seat was still free when the game ended.")
    if match.outcome is None:
        raise Refusal("illegal_move", rule="too_early", message="The game is not over.")
    if message.ply != match.ply:
        raise Refusal("stale", message=f"ply {message.ply}, but the match ended at {match.ply}")
    match message:
        case acts.Offer():
            return await store.offer(info.id, seat, following_game(info))
        case acts.Withdraw():
            return await store.withdraw(info.id, seat)
        case acts.Answer(yes=True):
            return await store.accept(info.id, seat, following_game(info))
        case acts.Answer():
            return await store.decline(info.id, seat)


def following_game(info: GameInfo) -> GameInfo:
    """Return a new game like this one with seats swapped, under the current rules. Refusal: there are
    none."""
    game, created = find_game(info.game.id), now()
    dealt = game.dealt and info.position is None
    return replace(
        info,
        id=new_id(),
        game=game,
        deal=random_deal(game) if dealt else None,
        chosen=False,
        public=info.public and not info.public_at_end,
        created=created,
        started=created,
        players=info.players[::-1],
        pair=False,
        to=None,
        declined=None,
        ratings=info.ratings[::-1],
        warnings=(),
        rematch=None,
    )
