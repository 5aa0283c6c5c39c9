"""Invalid messages and bodies raise typed errors, for any text or bytes."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import wire
from app.games import acts, messages
from engine.entry import SERVER_ACTS

DEEP = 4000


@pytest.mark.parametrize("text", ["[" * DEEP, '{"x":' + "[" * DEEP + "]" * DEEP + ',"t":"ping","n":1}'])
def test_a_frame_that_is_nested_deeply_is_a_bad_message(text: str) -> None:
    with pytest.raises(wire.NOT_A_MESSAGE):
        messages.decode_message(text)


@pytest.mark.parametrize("end", [b"]" * DEEP + b"}", b""])
def test_a_body_that_is_nested_deeply_is_refused(end: bytes) -> None:
    """By its depth, or by what is wrong besides: newer Pythons read deeper."""
    with pytest.raises((wire.BadMessage, wire.NotJson)):
        wire.read_body(b'{"rules":"x","bot":' + b"[" * DEEP + end, messages.NewGame)


@given(st.text(max_size=60))
def test_any_text_is_a_message_or_raises_a_typed_error(text: str) -> None:
    with suppress(*wire.NOT_A_MESSAGE):
        assert messages.decode_message(text).name in ("move", "undo", "redo", "resign", "abort", "ping")


@given(st.binary(max_size=60))
def test_any_bytes_are_a_body_or_raise_a_typed_error(raw: bytes) -> None:
    with suppress(wire.BadMessage, wire.NotJson):
        assert isinstance(wire.read_body(raw, messages.NewGame).rules, str)


def test_a_ply_is_a_whole_number_in_range() -> None:
    for number in ("1.0", "1e0", "true", "-1", "9007199254740992", '"1"', "null"):
        with pytest.raises(wire.NOT_A_MESSAGE):
            messages.decode_message(f'{{"t":"undo","ply":{number}}}')


def test_the_greatest_ply_is_accepted() -> None:
    assert messages.decode_message(f'{{"t":"undo","ply":{2**53 - 1}}}') == acts.Undo(2**53 - 1)


def test_no_message_becomes_an_act_of_the_server() -> None:
    for act in SERVER_ACTS:
        for fields in ({}, {"ply": 0}, {"seat": 0}, {"ply": 0, "seat": None, "text": "win", "at": 0}):
            with pytest.raises(wire.NOT_A_MESSAGE):
                messages.decode_message(msgspec.json.encode({"t": act, **fields}).decode())


def test_no_message_names_its_own_seat_or_time() -> None:
    for message in (acts.Move(0, "a1 a2"), acts.Undo(0), acts.Resign(), acts.Abort()):
        sent = msgspec.to_builtins(message)
        assert messages.decode_message(msgspec.json.encode(sent).decode()) == message
        for field in ("seat", "at", "act", "text"):
            with pytest.raises(wire.NOT_A_MESSAGE):
                messages.decode_message(msgspec.json.encode(sent | {field: None}).decode())
