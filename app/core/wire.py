"""JSON on the wire: bodies of requests, socket messages, and their encoding.

Validation is strict: unknown fields, wrong types, numbers outside 0 to 2^53-1, U+0000 and lone surrogates are
refused. A type's docstring is its description in OpenAPI.
"""

from __future__ import annotations

import json
from functools import cache
from inspect import getdoc
from typing import Annotated, Any, ClassVar, Literal, NoReturn, TypeVar, get_origin

import msgspec
from msgspec import Meta, Struct, defstruct
from msgspec.structs import asdict, fields

MAX_FRAME_BYTES = 4096  # of a client's socket message
MAX_HEAD_BYTES = 32 * 1024  # of an HTTP request
MAX_BODY_BYTES = 16 * 1024  # of an HTTP request

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]  # any text but U+0000

# Who may send a message: any client; any player, guests included; a player of this game. The match itself
# checks that it is the sender's turn.
Role = Literal["anybody", "person", "player"]


class SocketMessage(Struct, tag_field="t", forbid_unknown_fields=True):
    """A message from a socket."""

    needs: ClassVar[Role | None] = None

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag)


class Body(Struct, forbid_unknown_fields=True):
    """Body of an HTTP request. `extra_json_schema`: what the server demands of it beyond the types, for
    OpenAPI only, like that of `Meta` for a field: the refusal has a code of its own."""

    extra_json_schema: ClassVar[dict[str, Any]] = {}


@cache
def body_of(message: type[SocketMessage]) -> type[Body]:
    """Return the HTTP body type of a message: its fields without `t`."""
    parts = [(field.name, field.type) for field in fields(message)]
    doc = {"__doc__": getdoc(message)}
    body: type[Any] = defstruct(
        f"{message.__name__}Body", parts, bases=(Body,), namespace=doc, module=__name__
    )
    return body


class NotJson(ValueError):
    """The bytes are not JSON."""


class BadMessage(ValueError):
    """Valid JSON of the wrong form; the message says what is wrong and where."""


T = TypeVar("T")

NOT_A_MESSAGE = (msgspec.DecodeError, UnicodeError, RecursionError)
_decoders: dict[type, msgspec.json.Decoder[Any]] = {}
encode = msgspec.json.Encoder().encode


def read_body(raw: bytes, kind: type[T]) -> T:
    """Decode an HTTP body as a `kind`; the body of a socket message has no `t`.

    NotJson: not JSON (empty, or not UTF-8). BadMessage: JSON of another form.
    """
    message: type[Any] = get_origin(kind) or kind  # list of list[int]
    if issubclass(message, SocketMessage):
        return kind(**asdict(read_body(raw, body_of(message))))
    if kind not in _decoders:
        _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        body: T = _decoders[kind].decode(raw)
    except msgspec.ValidationError as error:
        _check_json(raw)
        raise BadMessage(str(error)) from None
    except RecursionError:
        raise BadMessage("nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        _check_json(raw)
        raise BadMessage(f"text that is not Unicode: {error}") from None
    return body


def _check_json(raw: bytes) -> None:
    """Raise NotJson unless `raw` is grammatically JSON (lone surrogates included)."""
    try:
        json.loads(raw.decode(), parse_constant=_no_constant)
    except ValueError as error:
        raise NotJson(str(error)) from None
    except RecursionError:
        raise NotJson("nested too deeply") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
