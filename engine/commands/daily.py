"""Command `daily`: recompute the daily deals of a date from its secret, and verify a certificate."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine import GAMES, Game
from engine.analysis import Analyst, Limits, analyst_of
from engine.commands.positions import print_json
from engine.daily import (
    Certified,
    candidate,
    certificate,
    certify,
    first_with_a_move,
    has_daily_deal,
    seal,
)


def daily(arguments: argparse.Namespace) -> int:
    """Print the deals of a day and repeat the searches that chose them; with `--certificate` compare the
    results. ValueError: the file is not a certificate, differs, or names another version of the solver."""
    secret, date = arguments.secret, arguments.date
    given = None if arguments.certificate is None else _read(arguments.certificate)
    found: dict[str, Certified] = {}
    for game in GAMES.values():
        if not has_daily_deal(game):
            continue
        wanted = None if given is None else given["deals"].get(game.id)
        certified = None
        if given is None or wanted is not None:
            certified = _certify(game, secret, date, wanted or {"nodes": arguments.nodes})
        if certified:
            found[game.id] = certified
        number = certified.number if certified else first_with_a_move(game, secret, date)
        deal = candidate(game, secret, date, number)
        if not arguments.json:
            print(f"{game.id}: {deal.hex() if isinstance(deal, bytes) else deal}{_told(number, certified)}")
    made = certificate(secret, date, found)
    if arguments.json:
        print_json({"certificate": made, "seal": seal(made)})
    elif found:
        print(f"seal: {seal(made)}")
    if given is not None and given != made:
        raise ValueError("the certificate differs from what the searches find")
    return 0


def _certify(game: Game[Any], secret: bytes, date: str, asked: dict[str, Any]) -> Certified | None:
    """Repeat the search for the deal of a game. `asked`: `nodes` and optionally `version`."""
    analyst = analyst_of(game)
    if analyst is None or "winnable" not in analyst.abilities:
        return None
    version = asked.get("version", analyst.version)
    if version != analyst.version:
        raise ValueError(
            f"{game.id} needs version {version} of its solver; this is version {analyst.version}"
        )
    verdict = _verdict_of(game, analyst, asked["nodes"])
    choosing = certify(game, secret, date, version, asked["nodes"])
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


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
        found["deals"].items()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is no certificate: {error}") from None
    return dict(found)


def secret(text: str) -> bytes:
    """Return a secret of 32 bytes from its hex digits."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("64 hex digits")
    return bytes.fromhex(text)
