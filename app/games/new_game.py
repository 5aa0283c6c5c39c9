"""Games on offer, and validation of the rules, deal and position of new ones."""

from __future__ import annotations

import secrets
from collections.abc import Generator
from typing import Any, NamedTuple

from msgspec import UNSET

from app.core.errors import Refusal
from app.games import messages
from app.model.analysts import analyst_of
from app.results.daily.days import Day
from engine import DEALS, GAMES, Game, Outcome, find
from engine.daily import has_daily_deal
from engine.text_reader import read_in_steps

MAX_DEAL_ATTEMPTS = 100
CHARS_PER_MOVE = 8  # estimate for a game as text, including move numbers


def rules_message(game: Game[Any]) -> messages.Rules:
    """Return a game as listed by `GET /api/rules`, which pages embed too."""
    return messages.Rules(
        id=game.id,
        family=game.family,
        title=game.title,
        seats=game.seats,
        version=game.version,
        dealt=game.dealt,
        hides=game.hides,
        uneven=game.uneven,
        daily=has_daily_deal(game),
        draws=game.draws,
        options=dict(game.options),
        presets=[messages.Preset(base, increment) for base, increment in game.presets],
        machine=_analyst(game),
    )


def _analyst(game: Game[Any]) -> messages.Analyst | None:
    analyst = analyst_of(game)
    if analyst is None:
        return None
    teaches = bool(analyst.levels and analyst.judging)
    par = analyst.par or (len(game.seats) == 1 and "evaluate" in analyst.abilities)
    return messages.Analyst(analyst.levels, sorted(analyst.abilities), teaches or UNSET, par or UNSET)


def find_game(rules: str, version: int | None = None) -> Game[Any]:
    """Return the current rules of a game, or those of a version. Refusal `bad_message`: there are none."""
    if rules not in GAMES:
        raise Refusal("bad_message", field="rules", message=f"there is no game {rules[:40]!r}")
    try:
        return find(rules, version)
    except LookupError as error:
        raise Refusal("bad_message", field="version", message=str(error)) from None


def requested_deal(game: Game[Any], deal: int | str | None, position: str | None) -> int | bytes | None:
    """Return the requested deal, a number or 32 hex digits. Refusal `bad_message`: nothing is dealt, or a
    position was given too."""
    if deal is None:
        return None
    if not game.dealt:
        raise Refusal("bad_message", field="deal", message=f"nothing is dealt in {game.title}")
    _refuse_position(position)
    return deal if isinstance(deal, int) else bytes.fromhex(deal)


def random_deal(game: Game[Any]) -> int | bytes:
    """Return a random deal: a number, or 16 bytes if cards are hidden. Redraws deals without a legal move (in
    Beleaguered Castle about 6 in 1000), up to MAX_DEAL_ATTEMPTS times."""
    for _ in range(MAX_DEAL_ATTEMPTS):
        deal: int | bytes = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
        if game.legal(game.start(deal)):
            break
    return deal


def _refuse_position(position: str | None) -> None:
    if position is not None:
        raise Refusal("bad_message", field="deal", message="a deal or a position, not both")


def daily_deal(game: Game[Any], today: Day, position: str | None) -> int | bytes:
    """Return the daily deal. Refusal `bad_message`: this game has none, or a position was given too."""
    _refuse_position(position)
    if not has_daily_deal(game):
        raise Refusal("bad_message", field="deal", message=f"{game.title} has no deal of the day")
    return today.deal(game)


def is_text(position: str | None) -> bool:
    """Return whether a requested position is a game in text form, which starts with a header."""
    return position is not None and position.lstrip().startswith("[")


def moves_of_text(text: str) -> int:
    """Estimate the number of moves of a game in text form, without parsing it."""
    return len(text) // CHARS_PER_MOVE


class ImportedGame(NamedTuple):
    """An imported game: its deal, its start position (None: the usual one), and its last position."""

    deal: int | bytes
    start: str | None
    end: str


def import_text(game: Game[Any], text: str) -> Generator[None, None, ImportedGame]:
    """Replay a game in text form in steps; takes up to a second for the longest body. Refusal `bad_message`
    names the wrong header or move number, or the text is of another game."""
    try:
        match = (yield from read_in_steps(text)).match
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
    if match.game.id != game.id:
        message = f"Game: the text is of {match.game.title}, not of {game.title}"
        raise Refusal("bad_message", field="position", message=message)
    return ImportedGame(match.deal, match.position, match.game.show(match.state))


def check_position(game: Game[Any], position: str | None) -> Outcome | None:
    """Return the outcome of a requested position. Refusal `bad_message` names place and reason."""
    if position is None:
        return None
    try:
        return game.outcome(game.position(position))
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
