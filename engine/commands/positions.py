"""Commands `list`, `show`, `legal` and `perft`: games and positions, with nothing hidden."""

from __future__ import annotations

import argparse
import json
from typing import Any

from engine.commands.progress import ShownProgress
from engine.entry import Entry
from engine.game import Game, Outcome
from engine.match import Match
from engine.perft import perft
from engine.registry import GAMES, PAST, find
from engine.text_reader import read_deal


def find_game(text: str) -> Game[Any]:
    """Return the rules for `ID` or `ID@VERSION`. ValueError: there are none."""
    id, at, version = text.partition("@")  # noqa: A001
    if at and not (version.isascii() and version.isdecimal() and len(version) < 10):
        raise ValueError(f"{text[:80]!r} is no game: after @ comes the number of a version")
    try:
        return find(id, int(version) if at else None)
    except LookupError as error:
        raise ValueError(f"{error}; `list` has the ids") from error


def start(arguments: argparse.Namespace, deal: int | bytes = 0) -> Match:
    """Return the match that the arguments describe, both seats played by one person. `deal`: the default.
    ValueError says what is wrong."""
    game, position = find_game(arguments.id), arguments.position
    if arguments.deal is not None:
        deal = read_deal(game, arguments.deal, position)
    try:
        match = Match.start(game, deal, position=position, free=len(game.seats) > 1)
    except ValueError as error:
        raise ValueError(f"position: {error}") from error
    for number, text in enumerate(arguments.after, 1):
        try:
            match = make_move(match, text)
        except ValueError as error:
            raise ValueError(f"after, move {number}: {error}") from error
    return match


def make_move(match: Match, text: str) -> Match:
    """Return the match after a move in either form. ValueError says what is wrong."""
    if match.outcome:
        raise ValueError(f"{text[:80]!r} comes after the end ({match.outcome.reason})")
    move = match.game.read(match.state, text)
    return match.then_logged(Entry(match.ply, match.turn, "move", move, 0))


def list_games(arguments: argparse.Namespace) -> int:
    """Print all games and versions."""
    games = [*GAMES.values(), *PAST.values()]
    if arguments.json:
        print_json([_described(game) for game in games])
        return 0
    width = max(len(_name(game)) for game in games)
    for game in games:
        print(f"{_name(game):{width}}  {game.title}, version {game.version}: {', '.join(game.seats)}")
    return 0


def _name(game: Game[Any]) -> str:
    """Return the ID argument that names this game."""
    return game.id if GAMES.get(game.id) is game else f"{game.id}@{game.version}"


def _described(game: Game[Any]) -> dict[str, Any]:
    facts = ("id", "version", "family", "title", "seats", "dealt", "hides", "uneven", "draws")
    described = {fact: getattr(game, fact) for fact in facts}
    return described | {"options": dict(game.options), "current": GAMES.get(game.id) is game}


def show(arguments: argparse.Namespace) -> int:
    """Print a position."""
    match = start(arguments)
    if arguments.json:
        over = match.outcome
        print_json(
            place_json(match)
            | {
                "turn": match.turn,
                "outcome": {"winner": over.winner, "reason": over.reason} if over else None,
                "score": match.game.score(match.state),
                "legal": len(match.legal),
            }
        )
        return 0
    game = match.game
    print(f"{game.title}, version {game.version}")
    print(game.picture(game.show(match.state)))
    print(f"position: {game.show(match.state)}")
    if score := game.score(match.state):
        print(f"score: {', '.join(map(str, score))}")
    if match.turn is None:
        print(f"outcome: {outcome_text(game, match.outcome)}")
    else:
        print(f"to move: {game.seats[match.turn]}, {len(match.legal)} legal")
    return 0


def outcome_text(game: Game[Any], outcome: Outcome | None) -> str:
    """Return the outcome in words."""
    if outcome is None:
        return "not over"
    if outcome.winner is None:
        return f"no winner ({outcome.reason})"
    seats = dict(enumerate(game.seats))
    return f"won by {seats.get(outcome.winner, f'seat {outcome.winner}')} ({outcome.reason})"


def legal(arguments: argparse.Namespace) -> int:
    """Print the legal moves with their notation."""
    match = start(arguments)
    moves = [(move, match.game.tell(match.state, move, match.turn)) for move in legal_moves(match)]
    if arguments.json:
        listed = [{"move": move, "told": told} for move, told in moves]
        print_json(place_json(match) | {"turn": match.turn, "legal": listed})
        return 0
    for move, told in moves:
        print(move if move == told else f"{move}  = {told}")
    return 0


def legal_moves(match: Match) -> list[str]:
    """Return the legal moves, including openings, then real moves that the openings stand for."""
    completions = match.game.completions(match.state) if match.legal else ()
    return [*match.legal, *completions]


def perft_of(arguments: argparse.Namespace) -> int:
    """Print the perft count of a position, with `--divide` per first move."""
    match, depth = start(arguments), arguments.depth
    counts: dict[str, int] = {}
    if match.game.allows is not None or not depth:
        nodes = perft(match.game, match.state, depth)
    else:
        counts = _divide(match, depth)
        nodes = sum(counts.values())
    if arguments.json:
        divided = {"divide": counts} if arguments.divide else {}
        print_json(place_json(match) | {"depth": depth, "nodes": nodes} | divided)
        return 0
    if arguments.divide:
        for move, count in counts.items():
            print(f"{move}: {count}")
    print(nodes)
    return 0


def _divide(match: Match, depth: int) -> dict[str, int]:
    """Return perft counts by first move, for a game without openings."""
    counts = {}
    with ShownProgress() as progress:
        progress.stage("perft", len(match.legal))
        for move in match.legal:
            counts[move] = perft(match.game, match.game.apply(match.state, move), depth - 1)
            progress.advance()
    return counts


def place_json(match: Match) -> dict[str, Any]:
    """Return the game and position as JSON, common to the output of all position commands."""
    return {
        "id": match.game.id,
        "version": match.game.version,
        "position": match.game.show(match.state),
    }


def print_json(json_value: object) -> None:
    """Print one line of JSON."""
    print(json.dumps(json_value))
