"""Commands `replay` and `check`: read games as JSON (`engine.record`) or text (`engine.text_form`)."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from engine.commands import Answer
from engine.commands.positions import outcome_text, score_lines
from engine.entry import SERVER_ACTS
from engine.game import IllegalMove
from engine.match import Match
from engine.record import Record, load, load_text

UNPROVED = 3  # exit code
MAX_FILE_BYTES = 4 * 1024 * 1024  # a log of 5,000 entries takes less than a tenth
TEXT_FORM_START = re.compile(rb"\s*(?:\xef\xbb\xbf\s*)?\[\s*[A-Za-z]")


class Checked(NamedTuple):
    """A game that is consistent with the rules and its stated outcome. `unproved`: the claim about its end
    that the file alone cannot prove, or ""."""

    record: Record
    match: Match
    unproved: str


def replay(arguments: Namespace) -> Answer:
    record, match, unproved = checked = check_file(arguments.file)
    lines = game_lines(record, match) + ([f"but {unproved}"] if unproved else [])
    return Answer(_json_of(arguments.file, checked), lines, UNPROVED if unproved else 0)


def check(arguments: Namespace) -> Answer:
    """Check files, and print a line for each at once."""
    results: list[dict[str, Any]] = []
    for file in arguments.files:
        try:
            record, match, unproved = checked = check_file(file)
        except ValueError as error:
            results.append({"file": file, "fits": False, "error": str(error)})
            sentence = f"{str(error).removeprefix(f'{file} ')}."
        else:
            results.append(_json_of(file, checked))
            but = f"; but {unproved}" if unproved else ""
            outcome = outcome_text(record.game, record.outcome)
            sentence = f"{record.game.title}, {match.ply} entries, {outcome}{but}"
        if not arguments.json:
            print(f"{file}: {sentence}")
    if not all(result["fits"] for result in results):
        return Answer(results, code=1)
    return Answer(results, code=UNPROVED if any(result["unproved"] for result in results) else 0)


def check_file(file: str) -> Checked:
    """Read and replay a file; `-` is standard input. ValueError names the place in one sentence."""
    name = "Standard input" if file == "-" else file
    try:
        raw = _read(file)
        is_text = TEXT_FORM_START.match(raw) is not None
        record = load_text(raw.decode()) if is_text else load(json.loads(raw, object_pairs_hook=_object))
    except OSError as error:
        raise ValueError(f"{name} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name} is no log: {error}") from error
    try:
        match = record.replay()
    except IllegalMove as error:
        raise ValueError(f"The log does not fit the rules of {record.game.title}: {error}") from error
    except ValueError as error:
        raise ValueError(f"The position that the game was started from is none: {error}") from error
    if match.outcome != record.outcome:
        stated, found = outcome_text(record.game, record.outcome), outcome_text(record.game, match.outcome)
        raise ValueError(f"After ply {match.ply} the log states: {stated}; but it is: {found}")
    return Checked(record, match, _unproved(match, is_text))


def _read(file: str) -> bytes:
    """Read a file. ValueError: it is larger than MAX_FILE_BYTES."""
    if file == "-":
        raw = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    else:
        with Path(file).open("rb") as opened:
            raw = opened.read(MAX_FILE_BYTES + 1)
    if len(raw) > MAX_FILE_BYTES:
        raise ValueError(f"it has more than {MAX_FILE_BYTES} bytes")
    return raw


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. ValueError: it has a duplicate key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {twice[:40]!r} occurs twice")
    return found


def _unproved(match: Match, is_text: bool) -> str:
    """Return the claim about the end that cannot be proved, or "". A text form has neither times nor offers
    and takebacks, so it cannot prove ends by time or by the length of the log either."""
    last = match.last
    if last and last.act == "claim" and last.seat is not None:
        return "this file cannot prove that the other player had left"
    if last and last.act in SERVER_ACTS and is_text:
        end = "that the time was over" if last.act == "flag" else "that the log was full"
        return f"this text cannot prove {end}"
    return ""


def _json_of(file: str, checked: Checked) -> dict[str, Any]:
    record, match, unproved = checked
    game = record.game
    return {
        "file": file,
        "fits": True,
        "unproved": unproved or None,
        "id": record.id,
        "rules": game.id,
        "version": game.version,
        "entries": match.ply,
        "told": [told for _, told in _told(match)],
        "position": game.show(match.state),
        "score": game.score(match.state),
        "outcome": record.dump()["outcome"],
    }


def _told(match: Match) -> list[tuple[str, str]]:
    """Return the moves in effect: the name of the seat, and the move as its own player reads it."""
    game, steps = match.game, reversed(tuple(match.steps()))
    return [(game.seats[step.seat], step.notation(game, step.seat)) for step in steps]


def game_lines(record: Record, match: Match) -> list[str]:
    """Return the game for people: a heading, a line for each move in effect, the score, the outcome."""
    game = record.game
    return [
        f"{game.title}, version {game.version}, game {record.id!a}, {match.ply} entries",
        *(f"{number:4}. {seat:12} {told}" for number, (seat, told) in enumerate(_told(match), 1)),
        *score_lines(match),
        f"outcome: {outcome_text(game, record.outcome)}",
    ]
