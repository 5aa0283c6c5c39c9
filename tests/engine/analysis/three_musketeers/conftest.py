"""The tables that are built for the tests."""

from __future__ import annotations

import pytest

from engine.analysis import Limits
from engine.analysis.three_musketeers import make_tables
from engine.analysis.three_musketeers.tables import STORED
from tests.soak import size


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Limits:
    """With tables: when soaking all of them, else the first, which serves up to ten men."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make_tables, "STORED", dict(list(STORED.items())[: size(len(STORED), 1)]))
        list(make_tables.make(folder, lambda _, __: None))
    return Limits(data=folder)
