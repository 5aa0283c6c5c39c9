"""The oldest supported browsers: documents, messages and tests agree."""

from __future__ import annotations

import re

from app.site.assets.build import CLASSIC
from app.site.pages import client

CLIENT = client()
# What is newer than Chrome 117, Firefox 117 and Safari 17, by how it is written.
NEWER = {
    ".css": r"light-dark(?=\()|\bround(?=\()|@starting-style|\banchor(?=\()"
    r"|field-sizing|interpolate-size|@function",
    ".js": r"\bAbortSignal\.any\b|\bPromise\.(?:withResolvers|try)\b|\b(?:Map|Object)\.groupBy\b"
    r"|\bArray\.fromAsync\b|\bIntl\.DurationFormat\b|\bRegExp\.escape\b|\bIterator\b"
    r"|\.isSubsetOf\b|\.symmetricDifference\b|\.startViewTransition\b",
}


def test_each_newer_feature_that_the_client_uses_is_tested_before_it_starts() -> None:
    used: set[str] = set()
    for kind, pattern in NEWER.items():
        for path in CLIENT.plain:
            if path.endswith(kind) and path not in CLASSIC:
                used |= set(re.findall(pattern, CLIENT.text(path)))
    tested = CLIENT.text("app/theme.js")
    assert len(used) > 3
    assert {feature for feature in used if feature not in tested} == set()
