"""What is no message is said to be none, whatever it is made of."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.messages import games as messages

DEEP = 4000


@pytest.mark.parametrize("text", ["[" * DEEP, '{"x":' + "[" * DEEP + "]" * DEEP + ',"t":"ping","n":1}'])
def test_a_frame_that_is_nested_deeply_is_a_bad_message(text: str) -> None:
    with pytest.raises(messages.NOT_A_MESSAGE):
        messages.decode_message(text)


@pytest.mark.parametrize("end", [b"]" * DEEP + b"}", b""])
def test_a_body_that_is_nested_deeply_is_refused(end: bytes) -> None:
    with pytest.raises((messages.BadMessage, messages.NotJson), match="too deep"):
        messages.read_body(b'{"rules":"x","bot":' + b"[" * DEEP + end, messages.NewGame)


@given(st.text(max_size=60))
def test_any_text_is_a_message_or_a_bad_one(text: str) -> None:
    with suppress(*messages.NOT_A_MESSAGE):
        assert messages.decode_message(text).name in ("move", "undo", "redo", "resign", "abort", "ping")


@given(st.binary(max_size=60))
def test_any_bytes_are_a_body_or_no_json_or_a_bad_one(raw: bytes) -> None:
    with suppress(messages.BadMessage, messages.NotJson):
        assert isinstance(messages.read_body(raw, messages.NewGame).rules, str)


@pytest.mark.parametrize("number", ["1.0", "1e0", "true", "-1", "9007199254740992", '"1"', "null"])
def test_a_ply_is_a_whole_number_in_range(number: str) -> None:
    with pytest.raises(messages.NOT_A_MESSAGE):
        messages.decode_message(f'{{"t":"undo","ply":{number}}}')


def test_the_greatest_ply_is_taken() -> None:
    assert messages.decode_message(f'{{"t":"undo","ply":{2**53 - 1}}}') == messages.Undo(2**53 - 1)
