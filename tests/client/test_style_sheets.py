"""Scope of style sheets: a sheet is loaded when its game is first opened and stays in the page, so every
selector of a game's sheet begins with the game's own class, and every selector of a sheet shared by games
with the class of what it draws. A selector may address part of the page if that class is inside it:
`.table:has(.fox) .status`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

STATIC = Path(__file__).parents[2] / "static"
SHARED = {"board/piles.css": "card-piles", "board/cards/cards.css": "playing-cards"}
SHEETS = sorted([*STATIC.glob("games/*/*.css"), *(STATIC / name for name in SHARED)])

SILENT = re.compile(r"/\*.*?\*/|\"[^\"]*\"|'[^']*'", re.DOTALL)  # comments and strings
PIECE = re.compile(r"[^;{}()]+|.", re.DOTALL)
PSEUDO = re.compile(r":(is|where|has|not)$")
CONDITIONS = ("@media", "@container", "@supports", "@starting-style")


def split(text: str, at: str) -> list[str]:
    """Split `text` at these characters outside of brackets; leave out empty parts."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in at:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def arguments(compound: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the functions of a compound selector that take selectors: name and list."""
    depth, start = 0, 0
    for place, sign in enumerate(compound):
        if sign == "(":
            start = place if depth == 0 else start
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth == 0 and (found := PSEUDO.search(compound[:start])):
                yield found[1], split(compound[start + 1 : place], ",")


def needs(compound: str, root: str) -> bool:
    """Return whether a compound selector matches only elements with the root class, on or inside them."""
    plain = "".join(part for part in re.split(r"(\((?:[^()]|\([^()]*\))*\)|\[[^]]*\])", compound)[::2])
    if re.search(rf"\.{root}(?![\w-])", plain):
        return True
    for name, selectors in arguments(compound):
        if name in ("is", "where") and all(begins(one, root) for one in selectors):
            return True
        if name == "has" and all(
            any(needs(part, root) for part in split(one, " >+~\n")) for one in selectors
        ):
            return True
    return False


def begins(selector: str, root: str) -> bool:
    return needs(split(selector, " >+~\n")[0], root)


def within(parents: list[str], prelude: str) -> list[str]:
    """Return the selectors of a rule that is nested in one with the selectors `parents`."""
    around = f":is({', '.join(parents)})"
    nested = split(prelude, ",")
    if not parents:
        return nested
    return [one.replace("&", around) if "&" in one else f"{around} {one}" for one in nested]


def strays(sheet: str, root: str) -> list[str]:
    """Return the selectors of a sheet that do not begin with the root class, and rules with names for
    the whole page: keyframes without the root's name before their own, fonts, properties, layers, imports."""
    found: list[str] = []
    opened: list[list[str] | None] = []  # the selectors of each open rule; None inside keyframes
    prelude, depth = "", 0
    for piece in PIECE.findall(SILENT.sub(" ", sheet)):
        depth += (piece == "(") - (piece == ")")
        if depth or piece not in ";{}":
            prelude += piece
            continue
        text, prelude = prelude.strip(), ""
        if piece == "}":
            opened.pop()
        elif piece == ";":
            found += [text] if text.startswith("@") else []
        else:
            parents = opened[-1] if opened else []
            selectors, bad = entered(text, parents, root)
            opened.append(selectors)
            found += bad
    assert not opened, f"not closed: {opened}"
    return found


def entered(prelude: str, parents: list[str] | None, root: str) -> tuple[list[str] | None, list[str]]:
    """Return the selectors of a block that opens inside `parents`, and its faults."""
    if parents is None or prelude.startswith("@keyframes"):
        own = parents is None or prelude.split()[1].startswith(f"{root}-")
        return None, [] if own else [prelude]
    if prelude.startswith(CONDITIONS):
        return parents, []
    if prelude.startswith("@"):
        return parents, [prelude]
    selectors = within(parents, prelude)
    return selectors, [one for one in selectors if not begins(one, root)]


def root_of(path: Path) -> str:
    """Return the root class of a sheet: a game's name, or the class agreed for a shared sheet."""
    name = str(path.relative_to(STATIC))
    if name in SHARED:
        return SHARED[name]
    return path.parent.name.replace("_", "-")


def test_each_selector_of_a_sheet_begins_with_its_root_class() -> None:
    found = {path: strays(path.read_text(), root_of(path)) for path in SHEETS}
    assert {path: stray for path, stray in found.items() if stray} == {}


def test_no_two_sheets_of_different_things_have_the_same_root() -> None:
    roots = {(path.parent.name, root_of(path)) for path in SHEETS}
    assert len({root for _, root in roots}) == len({name for name, _ in roots}) == len(roots)
