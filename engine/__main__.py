"""`python -m engine replay FILE`: replays a downloaded log and checks every entry and the stated outcome.

The one module of the engine that reads a file and prints. Exit codes: 0 the rules permit every entry and give
the stated outcome; 1 they do not; 2 the file is no log.
"""

from __future__ import annotations

import argparse
import json
import sys
from io import TextIOWrapper
from pathlib import Path

from engine.game import IllegalMove, Outcome
from engine.match import Match
from engine.record import Record, load


def main(arguments: list[str]) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every terminal has all the signs of moves
    parser = argparse.ArgumentParser(prog="python -m engine", description="Richelieu's rules by themselves.")
    commands = parser.add_subparsers(required=True)
    replay = commands.add_parser("replay", help="replay a downloaded log and check every entry of it")
    replay.add_argument(
        "file", metavar="FILE", help="the JSON of /api/games/{id}/log; - reads standard input"
    )
    return replay_file(parser.parse_args(arguments).file)


def replay_file(file: str) -> int:
    """Prints the game, or one sentence on standard error; returns the exit code."""
    try:
        record = load(json.loads(_bytes(file)))
    except (OSError, ValueError, RecursionError) as error:
        return _fail(2, f"{'Standard input' if file == '-' else file} is no log: {error}.")
    try:
        match = record.replay()
    except IllegalMove as error:
        return _fail(1, f"The log does not fit the rules of {record.game.title}: {error}.")
    except ValueError as error:
        return _fail(1, f"The position that the game was started from is none: {error}.")
    print("\n".join(game_lines(record, match)))
    if match.outcome != record.outcome:
        stated, found = outcome_text(record, record.outcome), outcome_text(record, match.outcome)
        return _fail(1, f"After ply {match.ply} the log states: {stated}; but it is: {found}.")
    return 0


def game_lines(record: Record, match: Match) -> list[str]:
    """The game for people to read: a heading, a line for each move in effect, the score, the outcome."""
    moves = [
        f"{step.number:4}. {record.game.seats[step.seat]:12} {step.notation(record.game, step.seat)}"
        for step in reversed(tuple(match.steps()))
    ]
    score = match.game.score(match.state)
    return [
        f"{record.game.title}, version {record.game.version}, game {record.id!a}, {match.ply} entries",
        *moves,
        *([f"score: {', '.join(map(str, score))}"] if score else []),
        f"outcome: {outcome_text(record, match.outcome)}",
    ]


def outcome_text(record: Record, outcome: Outcome | None) -> str:
    if outcome is None:
        return "not over"
    if outcome.winner is None:
        return f"no winner ({outcome.reason})"
    seats = dict(enumerate(record.game.seats))
    return f"won by {seats.get(outcome.winner, f'seat {outcome.winner}')} ({outcome.reason})"


def _bytes(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _fail(code: int, sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
