"""Table files of Three Musketeers: memory-mapped distances, and shipped winners.

Distances: one file per stored number of men, one byte per position in the order of `layout`, with a file for
`sha256sum --check`. They are memory-mapped, so that processes share them. Shipped with the package: the
winner in the same layers, one bit per position, and the distances of all phases for SHIPPED_MEN men.
"""

from __future__ import annotations

import hashlib
import lzma
import warnings
from functools import cache
from pathlib import Path

import numpy as np

from engine.analysis.three_musketeers.build import LOST, WON
from engine.analysis.three_musketeers.layout import Bytes, Places, layer

STORED_LAYERS = {  # SHA-256 by number of men, at most three captures apart
    7: "4e468de8b7b58b37556db9bf4e0fb180f1aaafd6cfbafb538395e3a2c77af27b",
    10: "ecbc4f6aa56bb8a4172f8bd8c729436cc20fe2b05fc3590fd62528ae5abe4e50",
    13: "6d258928048c7d4655e6b6fcf97e84d0ffc3297d6000f29ed0eface46218b06e",
    16: "4d22da0e918aec66befea2fc51f4753e2e93fcd9c169cfdbe1a69dabd31ae7ad",
    19: "c17f0d9dc8430f1adc8551fb8776ff9b18b474058a5cd3511e04a9b5b496e3db",
}
SHIPPED_MEN = 4  # of the shipped distances
FOLDER = "three_musketeers"  # subfolder of the folder of tables
WINNERS, SHIPPED_DISTANCES = (Path(__file__).with_name(name) for name in ("winners.xz", "four_men.xz"))


def path_of(folder: Path, men: int) -> Path:
    """Return the path of a layer's file."""
    return folder / FOLDER / f"men-{men:02}.bin"


def hash_path_of(path: Path) -> Path:
    """Return the path of the hash file of a layer's file."""
    return path.with_name(f"{path.name}.sha256")


def is_whole(folder: Path, men: int) -> bool:
    """Return whether the file of a layer exists and has the right hash; reads all of it."""
    path = path_of(folder, men)
    if not path.exists() or not hash_path_of(path).exists():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == STORED_LAYERS[men]


def open_layer(folder: Path, men: int) -> Bytes | None:
    """Return the distances of a layer; None: not built yet. Warns about a file with a wrong hash and does not
    use it. Reads the whole file once per process."""
    return _map(folder, men) if hash_path_of(path_of(folder, men)).exists() else None


@cache
def _map(folder: Path, men: int) -> Bytes | None:
    path = path_of(folder, men)
    if not is_whole(folder, men):
        warnings.warn(f"{path} is damaged: build it again (python -m app tables)", stacklevel=2)
        return None
    return np.memmap(path, np.uint8, mode="r")


# Shipped data.


@cache
def _winners() -> dict[int, Bytes]:
    content = np.frombuffer(lzma.decompress(WINNERS.read_bytes()), np.uint8)
    ends = np.cumsum([(layer(men).size + 7) // 8 for men in STORED_LAYERS])
    return dict(zip(STORED_LAYERS, np.split(content, ends[:-1]), strict=True))


@cache
def shipped_distances(phase: int) -> Bytes:
    """Return the distances of one phase for SHIPPED_MEN men."""
    content = np.frombuffer(lzma.decompress(SHIPPED_DISTANCES.read_bytes()), np.uint8)
    ends = np.cumsum([layer(SHIPPED_MEN, each).size for each in range(4)])
    part: Bytes = np.split(content, ends[:-1])[phase]
    return part


def winner_values(men: int, places: Places) -> Bytes:
    """Return WON or LOST for each index of a layer."""
    bits = _winners()[men][places >> 3] >> (7 - (places & 7)) & 1
    return np.where(bits == 1, WON, LOST).astype(np.uint8)
