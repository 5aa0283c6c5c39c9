"""Commands `list`, `show`, `legal` and `perft`: games and positions, with nothing hidden."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from dataclasses import asdict
from typing import Any

from engine.commands import Answer
from engine.commands.progress import ShownProgress
from engine.entry import Entry
from engine.game import Game, Outcome
from engine.match import Match
from engine.perft import perft
from engine.registry import GAMES, PAST, find
from engine.text_reader import read_deal

FACTS = ("id", "version", "family", "title", "seats", "dealt", "hides", "uneven", "draws")


def find_game(text: str) -> Game[Any]:
    """Return the rules for `ID` or `ID@VERSION`. ValueError: there are none."""
    id, at, version = text.partition("@")  # noqa: A001
    if at and not (version.isascii() and version.isdecimal() and len(version) < 10):
        raise ValueError(f"{text[:80]!r} is no game: after @ comes the number of a version")
    try:
        return find(id, int(version) if at else None)
    except LookupError as error:
        raise ValueError(f"{error}; `list` has the ids") from error


def start(arguments: Namespace, deal: int | bytes = 0) -> Match:
    """Return the match that the arguments describe, both seats played by one person. `deal`: the default."""
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
    """Return the match after a move in either form."""
    if match.outcome:
        raise ValueError(f"{text[:80]!r} comes after the end ({match.outcome.reason})")
    move = match.game.read(match.state, text)
    return match.then_logged(Entry(match.ply, match.turn, "move", move, 0))


def told_moves(match: Match) -> dict[str, str]:
    """Return the legal moves with their notation: openings, then real moves that the openings stand for."""
    completions = match.game.completions(match.state) if match.legal else ()
    return {move: match.game.tell(match.state, move, match.turn) for move in (*match.legal, *completions)}


def score_lines(match: Match) -> list[str]:
    """Return a line with the score, or none if the game has no scores."""
    score = match.game.score(match.state)
    return [f"score: {', '.join(map(str, score))}"] if score else []


def outcome_text(game: Game[Any], outcome: Outcome | None) -> str:
    if outcome is None:
        return "not over"
    if outcome.winner is None:
        return f"no winner ({outcome.reason})"
    seats = dict(enumerate(game.seats))
    return f"won by {seats.get(outcome.winner, f'seat {outcome.winner}')} ({outcome.reason})"


def place_json(match: Match) -> dict[str, Any]:
    game = match.game
    return {"id": game.id, "version": game.version, "position": game.show(match.state)}


def list_games(_: Namespace) -> Answer:
    """List all games and versions, each by the ID that names it."""
    named = dict(GAMES) | {f"{game.id}@{game.version}": game for game in PAST.values()}
    described, lines, width = [], [], max(map(len, named))
    for name, game in named.items():
        facts = {fact: getattr(game, fact) for fact in FACTS}
        described.append(facts | {"options": dict(game.options), "current": name in GAMES})
        lines.append(f"{name:{width}}  {game.title}, version {game.version}: {', '.join(game.seats)}")
    return Answer(described, lines)


def show(arguments: Namespace) -> Answer:
    match = start(arguments)
    game, over, position = match.game, match.outcome, match.game.show(match.state)
    facts = {
        "turn": match.turn,
        "outcome": asdict(over) if over else None,
        "score": game.score(match.state),
        "legal": len(match.legal),
    }
    lines = [f"{game.title}, version {game.version}", game.picture(position), f"position: {position}"]
    lines += score_lines(match)
    if match.turn is None:
        lines.append(f"outcome: {outcome_text(game, over)}")
    else:
        lines.append(f"to move: {game.seats[match.turn]}, {len(match.legal)} legal")
    return Answer(place_json(match) | facts, lines)


def legal(arguments: Namespace) -> Answer:
    match = start(arguments)
    moves = told_moves(match)
    listed = [{"move": move, "told": told} for move, told in moves.items()]
    return Answer(
        place_json(match) | {"turn": match.turn, "legal": listed},
        [move if move == told else f"{move}  = {told}" for move, told in moves.items()],
    )


def perft_of(arguments: Namespace) -> Answer:
    match, depth = start(arguments), arguments.depth
    game, counts = match.game, {}
    nodes = perft(game, match.state, 0)  # refuses a game whose moves are too many to list
    if depth:
        with ShownProgress() as progress:
            progress.stage("perft", len(match.legal))
            for move in match.legal:
                counts[move] = perft(game, game.apply(match.state, move), depth - 1)
                progress.advance()
        nodes = sum(counts.values())
    counted = place_json(match) | {"depth": depth, "nodes": nodes}
    if not arguments.divide:
        return Answer(counted, [str(nodes)])
    lines = [f"{move}: {count}" for move, count in counts.items()]
    return Answer(counted | {"divide": counts}, [*lines, str(nodes)])


def plies(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise ArgumentTypeError(f"a number of plies from 0 to 99, not {text[:20]!r}")
    return int(text)
