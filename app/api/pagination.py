"""Pagination cursors: the sort key of a page's last row, base64-encoded."""

from __future__ import annotations

import base64
from typing import TypeVar

import msgspec

from app.errors import Refusal
from app.messages.games import encode

T = TypeVar("T")


def encode_cursor(key: object) -> str:
    """Encode the sort key of a row as a cursor."""
    return base64.urlsafe_b64encode(encode(key)).decode()


def decode_cursor(text: str | None, decoder: msgspec.json.Decoder[T]) -> T | None:
    """Decode a cursor. Refusal `bad_message`: it is invalid."""
    if text is None:
        return None
    try:
        return decoder.decode(base64.urlsafe_b64decode(text.encode()))
    except (ValueError, msgspec.DecodeError):
        raise Refusal(
            "bad_message", field="cursor", message="Invalid cursor. Start again at the first page."
        ) from None
