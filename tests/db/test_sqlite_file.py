"""An SQLite file that is moved or replaced under the process that serves it."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest

from app.db.database import SqliteFile
from tests.databases import migrated
from tests.serving import UNLIMITED, serving


@pytest.mark.slow
def test_ready_notices_that_the_file_was_replaced_or_taken_away(tmp_path: Path) -> None:
    with migrated("sqlite", tmp_path) as make, make() as url, serving(url, tmp_path, **UNLIMITED) as server:
        path = Path(url.removeprefix("sqlite:///"))

        def ready() -> httpx.Response:
            return httpx.get(f"{server.url}/ready")

        assert ready().status_code == 200
        shutil.copy(path, tmp_path / "copy.db")
        opened = path.rename(tmp_path / "opened.db")
        for there in (False, True):
            if there:
                (tmp_path / "copy.db").rename(path)
            answer = ready()
            error = answer.json()["error"]
            assert (answer.status_code, error["code"]) == (503, "try_again")
            assert "The SQLite file was replaced" in error["detail"]["message"]
        opened.replace(path)
        assert ready().status_code == 200


def test_a_database_that_is_not_a_file_is_never_replaced() -> None:
    assert not SqliteFile("postgresql://127.0.0.1/games").replaced()
