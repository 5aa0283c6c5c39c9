"""A client that disconnects before its answer is not logged as an error."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from itertools import product
from typing import Any

from structlog.testing import capture_logs

from app.http.protocol import EXTENSION
from app.lobby.sockets import GAME, LOBBY, websocket_app
from app.wiring import Services
from tests.app.http_players import moves
from tests.app.stored_games import new_game


class DisconnectingClient:
    """A socket as our protocol class presents it: the client sends some texts, and disconnects at the first
    answer that is not a state."""

    def __init__(self, *texts: object) -> None:
        self.closing = self.read_paused = False
        self.on_text = self.on_writable = None
        self.incoming = [{"type": "websocket.connect"}]
        self.incoming += [{"type": "websocket.receive", "text": json.dumps(text)} for text in texts]
        self.sent: list[str] = []

    async def receive(self) -> dict[str, Any]:
        return self.incoming.pop(0) if self.incoming else {"type": "websocket.disconnect", "code": 1006}

    def try_send(self, text: bytes) -> bool:
        """Accept a frame; False for the first answer, at which the client has disconnected."""
        if self.closing:
            return False
        self.sent.append(json.loads(text)["t"])
        self.closing = self.sent[-1] in ("pong", "refused")
        return not self.closing

    async def answers(self, _: float) -> bool:
        return not self.closing

    def pause_reading(self, paused: bool) -> None:
        """Has no effect here."""

    async def send(self, message: MutableMapping[str, Any]) -> None:
        text = message.get("text", "")
        self.sent.append(json.loads(text)["t"] if text else message["type"])
        if self.closing:
            raise OSError("disconnected")


TEXTS = ({"t": "ping", "n": 1}, {"t": "move", "ply": 0, "move": moves()[0]}, {"t": "nonsense"}, "no frame")


async def test_disconnect_during_an_answer_is_not_logged_as_error(services: Services) -> None:
    game = await new_game(services.games.store)
    for text, path in product(TEXTS, (GAME + game.id, LOBBY)):
        end = DisconnectingClient(text, text)
        scope = {
            "type": "websocket",
            "path": path,
            "headers": [],
            "client": ("127.0.0.1", 1),
            "extensions": {EXTENSION: end},
            "state": services.state(),
        }
        with capture_logs() as logs:
            await websocket_app(scope, end.receive, end.send)
        assert [line for line in logs if line["log_level"] in ("error", "critical")] == [], text
        assert end.sent.count("pong") + end.sent.count("refused") == 1, text
    assert (await services.games.store.stored_game(game.id)).log == []
