"""Plies of the moves in effect at the end of a log."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Entry


def plies_before_moves(log: Iterable[Entry]) -> list[int]:
    """Return, for each move in effect at the end of a log, its ply (for a redone move, when it was first
    made). Does not replay the moves."""
    made: list[int] = []
    undone: list[int] = []
    for entry in log:
        match entry.act, entry.text.partition(" "):
            case "move", _:
                made.append(entry.ply)
                undone.clear()
            case "undo", _:
                undone.append(made.pop())
            case "redo", _:
                made.append(undone.pop())
            case "accept", ("takeback", _, count):
                del made[-int(count) :]
    return made
