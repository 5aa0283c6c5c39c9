"""Ids of rows and of requests."""

from __future__ import annotations

import re
import secrets
import string

ALPHABET = string.ascii_letters + string.digits
_FROM_CLIENT = re.compile(r"[\w.-]{1,64}", re.ASCII)  # accepted from a request header


def new_id(length: int = 8) -> str:
    """Return random letters and digits; eight of them are 47 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def may_be_id(text: str) -> bool:
    """Return whether a text of a request has the form of an id: no database is asked for another one."""
    return text.isalnum() and text.isascii()


def request_id(given: str | None) -> str:
    """Return the request id of the client or proxy if it is well-formed, else a new one."""
    return given if given and _FROM_CLIENT.fullmatch(given) else new_id(16)
