"""Where a page of a list ended, as a text that means nothing to others."""

from __future__ import annotations

import base64
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from app.errors import Refusal
from app.messages import games as wire

T = TypeVar("T")
Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,16}\Z")]  # of a game or a person, as cursors hold it
Small = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]  # as columns of 32 bits hold it


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
