"""Pagination cursors: the sort key of a page's last row, base64-encoded, after which the next page starts.

Each list has its own type of cursor. The bounds of its fields are those of the columns, so that forged ones
are rejected before they reach the database.
"""

from __future__ import annotations

import base64
from typing import Annotated, TypeVar

import msgspec
from fastapi import Query
from msgspec import Meta

from app.core.errors import Refusal
from app.core.wire import encode

T = TypeVar("T")
Cursor = Annotated[str | None, Query(min_length=1)]
Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,16}\Z")]  # of a game or player
Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
PAGE_SIZE = 50  # rows


def encode_cursor(key: object) -> str:
    return base64.urlsafe_b64encode(encode(key)).decode()


def decode_cursor(text: str | None, decoder: msgspec.json.Decoder[T]) -> T | None:
    """Decode a cursor. Refusal `bad_message`: it is invalid."""
    if text is None:
        return None
    try:
        return decoder.decode(base64.urlsafe_b64decode(text.encode()))
    except (ValueError, RecursionError, msgspec.DecodeError):
        raise Refusal(
            "bad_message", field="cursor", message="Invalid cursor. Start again at the first page."
        ) from None
