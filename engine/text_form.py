"""Writer of the text form of a game: headers and numbered moves, similar to PGN.

    [Game "tiny"]
    [Version "1"]
    [Deal "7"]
    [Result "1-0"]
    [Reason "right"]

    1. draw 2. +3 3. say 3 1-0

It has the moves in effect in the notation used after the end; no takebacks, offers or times. A move whose
notation `Game.read` would not read back is written as the move itself. Moves of one number are separated by a
space, or by a comma if one of them has several words. `engine.text_reader` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any, TypeVar

from engine.clock import Daily
from engine.entry import OPEN, Step
from engine.game import Game, Outcome, Seat
from engine.match import Match

T = TypeVar("T")

LINE_WIDTH = 96  # characters
NUMBER = re.compile(r"(?<!\S)([0-9]{1,9})\.(\.\.)?")
PLAIN = re.compile(r"[^\s{},;]+( [^\s{},;]+)*")  # a move that needs no escaping between move numbers
RUNNING, DRAWN, ABORTED = "*", "1/2-1/2", "0-0"
WINNERS: Mapping[str, Seat | None] = {"1-0": 0, "0-1": 1, DRAWN: None, ABORTED: None}


def make_text(match: Match, id: str = "") -> Generator[None, None, str]:
    """Build the text of a match, one move per step, so that callers can slice long games. ValueError: the
    match is running and hides something, or the id has control characters."""
    game = match.game
    if game.hides and not match.outcome:
        raise ValueError(f"{game.title} hides cards until the end: a running game has no text")
    groups: list[str] = []
    texts: list[str] = []
    last: Step | None = None
    for step in reversed(tuple(match.steps())):
        if last is not None and step.seat <= last.seat:
            groups.append(_group(len(groups) + 1, texts, last.seat))
            texts = []
        texts.append(_move_text(game, step))
        last = step
        yield
    if last is not None:
        groups.append(_group(len(groups) + 1, texts, last.seat))
    result = result_text(game, match.outcome)
    return "\n".join([*_headers(match, id, result), "", *_wrap([*groups, result])]) + "\n"


def finish(work: Generator[None, None, T]) -> T:
    """Run a generator to its end; return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def _headers(match: Match, id: str, result: str) -> Iterator[str]:
    game, control = match.game, match.clocks.control if match.clocks else None
    yield _header("Game", game.id)
    yield _header("Version", str(game.version))
    if id:
        yield _header("Id", id)
    if match.position is not None:
        yield _header("Position", match.position)
    elif game.dealt:
        yield _header("Deal", _deal_text(match.deal))
    if isinstance(control, Daily):
        yield _header("Clock", f"{control.days} days")
    elif control:
        yield _header("Clock", f"{control.base}+{control.increment}")
    yield _header("Result", result)
    if match.outcome:
        yield _header("Reason", match.outcome.reason)


def _header(name: str, value: str) -> str:
    if not value.isprintable():
        raise ValueError(f"{name}: {value[:40]!a} has characters that cannot be printed")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _deal_text(deal: int | bytes) -> str:
    if isinstance(deal, int):
        return str(deal)
    return deal.hex() if len(deal) == 16 else f"0x{deal.hex()}"


def _move_text(game: Game[Any], step: Step) -> str:
    """Return the open notation if `Game.read` reads it back as this move, otherwise the move itself."""
    told = step.notation(game, OPEN)
    try:
        same = PLAIN.fullmatch(told) and not NUMBER.search(told) and game.read(step.before, told) == step.move
    except ValueError:
        same = False
    return told if same else step.move


def _group(number: int, texts: list[str], last: Seat) -> str:
    """Return the moves of one number; three dots replace the first seat's move if the second moves first."""
    dots = "..." if len(texts) <= last else "."
    return f"{number}{dots} {(', ' if any(' ' in text for text in texts) else ' ').join(texts)}"


def result_text(game: Game[Any], outcome: Outcome | None) -> str:
    """Return a key of WINNERS, or RUNNING. A solitaire is 1-0 if won, otherwise 0-1."""
    if outcome is None:
        return RUNNING
    if outcome.winner is not None:
        return "1-0" if outcome.winner == 0 else "0-1"
    if len(game.seats) == 1:
        return "0-1"
    return ABORTED if outcome.reason == "aborted" else DRAWN


def _wrap(parts: list[str]) -> Iterator[str]:
    line = ""
    for part in parts:
        if line and len(line) + 1 + len(part) > LINE_WIDTH:
            yield line
            line = part
        else:
            line = f"{line} {part}" if line else part
    yield line
