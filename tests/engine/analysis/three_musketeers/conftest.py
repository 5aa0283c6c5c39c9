"""Tables built for the tests."""

from __future__ import annotations

import pytest

from engine.analysis import Limits
from engine.analysis.three_musketeers import make_tables
from engine.analysis.three_musketeers.tables import STORED_LAYERS


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Limits:
    """The first table, which serves up to ten men."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make_tables, "STORED_LAYERS", dict(list(STORED_LAYERS.items())[:1]))
        list(make_tables.make(folder, lambda _, __: None))
    return Limits(data=folder)


@pytest.fixture(scope="session")
def all_built(built: Limits) -> Limits:
    """All tables, for slow tests: 14 s of CPU."""
    assert built.data is not None
    list(make_tables.make(built.data, lambda _, __: None))
    return built
