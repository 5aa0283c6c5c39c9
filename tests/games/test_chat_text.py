"""Cleaning of chat lines: what is kept of invisible characters, and what is not."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from app.games.chat_text import MAX_MARKS, clean_line

KEPT = {
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a colour of skin": "\U0001f469\U0001f3fd\u200d\U0001f680",
    "a rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "a shaken head": "\U0001f642\u200d\u2194\ufe0f",
    "Scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Sinhala": "\u0d9a\u0dca\u200d\u0dc2",
    "marks": "\u0e17\u0e35\u0e48 ti\u1ebfng e\u0302\u0301 \u2764\ufe0f \U0001f44d",
    "Bengali": "\u09b0\u200d\u09cd\u09af",
}
CLEANED = {
    **dict.fromkeys(("\u200d", "\u202e \u2066", "\u3164\u2800 \x07", "\u0301" * 140), ""),
    "a" + "\u0301" * 139: "a\u0301\u0301\u0301",
    "\u200da\u200c b\u200d": "a b",
    "a\u200d\u200cb a \u200d b": "ab a b",
    "a\u200d, b": "a, b",
    "a\u202e\u2066b\u200b\ufeff\u00adc": "abc",
    "a\U000e0067\U000e0062\U000e007f": "a",
    "\U0001f3f4\U000e0067\U000e0062": "\U0001f3f4",
    "\U0001f3f4" + "\U000e0061" * 7 + "\U000e007f": "\U0001f3f4",
    "a" + "\u0301\u200d" * 9 + "b": "a\u0301\u200d\u0301\u200d\u0301b",
}
ODD = st.sampled_from([*"ab 1.,\n\t", *"".join(KEPT.values()), *"".join(CLEANED), "\u3164", "\u0301"])


def test_joiners_and_tags_within_words_and_emoji_are_kept() -> None:
    assert {name: clean_line(f" {text}\u200d ") for name, text in KEPT.items()} == KEPT


def test_other_invisible_characters_are_removed() -> None:
    assert {text: clean_line(text) for text in CLEANED} == CLEANED


@given(st.lists(ODD | st.characters(codec="utf-8")).map("".join))
def test_a_cleaned_line_has_nothing_invisible_outside_words_and_emoji(text: str) -> None:
    line = clean_line(text)
    assert clean_line(line) == line
    assert line == " ".join(line.split())
    flags = re.sub("(?<=\U0001f3f4)[\U000e0030-\U000e007a]{3,6}\U000e007f", "", line)
    bare = re.sub("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])", "", flags)
    kinds = "".join({"C": "c", "M": "m"}.get(unicodedata.category(char)[0], "-") for char in bare)
    assert not {unicodedata.category(char) for char in bare} & {"Cc", "Cf"}
    assert "m" * (MAX_MARKS + 1) not in kinds
