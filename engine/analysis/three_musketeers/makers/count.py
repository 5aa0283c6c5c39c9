"""Number of positions by winner in each layer, for docs/truth.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from engine.analysis.three_musketeers.build import HALF, LOST, WON, build
from engine.analysis.three_musketeers.layout import CANONICAL, DARK, MEN, STANDARD, Bytes, image, layer


def count_layers(report: Callable[[float, str], None], most: int = MEN - 1) -> Iterator[str]:
    """Yield a row for each number of men up to `most`: men, positions on the Cardinal's turn (symmetric ones
    counted separately) won by the Cardinal and by the musketeers, and the longest win of each in plies."""
    values = None
    for men in range(most + 1):
        report(men / (most + 1), f"{men} men")
        values = build(men, STANDARD, values)
        cardinal, musketeers = _count(men, values)
        cardinals, others = values[values >= HALF], values[values < HALF]
        his = WON - int(cardinals.min()) if cardinal else "-"
        theirs = int(others.max()) - LOST if musketeers else "-"
        yield f"{men:3}{cardinal:14,}{musketeers:14,}{his:>5}{theirs:>5}"


def _count(men: int, values: Bytes) -> tuple[int, int]:
    """Return the number of positions won by the Cardinal and by the musketeers."""
    symmetric = [_symmetric(dark | group.light << DARK) for group, dark in CANONICAL]
    cardinal = both = 0
    for block in layer(men).blocks:
        rows = values[block.start : block.start + block.size].reshape(block.triples, -1)
        weights = symmetric[block.group.first : block.group.first + block.triples]
        won = np.count_nonzero(rows >= HALF, axis=1)
        cardinal += sum(int(each) * weight for each, weight in zip(won, weights, strict=True))
        both += rows.shape[1] * sum(weights)
    return cardinal, both - cardinal


def _symmetric(musketeers: int) -> int:
    """Return the number of sets of musketeers symmetric to this one, itself included."""
    return len({image(symmetry, musketeers) for symmetry in range(8)})
