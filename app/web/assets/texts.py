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

ORIGINAL = "en"  # the language that has every text
COMMON = "lang"
HEADS = "lang/head"  # read by the server only
FOLDER = re.compile(r"lang|games/\w+")  # catalogues that are named by a folder
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

    def built(self) -> Iterator[tuple[str, str]]:
        """By path, each catalogue in each language, without blanks; empty where the language has none yet.
        The common ones have the names of all games."""
        for language in self.languages:
            titles = self._titles(language)
            for name, texts in self._texts.items():
                found = texts.get(language, {}) | (titles if name == COMMON else {})
                yield path_of(name, language), json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def _titles(self, language: str) -> dict[str, str]:
        return {
            key: text
            for name, texts in self._texts.items()
            if name.startswith("games/")
            for key, text in texts.get(language, {}).items()
            if TITLE.fullmatch(key)
        }


def path_of(name: str, language: str) -> str:
    """The path of a catalogue by its name."""
    return f"{name}{'/' if FOLDER.fullmatch(name) else '.'}{language}.json"
