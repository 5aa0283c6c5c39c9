"""What all people at one address may do together."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from websockets import InvalidMessage

from tests.app.http_players import open_socket
from tests.app.in_process import serving_here
from tests.serving import PATIENCE, UNLIMITED


async def test_sockets_count_among_the_connections_of_an_address_until_they_end(database_url: str) -> None:
    async with serving_here(database_url, **{**UNLIMITED, "limit_connections": 2}) as url:
        lobby = f"{url.replace('http', 'ws', 1)}/ws/lobby"
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http, open_socket(lobby):
            assert (await http.get("/health")).status_code == 200
            async with httpx.AsyncClient(base_url=url) as another:
                with pytest.raises(httpx.TransportError):
                    await another.get("/health")
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with open_socket(lobby), open_socket(lobby):
                        break
                except (OSError, EOFError, InvalidMessage):
                    await asyncio.sleep(0)
