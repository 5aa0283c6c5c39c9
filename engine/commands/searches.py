"""Commands `analyse`, `solve` and `daily`: values of positions and deals by `engine.analysis`."""

from __future__ import annotations

import json
import re
from argparse import ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from typing import Any

from engine.analysis import Evaluation, Limits, Value, analyst_of
from engine.analysis.shares import told_share
from engine.commands import Answer
from engine.commands.positions import find_game, place_json, start, told_moves
from engine.commands.progress import ShownProgress
from engine.daily import Certified, candidate, certify, first_with_a_move, has_daily_deal
from engine.game import Game
from engine.match import Match
from engine.registry import GAMES
from engine.rng import DEALS

Search = Callable[[Game[Any], Any, Limits], Evaluation]


def analyse(arguments: Namespace) -> Answer:
    """Tell the value of a position, its best moves and, in a game for two, the values of all moves."""
    match = start(arguments)
    game, state = match.game, match.state
    if match.outcome:
        raise ValueError(f"the game is over ({match.outcome.reason}): there is nothing to analyse")
    search = _search_of(game) or _last_hint
    found = search(game, state, Limits(nodes=arguments.nodes, data=arguments.data))
    lines = [game.picture(game.show(state)), *_lines(match, found)]
    return Answer(place_json(match) | asdict(found, dict_factory=_without_none), lines)


def _search_of(game: Game[Any]) -> Search | None:
    """Return the search that solves or else evaluates positions of the game; None: there is none."""
    analyst = analyst_of(game)
    for ability, name in (("winnable", "solve"), ("evaluate", "evaluate")):
        if analyst and ability in analyst.abilities:
            search: Search = getattr(analyst.load(), name)
            return search
    return None


def _last_hint(game: Game[Any], state: Any, limits: Limits) -> Evaluation:
    """Return what the last step of a hint says. ValueError: the game has no hints."""
    analyst = analyst_of(game)
    if analyst is None or "hint" not in analyst.abilities:
        raise ValueError(f"{game.id}: there is no search for its positions")
    hint = analyst.load().hint
    steps = (hint(game, state, step, (), limits) for step in count(1))
    last = next(given for given in steps if given.step >= given.steps)
    moves = (last.move,) if last.move else ()
    return Evaluation(value=last.value or Value(exact=False), best=moves, line=last.line)


def _lines(match: Match, found: Evaluation) -> list[str]:
    """Return the value, the best moves and the line, then each legal move with its value."""
    game, state = match.game, match.state
    told = told_moves(match) | {move: game.tell(state, move, match.turn) for move in found.best}
    lines = [f"value: {found.value.told(game)}"]
    if found.best:
        lines.append(f"best: {', '.join(told[move] for move in found.best)}")
    if len(found.line) > 1:
        told_line = []
        for move in found.line:
            told_line.append(game.tell(state, move, game.turn(state)))
            state = game.apply(state, move)
        lines.append(f"line: {', '.join(told_line)}")
    width = max(map(len, told.values()), default=0)
    return lines + [f"  {told[move]:{width}}  {value.told(game)}" for move, value in found.moves.items()]


def _without_none(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: field for name, field in fields if field is not None}


def solve(arguments: Namespace) -> Answer:
    """Solve deals, or evaluate them if the family has only scores. ValueError: there is no search."""
    game = find_game(arguments.id)
    search = _search_of(game) if len(game.seats) == 1 else None
    if search is None:
        raise ValueError(f"{game.id}: there is no search for its deals")
    found: Counter[str] = Counter()
    with ShownProgress() as progress:
        progress.stage("deals", len(arguments.deals))
        for deal in arguments.deals:
            result = search(game, game.start(deal), Limits(nodes=arguments.nodes))
            told = result.value.verdict or f"score {', '.join(map(str, result.value.score or ()))}"
            found[told] += 1
            if arguments.json:
                line = {"deal": deal, "found": told, "exact": result.value.exact, "line": result.line}
                progress.print(json.dumps(line))
            else:
                progress.print(f"{deal}: {told}" + (f", {len(result.line)} moves" if result.line else ""))
            progress.advance()
    return Answer(lines=[f"{told}: {told_share(n, found.total())}" for told, n in sorted(found.items())])


def deals(text: str) -> range:
    """Parse deal numbers such as 7 or 0-199."""
    first, _, last = text.partition("-")
    if first.isdecimal() and (last or first).isdecimal():
        numbers = range(int(first), int(last or first) + 1)
        if numbers.start < numbers.stop <= DEALS:
            return numbers
    raise ArgumentTypeError(f"numbers from 0 to {DEALS - 1} as in 7 or 0-199, not {text[:30]!r}")


def daily(arguments: Namespace) -> Answer:
    """Print each deal of a day, after repeating the searches that chose it."""
    secret, date = arguments.secret, arguments.date
    found: dict[str, dict[str, Any]] = {}
    for game in filter(has_daily_deal, GAMES.values()):
        certified = _certify(game, secret, date, arguments.nodes)
        number = certified.number if certified else first_with_a_move(game, secret, date)
        dealt = candidate(game, secret, date, number)
        deal = dealt.hex() if isinstance(dealt, bytes) else dealt
        found[game.id] = {"deal": deal, "number": number}
        line = f"{game.id}: {deal}" + (f", candidate {number}" if number else "")
        if certified:
            skipped = [passed._asdict() for passed in certified.skipped]
            found[game.id] |= certified._asdict() | {"skipped": skipped}
            verdicts = "".join(f", candidate {tried} {verdict}" for tried, verdict in certified.skipped)
            line += f": winnable{verdicts} (solver {certified.version}, {certified.nodes} nodes)"
        if not arguments.json:
            print(line)
    return Answer({"date": date, "deals": found})


def _certify(game: Game[Any], secret: bytes, date: str, nodes: int) -> Certified | None:
    """Repeat the search for the deal of a game; None: its deals are not searched, or none was proved."""
    analyst = analyst_of(game)
    if analyst is None or "winnable" not in analyst.abilities:
        return None
    solve, limits = analyst.load().solve, Limits(nodes=nodes)
    choosing = certify(game, secret, date, analyst.version, nodes)
    deal = next(choosing)
    while True:
        try:
            deal = choosing.send(solve(game, game.start(deal), limits).value.verdict)
        except StopIteration as chosen:
            certified: Certified | None = chosen.value
            return certified


def secret(text: str) -> bytes:
    """Parse a secret of 32 bytes from its hex digits."""
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise ArgumentTypeError("64 hex digits")
    return bytes.fromhex(text)
