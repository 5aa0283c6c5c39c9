"""People with an account, made over HTTP with a browser's cookie."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.browser.visitor import Visitor

PASSWORD = "seven brave lanterns"
_numbers = count(1)


def new_name() -> str:
    """Return an unused name."""
    return f"Person {next(_numbers)}"


async def sign_up(visitor: Visitor, name: str | None = None) -> dict[str, Any]:
    """Give the player of this browser an account; return `{"player", "recovery"}`."""
    await visitor.guest()
    return dict(await visitor.post("/api/accounts", name=name or new_name(), password=PASSWORD))
