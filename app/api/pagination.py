"""Pagination cursors: the sort key of a page's last row as an opaque text."""

from __future__ import annotations

import base64
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from app.errors import Refusal
from app.messages.games import encode

T = TypeVar("T")
Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,16}\Z")]  # of a game or a person, as cursors hold it
Small = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]  # as columns of 32 bits hold it


def encode_cursor(key: object) -> str:
    """The cursor of a row: what its list is ordered by."""
    return base64.urlsafe_b64encode(encode(key)).decode()


def decode_cursor(text: str | None, decoder: msgspec.json.Decoder[T]) -> T | None:
    """The inverse. Refusal `bad_message`: it is none of ours."""
    if text is None:
        return None
    try:
        return decoder.decode(base64.urlsafe_b64decode(text.encode()))
    except (ValueError, msgspec.DecodeError):
        raise Refusal("bad_message", field="cursor", message="this cursor is not one of ours") from None
