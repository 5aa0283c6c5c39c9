"""Validation of requests for a new game: combinations of fields, and the time control."""

from __future__ import annotations

from collections.abc import Iterator
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
    """Raise Refusal `bad_message` for a field that conflicts with another one, or if there is no such bot;
    `no_account` for a rated game of a guest."""
    for field, is_wrong, message in _conflicts(body, find_game(body.rules)):
        if is_wrong:
            raise Refusal("bad_message", field=field, message=message)
    if body.rated and not player.account:
        raise Refusal("no_account", message="Rated games need an account. Sign up first.")


def _conflicts(body: messages.NewGame, game: Game[Any]) -> Iterator[tuple[str, bool, str]]:
    """Yield field, whether it conflicts with others, and what to say then."""
    alone, both, to = len(game.seats) == 1, body.seat == "both", body.to is not None
    if body.bot is not None:
        analyst = analyst_of(game)
        levels = analyst.levels if analyst else 0
        missing = f"There is no bot for {game.title}."
        if levels:
            missing = f"The bot levels of {game.title} are 1 to {levels}."
        yield "rules", alone, "This is a game for one player."
        yield "bot", not 1 <= body.bot.level <= levels, missing
        yield "clock", body.clock not in (None, "none"), "Games against a bot have no clock."
        yield "rated", bool(body.rated), "Games against a bot are unrated."
        yield "pair", bool(body.pair), "Ask for a pairing or a bot, not both."
        yield "to", to, "Ask for a challenge or a bot, not both."
        yield "seat", both, "One player would have both seats."
    yield "date", body.date is not None and body.deal in (None, "winnable"), "Only a daily deal has a date."
    hard = body.difficulty is not None and body.deal != "winnable"
    yield "difficulty", hard, "Only a winnable deal has a difficulty."
    if body.pair or body.rated or to:
        yield "rules", alone, "This is a game for one player."
        yield "seat", both, "One player would have both seats."
    if body.pair or body.rated:
        yield "deal", body.deal is not None, "The server chooses the deal of paired and rated games."
        yield "position", body.position is not None, "Paired and rated games begin at the start position."
    yield "public", bool(body.pair) and body.public is False, "Paired games are public."
    yield "public", to and bool(body.public), "Challenges are private."
    yield "to", bool(body.pair) and to, "Ask for a pairing or a challenge, not both."


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
