"""Command `play`: play in the terminal, all seats by one person or one of them by a bot.

It shows only what the person may see. If standard input is not a terminal, prompts go to standard error, so
that a program can read standard output.
"""

from __future__ import annotations

import re
import secrets
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import NamedTuple, cast

from engine.analysis import Limits, analyst_of
from engine.commands import Answer
from engine.commands.positions import find_game, make_move, outcome_text, score_lines, start, told_moves
from engine.entry import Act, Entry
from engine.game import Seat
from engine.match import Match
from engine.record import write_text
from engine.rng import DEALS

HELP = """Type a move in either form, such as one that `moves` lists. Other words:
  moves   the legal moves
  undo    takes the last move back; redo makes it again
  resign  gives up
  text    the game so far as text, which `replay` takes
  quit    ends without a result"""


class Bot(NamedTuple):
    """A bot; `choose` returns its move in a match."""

    seat: Seat
    choose: Callable[[Match], str]


def play(arguments: Namespace) -> Answer:
    """Play until the end of the game, `quit`, or the end of input. ValueError: invalid start, bot or seat."""
    game = find_game(arguments.id)
    deal: int | bytes = 0
    if game.dealt and arguments.deal is None and arguments.position is None:
        deal = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
    match = start(arguments, deal)
    bot = _bot(arguments, match)
    print(f"{game.title}, version {game.version}. `help` says what to type.")
    if game.dealt and match.position is None and isinstance(match.deal, int):  # a secret comes at the end
        print(f"deal: {match.deal}")
    while match.turn is not None:
        if bot is not None and match.turn == bot.seat:
            move = bot.choose(match)
            print(f"\n{game.seats[bot.seat]}: {game.tell(match.state, move, None)}")
            match = match.then_logged(Entry(match.ply, bot.seat, "move", move, 0))
            continue
        _show(match)
        following = _ask(match, bot)
        if following is None:
            return Answer(lines=["The game was left."])
        match = following
    _show(match)
    return Answer(lines=[f"outcome: {outcome_text(game, match.outcome)}", _text(match)])


def _bot(arguments: Namespace, match: Match) -> Bot | None:
    """Return the bot that the arguments name; None: one person plays every seat."""
    game, level, seat = match.game, arguments.machine, arguments.seat
    if level is None:
        if seat is not None or arguments.data is not None:
            raise ValueError("--seat and --data need --machine LEVEL")
        return None
    analyst = analyst_of(game)
    levels = analyst.levels if analyst else 0
    if analyst is None or not 1 <= level <= levels:
        has = f"the levels are 1 to {levels}" if levels else "it has no bot"
        raise ValueError(f"--machine {level}: {game.title}: {has}")
    if seat is not None and seat not in game.seats:
        raise ValueError(f"--seat {seat[:40]!r}: the seats are {' and '.join(game.seats)}")
    choose, seed, limits = analyst.load().choose, secrets.randbelow(DEALS), Limits(data=arguments.data)
    own = 0 if seat is None else game.seats.index(seat)
    return Bot(1 - own, lambda match: choose(game, match.state, level, seed, limits))


def _show(match: Match) -> None:
    position = match.view(match.turn or 0)["position"]
    print("", match.game.picture(position), *score_lines(match), sep="\n")


def _text(match: Match) -> str:
    return write_text(match).removesuffix("\n")


def _ask(match: Match, bot: Bot | None) -> Match | None:
    """Return the match after the next act of the person; None if they quit."""
    seat = match.game.seats[match.game.turn(match.state)]
    while True:
        try:
            typed = _input(f"{seat}> ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        try:
            match word := typed.lower():
                case "quit":
                    return None
                case "" | "help" | "?":
                    print(HELP)
                case "moves":
                    moves = ", ".join(told_moves(match).values())
                    print(moves or "There is no legal move: `undo` or `resign`.")
                case "text":
                    print(_text(match))
                case "undo" | "redo" | "resign":
                    return _act(match, cast(Act, word), bot)
                case _:
                    return make_move(match, typed)
        except ValueError as error:
            words = re.sub("(?<=[a-z])_(?=[a-z])", " ", str(error))  # of rule names such as must_capture
            print(f"No: {words}.")


def _input(prompt: str) -> str:
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)
    return input()


def _act(match: Match, act: Act, bot: Bot | None) -> Match:
    """Return the match after an act; `undo` and `redo` include the bot's move."""
    match = match.then_logged(Entry(match.ply, match.turn, act, "", 0))
    if bot is None or match.turn != bot.seat:
        return match
    twice = match.undoable if act == "undo" else match.redoable
    return match.then_logged(Entry(match.ply, match.turn, act, "", 0)) if twice else match
