"""The figures of docs/truth.md agree with the tables."""

from __future__ import annotations

import pytest

from engine.analysis.three_musketeers.makers.count import count_layers
from engine.analysis.three_musketeers.tables import STORED_LAYERS
from tests.serving import ROOT
from tests.soak import size

TRUTH = (ROOT / "docs" / "truth.md").read_text("utf-8")


@pytest.mark.soak
def test_the_counts_by_number_of_men_stand_in_the_published_truth() -> None:
    """In `make test` up to four men, when soaking all."""
    most = size(21, 4)
    rows = list(count_layers(lambda _, __: None, most))
    assert len(rows) == most + 1
    assert [row for row in rows if f"\n    {row}\n" not in TRUTH] == []


def test_the_published_hashes_are_those_that_are_checked() -> None:
    assert [men for men, expected in STORED_LAYERS.items() if expected not in TRUTH] == []
