"""People with an account, made over HTTP with a browser's cookie."""

from __future__ import annotations

from typing import Any

from tests.app.browsers import PASSWORD as PASSWORD
from tests.app.browsers import new_name as new_name
from tests.browser.visitor import Visitor


async def sign_up(visitor: Visitor, name: str | None = None) -> dict[str, Any]:
    """Give the player of this browser an account; return `{"player", "recovery"}`."""
    await visitor.guest()
    return dict(await visitor.post("/api/accounts", name=name or new_name(), password=PASSWORD))
