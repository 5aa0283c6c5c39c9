"""Rules, deals and positions of new games, and what is wrong with requested ones."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

from app.domain.daily import Day
from app.errors import Refusal
from engine import DEALS, GAMES, Game, Outcome, find, load_text
from engine.daily import has_daily_deal

MAX_DRAWS = 100
CHARACTERS_A_MOVE = 8  # of a game as text, its number included


def find_game(rules: str, version: int | None = None) -> Game[Any]:
    """The current rules of the game with this id, or those of a version. Refusal `bad_message`: there are
    none."""
    if rules not in GAMES:
        raise Refusal("bad_message", field="rules", message=f"there is no game {rules[:40]!r}")
    try:
        return find(rules, version)
    except LookupError as error:
        raise Refusal("bad_message", field="version", message=str(error)) from None


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


def moves_of_text(text: str) -> int:
    """Return about how many moves a game as text may have, without reading it."""
    return len(text) // CHARACTERS_A_MOVE


class ImportedGame(NamedTuple):
    """What is played of a game as text: its deal; the position it was started from, None for the usual start;
    its last position."""

    deal: int | bytes
    start: str | None
    end: str


def import_text(game: Game[Any], text: str) -> ImportedGame:
    """Replay a game as text. Refusal `bad_message` names the header, or the number of the move; or the text
    is of another game. Takes up to a second for the longest body."""
    try:
        match = load_text(text).replay()
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
    if match.game.id != game.id:
        message = f"Game: the text is of {match.game.title}, not of {game.title}"
        raise Refusal("bad_message", field="position", message=message)
    return ImportedGame(match.deal, match.position, match.game.show(match.state))


def check_position(game: Game[Any], position: str | None) -> Outcome | None:
    """The outcome of a requested position. Refusal `bad_message` says what is wrong, and where."""
    if position is None:
        return None
    try:
        return game.outcome(game.position(position))
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
