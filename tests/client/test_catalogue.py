"""Rules of the client files that need no browser: every requested text is in the catalogue and every text is
requested, the palette is readable in both themes, and files stay within their size budgets."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import get_args

from app.site.assets.texts import PSEUDO
from app.site.pages import client
from engine import GAMES
from engine.analysis import analyst_of

STATIC = Path(__file__).parents[2] / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
PAGES = sorted(STATIC.glob("*.html"))
COMMON = json.loads((STATIC / "lang/en.json").read_text())
SCREENS = {
    path.name.removesuffix(".en.json"): json.loads(path.read_text())
    for path in (STATIC / "lang").glob("*.en.json")
    if path.name != "head.en.json"
}
PARTS = {
    f"{path.parent.name}/{path.name}": json.loads(path.read_text())
    for path in (STATIC / "games").glob("*/*en.json")
}
FAMILIES = sorted({name.split("/")[0] for name in PARTS})
OWN = {key: text for texts in (COMMON, *SCREENS.values()) for key, text in texts.items()}  # of no family
KNOWN = OWN | {key: text for part in PARTS.values() for key, text in part.items()}

CODE = {path: path.read_text() for path in SCRIPTS}
LITERALS = {text for code in CODE.values() for text in re.findall(r"'([\w.:-]+)'", code)}
LITERALS |= {key for page in PAGES for key in re.findall(r'data-(?:t|label)="([\w.]+)"', page.read_text())}
TEMPLATES = {text for code in CODE.values() for text in re.findall(r"`([^`\n]+)`", code) if "." in text}


def asked(template: str) -> re.Pattern[str]:
    """Return the keys that a template literal can become: substitutions have no blanks."""
    pieces = re.split(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", template)
    return re.compile(r"[\w.:-]+".join(map(re.escape, pieces)))


def used(key: str) -> bool:
    """Return whether a script names the key, or builds it from a prefix or with a suffix."""
    if key in LITERALS:
        return True
    for template in TEMPLATES:
        if not template.startswith("${"):
            if asked(template).fullmatch(key):
                return True
        elif (end := template.rpartition("}")[2]) and key.endswith(end) and key.removesuffix(end) in LITERALS:
            return True
    return False


def test_every_sentence_that_a_script_asks_for_is_in_the_catalogue() -> None:
    missing = []
    for path, code in CODE.items():
        literal = re.findall(r"(?<![\w.])t\(\s*'([^']+)'", code)
        missing += [(path, key) for key in literal if key not in KNOWN]
        built = re.findall(r"(?<![\w.])t\(\s*`(?!\$)([^`]+)`", code)
        missing += [(path, text) for text in built if not any(map(asked(text).fullmatch, KNOWN))]
    assert missing == []


def test_every_sentence_that_a_page_asks_for_is_in_the_catalogue() -> None:
    asked_for = [
        (path, key) for path in PAGES for key in re.findall(r'data-(?:t|label)="([^"]*)"', path.read_text())
    ]
    assert asked_for
    served = COMMON | json.loads((STATIC / "lang/head.en.json").read_text())
    assert [(path, key) for path, key in asked_for if key not in served] == []


def test_no_sentence_of_the_pages_is_left_over_or_stands_in_two_catalogues() -> None:
    assert [key for key in OWN if not used(key)] == []
    assert len(OWN) == len(COMMON) + sum(map(len, SCREENS.values()))


def test_translations_have_the_parameters_and_choices_of_the_english_texts() -> None:
    """In each language and the pseudo-locale: the names of parameters, and the kinds of the choices."""
    catalogues = client().catalogues
    mark = re.compile(r"\{\s*(\w+)\s*(?:,\s*(\w+)\s*,|\})")
    english = catalogues.every("en")
    wrong = [
        (language, key)
        for language in (*catalogues.languages, PSEUDO)
        for key, text in catalogues.every(language).items()
        if isinstance(text, str) and set(mark.findall(text)) != set(mark.findall(english[key]))
    ]
    assert wrong == []
    pseudo = catalogues.every(PSEUDO)
    assert [
        key for key in COMMON if pseudo[key] == english[key] and re.search(r"\w{3}(?![^{]*})", pseudo[key])
    ] == []


def test_the_keys_of_a_family_begin_with_its_name() -> None:
    assert [
        (part, key)
        for part, texts in PARTS.items()
        for key in texts
        if not key.startswith(part.split("/")[0] + ".")
    ] == []


def test_every_sentence_is_a_text_and_only_help_is_a_list() -> None:
    helps = {f"{family}.help" for family in FAMILIES}
    assert [key for key, text in KNOWN.items() if isinstance(text, str) == (key in helps)] == []


def test_every_game_of_several_and_every_value_of_an_option_has_its_words() -> None:
    of_several = [game for game in GAMES.values() if game.options]
    keys = {f"{game.family}.{kind}.{game.id}" for game in of_several for kind in ("title", "variant")}
    for game in of_several:
        for option, value in game.options.items():
            key = f"{game.family}.option.{option}"
            keys |= {key, f"{key}.{value}", f"{key}.{value}.about"}
    assert len(keys) > 50
    assert keys - set(KNOWN) == set()
    of_options = re.compile(rf"({'|'.join({game.family for game in of_several})})\.(title|variant|option)\.")
    assert {key for key in KNOWN if of_options.match(key)} - keys == set()


def test_every_level_of_a_bot_and_every_grade_of_a_puzzle_has_its_words() -> None:
    """Their keys end with a number, so that a template that asks for them matches all the others."""
    keys: set[str] = set()
    for game in GAMES.values():
        if analyst := analyst_of(game):
            keys |= {f"bot.level.{level}" for level in range(1, analyst.levels + 1)}
            if "puzzle" in analyst.abilities:
                keys |= {f"puzzle.grade.{puzzle.grade}" for puzzle in analyst.load().puzzles(game)}
    assert len(keys) > 10
    assert {key for key in KNOWN if re.match(r"(bot\.level|puzzle\.grade)\.\d", key)} == keys


def test_every_reason_against_a_move_has_its_sentence() -> None:
    rules = {family: get_args(import_module(f"engine.{family}").Rule) for family in FAMILIES}
    keys = {f"{family}.refused.{rule}" for family, found in rules.items() for rule in found}
    assert len(keys) > len(FAMILIES)
    assert keys - set(KNOWN) == set()


def test_every_reason_of_an_end_has_its_sentence() -> None:
    reasons = {family: get_args(import_module(f"engine.{family}").Reason) for family in FAMILIES}
    missing = {
        f"{family}.over.{reason}"
        for family, found in reasons.items()
        for reason in found
        if not any(re.fullmatch(rf"({family}\.)?over\.(\w+\.)?{reason}(\.\d)?", key) for key in KNOWN)
    }
    assert sum(map(len, reasons.values())) > len(FAMILIES)
    assert missing == set()


def test_every_end_without_a_place_on_leaderboards_has_its_reason() -> None:
    keys = {f"{game.family}.uncounted.{reason}" for game in GAMES.values() for reason in game.uncounted}
    assert keys
    assert {key for key in KNOWN if ".uncounted." in key} == keys


def test_help_is_made_of_known_blocks_and_credits_the_authors() -> None:
    kinds = {"h", "list", "steps", "terms", "diagram", "try", "aid", "games", "ruling", "credit"}
    others = {"p", "only", "where", "href", "link"}
    unknown = []
    for family in FAMILIES:
        (key, blocks), *more = PARTS[f"{family}/help.en.json"].items()
        assert (key, more) == (f"{family}.help", [])
        assert any("credit" in block for block in blocks), family
        for block in blocks:
            known = len(set(block) & kinds) == 1 or set(block) <= {"p", "only", "where"}
            if not known or not set(block) <= kinds | others:
                unknown.append((family, block))
    assert unknown == []


def test_the_copyright_notice_of_the_guards_stands_as_its_authors_wrote_it() -> None:
    notice = "Cardinal's Guards, Copyright © September 2003 by Michael and Stephen Schoessow."
    assert {"credit": notice} in PARTS["cardinals_guards/help.en.json"]["cardinals_guards.help"]


# The palette. Every token is written as light-dark(#rrggbb, #rrggbb), or as one colour for both themes.

THEMES = {"light": 0, "dark": 1}
TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\(\s*)?(#[0-9a-fA-F]{6})(?:\s*,\s*(#[0-9a-fA-F]{6})\s*\))?;")
TOKENS = {
    name: (light, dark or light)
    for sheet in ("app/tokens.css", "board/boards.css")
    for name, light, dark in TOKEN.findall((STATIC / sheet).read_text())
}
SUITS = ("spade", "heart", "diamond", "club", "sun", "moon", "crown", "arms")
GROUNDS = ("ground", "surface", "raised")
TEXTS = [
    *(
        (text, on)
        for text in ("ink", "ink-soft", "accent-ink", "good", "warn", "bad", "mark")
        for on in GROUNDS
    ),
    ("on-accent", "accent"),
    ("on-accent", "accent-deep"),
    *((suit, "card") for suit in SUITS),
]
MARKS = [(mark, on) for mark in ("edge", "gold", "focus", "accent-ink", "mark") for on in GROUNDS]


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1, as WCAG 2.2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, theme: str) -> float:
    """Return the contrast of two tokens in a theme, 1 to 21."""
    first, second = (luminance(TOKENS[name][THEMES[theme]]) for name in (one, other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def too_pale(pairs: list[tuple[str, str]], least: float) -> list[tuple[str, str, str, float]]:
    """Return the pairs of tokens with less than that contrast, with theme and contrast."""
    found = ((one, on, theme, contrast(one, on, theme)) for one, on in pairs for theme in THEMES)
    return [row for row in found if row[3] < least]


def test_text_is_readable_and_marks_stand_out_in_both_themes() -> None:
    assert too_pale(TEXTS, 4.5) == []
    assert too_pale(MARKS, 3) == []
