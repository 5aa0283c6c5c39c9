"""The example bot of the documentation works as published."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import httpx

from tests.serving import Server

BOT = Path(__file__).parents[2] / "docs" / "bot.py"


async def _start_bot(*words: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, str(BOT), *words, stdout=pipe, stderr=pipe)


async def test_two_bots_of_the_documentation_play_a_game_to_its_end(server: Server) -> None:
    first = await _start_bot(server.url, "three_musketeers")
    assert first.stdout
    waiting = (await asyncio.wait_for(first.stdout.readline(), 20)).decode()
    found = re.search(r"waits at .*/g/(\w+)", waiting)
    assert found, waiting
    second = await _start_bot(server.url, "three_musketeers", found[1])
    for bot in (first, second):
        out, err = await asyncio.wait_for(bot.communicate(), 60)
        assert bot.returncode == 0, err.decode()
        assert b"over:" in out
        assert b"refused" not in out
    async with httpx.AsyncClient(base_url=server.url) as http:
        check = (await http.get(f"/api/games/{found[1]}/check")).json()
    assert check["agrees"]
    assert check["outcome"]["winner"] in (0, 1)
