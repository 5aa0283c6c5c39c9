"""Catalogues of texts: their files, and which of them a module asks for.

The common texts lie at `lang/<language>.json`, those of a screen at `lang/<screen>.<language>.json`, those of
a family of games at `games/<family>/<language>.json` and its help at `games/<family>/help.<language>.json`. A
catalogue is named by its path without the language: `lang`, `lang/table`, `games/<family>`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from app.web.assets.files import File
from app.web.assets.modules import Module
from app.web.assets.pseudo import pseudo_catalogue

ORIGINAL = "en"  # the language that has every text
PSEUDO = "en-XA"  # the pseudo-locale: offered to nobody, served to whoever has chosen it by hand
RIGHT_TO_LEFT = ("ar", "fa", "he", "ps", "ur", "yi")
COMMON = "lang"
HEADS = "lang/head"  # read by the server only
FAMILY = re.compile(r"games/\w+")
FOLDER = re.compile(rf"{COMMON}|{FAMILY.pattern}")  # catalogues that are named by a folder
CATALOGUE = re.compile(
    r"(?P<name>lang|games/\w+|lang/[\w-]+(?=\.)|games/\w+/help(?=\.))[/.](?P<language>[a-z]{2,3}(?:-\w+)?)\.json"
)
# What pages of several games call them by; the common catalogue of a build has it of every family.
TITLE = re.compile(r"\w+\.(?:name|about|art|thumbnail|(?:title|seat|level)\.\w+)")
STRING = re.compile(r"'([\w-][\w.:-]*)'")
TEMPLATE = re.compile(r"`([\w-]+\.[\w.-]*)\$\{")


class Catalogues:
    """The catalogues among the files of a client, by name and language."""

    def __init__(self, plain: dict[str, File]) -> None:
        self._texts: dict[str, dict[str, dict[str, Any]]] = {}
        for path, file in plain.items():
            if found := CATALOGUE.fullmatch(path):
                self._texts.setdefault(found["name"], {})[found["language"]] = json.loads(file.body)
        self.languages = list(self._texts[COMMON])
        for texts in self._texts.values():
            texts[PSEUDO] = pseudo_catalogue(texts.get(ORIGINAL, {}))
        self._places = {  # by key: the name of its catalogue
            key: name
            for name, texts in self._texts.items()
            if name not in (COMMON, HEADS)
            for key in texts.get(ORIGINAL, {})
        }

    def asked(self, module: Module) -> set[str]:
        """The names of the catalogues with a key that stands as a string in the module, or that begins as one
        of its templates does; the common one is never asked for."""
        found = {self._places[key] for key in STRING.findall(module.text) if key in self._places}
        heads = tuple(TEMPLATE.findall(module.text))
        return found | {name for key, name in self._places.items() if key.startswith(heads)}

    def texts(self, name: str, language: str) -> dict[str, Any]:
        """A catalogue in a language, in English what it lacks. The common one has the names of all games."""
        texts = self._texts.get(name, {})
        found = texts.get(ORIGINAL, {}) | texts.get(language, {})
        return found | self._titles(language) if name == COMMON else found

    def every(self, language: str) -> dict[str, Any]:
        """The texts of all catalogues that the client has."""
        names = [name for name in self._texts if name != HEADS]
        return {key: text for name in names for key, text in self.texts(name, language).items()}

    def built(self) -> Iterator[tuple[str, str]]:
        """By path, each catalogue of the client in each language, without blanks."""
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
    """The path of a catalogue by its name."""
    return f"{name}{'/' if FOLDER.fullmatch(name) else '.'}{language}.json"
