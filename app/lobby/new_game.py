"""Validation of requests for a new game: combinations of fields, and the time control."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from app.core.errors import Refusal
from app.games import messages
from app.games.new_game import find_game
from app.model import messages as shared
from app.model.analysts import analyst_of
from app.model.game_info import Player
from engine import Control, Game, control


def check_request(body: messages.NewGame, player: Player) -> None:
    """Raise Refusal `bad_message` for a field that conflicts with `bot`, `pair`, `to` or `rated`;
    `no_account` for a rated game of a guest."""
    check_bot(body, find_game(body.rules))
    if body.date is not None and body.deal in (None, "winnable"):
        raise Refusal("bad_message", field="date", message="Only a daily deal has a date.")
    if body.difficulty is not None and body.deal != "winnable":
        raise Refusal("bad_message", field="difficulty", message="Only a winnable deal has a difficulty.")
    if not (body.pair or body.rated or body.to is not None):
        return
    alone = len(find_game(body.rules).seats) == 1
    bad = {
        "rules": alone and "This is a game for one player.",
        "seat": body.seat == "both" and "One player would have both seats.",
        "deal": (body.pair or body.rated)
        and body.deal is not None
        and "The server chooses the deal of paired and rated games.",
        "position": (body.pair or body.rated)
        and body.position is not None
        and "Paired and rated games begin at the start position.",
        "public": (body.pair and body.public is False and "Paired games are public.")
        or (body.to is not None and body.public and "Challenges are private."),
        "to": body.pair and body.to is not None and "Ask for a pairing or a challenge, not both.",
    }
    for field, message in bad.items():
        if message:
            raise Refusal("bad_message", field=field, message=str(message))
    if body.rated and not player.account:
        raise Refusal("no_account", message="Rated games need an account. Sign up first.")


def check_bot(body: messages.NewGame, game: Game[Any]) -> None:
    """Raise Refusal `bad_message` if there is no such bot, or for a field that conflicts with a bot game."""
    if body.bot is None:
        return
    analyst = analyst_of(game)
    levels = analyst.levels if analyst else 0
    bad = {
        "rules": len(game.seats) == 1 and "This is a game for one player.",
        "bot": not 1 <= body.bot.level <= levels and _levels_in_words(game, levels),
        "clock": body.clock not in (None, "none") and "Games against a bot have no clock.",
        "rated": body.rated and "Games against a bot are unrated.",
        "pair": body.pair and "Ask for a pairing or a bot, not both.",
        "to": body.to is not None and "Ask for a challenge or a bot, not both.",
        "seat": body.seat == "both" and "One player would have both seats.",
    }
    for field, message in bad.items():
        if message:
            raise Refusal("bad_message", field=field, message=str(message))


def _levels_in_words(game: Game[Any], levels: int) -> str:
    if not levels:
        return f"There is no bot for {game.title}."
    return f"The bot levels of {game.title} are 1 to {levels}."


def requested_control(
    game: Game[Any], clock: shared.Control | Literal["none"] | None, *, both: bool
) -> Control | None:
    """Return the requested time control. Refusal `bad_message`: malformed, no time at all, or not a game for
    two players (`both`: one player has both seats)."""
    if clock is None or clock == "none":
        return None
    if len(game.seats) == 1 or both:
        raise Refusal("bad_message", field="clock", message="Only games for two players have a clock.")
    given: dict[str, int] = msgspec.to_builtins(clock)
    if given.keys() not in ({"days"}, {"base", "increment"}) or not any(given.values()):
        message = "A clock is {base, increment}, not both 0, or {days}."
        raise Refusal("bad_message", field="clock", message=message)
    return control(given)
