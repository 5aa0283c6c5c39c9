"""Command `analyse`: evaluate a position with `engine.analysis`."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from engine.analysis import Evaluation, Limits, Unreachable, Value, analyst_of
from engine.commands.positions import legal_moves, place_json, print_json, start
from engine.match import Match

FUNCTION_OF_ABILITY = {"evaluate": "evaluate", "winnable": "solve"}  # by ability of an analyst


def analyse(arguments: argparse.Namespace) -> int:
    """Print the value of a position, its best moves and, in a game for two, the values of all moves.

    ValueError: there is no search, the game is over, or the position is unreachable."""
    match = start(arguments)
    if match.outcome:
        raise ValueError(f"the game is over ({match.outcome.reason}): there is nothing to analyse")
    limits = Limits(nodes=arguments.nodes, data=arguments.data)
    try:
        found = _search(match, limits)
    except Unreachable as error:
        raise ValueError(str(error).rstrip(".")) from error
    if arguments.json:
        print_json(place_json(match) | _json_of(found))
    else:
        print(match.game.picture(match.game.show(match.state)))
        print("\n".join(_lines(match, found)))
    return 0


def _search(match: Match, limits: Limits) -> Evaluation:
    analyst = analyst_of(match.game)
    abilities = analyst.abilities if analyst else frozenset()
    if analyst is not None:
        for ability, name in FUNCTION_OF_ABILITY.items():
            if ability in abilities:
                found: Evaluation = getattr(analyst.load(), name)(match.game, match.state, limits)
                return found
    if analyst is None or "hint" not in abilities:
        raise ValueError(f"{match.game.id}: there is no search for its positions")
    hint, step = analyst.load().hint, 1
    given = hint(match.game, match.state, step, (), limits)
    while given.step < given.steps:
        step += 1
        given = hint(match.game, match.state, step, (), limits)
    moves = (given.move,) if given.move else ()
    return Evaluation(value=given.value or Value(exact=False), best=moves, line=given.line)


def _lines(match: Match, found: Evaluation) -> list[str]:
    """Return the value, the best moves and the line, then each legal move with its value."""
    game, state = match.game, match.state
    told = {move: game.tell(state, move, match.turn) for move in (*legal_moves(match), *found.best)}
    lines = [f"value: {found.value.told(game)}"]
    if found.best:
        lines.append(f"best: {', '.join(told[move] for move in found.best)}")
    if len(found.line) > 1:
        lines.append(f"line: {', '.join(_told_line(match, found.line))}")
    width = max(map(len, told.values()), default=0)
    lines += [f"  {told[move]:{width}}  {value.told(game)}" for move, value in found.moves.items()]
    return lines


def _told_line(match: Match, line: tuple[str, ...]) -> list[str]:
    told, state = [], match.state
    for move in line:
        told.append(match.game.tell(state, move, match.game.turn(state)))
        state = match.game.apply(state, move)
    return told


def _json_of(found: Evaluation) -> dict[str, Any]:
    return {
        "value": _value_json(found.value),
        "best": found.best,
        "line": found.line,
        "moves": {move: _value_json(value) for move, value in found.moves.items()},
    }


def _value_json(value: Value) -> dict[str, Any]:
    """Return the fields that are not None."""
    return {name: field for name, field in asdict(value).items() if field is not None}
