"""The OpenAPI document, with schemas made by msgspec from the message types; errors are described too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.errors import STATUS
from app.messages import games as messages
from app.messages import lobby
from app.messages.errors import ErrorResponse

DESCRIPTION = """A game server: matches and solitaires over websockets, with everything also over HTTP.

`/ws/games/{id}` takes the messages `Move`, `Undo`, `Redo`, `Resign`, `Abort`, `Offer`, `Withdraw`, `Answer`,
`Claim`, `Proceed`, `Chat`, `Hide`, `Ping`, `Show` and sends `State`, `Refused`, `Presence`, `ChatLine`,
`Pong`, with `?steps=1` `Step` too; `/ws/lobby` sends `Lobby` and `Boards`, with `?diff=1`
`LobbyDiff` too, and takes `Visible` there. Errors are `ErrorResponse`."""

REF = "#/components/schemas/{name}"
SOCKET_MESSAGES = (
    *(messages.Move, messages.Undo, messages.Redo, messages.Resign, messages.Abort, messages.Offer),
    *(messages.Withdraw, messages.Answer, messages.Claim, messages.Proceed, messages.Chat, messages.Hide),
    *(messages.Ping, messages.Show, messages.Step, messages.Refused, messages.Presence, messages.ChatLine),
    *(messages.Pong, lobby.Lobby, lobby.LobbyDiff, lobby.Boards, lobby.Visible),
)
Schema = dict[str, Any]
_components: dict[str, Schema] = {}  # schemas of all described types, by name


def _schema_of(kind: Any) -> Schema:
    """Return the schema of a type; what it refers to becomes a component."""
    [schema], components = msgspec.json.schema_components([kind], ref_template=REF)
    _components.update(components)
    return schema


for message in SOCKET_MESSAGES:
    _schema_of(message)


def describe_answers(
    answer: Any, statuses: Sequence[int], errors: Sequence[str]
) -> dict[int | str, dict[str, Any]]:
    """What an endpoint answers, for OpenAPI: a type or a list of one, plain text (`str`), nothing, or an
    error with one of these codes."""
    described = (get_args(answer) or (answer,))[0]
    description = {str: "Plain text.", type(None): "No body."}.get(answer) or described.__doc__ or ""
    good = {"description": description, **_content(answer)}
    answers: dict[int | str, dict[str, Any]] = {status: dict(good) for status in statuses}
    for code in dict.fromkeys((*errors, "try_again")):
        known = answers.setdefault(STATUS[code], {"description": "", **_content(ErrorResponse)})
        known["description"] = f"{known['description']} `{code}`".strip()
    return answers


def describe_lines(kind: Any, errors: Sequence[str]) -> dict[int | str, dict[str, Any]]:
    """What an endpoint answers that sends lines of JSON, each of this type, for OpenAPI."""
    answers = describe_answers(type(None), (200,), errors)
    content = {"application/x-ndjson": {"schema": _schema_of(kind)}}
    answers[200] = {"description": "Lines of JSON.", "content": content}
    return answers


def describe_body(kind: type[messages.Body]) -> dict[str, Any]:
    """What an endpoint reads, for OpenAPI."""
    return {"requestBody": {"required": True, **_content(kind)}}


def make_document(app: FastAPI) -> dict[str, Any]:
    """The document of all routes, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, routes=app.routes, description=DESCRIPTION
        )
        document["components"] = {
            "schemas": dict(sorted(_components.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "richelieu"},
            },
        }
        for operations in document["paths"].values():
            for operation in operations.values():
                _remove_validation_error(operation["responses"])
        app.openapi_schema = document
    return app.openapi_schema


def _remove_validation_error(answers: dict[str, Any]) -> None:
    """FastAPI adds its own form of a 422 where we declare none; it is never sent."""
    if "HTTPValidationError" in str(answers.get("422")):
        del answers["422"]


def _content(kind: Any) -> dict[str, Any]:
    if kind is type(None):
        return {}
    if kind is str:
        return {"content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"content": {"application/json": {"schema": _schema_of(kind)}}}
