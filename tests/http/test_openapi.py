"""The OpenAPI document: sound, complete, and served. Every other test checks that it is true:
tests/app/openapi_contract.py validates everything that the server sends against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as types

from app.core.errors import STATUS
from app.games import messages as games
from app.lobby import messages as lobby
from tests.app.http_players import Person
from tests.app.openapi_contract import Json, document
from tests.serving import ROOT

WIRE = set(
    """not_json nobody not_seated foreign_origin hidden not_found stale not_your_turn game_over not_live
    seat_taken too_large bad_message illegal_move too_many try_again""".split()  # noqa: SIM905
)
MESSAGES = set("Move Undo Redo Resign Abort Ping State Refused Presence Pong Lobby".split())  # noqa: SIM905


def operations() -> Iterator[tuple[str, str, Json]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def schemas(json: Any) -> Iterator[Json]:
    """Yield every object within."""
    if isinstance(json, dict):
        yield json
        json = list(json.values())
    if isinstance(json, list):
        for part in json:
            yield from schemas(part)


async def test_the_server_serves_this_document(visitor: Person) -> None:
    answer = await visitor.get("/openapi.json")
    assert (answer.status_code, answer.json()) == (200, document())


def test_the_document_has_the_form_of_openapi() -> None:
    api = document()
    assert re.fullmatch(r"3\.1\.\d+", api["openapi"])
    assert api["info"]["title"]
    assert api["info"]["version"]
    assert set(api["components"]["securitySchemes"]) == {"token", "cookie"}
    names = {
        schema["$ref"].removeprefix("#/components/schemas/") for schema in schemas(api) if "$ref" in schema
    }
    assert names <= api["components"]["schemas"].keys()
    ids = [operation["operationId"] for _, _, operation in operations()]
    assert len(ids) == len(set(ids))


def test_every_schema_of_items_is_an_object_as_generators_of_clients_need() -> None:
    for schema in schemas(document()):
        assert isinstance(schema.get("items", {}), dict), schema
        fixed = schema.get("type") == "array" and "items" not in schema
        assert not fixed or schema["maxItems"] == len(schema["prefixItems"]), schema


def test_every_schema_is_described() -> None:
    described = document()["components"]["schemas"]
    assert MESSAGES | {"ErrorResponse", "NewGame"} <= described.keys()
    for name, schema in described.items():
        assert schema["description"], name
        assert "\n    " not in schema["description"], f"{name}: Markdown shows an indented list as code"
        assert schema["type"] == "object", name


def test_every_operation_is_described_with_all_its_answers() -> None:
    declared = set[str]()
    for method, path, operation in operations():
        where, answers = f"{method} {path}", operation["responses"]
        assert operation["summary"], where
        assert operation["tags"], where
        inside = [p["name"] for p in operation.get("parameters", []) if p["in"] == "path"]
        assert inside == re.findall(r"\{(\w+)\}", path), where
        assert ("requestBody" in operation) <= (method != "get"), where
        good = [status for status in answers if status < "400"]
        assert len(good) == 1 or sorted(good) == ["200", "201"], f"{where} has the success responses {good}"
        assert "Built-in" not in answers[good[0]]["description"], where
        codes = set[str]()
        for status, answer in answers.items():
            assert answer["description"].strip(), f"{where} {status}"
            if status == "204":
                assert "content" not in answer
                continue
            [content] = answer["content"].values()
            assert content["schema"], f"{where} {status}"
            if status >= "400":
                assert content["schema"] == {"$ref": "#/components/schemas/ErrorResponse"}, where
                found = set(re.findall(r"`(\w+)`", answer["description"]))
                assert {STATUS[code] for code in found} == {int(status)}, where
                codes |= found
        expected = {"try_again"} | ({"foreign_origin", "too_many"} if method != "get" else set())
        expected |= {"not_json", "too_large", "bad_message"} if "requestBody" in operation else set()
        assert expected <= codes, where
        declared |= codes
    assert declared >= WIRE


def test_every_field_of_the_frames_of_games_and_lobby_is_documented() -> None:
    text = (ROOT / "docs" / "wire.md").read_text()
    named = set(re.findall(r"\w+", " ".join(re.findall(r"```.*?```|`[^`]+`|\|.*\|", text, re.DOTALL))))
    frames = (games.State, games.Step, lobby.Lobby, lobby.LobbyDiff, lobby.Boards)
    missing = {f"{struct}.{name}" for frame in frames for struct, name in names(frame) if name not in named}
    assert missing == set(), "docs/wire.md says what each field is"


def names(struct: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a struct, and of the structs in it, with the name of their struct."""
    for field in msgspec.structs.fields(struct):
        yield struct.__name__, field.encode_name
        for inner in structs(types.type_info(field.type)):
            yield from names(inner)


def structs(kind: Any) -> Iterator[type[Any]]:
    """Yield the structs in a type."""
    if isinstance(kind, types.StructType):
        yield kind.cls
    for part in ("types", "item_types", "item_type", "value_type"):
        inner = getattr(kind, part, ())
        for one in inner if isinstance(inner, tuple) else (inner,):
            yield from structs(one)
