"""What OpenAPI says of the server, held against everything that the server sends while it is tested.

The schemas are those that msgspec writes; a keyword that is not known here fails.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import unquote

import httpx

from app.main import create_app
from app.settings import Settings

Json = dict[str, Any]

FRAMES = {"state": "State", "refused": "Refused", "presence": "Presence", "pong": "Pong", "lobby": "Lobby"}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
KNOWN = set(
    """$ref anyOf type enum properties required items prefixItems minItems maxItems minimum maximum title
    description default additionalProperties""".split()  # noqa: SIM905
)


@cache
def document() -> Json:
    """The document of the code that is tested."""
    api: Json = create_app(Settings()).openapi()
    return api


def frame(json: Json) -> None:
    """AssertionError: a socket has sent what its type does not allow."""
    fits(json, document()["components"]["schemas"][FRAMES[json["t"]]])


async def answer(response: httpx.Response) -> None:
    """AssertionError: an answer over HTTP is not described, or otherwise. A hook of httpx."""
    await response.aread()
    path = unquote(response.request.url.raw_path.partition(b"?")[0].decode())
    operation = described(response.request.method, path)
    if operation is None:
        return
    where = f"{response.request.method} {path}: {response.status_code}"
    assert str(response.status_code) in operation["responses"], f"{where} is not described"
    told = operation["responses"][str(response.status_code)]
    json = response.json()
    fits(json, told["content"]["application/json"]["schema"], where)
    if response.status_code >= 400:
        assert f"`{json['error']['code']}`" in told["description"], f"{where}, {json} is not described"


def described(method: str, path: str) -> Json | None:
    """The operation that serves this path, if any does."""
    for template, operations in document()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path) and method.lower() in operations:
            found: Json = operations[method.lower()]
            return found
    return None


def fits(json: object, schema: Json | bool, where: str = "") -> None:
    """AssertionError: this JSON is not of this schema."""
    if isinstance(schema, bool):
        assert schema, f"{where}: {json!r} is too much"
        return
    assert schema.keys() <= KNOWN, f"{where}: what is {schema.keys() - KNOWN}?"
    if "$ref" in schema:
        fits(json, document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]], where)
    if "anyOf" in schema:
        assert any(_fits(json, choice) for choice in schema["anyOf"]), f"{where}: {json!r} is none of these"
    if "type" in schema:
        assert type(json) in TYPES[schema["type"]], f"{where}: {json!r} is no {schema['type']}"
    assert "enum" not in schema or json in schema["enum"], f"{where}: {json!r} is not in {schema['enum']}"
    if isinstance(json, dict):
        _object(json, schema, where)
    elif isinstance(json, list):
        _array(json, schema, where)
    elif type(json) is int:
        assert schema.get("minimum", json) <= json <= schema.get("maximum", json), f"{where}: {json}"


def _object(json: Json, schema: Json, where: str) -> None:
    missing = set(schema.get("required", ())) - json.keys()
    assert not missing, f"{where}: {missing} is missing"
    if "properties" in schema:
        for name in json:
            assert name in schema["properties"], f"{where}: {name} is not described"
            fits(json[name], schema["properties"][name], f"{where}.{name}")


def _array(json: list[Any], schema: Json, where: str) -> None:
    first = schema.get("prefixItems", [])
    kinds = [*first, *[schema.get("items", True)] * (len(json) - len(first))]
    assert len(json) >= schema.get("minItems", 0), f"{where}: {json} is too short"
    for number, item in enumerate(json):
        fits(item, kinds[number], f"{where}[{number}]")


def _fits(json: object, schema: Json) -> bool:
    try:
        fits(json, schema)
    except AssertionError:
        return False
    return True
