"""JavaScript scanner: tells code from comments, strings, templates and regular expressions."""

from __future__ import annotations

import re

LITERAL = r"//[^\n]*|/\*(?:.*?\*/)?|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|['\"`/]"
TOKEN = re.compile(LITERAL, re.DOTALL)
IN_PLACEHOLDER = re.compile(rf"{LITERAL}|[{{}}]", re.DOTALL)
TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/")
OPERAND = re.compile(r"[\w$\]'\"`]$")  # a slash after it is a division
KEYWORD = re.compile(
    r"(?<![\w$.])(?:return|typeof|case|in|of|do|else|void|delete|instanceof|throw|yield|await)$"
)


class Unclear(ValueError):
    """The text cannot be scanned without a full parser. `place`: offset."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


class Scanner:
    """Scan result. `code`: the text at the same length, with blanks for comments and for the contents of
    strings, templates and regular expressions; template placeholders are code. `comments`: their spans."""

    def __init__(self, text: str) -> None:
        self.comments: list[tuple[int, int]] = []
        self._text = text
        self._parts: list[str] = []
        self._place = 0
        self._last = ""  # code before `_place`
        self._braces: list[int] = []  # open braces in each placeholder around `_place`
        while found := (IN_PLACEHOLDER if self._braces else TOKEN).search(text, self._place):
            self._code(found.start())
            self._take(found[0], found.end())
        if self._braces:
            raise Unclear("unterminated template literal", len(text))
        self._code(len(text))
        self.code = "".join(self._parts)

    def _take(self, found: str, end: int) -> None:
        if found in ("/*", "'", '"'):
            raise Unclear("unterminated comment or string", self._place)
        if found.startswith(("//", "/*")):
            self.comments.append((self._place, end))
            self._blank(end)
        elif found == "/":
            self._slash()
        elif found == "`":
            self._template()
        elif found == "}" and not self._braces[-1]:
            self._braces.pop()
            self._template()
        elif found in "{}":
            self._braces[-1] += 1 if found == "{" else -1
            self._code(end)
        else:
            self._literal(end)

    def _code(self, end: int) -> None:
        part = self._text[self._place : end]
        self._last = part.rstrip() or self._last
        self._parts.append(part)
        self._place = end

    def _blank(self, end: int) -> None:
        self._parts.append(" " * (end - self._place))
        self._place = end

    def _literal(self, end: int) -> None:
        """Scan a literal with a delimiter at both ends."""
        self._code(self._place + 1)
        self._blank(end - 1)
        self._code(end)

    def _template(self) -> None:
        """Scan template text up to its end or next placeholder."""
        found = TEMPLATE.match(self._text, self._place + 1)
        if not found:
            raise Unclear("unterminated template literal", self._place)
        self._literal(found.end())
        if self._text[found.end() - 1] == "{":
            self._braces.append(0)

    def _slash(self) -> None:
        regex = REGEX.match(self._text, self._place)
        if OPERAND.search(self._last) and not KEYWORD.search(self._last):
            regex = None
        elif self._last.endswith((")", "}")):  # `(a) / b` divides, `if (a) /b/.test(c)` does not
            if regex and not regex[0][1].isspace():
                raise Unclear("this slash may be a division or begin a regular expression", self._place)
            regex = None
        if regex:
            self._literal(regex.end())
        else:
            self._code(self._place + 1)
