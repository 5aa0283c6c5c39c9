"""Makers of what docs/truth.md and the package's data files say; they are not installed with the package."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engine.analysis import Limits
from engine.analysis.three_musketeers.build import HALF, build
from engine.analysis.three_musketeers.layout import Bytes
from engine.analysis.three_musketeers.make_tables import Report, replace_file
from engine.analysis.three_musketeers.makers.count import count_layers
from engine.analysis.three_musketeers.makers.puzzles import puzzle_lines
from engine.analysis.three_musketeers.searches import PUZZLES
from engine.analysis.three_musketeers.tables import (
    SHIPPED_DISTANCES,
    SHIPPED_MEN,
    STORED_LAYERS,
    WINNERS,
    path_of,
)


def count(_: Path, report: Report) -> Iterator[str]:
    """Yield the rows of docs/truth.md."""
    return count_layers(report)


def pack_winners(values: Bytes) -> bytes:
    """Return one bit per position: whether the Cardinal wins."""
    return np.packbits(values >= HALF).tobytes()


def pack_distances() -> bytes:
    """Return the distances for SHIPPED_MEN men, phase by phase."""
    parts = []
    for phase in range(4):
        below = None
        for men in range(SHIPPED_MEN):
            below = build(men, phase, below)
        parts.append(build(SHIPPED_MEN, phase, below).tobytes())
    return b"".join(parts)


def ship(folder: Path, report: Report) -> Iterator[str]:
    """Rebuild the shipped files from the tables in `folder`."""
    yield _write_packed(SHIPPED_DISTANCES, pack_distances())
    layers = (np.memmap(path_of(folder, men), np.uint8, mode="r") for men in STORED_LAYERS)
    yield _write_packed(WINNERS, b"".join(map(pack_winners, layers)))
    lines = puzzle_lines(Limits(data=folder), report)
    replace_file(PUZZLES, "".join(lines).encode())
    yield f"{PUZZLES} is written: {len(lines)} puzzles."


def _write_packed(path: Path, content: bytes) -> str:
    replace_file(path, lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
    return f"{path} is written; its content has the SHA-256 {hashlib.sha256(content).hexdigest()}."
