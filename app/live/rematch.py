"""The rematch of an ended game: offered, withdrawn, declined or accepted, beside the log."""

from __future__ import annotations

from dataclasses import replace

from app.clock import now
from app.db.games.rematches import RematchStore
from app.domain.game_info import GameInfo, Rematch
from app.domain.names import new_id
from app.domain.new_game import find_game, random_deal
from app.errors import Refusal
from app.messages import games as messages
from engine import Match, Seat

Message = messages.Offer | messages.Withdraw | messages.Answer


async def change_rematch(
    store: RematchStore, info: GameInfo, match: Match, seat: Seat, message: Message
) -> Rematch:
    """Carries out a message about the rematch, by the player in `seat`. One that was carried out before
    changes nothing.

    Refusal: `not_live` (a seat was free to the end), `stale`, `illegal_move` (the game goes on: `too_early`;
    no game of two: `not_here`; `no_offer`; `offered_before`)."""
    if not info.of_two:
        raise Refusal("illegal_move", rule="not_here", message="only a game of two players has a rematch")
    if not info.full:
        raise Refusal("not_live", message="a seat was free to the end")
    if match.outcome is None:
        raise Refusal("illegal_move", rule="too_early", message="the game is not over")
    if message.ply != match.ply:
        raise Refusal("stale", message=f"ply {message.ply}, but the match ended at {match.ply}")
    match message:
        case messages.Offer():
            return await store.offer(info.id, seat, following_game(info))
        case messages.Withdraw():
            return await store.withdraw(info.id, seat)
        case messages.Answer(yes=True):
            return await store.accept(info.id, seat, following_game(info))
        case messages.Answer():
            return await store.decline(info.id, seat)


def following_game(info: GameInfo) -> GameInfo:
    """A new game like this one with the seats swapped, by the current rules. Refusal: there are none."""
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
