"""Command `daily`: recompute the daily deals of a date from its secret."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any

from engine import GAMES, Game
from engine.analysis import Analyst, Limits, analyst_of
from engine.commands.positions import print_json
from engine.daily import (
    Certified,
    candidate,
    certify,
    first_with_a_move,
    has_daily_deal,
)


def daily(arguments: argparse.Namespace) -> int:
    """Print the deals of a day after repeating the searches that chose them."""
    secret, date = arguments.secret, arguments.date
    deals: dict[str, Any] = {}
    for game in filter(has_daily_deal, GAMES.values()):
        certified = _certify(game, secret, date, arguments.nodes)
        number = certified.number if certified else first_with_a_move(game, secret, date)
        dealt = candidate(game, secret, date, number)
        deal = dealt.hex() if isinstance(dealt, bytes) else dealt
        deals[game.id] = {"deal": deal, "number": number}
        if certified:
            deals[game.id] |= certified._asdict() | {"skipped": [one._asdict() for one in certified.skipped]}
        if not arguments.json:
            print(f"{game.id}: {deal}{_told(number, certified)}")
    if arguments.json:
        print_json({"date": date, "deals": deals})
    return 0


def _certify(game: Game[Any], secret: bytes, date: str, nodes: int) -> Certified | None:
    """Repeat the search for the deal of a game; None: its deals are not searched, or none was proved."""
    analyst = analyst_of(game)
    if analyst is None or "winnable" not in analyst.abilities:
        return None
    verdict = _verdict_of(game, analyst, nodes)
    choosing = certify(game, secret, date, analyst.version, nodes)
    deal = next(choosing)
    while True:
        try:
            deal = choosing.send(verdict(deal))
        except StopIteration as chosen:
            found: Certified | None = chosen.value
            return found


def _verdict_of(game: Game[Any], analyst: Analyst, nodes: int) -> Callable[[int], str]:
    solve = analyst.load().solve
    return lambda deal: str(solve(game, game.start(deal), Limits(nodes=nodes)).value.verdict)


def _told(number: int, certified: Certified | None) -> str:
    told = f", candidate {number}" if number else ""
    if certified is None:
        return told
    verdicts = "".join(f", candidate {passed.number} {passed.verdict}" for passed in certified.skipped)
    return f"{told}: winnable{verdicts} (solver {certified.version}, {certified.nodes} nodes)"


def secret(text: str) -> bytes:
    """Return a secret of 32 bytes from its hex digits."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("64 hex digits")
    return bytes.fromhex(text)
