"""`play`: a game in the terminal, every seat by one person. It shows what the seat to move may see."""

from __future__ import annotations

import argparse
import re
import secrets

from engine.commands.positions import find_game, legal_moves, make_move, outcome_text, start
from engine.entry import Act, Entry
from engine.match import Match
from engine.record import write_text
from engine.rng import DEALS

HELP = """Type a move in either form, such as one that `moves` lists. Other words:
  moves   the legal moves
  undo    takes the last move back; redo makes it again
  resign  gives up
  text    the game so far as text, which `replay` takes
  quit    ends without a result"""


def play(arguments: argparse.Namespace) -> int:
    """Plays until the game is over, `quit`, or the end of the input. ValueError: a bad place to start."""
    game = find_game(arguments.id)
    deal: int | bytes = 0
    if game.dealt and arguments.deal is None and arguments.position is None:
        deal = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
    match = start(arguments, deal)
    dealt = game.dealt and match.position is None
    print(f"{game.title}, version {game.version}. `help` says what to type.")
    if dealt and isinstance(match.deal, int):  # a secret one is told at the end
        print(f"deal: {match.deal}")
    while match.turn is not None:
        _show(match)
        following = _ask(match)
        if following is None:
            print("The game was left.")
            return 0
        match = following
    _show(match)
    print(f"outcome: {outcome_text(game, match.outcome)}")
    print(write_text(match), end="")
    return 0


def _show(match: Match) -> None:
    seat = 0 if match.turn is None else match.turn
    print()
    print(match.game.picture(match.view(seat)["position"]))
    if score := match.game.score(match.state):
        print(f"score: {', '.join(map(str, score))}")


def _ask(match: Match) -> Match | None:
    """The match after the next act of the person; None: they leave."""
    seat = match.game.turn(match.state)
    while True:
        try:
            typed = input(f"{match.game.seats[seat]}> ").strip()
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
                return _act(match, typed, word)
            except ValueError as error:
                print(f"No: {_in_words(error)}.")


def _act(match: Match, typed: str, word: str) -> Match:
    acts: dict[str, Act] = {"undo": "undo", "redo": "redo", "resign": "resign"}
    if word in acts:
        return match.then_logged(Entry(match.ply, match.turn, acts[word], "", 0))
    return make_move(match, typed)


def _in_words(error: ValueError) -> str:
    """The error's sentence; the word of a rule in it, such as must_capture, is read as words."""
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
