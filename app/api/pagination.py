"""Pagination cursors: the sort key of a page's last row as an opaque text."""

from __future__ import annotations

import base64
from typing import TypeVar

import msgspec

from app.errors import Refusal
from app.messages.games import encode

T = TypeVar("T")


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
