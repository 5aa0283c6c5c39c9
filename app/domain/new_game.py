"""Validates the parameters of a new game: its rules, deal, position and clock."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from app.domain.daily import Day, has_daily_deal
from app.domain.game_info import Player
from app.domain.machines import check_bot
from app.errors import Refusal
from app.messages import games as messages
from engine import DEALS, GAMES, Control, Game, Match, Outcome, control, find, load_text

MAX_DRAWS = 100


def find_game(rules: str, version: int | None = None) -> Game[Any]:
    """The current rules of the game with this id, or those of a version. Refusal `bad_message`: there are
    none."""
    if rules not in GAMES:
        raise Refusal("bad_message", field="rules", message=f"there is no game {rules[:40]!r}")
    try:
        return find(rules, version)
    except LookupError as error:
        raise Refusal("bad_message", field="version", message=str(error)) from None


def check_wish(body: messages.NewGame, player: Player) -> None:
    """Refusal `bad_message` names a field that cannot go with `bot`, `pair`, `to` or `rated`; `no_account`:
    rated games are between people who have accounts."""
    check_bot(body, find_game(body.rules))
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


def requested_deal(game: Game[Any], deal: int | str | None, position: str | None) -> int | bytes | None:
    """The requested deal, a number or 32 hex digits. Refusal `bad_message`: nothing is dealt, or
    a position was given too."""
    if deal is None:
        return None
    if not game.dealt:
        raise Refusal("bad_message", field="deal", message=f"nothing is dealt in {game.title}")
    _refuse_position(position)
    return deal if isinstance(deal, int) else bytes.fromhex(deal)


def random_deal(game: Game[Any]) -> int | bytes:
    """A random deal: a number, or 16 bytes where cards are hidden. One without a legal first move (in
    Beleaguered Castle about 6 in 1000) is drawn again, at most MAX_DRAWS times."""
    for _ in range(MAX_DRAWS):
        deal: int | bytes = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
        if game.legal(game.start(deal)):
            break
    return deal


def _refuse_position(position: str | None) -> None:
    if position is not None:
        raise Refusal("bad_message", field="deal", message="a deal or a position, not both")


def daily_deal(game: Game[Any], today: Day, position: str | None) -> int | bytes:
    """The deal of a day. Refusal `bad_message`: this game has none, or a position was given too."""
    _refuse_position(position)
    if not has_daily_deal(game):
        raise Refusal("bad_message", field="deal", message=f"{game.title} has no deal of the day")
    return today.deal(game)


def is_text(position: str | None) -> bool:
    """Whether a requested position is a whole game as text, which begins with a header."""
    return position is not None and position.lstrip().startswith("[")


def match_of_text(game: Game[Any], text: str) -> Match:
    """The match after the moves of a game as text. Refusal `bad_message` names the header, or the
    number of the move; or the text is of another game. Takes up to a second for the longest body."""
    try:
        match = load_text(text).replay()
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
    if match.game.id != game.id:
        message = f"Game: the text is of {match.game.title}, not of {game.title}"
        raise Refusal("bad_message", field="position", message=message)
    return match


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


def check_position(game: Game[Any], position: str | None) -> Outcome | None:
    """The outcome of a requested position. Refusal `bad_message` says what is wrong, and where."""
    if position is None:
        return None
    try:
        return game.outcome(game.position(position))
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
