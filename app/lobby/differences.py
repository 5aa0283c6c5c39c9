"""Deltas between two states of a lobby list, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import msgspec


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in a list. `text`: its item as JSON; `facts`: the same without the board, which `boards` frames
    update; `has_board`: whether `text` contains a board."""

    id: str
    text: bytes
    facts: bytes
    has_board: bool = False


def encode_difference(before: Sequence[Entry], after: Sequence[Entry]) -> bytes:
    """Return the JSON of the `ListChange` from `before` to `after`, b"" if they are equal."""
    known, newest = [_key(entry) for entry in before], [_key(entry) for entry in after]
    blocks = SequenceMatcher(None, known, newest, autojunk=False).get_matching_blocks()
    kept = {
        block.b + step
        for block in blocks
        for step in range(block.size)
        if before[block.a + step].has_board or not after[block.b + step].has_board
    }
    items = [
        b"[%d,%s]" % (place, _brief(entry.text)) for place, entry in enumerate(after) if place not in kept
    ]
    listed = {entry.id for entry in after}
    gone = [b'"%s"' % entry.id.encode() for entry in before if entry.id not in listed]
    if not items and not gone:
        return b""
    return b'{"gone":[%s],"items":[%s]}' % (b",".join(gone), b",".join(items))


def _brief(text: bytes) -> bytes:
    """Return an item without its null fields and those of its players."""
    item: dict[str, Any] = msgspec.json.decode(text)
    item["players"] = [player and _without_nulls(player) for player in item["players"]]
    item["to"] = item["to"] and _without_nulls(item["to"])
    return msgspec.json.encode(_without_nulls(item))


def _without_nulls(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _key(entry: Entry) -> tuple[str, bytes]:
    return entry.id, entry.facts
