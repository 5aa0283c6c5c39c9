"""Guests, and who one is."""

from __future__ import annotations

import httpx

from tests.serving import Server


async def test_a_guest_has_a_name_and_a_token(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as client:
        answer = await client.post("/api/players/guest")
        assert answer.status_code == 201
        assert set(answer.json()) == {"id", "name", "token"}
