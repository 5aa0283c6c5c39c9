"""Pseudo-locale: English with accents, 40 % longer. It reveals texts that are not in a catalogue, and layouts
that a longer language would break."""

from __future__ import annotations

import re
from typing import Any

# The syntax of plurals, selects and parameters stays; the text between is translated.
SYNTAX = re.compile(r"(\{\w+, (?:plural|selectordinal|select),|(?:=\d+|\b\w+) \{(?!\w+[},])|\{\w+\})")
WORD = re.compile(r"[^\W\d_]{3,}")
ACCENTS = str.maketrans("aceghijklnorstuwyzACEGHIJKLNORSTUWYZ", "áçéğĥíĵķļñóŕšţúŵýžÁÇÉĞĤÍĴĶĻÑÓŔŠŢÚŴÝŽ")
FILES = re.compile(r"\.(?:art|position|scene|thumbnail)$")  # keys of values that are not sentences
NO_TEXT = ("diagram", "only", "where", "href", "games", "try")  # untranslated fields of help blocks


def pseudo(text: str) -> str:
    parts = SYNTAX.split(text)
    parts[::2] = [WORD.sub(lambda word: _longer(word[0]), part) for part in parts[::2]]
    return "".join(parts)


def pseudo_catalogue(texts: dict[str, Any]) -> dict[str, Any]:
    return {key: text if FILES.search(key) else _through(text) for key, text in texts.items()}


def _longer(word: str) -> str:
    return (word + word[: -(-len(word) * 2 // 5)].lower()).translate(ACCENTS)


def _through(value: Any) -> Any:
    if isinstance(value, str):
        return pseudo(value)
    if isinstance(value, list):
        return [_through(one) for one in value]
    if isinstance(value, dict):
        return {key: one if key in NO_TEXT else _through(one) for key, one in value.items()}
    return value
