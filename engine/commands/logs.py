"""Commands `replay` and `check`: read games as JSON (`engine.record`) or text (`engine.text_form`)."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.commands.positions import outcome_text, print_json
from engine.commands.progress import ShownProgress
from engine.entry import SERVER_ACTS
from engine.game import IllegalMove
from engine.match import Match
from engine.record import Record, load, load_text

MAX_FILE_BYTES = 4 * 1024 * 1024  # a log of 5,000 entries takes less than a tenth
TEXT_FORM_START = re.compile(rb"\s*(?:\xef\xbb\xbf\s*)?\[\s*[A-Za-z]")


@dataclass(frozen=True)
class Checked:
    """A game that is consistent with the rules and its stated outcome. `unproved`: the claim about its end
    that the file alone cannot prove, or ""."""

    record: Record
    match: Match
    unproved: str


def check_file(file: str) -> Checked:
    """Read and replay a file; `-` is standard input. ValueError names the place in one sentence."""
    name = "Standard input" if file == "-" else file
    try:
        raw = _read(file)
        is_text = TEXT_FORM_START.match(raw) is not None
        record = load_text(raw.decode()) if is_text else load(_json(raw))
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


def _json(raw: bytes) -> object:
    """Parse JSON. ValueError: invalid JSON, or an object has a duplicate key."""
    return json.loads(raw, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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


def replay(arguments: argparse.Namespace) -> int:
    """Print the game. Return the exit code."""
    checked = check_file(arguments.file)
    if arguments.json:
        print_json(_json_of(arguments.file, checked))
    else:
        print("\n".join(game_lines(checked.record, checked.match)))
        if checked.unproved:
            print(f"but {checked.unproved}")
    return 3 if checked.unproved else 0


def check(arguments: argparse.Namespace) -> int:
    """Print a line for each file. Return the exit code: 1 if one is wrong, else 3 if the end of one is
    unproved."""
    results: list[dict[str, Any]] = []
    with ShownProgress() as progress:
        if "-" not in arguments.files:  # standard input may be a terminal
            progress.stage("files", len(arguments.files))
        for file in arguments.files:
            result, sentence = _check_one(file)
            results.append(result)
            if not arguments.json:
                progress.print(sentence)
            progress.advance()
    if arguments.json:
        print_json(results)
    if not all(result["fits"] for result in results):
        return 1
    return 3 if any(result["unproved"] for result in results) else 0


def _check_one(file: str) -> tuple[dict[str, Any], str]:
    """Check a file. Return the result as JSON and as a sentence."""
    try:
        checked = check_file(file)
    except ValueError as error:
        sentence = f"{file}: {str(error).removeprefix(f'{file} ')}."
        return {"file": file, "fits": False, "error": str(error)}, sentence
    outcome = outcome_text(checked.record.game, checked.record.outcome)
    but = f"; but {checked.unproved}" if checked.unproved else ""
    sentence = f"{file}: {checked.record.game.title}, {checked.match.ply} entries, {outcome}{but}"
    return _json_of(file, checked), sentence


def _json_of(file: str, checked: Checked) -> dict[str, Any]:
    record, match = checked.record, checked.match
    return {
        "file": file,
        "fits": True,
        "unproved": checked.unproved or None,
        "id": record.id,
        "rules": record.game.id,
        "version": record.game.version,
        "entries": match.ply,
        "told": _told(record, match),
        "position": record.game.show(match.state),
        "score": record.game.score(match.state),
        "outcome": record.dump()["outcome"],
    }


def _told(record: Record, match: Match) -> list[str]:
    """Return the moves in effect, each as its own player reads it."""
    steps = reversed(tuple(match.steps()))
    return [step.notation(record.game, step.seat) for step in steps]


def game_lines(record: Record, match: Match) -> list[str]:
    """Return the game for people: a heading, a line for each move in effect, the score, the outcome."""
    game = record.game
    seats = [step.seat for step in reversed(tuple(match.steps()))]
    moves = [
        f"{number:4}. {game.seats[seat]:12} {told}"
        for number, (seat, told) in enumerate(zip(seats, _told(record, match), strict=True), 1)
    ]
    score = game.score(match.state)
    return [
        f"{game.title}, version {game.version}, game {record.id!a}, {match.ply} entries",
        *moves,
        *([f"score: {', '.join(map(str, score))}"] if score else []),
        f"outcome: {outcome_text(game, record.outcome)}",
    ]
