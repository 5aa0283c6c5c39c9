"""Messages of the site: what its operator says, its health, and errors in browsers."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from app.core.wire import Body


class Fault(Body):
    """An error in a browser: message, place in the client's files, and build of the client. It is logged, not
    stored, and should contain no names."""

    message: Annotated[str, Meta(max_length=500)]
    place: Annotated[str, Meta(max_length=200)]
    build: Annotated[str, Meta(max_length=40)]


class Health(Struct):
    """Health of the server."""

    ok: bool


class Notice(Struct):
    """The operator's notice to all visitors. `until`: when it ends, in milliseconds since the epoch."""

    text: str
    until: int | None


class Site(Struct):
    """Site information: the server's time, notice, imprint URL, contact of the operator, start of an
    announced maintenance, and whether the games are demonstration data. Times are in milliseconds since the
    epoch."""

    now: int
    notice: Notice | None
    imprint: str | None
    contact: str | None
    maintenance: int | UnsetType = UNSET
    demonstration: bool | UnsetType = UNSET
