"""Command `play`: play in the terminal, all seats by one person or one of them by a bot.

It shows only what the person may see. If standard input is not a terminal, prompts go to standard error, so
that a program can read standard output.
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Callable
from typing import NamedTuple

from engine.analysis import Limits, analyst_of
from engine.commands.positions import find_game, legal_moves, make_move, outcome_text, start
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


def play(arguments: argparse.Namespace) -> int:
    """Play until the end of the game, `quit`, or the end of input. ValueError: invalid start, bot or seat."""
    game = find_game(arguments.id)
    deal: int | bytes = 0
    if game.dealt and arguments.deal is None and arguments.position is None:
        deal = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
    match = start(arguments, deal)
    bot = _bot(arguments, match)
    dealt = game.dealt and match.position is None
    print(f"{game.title}, version {game.version}. `help` says what to type.")
    if dealt and isinstance(match.deal, int):  # a secret deal is printed at the end
        print(f"deal: {match.deal}")
    while match.turn is not None:
        if bot is not None and match.turn == bot.seat:
            match = _bot_move(match, bot)
            continue
        _show(match)
        following = _ask(match, bot)
        if following is None:
            print("The game was left.")
            return 0
        match = following
    _show(match)
    print(f"outcome: {outcome_text(game, match.outcome)}")
    print(write_text(match), end="")
    return 0


def _bot(arguments: argparse.Namespace, match: Match) -> Bot | None:
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
    choose, seed = analyst.load().choose, secrets.randbelow(DEALS)
    own = 0 if seat is None else game.seats.index(seat)
    limits = Limits(data=arguments.data)
    return Bot(1 - own, lambda match: choose(game, match.state, level, seed, limits))


def _bot_move(match: Match, bot: Bot) -> Match:
    move = bot.choose(match)
    print(f"\n{match.game.seats[bot.seat]}: {match.game.tell(match.state, move, None)}")
    return match.then_logged(Entry(match.ply, bot.seat, "move", move, 0))


def _show(match: Match) -> None:
    seat = 0 if match.turn is None else match.turn
    print()
    print(match.game.picture(match.view(seat)["position"]))
    if score := match.game.score(match.state):
        print(f"score: {', '.join(map(str, score))}")


def _ask(match: Match, bot: Bot | None) -> Match | None:
    """Return the match after the next act of the person; None if they quit."""
    seat = match.game.turn(match.state)
    while True:
        try:
            typed = _input(f"{match.game.seats[seat]}> ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        word = typed.lower()
        if word == "quit":
            return None
        if word in ("", "help", "?"):
            print(HELP)
        elif word == "moves":
            print(_moves_text(match))
        elif word == "text":
            _print_text(match)
        else:
            try:
                return _act(match, typed, word, bot)
            except ValueError as error:
                print(f"No: {_in_words(error)}.")


def _input(prompt: str) -> str:
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", file=sys.stderr, flush=True)
    return input()


def _act(match: Match, typed: str, word: str, bot: Bot | None) -> Match:
    acts: dict[str, Act] = {"undo": "undo", "redo": "redo", "resign": "resign"}
    if word not in acts:
        return make_move(match, typed)
    match = match.then_logged(Entry(match.ply, match.turn, acts[word], "", 0))
    if bot is None or match.turn != bot.seat:
        return match
    twice = match.undoable if word == "undo" else match.redoable  # include the bot's move
    return match.then_logged(Entry(match.ply, match.turn, acts[word], "", 0)) if twice else match


def _in_words(error: ValueError) -> str:
    """Return the error message with rule names such as must_capture as words."""
    return re.sub("(?<=[a-z])_(?=[a-z])", " ", str(error))


def _moves_text(match: Match) -> str:
    game = match.game
    told = [game.tell(match.state, move, match.turn) for move in legal_moves(match)]
    if not told:
        return "There is no legal move: `undo` or `resign`."
    return ", ".join(told)


def _print_text(match: Match) -> None:
    try:
        print(write_text(match), end="")
    except ValueError as error:
        print(f"No: {error}.")
