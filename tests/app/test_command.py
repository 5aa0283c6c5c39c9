"""The commands as people run them: serve beside another, and what they say."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.databases import Fresh, Kind
from tests.serving import UNLIMITED, command, free_port, serving


def test_a_second_process_on_one_sqlite_file_is_refused_and_on_postgresql_serves_too(
    kind: Kind, fresh: Fresh, tmp_path: Path
) -> None:
    with fresh() as url, serving(url, tmp_path, port=1, **UNLIMITED) as first:
        assert f"Richelieu on {first.url}" in first.said(), "the option goes before the environment"
        if kind == "sqlite":
            for spelling in (url, url.replace("sqlite:///", "sqlite+aiosqlite:///")):
                done = command("serve", "--port", str(free_port()), database_url=spelling)
                assert done.returncode == 1
                assert done.stderr.startswith("Another process serves this SQLite file")
        else:
            with serving(url, tmp_path, **UNLIMITED) as second:
                _two_agree(first.url, second.url)
        assert command("verify", database_url=url).returncode == 0, "commands may run beside it"
        assert httpx.get(f"{first.url}/health").status_code == 200


def _two_agree(first: str, second: str) -> None:
    """A cookie of one process is good at the other, and so is a game."""
    with httpx.Client() as browser:
        made = browser.post(f"{first}/api/players/guest").json()
        assert browser.get(f"{second}/api/me").json()["player"]["id"] == made["id"]


@pytest.mark.parametrize("words", [(), ("nonsense",), ("serve", "--port", "x")])
def test_a_command_that_there_is_not_is_explained(words: tuple[str, ...]) -> None:
    done = command(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python -m app")
