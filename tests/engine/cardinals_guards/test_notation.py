"""Position texts of Cardinal's Guards: round trips, and refusals that name the place."""

from __future__ import annotations

from typing import Any

import pytest

from engine import find
from tests.rows import each_row

GAME = find("cardinals_guards")
TILES = "S0S1S2S3S4/S5M0M1M2M3/M4M5--C0C1/C2C3C4C5A0/A1A2A3A4A5"


def of(text: str) -> Any:
    return GAME.position(text)


GOOD = f"{TILES} S=a5 M=b4 C=d3 A=- 1236 SSSSSMMMMMCCCCCA.... b2A,d4A - 6 A"


@each_row(
    "old, new, complaint",
    [
        (" - 6", "  - 6", "11 fields separated by single spaces, not 12"),
        ("/A1A2A3A4A5", "", "the castle has 5 ranks, not 4"),
        ("S0S1", "S9S1", "a5: 'S9' is no tile"),
        ("S0S1", "S1S1", "b5: the tile S1 lies on a5"),
        ("S0S1", "--S1", "a5: '--', but c3 is the one square without a tile"),
        ("--C0", "S0C0", "c3: 'S0', but c3 is the one square without a tile"),
        ("S=a5", "S=a6", "musketeer S: 'S=a6' is not S= and a square or -"),
        ("S=a5", "S=c3", "musketeer S: c3 is the tunnel, which stays empty"),
        ("M=b4", "M=a5", "musketeer M: a5 is occupied by S"),
        ("1236", "123", "4 ranks are searched next, one a musketeer, not 3"),
        ("1236", "0236", "musketeer S searches rank 1 to 5 next, or 6 has done, not '0'"),
        ("....", "...", "the perimeter has 20 places, not 19"),
        ("SSSSSM", "SSSSSm", "e5e: 'm' is no guard"),
        ("b2A,", "b2A;", "castle guard 1: 'b2A;d4A' is not a square and a suit"),
        ("b2A,", "c3A,", "castle guard 1: c3 is the tunnel, which stays empty"),
        ("b2A,", "d4A,", "castle guard 2: d4 is occupied by A"),
        ("b2A,", "e5A,", "castle guard 2: d4 comes before e5"),
        (" - 6", " AS 4", "supply: 'AS' is not - or letters in the order S, M, C, A"),
        (" - 6", " AAA 0", "perimeter, castle, supply and defeated are 24 guards, not 21"),
        (" - 6", " SS 4", "there are 6 coins of S, not 7"),
        (" - 6", " - 06", "defeated: '06' is not a number from 0 to 24"),
        (" 6 A", " 6 -", "escaped: A is out with all chambers searched, but '-' is written"),
        ("1236", "1235", r"escaped: none \(-\) is out with all chambers searched, but 'A' is written"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_place(old: str, new: str, complaint: str) -> None:
    assert GAME.show(of(GOOD)) == GOOD
    assert GOOD.count(old) == 1
    with pytest.raises(ValueError, match=complaint):
        of(GOOD.replace(old, new))
