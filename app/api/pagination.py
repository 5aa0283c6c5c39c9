"""Where a page of a list ended, as a text that means nothing to others."""

from __future__ import annotations

import base64
from typing import TypeVar

import msgspec

from app.errors import Refusal
from app.messages import games as wire

T = TypeVar("T")


def write(place: object) -> str:
    """A place in a list: what its order is by."""
    return base64.urlsafe_b64encode(wire.encode(place)).decode()


def read(text: str | None, decoder: msgspec.json.Decoder[T]) -> T | None:
    """The inverse. Refusal `bad_message`: it is none of ours."""
    if text is None:
        return None
    try:
        return decoder.decode(base64.urlsafe_b64decode(text.encode()))
    except (ValueError, msgspec.DecodeError):
        raise Refusal("bad_message", field="cursor", message="this cursor is not one of ours") from None
