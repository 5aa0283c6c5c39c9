"""Command `solve`: run the solver of a solitaire on numbered deals, one line each."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from engine.analysis import Evaluation, Limits, analyst_of
from engine.analysis.shares import told_share
from engine.commands.positions import find_game
from engine.commands.progress import ShownProgress
from engine.rng import DEALS


def solve(arguments: argparse.Namespace) -> int:
    """Solve deals, or evaluate them if the family has only scores. ValueError: there is no search."""
    game = find_game(arguments.id)
    analyst = analyst_of(game)
    abilities = analyst.abilities if analyst and len(game.seats) == 1 else frozenset()
    name = "solve" if "winnable" in abilities else "evaluate"
    if analyst is None or not {"winnable", "evaluate"} & abilities:
        raise ValueError(f"{game.id}: there is no search for its deals")
    search = getattr(analyst.load(), name)
    found: Counter[str] = Counter()
    with ShownProgress() as progress:
        progress.stage("deals", len(arguments.deals))
        for deal in arguments.deals:
            result: Evaluation = search(game, game.start(deal), Limits(nodes=arguments.nodes))
            value = result.value
            told = value.verdict or f"score {', '.join(map(str, value.score or ()))}"
            found[told] += 1
            if arguments.json:
                line = {"deal": deal, "found": told, "exact": value.exact, "line": result.line}
                progress.print(json.dumps(line))
            else:
                moves = f", {len(result.line)} moves" if result.line else ""
                progress.print(f"{deal}: {told}{moves}")
            progress.advance()
    if not arguments.json:
        for told, count in sorted(found.items()):
            print(f"{told}: {told_share(count, len(arguments.deals))}")
    return 0


def deals(text: str) -> range:
    """Parse deal numbers such as 7 or 0-199."""
    first, _, last = text.partition("-")
    if first.isdecimal() and (last or first).isdecimal():
        numbers = range(int(first), int(last or first) + 1)
        if numbers.start < numbers.stop <= DEALS:
            return numbers
    raise argparse.ArgumentTypeError(f"numbers from 0 to {DEALS - 1} as in 7 or 0-199, not {text[:30]!r}")
