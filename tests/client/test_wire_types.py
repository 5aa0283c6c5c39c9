"""The TypeScript types of the messages match the messages of the server."""

from __future__ import annotations

from tests.client.wire_types import FILE, declarations


def test_types_of_messages_are_current() -> None:
    assert FILE.read_text() == declarations(), "run `python -m tests.client.wire_types`"


def test_types_name_fields_literals_and_optional_ones() -> None:
    text = declarations()
    assert "status: 'ended' | 'live' | 'open'" in text
    assert "legal: [string, string][]" in text
    assert "online?: boolean" in text
