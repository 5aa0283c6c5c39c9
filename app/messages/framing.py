"""As little of the framing of RFC 6455 as the short way of `app.protocol` needs: whole texts, and where in a
stream the frames begin. Whatever is not plain is left to the library."""

from __future__ import annotations

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it could be built

HEAD = 14  # bytes of the longest head of a frame
SHORT = 6 + 125  # bytes of a client's frame whose size stands in one byte, at most


def framed(text: bytes) -> bytes:
    """A whole text frame from a server."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def short_text(data: bytes) -> str | None:
    """The text, if the bytes are one whole short text frame from a client; None: they are not."""
    size = len(data)
    if not 6 <= size <= SHORT or data[0] != 0x81 or data[1] != size + 122:  # 122: masked, less the head
        return None
    try:
        text: str = apply_mask(data[6:], data[2:6]).decode()
    except UnicodeDecodeError:
        return None
    return text


class Place:
    """Where we are in a stream of frames that is read in pieces: `between` two frames, or within one."""

    __slots__ = ("_head", "_rest")

    def __init__(self) -> None:
        self._head = b""  # what is here of a head that is not whole
        self._rest = 0  # bytes of a frame that are still to come

    @property
    def between(self) -> bool:
        return not self._rest and not self._head

    def passed(self, data: bytes) -> None:
        """Counts some bytes."""
        start, size = 0, len(data)
        while start < size:
            if not self._rest:
                head = self._head + data[start : start + HEAD]
                whole = _size(head)
                if whole is None:
                    self._head = head
                    return
                self._rest, self._head = whole - len(self._head), b""
            step = min(self._rest, size - start)
            self._rest -= step
            start += step


def _size(head: bytes) -> int | None:
    """The bytes of a frame, by its first bytes; None: there are too few."""
    if len(head) < 2:
        return None
    size, more = head[1] & 127, 0
    if size > 125:
        more = 2 if size == 126 else 8
        if len(head) < 2 + more:
            return None
        size = int.from_bytes(head[2 : 2 + more], "big")
    return 2 + more + (4 if head[1] & 128 else 0) + size
