"""Requests that schemathesis generates from the OpenAPI document, and chains of them: no error of ours, no
answer outside the document, no header that contradicts it.

Left out is its check that data within the schema is accepted: what the rules of a game refuse no schema says.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.app.http_players import PAIR, Person, moves, new_board
from tests.databases import Fresh, Kind
from tests.serving import UNLIMITED, serving

pytestmark = pytest.mark.soak(only=True)

EXAMPLES = 1000  # of each operation and phase


async def test_no_generated_request_is_answered_outside_the_document(
    kind: Kind, fresh: Fresh, tmp_path: Path
) -> None:
    """With ids of a game that is there on PostgreSQL, with any ids on SQLite."""
    with fresh() as url, serving(url, tmp_path, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url) as http:
            board = await new_board(http, *moves()[:2])
            config = tmp_path / "known.toml"
            config.write_text(f'[parameters]\nid = "{board.id}"\nrules = "{PAIR.id}"\n')
            known = kind == "postgres"
            found = await asyncio.to_thread(_run, server.url, board.people[0], config, known=known)
            assert found.returncode == 0, found.stdout[-8000:]


def _run(url: str, person: Person, config: Path, *, known: bool) -> subprocess.CompletedProcess[str]:
    """Runs schemathesis as a guest against a server; `known`: with the ids of `config`."""
    words = [str(Path(sys.executable).with_name("st"))]
    if known:
        words += ["--config-file", str(config)]
    words += ["run", f"{url}/openapi.json", "--no-color", f"--max-examples={EXAMPLES}"]
    words += ["--checks=all", "--exclude-checks=positive_data_acceptance", "--exclude-path=/api/stream"]
    words += ["--header", f"Authorization: {person.headers['authorization']}"]
    return subprocess.run(words, cwd=config.parent, capture_output=True, text=True, check=False)
