"""Validation of the request for a new game: which fields go together, and the clock."""

from __future__ import annotations

from typing import Any

import msgspec

from app.domain.game_info import Player
from app.domain.machines import analyst_of
from app.domain.new_game import find_game
from app.errors import Refusal
from app.messages import games as messages
from engine import Control, Game, control


def check_wish(body: messages.NewGame, player: Player) -> None:
    """Refusal `bad_message` names a field that cannot go with `bot`, `pair`, `to` or `rated`; `no_account`:
    rated games are between people who have accounts."""
    check_bot(body, find_game(body.rules))
    if body.date is not None and body.deal != "daily":
        raise Refusal("bad_message", field="date", message="only with the deal of the day")
    if body.difficulty is not None and body.deal != "winnable":
        raise Refusal("bad_message", field="difficulty", message="only with a winnable deal")
    if not (body.pair or body.rated or body.to is not None):
        return
    alone = len(find_game(body.rules).seats) == 1
    bad = {
        "rules": alone and "this is a game for one",
        "seat": body.seat == "both" and "one person has both seats",
        "deal": (body.pair or body.rated) and body.deal is not None and "only with a deal of the server",
        "position": (body.pair or body.rated) and body.position is not None and "only from the start",
        "public": (body.pair and body.public is False and "pairing is public")
        or (body.to is not None and body.public and "a challenge is private"),
        "to": body.pair and body.to is not None and "a pairing or a challenge, not both",
    }
    for field, message in bad.items():
        if message:
            raise Refusal("bad_message", field=field, message=str(message))
    if body.rated and not player.account:
        raise Refusal("no_account", message="rated games are between people with accounts")


def check_bot(body: messages.NewGame, game: Game[Any]) -> None:
    """Refusal `bad_message`: there is no such machine, or a field that cannot go with one."""
    if body.bot is None:
        return
    analyst = analyst_of(game)
    levels = analyst.levels if analyst else 0
    bad = {
        "rules": len(game.seats) == 1 and "this is a game for one",
        "bot": not 1 <= body.bot.level <= levels and _levels_in_words(game, levels),
        "clock": body.clock is not None and "a game with a machine has no clock",
        "rated": body.rated and "a game with a machine is not rated",
        "pair": body.pair and "a pairing or a machine, not both",
        "to": body.to is not None and "a challenge or a machine, not both",
        "seat": body.seat == "both" and "one person has both seats",
    }
    for field, message in bad.items():
        if message:
            raise Refusal("bad_message", field=field, message=str(message))


def _levels_in_words(game: Game[Any], levels: int) -> str:
    if not levels:
        return f"there is no machine for {game.title}"
    return f"the levels of the machine for {game.title} are 1 to {levels}"


def requested_control(game: Game[Any], clock: messages.Control | None, *, both: bool) -> Control | None:
    """The requested time control. Refusal `bad_message`: not one of the two forms, no time at all, or a game
    that is not of two players (`both`: one has both seats)."""
    if clock is None:
        return None
    if len(game.seats) == 1 or both:
        raise Refusal("bad_message", field="clock", message="only a game of two players has a clock")
    given: dict[str, int] = msgspec.to_builtins(clock)
    if given.keys() not in ({"days"}, {"base", "increment"}) or not any(given.values()):
        message = "a clock is {base, increment}, not both 0, or {days}"
        raise Refusal("bad_message", field="clock", message=message)
    return control(given)
