"""Serialization of whole games: JSON for download and replay, text for people.

`load` and `dump` are inverses. `load` is strict: exactly the keys of `KEYS` (and `spent`, optional with a
base/increment clock) with exactly their types; `Record.replay` checks the entries against the rules.
`Record.text` writes and `load_text` reads the text form (`engine.text_form`), which has only the moves in
effect, and no times.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from engine.clock import Control, Timed, control
from engine.entry import Act, Entry
from engine.game import Game, Outcome
from engine.match import Match
from engine.registry import find
from engine.rng import DEALS
from engine.text_form import finish, make_text
from engine.text_reader import read_text

KEYS = ("id", "rules", "version", "deal", "position", "clock", "free", "entries", "outcome")
MAX_SAFE_INTEGER = 2**53 - 1  # greatest integer that every JSON parser keeps exactly
TYPE_NAMES: Mapping[type, str] = {
    bool: "true or false",
    dict: "an object",
    int: "a whole number",
    list: "a list",
    str: "a text",
}
SECRET = re.compile("([0-9a-f]{2}){1,64}")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    """A game to be replayed.

    - `deal`: None if the game has no deals or was started from a position.
    - `position`: the position text it was started from, or None.
    - `outcome`: as stated, not derived from the entries.

    ValueError: `deal` is missing, or given for a game that was not dealt."""

    id: str
    game: Game[Any]
    deal: int | bytes | None = None
    position: str | None = None
    clock: Control | None = None
    free: bool = False
    entries: tuple[Entry, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        if self.deal is None:
            if self.game.dealt and self.position is None:
                raise ValueError(f"deal: {self.game.title} is dealt, so a deal or a position is needed")
        elif not self.game.dealt:
            raise ValueError(f"deal: nothing is dealt in {self.game.title}")
        elif self.position is not None:
            raise ValueError("deal: the game was started from a position, so nothing was dealt")

    def replay(self) -> Match:
        """Return the match after all entries. IllegalMove names the ply of an illegal entry; any other
        ValueError concerns the position."""
        return Match.replay(
            self.game,
            0 if self.deal is None else self.deal,
            self.entries,
            position=self.position,
            clock=self.clock,
            free=self.free,
        )

    def dump(self) -> dict[str, Any]:
        """Return the JSON that `load` reads."""
        ended, spent = self.outcome, [entry.spent for entry in self.entries]
        has_spent = isinstance(self.clock, Timed) and any(one is not None for one in spent)
        return {
            "id": self.id,
            "rules": self.game.id,
            "version": self.game.version,
            "deal": self.deal.hex() if isinstance(self.deal, bytes) else self.deal,
            "position": self.position,
            "clock": self.clock.json if self.clock else None,
            "free": self.free,
            "entries": [[entry.ply, entry.seat, entry.act, entry.text, entry.at] for entry in self.entries],
            "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
            **({"spent": spent} if has_spent else {}),
        }

    def text(self) -> str:
        """Return the game as text: headers and the moves in effect. ValueError: the entries or the stated
        outcome violate the rules, or the game is running and hides something."""
        match = self.replay()
        if match.outcome != self.outcome:
            raise ValueError(f"the entries give the outcome {match.outcome}, not the stated {self.outcome}")
        return write_text(match, self.id)


def write_text(match: Match, id: str = "") -> str:
    """Return the text form of a match. ValueError: the match is running and hides something."""
    return finish(make_text(match, id))


def load_text(text: str) -> Record:
    """Return the record of a game in text form. Its entries are the moves and the end, all at time 0 (a flag
    at the deadline). ValueError names the header, or the number of the move."""
    name, match, entries = read_text(text)
    return Record(
        id=name,
        game=match.game,
        deal=match.deal if match.game.dealt and match.position is None else None,
        position=match.position,
        clock=match.clocks.control if match.clocks else None,
        free=False,
        entries=entries,
        outcome=match.outcome,
    )


def load(json: object) -> Record:
    """Return the record for its JSON, the inverse of `Record.dump`. ValueError names place and reason."""
    fields = _object("the log", json, KEYS, optional=("spent",))
    entries = _check_type("entries", fields["entries"], list)
    name, version = _check_type("rules", fields["rules"], str), _number("version", fields["version"])
    try:
        game = find(name, version)
    except LookupError as error:
        raise ValueError(f"rules: {error}") from error
    clock = _clock(fields["clock"])
    spent = _spent(fields["spent"], clock, len(entries)) if "spent" in fields else [None] * len(entries)
    return Record(
        id=_check_type("id", fields["id"], str),
        game=game,
        deal=_deal(fields["deal"]),
        position=None if fields["position"] is None else _check_type("position", fields["position"], str),
        clock=clock,
        free=_check_type("free", fields["free"], bool),
        entries=tuple(
            _entry(f"entry {number}", entry, spent[number]) for number, entry in enumerate(entries)
        ),
        outcome=_outcome(fields["outcome"]),
    )


def _deal(json: object) -> int | bytes | None:
    if isinstance(json, str):
        if not SECRET.fullmatch(json):
            raise ValueError(f"deal: a secret deal is 2 to 128 hex digits, two a byte, not {json[:40]!r}")
        return bytes.fromhex(json)
    return None if json is None else _number("deal", json, DEALS - 1)


def _clock(json: object) -> Control | None:
    if json is None:
        return None
    keys = ("days",) if isinstance(json, dict) and "days" in json else ("base", "increment")
    fields = _object("clock", json, keys)
    return control({key: _number(f"clock, {key}", number) for key, number in fields.items()})


def _spent(json: object, clock: Control | None, count: int) -> list[int | None]:
    """Return `spent` for each entry. `Record.replay` checks whether the entry charges time."""
    if not isinstance(clock, Timed):
        raise ValueError("spent: only a game with a base/increment clock has it")
    numbers = _check_type("spent", json, list)
    if len(numbers) != count:
        raise ValueError(f"spent: one number or null for each of the {count} entries, not {len(numbers)}")
    return [None if one is None else _number(f"spent, {n}", one) for n, one in enumerate(numbers)]


def _entry(place: str, json: object, spent: int | None) -> Entry:
    """Return an entry. `Record.replay` rejects unknown acts and seats."""
    fields = _check_type(place, json, list)
    if len(fields) != 5:
        raise ValueError(f"{place}: ply, seat, act, text and time are 5 things, not {len(fields)}")
    ply, seat, act, text, at = fields
    return Entry(
        ply=_number(f"{place}, ply", ply),
        seat=None if seat is None else _number(f"{place}, seat", seat),
        act=cast(Act, _check_type(f"{place}, act", act, str)),
        text=_check_type(f"{place}, text", text, str),
        at=_number(f"{place}, time", at),
        spent=spent,
    )


def _outcome(json: object) -> Outcome | None:
    if json is None:
        return None
    fields = _object("outcome", json, ("winner", "reason"))
    winner = None if fields["winner"] is None else _number("outcome, winner", fields["winner"])
    return Outcome(winner, _check_type("outcome, reason", fields["reason"], str))


def _object(
    place: str, json: object, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Mapping[str, object]:
    fields: dict[str, object] = _check_type(place, json, dict)
    for key in keys:
        if key not in fields:
            raise ValueError(f"{place}: there is no {key!r}")
    for key in fields:
        if key not in keys and key not in optional:
            raise ValueError(f"{place}: {key!r} is not known here")
    return fields


def _number(place: str, json: object, most: int = MAX_SAFE_INTEGER) -> int:
    number = _check_type(place, json, int)
    if not 0 <= number <= most:
        raise ValueError(f"{place}: a number from 0 to {most}, not {number}")
    return number


def _check_type(place: str, json: object, kind: type[T]) -> T:
    """Return `json` if it is exactly of type `kind`: True is not a number."""
    if type(json) is not kind:
        raise ValueError(f"{place}: {TYPE_NAMES[kind]}, not {json!r:.40}")
    return json
