"""Command line: `engine COMMAND ...`, or `python -m engine COMMAND ...`.

Exit codes:
- 0: success. `replay` and `check`: every entry is legal and leads to the stated outcome.
- 1: bad input (an id, position, move or file; the message names the place), or numpy is missing.
- 2: usage error: unknown command or option.
- 3: `replay` and `check` found no error, but the file alone cannot prove how the game ended: a player left
  or, in the text form, ran out of time or the log was full.
- 141: nobody reads the output any more.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from io import TextIOWrapper
from pathlib import Path

from engine import __version__
from engine.analysis import NeedsExtra
from engine.commands import analyse, daily, logs, positions, solve, terminal
from engine.commands.pipe import run_to_pipe
from engine.daily import CANDIDATE_NODES

EXIT_CODES = """exit codes: 0 done (replay and check: the file fits the rules and the stated outcome);
1 bad input, explained in one sentence with its place; 2 usage error; 3 replay and check: the file fits,
but cannot prove its end (a player had left; in a text, time was over); 141 nobody reads the output"""


def main(arguments: list[str]) -> int:
    """Run one command and return the exit code. SystemExit with code 2: usage error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # some terminals cannot encode move symbols
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
    except (ValueError, NeedsExtra) as error:
        if getattr(parsed, "json", False):
            positions.print_json({"error": str(error)})
        print(f"{error}.", file=sys.stderr)
        return 1
    return code


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
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    json = argparse.ArgumentParser(add_help=False)
    json.add_argument("--json", action="store_true", help="for programs")
    place = argparse.ArgumentParser(add_help=False)
    place.add_argument("id", metavar="ID")
    place.add_argument("--deal", metavar="N", help="a number, or hex digits; without it 0")
    place.add_argument("--position", metavar="TEXT", help="a position text, in place of a deal")
    place.add_argument(
        "--after",
        metavar="MOVE",
        action="append",
        default=[],
        help="a move made first; may stand many times",
    )

    one = commands.add_parser("list", parents=[json], help="the games and their versions")
    one.set_defaults(run=positions.list_games)
    one = commands.add_parser("show", parents=[place, json], help="a position, with nothing hidden")
    one.set_defaults(run=positions.show)
    one = commands.add_parser("legal", parents=[place, json], help="the legal moves, and how they are told")
    one.set_defaults(run=positions.legal)
    one = commands.add_parser("perft", parents=[place, json], help="how many ways there are to play N plies")
    one.add_argument("depth", metavar="N", type=_depth)
    one.add_argument("--divide", action="store_true", help="for each first move by itself")
    one.set_defaults(run=positions.perft_of)
    search = argparse.ArgumentParser(add_help=False)
    search.add_argument(
        "--data", metavar="FOLDER", type=Path, help="of tables: `python -m app tables`, data/tables"
    )
    one = commands.add_parser(
        "analyse", parents=[place, search, json], help="value and best moves of a position"
    )
    one.add_argument("--nodes", metavar="N", type=int, help="limit of the search")
    one.set_defaults(run=analyse.analyse)
    one = commands.add_parser("play", parents=[place, search], help="a game in the terminal")
    one.add_argument("--machine", metavar="LEVEL", type=int, help="play against the bot of this level")
    one.add_argument("--seat", metavar="NAME", help="your seat against the bot; without it the first")
    one.set_defaults(run=terminal.play)
    one = commands.add_parser("replay", parents=[json], help="a downloaded or copied game, move by move")
    one.add_argument("file", metavar="FILE", help="JSON or text form; - reads standard input")
    one.set_defaults(run=logs.replay)
    one = commands.add_parser("check", parents=[json], help="whether games fit the rules, one line each")
    one.add_argument("files", metavar="FILE", nargs="+", help="JSON or text form; - reads standard input")
    one.set_defaults(run=logs.check)
    one = commands.add_parser("solve", parents=[json], help="numbered deals of a solitaire, by searches")
    one.add_argument("id", metavar="ID")
    one.add_argument("deals", metavar="DEALS", type=solve.deals, help="one, like 7, or several, like 0-199")
    one.add_argument("--nodes", metavar="N", type=int, help="limit of each deal's search")
    one.set_defaults(run=solve.solve)
    one = commands.add_parser("daily", parents=[json], help="the deals of a past day, searched again")
    one.add_argument("secret", metavar="SECRET", type=daily.secret, help="of the day: 64 hex digits")
    one.add_argument("date", metavar="DATE", help="such as 2026-11-21")
    one.add_argument("--nodes", metavar="N", type=int, default=CANDIDATE_NODES, help="limit of each search")
    one.set_defaults(run=daily.daily)
    return parser


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise argparse.ArgumentTypeError(f"a number of plies from 0 to 99, not {text[:20]!r}")
    return int(text)


if __name__ == "__main__":
    run()
