"""How a game may begin: the game, the deal and the position that somebody asks for, checked."""

from __future__ import annotations

import secrets
from typing import Any

from app.domain.daily import Day
from app.errors import Refusal
from engine import DEALS, GAMES, Game, Outcome

DRAWS = 100


def called(rules: str) -> Game[Any]:
    """The game of this id. Refusal `bad_message`: there is none."""
    if rules not in GAMES:
        raise Refusal("bad_message", field="rules", message=f"no game is called {rules[:40]!r}")
    return GAMES[rules]


def chosen_deal(game: Game[Any], deal: int | str | None, position: str | None) -> int | bytes | None:
    """The deal that was asked for, a number or 32 hex digits. Refusal `bad_message`: nothing is dealt, or
    a position was given too."""
    if deal is None:
        return None
    if not game.dealt:
        raise Refusal("bad_message", field="deal", message=f"nothing is dealt in {game.title}")
    _no_position(position)
    return deal if isinstance(deal, int) else bytes.fromhex(deal)


def drawn_deal(game: Game[Any]) -> int | bytes:
    """A deal by chance: a number, or 16 bytes where cards are hidden. One that is stuck before its first move
    (of Beleaguered Castle about 6 in 1000 are) is drawn again, as long as that helps."""
    for _ in range(DRAWS):
        deal: int | bytes = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
        if game.legal(game.start(deal)):
            break
    return deal


def _no_position(position: str | None) -> None:
    if position is not None:
        raise Refusal("bad_message", field="deal", message="a deal or a position, not both")


def daily_deal(game: Game[Any], today: Day, position: str | None) -> int | bytes:
    """The deal of a day. Refusal `bad_message`: only solitaires have one, or a position was given too."""
    _no_position(position)
    if len(game.seats) > 1 or not game.dealt:
        raise Refusal("bad_message", field="deal", message=f"{game.title} has no deal of the day")
    return today.deal(game)


def check_position(game: Game[Any], position: str | None) -> Outcome | None:
    """The outcome of a position that was asked for. Refusal `bad_message` says what is wrong, and where."""
    if position is None:
        return None
    try:
        return game.outcome(game.position(position))
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
