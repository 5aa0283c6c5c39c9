"""Validation of everything that the server sends during tests against its OpenAPI document.

The server may send no field that the document does not describe.
"""

from __future__ import annotations

import re
from functools import cache
from json import loads
from typing import Any
from urllib.parse import unquote

import httpx
import jsonschema_rs

from app.main import create_app
from app.settings import Settings

Json = dict[str, Any]

FRAMES = {name.lower(): name for name in ("State", "Step", "Refused", "Presence", "Pong", "Lobby", "Boards")}
FRAMES["lobby_diff"] = "LobbyDiff"
FRAMES["chat"] = "ChatLine"


@cache
def document() -> Json:
    """Return the OpenAPI document of the code under test."""
    api: Json = create_app(Settings()).openapi()
    return api


def validate_frame(json: Json) -> None:
    """Validate a frame of a websocket by its type. AssertionError: it does not match the schema."""
    validate(json, document()["components"]["schemas"][FRAMES[json["t"]]])


async def validate_response(response: httpx.Response) -> None:
    """Validate a response, as an event hook of httpx. AssertionError: not described, or not as its schema."""
    await response.aread()
    path = unquote(response.request.url.raw_path.partition(b"?")[0].decode())
    operation = operation_of(response.request.method, path)
    if operation is None:
        return
    where = f"{response.request.method} {path}: {response.status_code}"
    assert str(response.status_code) in operation["responses"], f"{where} is not described"
    description = operation["responses"][str(response.status_code)]
    if "content" not in description:
        assert not response.content, where
        return
    if "text/plain" in description["content"]:
        assert response.headers["content-type"] == "text/plain; charset=utf-8", where
        return
    if lines := description["content"].get("application/x-ndjson"):
        for line in response.text.splitlines():
            validate(loads(line), lines["schema"], where)
        return
    json = response.json()
    validate(json, description["content"]["application/json"]["schema"], where)
    if response.status_code >= 400:
        assert f"`{json['error']['code']}`" in description["description"], f"{where}, {json} is not described"


def operation_of(method: str, path: str) -> Json | None:
    """Return the operation that serves this path, or None."""
    of_method = _operations().get(method.lower(), ())
    return next((operation for template, operation in of_method if template.fullmatch(path)), None)


@cache
def _operations() -> dict[str, list[tuple[re.Pattern[str], Json]]]:
    """Return all operations with the pattern of their paths, by method."""
    found: dict[str, list[tuple[re.Pattern[str], Json]]] = {}
    for template, operations in document()["paths"].items():
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", template))
        for method, operation in operations.items():
            found.setdefault(method, []).append((pattern, operation))
    return found


def validate(json: object, schema: Json, where: str = "") -> None:
    """Validate JSON by a schema of the document. AssertionError: it does not match."""
    validator = _validators.get(id(schema)) or _validators.setdefault(id(schema), _validator(schema))
    errors = [
        f"{'.'.join(map(str, error.instance_path))}: {error.message}" for error in validator.iter_errors(json)
    ]
    assert not errors, f"{where}: {errors[:5]}"


_validators: dict[
    int, jsonschema_rs.Draft202012Validator
] = {}  # by id of a schema of the document, which stays


def _validator(schema: Json) -> jsonschema_rs.Draft202012Validator:
    whole = schema | {"components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(_closed(whole))


def _closed(schema: Any) -> Any:
    """Return a schema in which an object has no fields but the described ones."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed
