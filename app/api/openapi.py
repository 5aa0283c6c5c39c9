"""OpenAPI from the types of the wire: every answer is described, error answers too."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.api.requests import SEEN, kinds
from app.messages import games as wire

SOCKETS = """A game server: matches and solitaires over websockets, with everything also over HTTP.

`/ws/games/{id}` takes the messages `Move`, `Undo`, `Redo`, `Resign`, `Abort`, `Ping` and sends `State`,
`Refused`, `Presence`, `Pong`; `/ws/lobby` sends `Lobby`. Errors are `Wrong`."""

BY_SOCKET = [wire.Move, wire.Undo, wire.Redo, wire.Resign, wire.Abort, wire.Ping]
TO_SOCKET = [wire.Refused, wire.Presence, wire.Pong, wire.Lobby]


def describe(app: FastAPI) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, routes=app.routes, description=SOCKETS)
        every = [*BY_SOCKET, *TO_SOCKET, *kinds.values()]
        _, components = msgspec.json.schema_components(every, ref_template="#/components/schemas/{name}")
        document["components"] = {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "richelieu"},
            },
        }
        _fill(document["paths"])
        app.openapi_schema = document
    return app.openapi_schema


def _fill(paths: dict[str, Any]) -> None:
    """Puts the schemas in the place of the types."""
    for methods in paths.values():
        for operation in methods.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            if SEEN in content.get("schema", {}):
                content["schema"] = _schema(content["schema"][SEEN])
            answers = operation["responses"]
            for status, described in list(answers.items()):
                if SEEN in described:
                    schema = _schema(described.pop(SEEN))
                    described["content"] = {"application/json": {"schema": schema}}
                elif status == "422":
                    del answers[status]  # FastAPI's own form of it, which we do not send


def _schema(name: str) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kinds[name]], ref_template="#/components/schemas/{name}")
    return schema
