"""Invalid messages and bodies raise typed errors, for any text or bytes."""

from __future__ import annotations

import msgspec
import pytest

from app.core import wire
from app.games import acts, messages
from engine.entry import SERVER_ACTS


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
