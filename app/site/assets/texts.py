"""Text catalogues and their files.

The common texts are in `lang/<language>.json`, those of a screen in `lang/<screen>.<language>.json`, those of
a family of games in `games/<family>/<language>.json` and its help in `games/<family>/help.<language>.json`. A
catalogue is named by its path without the language: `lang`, `lang/table`, `games/<family>`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from app.site.assets.files import File

ORIGINAL = "en"  # complete language
PSEUDO = "en-XA"  # pseudo-locale: never offered, served if chosen by hand
RIGHT_TO_LEFT = ("ar", "fa", "he", "ps", "ur", "yi")
COMMON = "lang"
HEADS = "lang/head"  # used by the server only
FAMILY = re.compile(r"games/\w+")
FOLDER = re.compile(rf"{COMMON}|{FAMILY.pattern}")  # catalogues named by a folder
CATALOGUE = re.compile(
    r"(?P<name>lang|games/\w+|lang/[\w-]+(?=\.)|games/\w+/help(?=\.))[/.](?P<language>[a-z]{2,3}(?:-\w+)?)\.json"
)
# Names of games, used on pages of several games; the common catalogue of a build has them for every family.
TITLE = re.compile(r"\w+\.(?:name|about|art|scene|thumbnail|(?:title|seat|level)\.\w+)")
# The syntax of plurals, selects and parameters stays; the text between is translated.
SYNTAX = re.compile(r"(\{\w+, (?:plural|selectordinal|select),|(?:=\d+|\b\w+) \{(?!\w+[},])|\{\w+\})")
WORD = re.compile(r"[^\W\d_]{3,}")
ACCENTS = str.maketrans("aceghijklnorstuwyzACEGHIJKLNORSTUWYZ", "áçéğĥíĵķļñóŕšţúŵýžÁÇÉĞĤÍĴĶĻÑÓŔŠŢÚŴÝŽ")
FILES = re.compile(r"\.(?:art|position|scene|thumbnail)$")  # keys of values that are not sentences
NO_TEXT = ("diagram", "only", "where", "href", "games", "try")  # untranslated fields of help blocks


class Catalogues:
    """Catalogues of a client, by name and language."""

    def __init__(self, plain: dict[str, File]) -> None:
        self._texts: dict[str, dict[str, dict[str, Any]]] = {}
        for path, file in plain.items():
            if found := CATALOGUE.fullmatch(path):
                self._texts.setdefault(found["name"], {})[found["language"]] = json.loads(file.body)
        self.languages = list(self._texts[COMMON])
        for texts in self._texts.values():
            texts[PSEUDO] = {
                key: text if FILES.search(key) else _through(text)
                for key, text in texts.get(ORIGINAL, {}).items()
            }

    def texts(self, name: str, language: str) -> dict[str, Any]:
        """Return a catalogue in a language, with English for missing texts. The common one includes the names
        of all games."""
        texts = self._texts.get(name, {})
        found = texts.get(ORIGINAL, {}) | texts.get(language, {})
        return found | self._titles(language) if name == COMMON else found

    def every(self, language: str) -> dict[str, Any]:
        """Return the texts of all catalogues of the client."""
        names = [name for name in self._texts if name != HEADS]
        return {key: text for name in names for key, text in self.texts(name, language).items()}

    def built(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of each catalogue of the client in each language, without whitespace."""
        for language in (*self.languages, PSEUDO):
            for name in self._texts:
                if name != HEADS:
                    texts = self.texts(name, language)
                    yield (
                        path_of(name, language),
                        json.dumps(texts, ensure_ascii=False, separators=(",", ":")),
                    )

    def _titles(self, language: str) -> dict[str, str]:
        families = [name for name in self._texts if FAMILY.fullmatch(name)]
        texts = {key: text for name in families for key, text in self.texts(name, language).items()}
        return {key: text for key, text in texts.items() if TITLE.fullmatch(key)}


def direction(language: str) -> str:
    return "rtl" if language.split("-")[0] in RIGHT_TO_LEFT else "ltr"


def path_of(name: str, language: str) -> str:
    return f"{name}{'/' if FOLDER.fullmatch(name) else '.'}{language}.json"


# Pseudo-locale


def pseudo(text: str) -> str:
    """Return English with accents, 40 % longer: it reveals texts that are in no catalogue, and layouts that a
    longer language would break."""
    parts = SYNTAX.split(text)
    parts[::2] = [WORD.sub(lambda word: _longer(word[0]), part) for part in parts[::2]]
    return "".join(parts)


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
