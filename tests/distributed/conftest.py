"""One distributed database for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.distributed.cluster import distributed_database


@pytest.fixture(scope="session")
def distributed_url() -> Iterator[str]:
    with distributed_database() as url:
        yield url
