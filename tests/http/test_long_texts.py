"""Long texts of clients are read in time proportional to their length."""

from __future__ import annotations

from time import process_time

from starlette.requests import Request

from app.http.requests import cookies_of
from app.people.names import name_key

LENGTH = 60_000  # more than a head or body may have
MAX_SECONDS = 1.0  # of CPU time; with quadratic cost each of them takes longer


def test_long_texts_are_read_in_proportional_time() -> None:
    def cookies(text: str) -> dict[str, str]:
        headers = [(b"cookie", text.encode()), (b"cookie", b"richelieu=one.two=; b")]
        return cookies_of(Request({"type": "http", "headers": headers}))

    start = process_time()
    assert name_key("a" + "\u0301" * LENGTH + "\u0323" * LENGTH) == ""
    assert process_time() - start < MAX_SECONDS
    start = process_time()
    escapes = '"' + "\\1" * LENGTH + '"'
    assert cookies(f"language=de; a={escapes}") == {
        "language": "de",
        "a": escapes,
        "richelieu": "one.two=",
        "b": "",
    }
    assert process_time() - start < MAX_SECONDS
