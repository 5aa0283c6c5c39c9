"""Command line: `engine COMMAND ...`, or `python -m engine COMMAND ...`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from engine import __version__
from engine.analysis import NeedsExtra
from engine.commands import Answer, logs, positions, searches, terminal
from engine.commands.pipe import run_to_pipe
from engine.daily import CANDIDATE_NODES

Command = Callable[[argparse.Namespace], Answer]
EXIT_CODES = """exit codes: 0 done (replay and check: the file fits the rules and the stated outcome);
1 bad input, explained in one sentence with its place, or numpy is missing; 2 usage error;
3 replay and check: the file fits, but cannot prove its end (a player had left; in a text, time was over or
the log was full); 141 nobody reads the output"""


def main(arguments: list[str]) -> int:
    """Run one command and return the exit code. SystemExit with code 2: usage error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # some terminals cannot encode move symbols
    parsed = _parser().parse_args(arguments)
    try:
        answer: Answer = parsed.run(parsed)
    except (ValueError, NeedsExtra) as error:
        sentence = str(error).removesuffix(".")
        answer = Answer({"error": sentence}, code=1)
        print(f"{sentence}.", file=sys.stderr)
    if not parsed.json:
        for line in answer.lines:
            print(line)
    elif answer.json is not None:
        print(json.dumps(answer.json))
    return answer.code


def run() -> None:
    """Entry point of the script `engine`."""
    sys.exit(run_to_pipe(partial(main, sys.argv[1:])))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine" if Path(sys.argv[0]).name == "__main__.py" else "engine",
        description="The rules of Richelieu's games. ID is the id of a game, or ID@1 of an older version.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"richelieu-engine {__version__}")
    parser.set_defaults(json=False)
    as_json, place, search = (argparse.ArgumentParser(add_help=False) for _ in range(3))
    as_json.add_argument("--json", action="store_true", help="for programs")
    place.add_argument("id", metavar="ID")
    place.add_argument("--deal", metavar="N", help="a number, or hex digits; without it 0")
    place.add_argument("--position", metavar="TEXT", help="a position text, in place of a deal")
    after = "a move made first; may stand many times"
    place.add_argument("--after", metavar="MOVE", action="append", default=[], help=after)
    tables = "of tables: `python -m app tables`, data/tables"
    search.add_argument("--data", metavar="FOLDER", type=Path, help=tables)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, run: Command, help: str, *shared: argparse.ArgumentParser) -> Callable[..., object]:
        command = commands.add_parser(name, parents=shared, help=help)
        command.set_defaults(run=run)
        return command.add_argument

    add("list", positions.list_games, "the games and their versions", as_json)
    add("show", positions.show, "a position, with nothing hidden", place, as_json)
    add("legal", positions.legal, "the legal moves, and how they are told", place, as_json)
    option = add("perft", positions.perft_of, "how many ways there are to play N plies", place, as_json)
    option("depth", metavar="N", type=positions.plies)
    option("--divide", action="store_true", help="for each first move by itself")
    option = add("analyse", searches.analyse, "value and best moves of a position", place, search, as_json)
    option("--nodes", metavar="N", type=int, help="limit of the search")
    option = add("play", terminal.play, "a game in the terminal", place, search)
    option("--machine", metavar="LEVEL", type=int, help="play against the bot of this level")
    option("--seat", metavar="NAME", help="your seat against the bot; without it the first")
    option = add("replay", logs.replay, "a downloaded or copied game, move by move", as_json)
    option("file", metavar="FILE", help="JSON or text form; - reads standard input")
    option = add("check", logs.check, "whether games fit the rules, one line each", as_json)
    option("files", metavar="FILE", nargs="+", help="JSON or text form; - reads standard input")
    option = add("solve", searches.solve, "numbered deals of a solitaire, by searches", as_json)
    option("id", metavar="ID")
    option("deals", metavar="DEALS", type=searches.deals, help="one, like 7, or several, like 0-199")
    option("--nodes", metavar="N", type=int, help="limit of each deal's search")
    option = add("daily", searches.daily, "the deals of a past day, searched again", as_json)
    option("secret", metavar="SECRET", type=searches.secret, help="of the day: 64 hex digits")
    option("date", metavar="DATE", help="such as 2026-11-21")
    option("--nodes", metavar="N", type=int, default=CANDIDATE_NODES, help="limit of each search")
    return parser


if __name__ == "__main__":
    run()
