"""Builder of the table files of Three Musketeers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from engine.analysis.three_musketeers.build import build
from engine.analysis.three_musketeers.layout import STANDARD, Bytes, layer
from engine.analysis.three_musketeers.tables import (
    FOLDER,
    STORED_LAYERS,
    hash_path_of,
    is_whole,
    path_of,
)

Report = Callable[[float, str], None]


class WrongTable(ValueError):
    """A built table does not have the expected hash."""


def make(folder: Path, report: Report) -> Iterator[str]:
    """Build missing or damaged layers, from the largest intact one below. `report` gets the completed share.

    Yields a sentence for each file. Raises OSError (it cannot be written) and WrongTable."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    whole = {men for men in STORED_LAYERS if is_whole(folder, men)}
    men = -1
    below: Bytes | None = None
    for target in STORED_LAYERS:
        path = path_of(folder, target)
        if target in whole:
            men, below = target, np.memmap(path, np.uint8, mode="r")
            yield f"{path} is there."
            continue
        if hash_path_of(path).exists():
            yield f"{path} is damaged and is built again."
        built = _build_up(men, below, target, report)
        men, below = target, built
        yield _write_layer(path, built, STORED_LAYERS[target])


def _build_up(men: int, values: Bytes | None, target: int, report: Report) -> Bytes:
    """Return the values of layer `target`, from those of the layer with `men` men (-1: none)."""
    sizes = [layer(each).size for each in range(max(STORED_LAYERS) + 1)]
    for each in range(men + 1, target):
        report(sum(sizes[:each]) / sum(sizes), f"{each} men")
        values = build(each, STANDARD, values)
    report(sum(sizes[:target]) / sum(sizes), f"{target} men")
    return build(target, STANDARD, values)


def _write_layer(path: Path, values: Bytes, expected: str) -> str:
    """Write a layer, then its hash, so that a file with a hash is complete."""
    found = hashlib.sha256(values.data).hexdigest()
    if found != expected:
        raise WrongTable(f"{path} would have the SHA-256 {found}, not {expected}")
    replace_file(path, values.data)
    replace_file(hash_path_of(path), f"{found}  {path.name}\n".encode())
    return f"{path} is built."


def replace_file(path: Path, content: bytes | memoryview) -> None:
    """Replace a file atomically. The next build overwrites the temporary file of a killed process."""
    written = path.with_name(f"{path.name}.part")
    try:
        written.write_bytes(content)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)
