"""Limits of all people at one address together."""

from __future__ import annotations

import httpx
import pytest

from app.core import rate_limits
from tests.app.browsers import open_browser
from tests.app.http_players import PAIR, account, guest
from tests.app.in_process import serving_here
from tests.serving import UNLIMITED


async def test_the_guests_of_an_address_share_buckets_and_accounts_do_not(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "monotonic", lambda: 0.0)  # nothing is refilled
    limits = UNLIMITED | {"limit_writes": 1, "limit_reads": 5, "limit_address": 2}  # three writes at once
    async with serving_here(database_url, **limits) as url, open_browser(url) as browser:
        people = [await guest(browser.http) for _ in range(3)]
        member = await account(browser.http)
        made = [await person.post("/api/games", {"rules": PAIR.id}) for person in people for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 6 + [429] * 3
        read = [(await person.get("/api/rules")).status_code for person in people for _ in range(5)]
        assert read == [200] * 10 + [429] * 5
        assert (await member.post("/api/games", {"rules": PAIR.id})).status_code == 201
        assert (await member.get("/api/rules")).status_code == 200
    unlimited = limits | {"limit_address": 0}
    async with serving_here(database_url, **unlimited) as url, httpx.AsyncClient(base_url=url) as http:
        people = [await guest(http) for _ in range(3)]
        made = [await person.post("/api/games", {"rules": PAIR.id}) for person in people for _ in range(3)]
        assert [answer.status_code for answer in made] == [201] * 9
