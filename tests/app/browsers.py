"""Browser clients over HTTP: they keep their cookies, sign up and sign in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx

from tests.app import openapi_contract
from tests.app.http_players import Json, Person
from tests.serving import NO_AUTHORITIES, PATIENCE

PASSWORD = "correct horse battery"
_numbers = count(1)


def new_name() -> str:
    """Return a name that no other test has: letters of a number, so that no two look alike."""
    return f"Tester {''.join('abdefghkmp'[int(digit)] for digit in str(next(_numbers)))}"


class Browser(Person):
    """A browser, identified by the cookies of its client."""

    @property
    def cookie(self) -> str:
        """Return the cookie as the value of a header; "" without one."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        json = {} if body is None and method in ("POST", "PATCH") else body
        return await self.http.request(method, path, json=json)

    async def me(self) -> Json | None:
        found: Json | None = (await self.http.get("/api/me")).json()["player"]
        return found

    async def become_guest(self) -> Json:
        answer = await self.http.post("/api/players/guest")
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    async def sign_up(self, name: str | None = None, password: str = PASSWORD) -> Json:
        """Create an account; return the answer of the server."""
        answer = await self.call("POST", "/api/accounts", {"name": name or new_name(), "password": password})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    async def sign_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return await self.call("POST", "/api/logins", {"name": name, "password": password})

    def headers_of_socket(self) -> dict[str, str]:
        return {"cookie": self.cookie}


@asynccontextmanager
async def open_browser(url: str, **how: Any) -> AsyncIterator[Browser]:
    """Yield a browser at the server with this URL, without cookies."""
    how |= {"timeout": PATIENCE, "event_hooks": {"response": [openapi_contract.validate_response]}}
    async with httpx.AsyncClient(base_url=url, verify=NO_AUTHORITIES, **how) as http:
        yield Browser(http)


def code_of(answer: httpx.Response) -> tuple[int, str, str | None]:
    """Return status, code and `detail.rule` of an error."""
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["detail"].get("rule")
