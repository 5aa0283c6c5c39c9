"""Our framing agrees with the websockets library for any segmentation of the stream."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from websockets.frames import Frame, Opcode

from app.sockets.protocol import StreamPosition, short_text, text_frame

TEXTS = ["", "{}", '{"t":"resign"}', "\u2660\U0001f0a1", "x" * 125, "x" * 126, "x" * 4096, "x" * 70_000]


@pytest.mark.parametrize("text", TEXTS, ids=len)
def test_a_text_frame_equals_that_of_the_websockets_library(text: str) -> None:
    assert text_frame(text.encode()) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def sent(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A client's frame."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("text", TEXTS, ids=len)
def test_the_fast_path_reads_one_whole_short_text_frame(text: str) -> None:
    assert short_text(sent(Opcode.TEXT, text.encode())) == (text if len(text.encode()) < 126 else None)


WHOLE = sent(Opcode.TEXT, b'{"t":"resign"}')
NOT_PLAIN = {
    "nothing": b"",
    "half": WHOLE[:-1],
    "a header": WHOLE[:2],
    "two": WHOLE + WHOLE,
    "one and a half": WHOLE + WHOLE[:5],
    "bytes": sent(Opcode.BINARY, b"{}"),
    "a first part": sent(Opcode.TEXT, b"{}", fin=False),
    "a last part": sent(Opcode.CONT, b"{}"),
    "a ping": sent(Opcode.PING, b"{}"),
    "a close": sent(Opcode.CLOSE, b"\x03\xe8"),
    "not masked": Frame(Opcode.TEXT, b"{}").serialize(mask=False),
    "a reserved bit": bytes([WHOLE[0] | 0x40]) + WHOLE[1:],
    "no text": sent(Opcode.TEXT, b"\xff"),
    "a surrogate": sent(Opcode.TEXT, b"\xed\xa0\x80"),
    "a long size for a short text": b"\x81\xfe\x00\x02" + bytes(4) + b"{}",
}


@pytest.mark.parametrize("data", NOT_PLAIN.values(), ids=NOT_PLAIN)
def test_every_other_frame_is_left_to_the_websockets_library(data: bytes) -> None:
    assert short_text(data) is None


def test_frame_boundaries_are_tracked_for_any_segmentation_of_the_stream() -> None:
    for seed in range(300):
        chance = Random(seed)
        ends, stream = {0}, b""
        for _ in range(chance.randint(1, 8)):
            size = chance.choice((0, 1, 14, 125, 126, 300, 70_000))
            stream += sent(chance.choice(list(Opcode)[:3]), bytes(size))
            ends.add(len(stream))
        cuts = sorted({0, len(stream), *(chance.randint(0, len(stream)) for _ in range(12)), *list(ends)[:3]})
        if seed % 3 == 0 and len(stream) < 2000:
            cuts = list(range(len(stream) + 1))
        position = StreamPosition()
        assert position.between
        for start, end in pairwise(cuts):
            position.advance(stream[start:end])
            assert position.between == (end in ends), f"seed {seed}, byte {end}"
