"""Parser, exact evaluator and solver of arithmetic expressions over cards.

An expression joins names by + - * / and brackets, without spaces or unary signs, in at most 64 characters. It
is parsed by recursive descent and never evaluated as code. Intermediate values may be fractions or negative;
division by zero is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import NamedTuple, TypeVar

MAX_EXPRESSION_CHARS = 64
SIGNS = "+-*/()"


class BadExpression(ValueError):
    """Invalid expression. `rule`: too_long, not_a_sum or division_by_zero; the message names the place, from
    1."""

    def __init__(self, message: str, rule: str = "not_a_sum") -> None:
        super().__init__(message)
        self.rule = rule


class Token(NamedTuple):
    """A sign or a name, and the place of its first character, from 1."""

    place: int
    text: str

    @property
    def is_name(self) -> bool:
        return self.text not in SIGNS


def tokens(text: str) -> tuple[Token, ...]:
    """Split an expression into signs and names (runs of ASCII letters and digits); `evaluate` checks the
    grammar. BadExpression: it is too long or has another character."""
    if len(text) > MAX_EXPRESSION_CHARS:
        raise BadExpression(
            f"a sum has at most {MAX_EXPRESSION_CHARS} characters, not {len(text)}", "too_long"
        )
    found: list[Token] = []
    for place, letter in enumerate(text, 1):
        if letter in SIGNS:
            found.append(Token(place, letter))
        elif not (letter.isascii() and letter.isalnum()):
            raise BadExpression(f"place {place}: {letter!r} does not belong in a sum")
        elif found and found[-1].is_name:
            found[-1] = Token(found[-1].place, found[-1].text + letter)
        else:
            found.append(Token(place, letter))
    return tuple(found)


def evaluate(expression: Iterable[Token], numbers: Mapping[str, int]) -> Fraction:
    """Return the value of an expression whose names are keys of `numbers`. BadExpression: syntax error or
    division by 0."""
    parser = _Parser((*expression, Token(0, "")), numbers)
    value = parser.sum()
    if parser.token.text:
        raise parser.unexpected("+ - * / or the end")
    return value


class _Parser:
    """Recursive descent parser; the last token is empty and marks the end."""

    def __init__(self, tokens: tuple[Token, ...], numbers: Mapping[str, int]) -> None:
        self.tokens, self.numbers, self.at = tokens, numbers, 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def accept(self, texts: tuple[str, ...]) -> Token | None:
        """Consume and return the current token if it is one of `texts`."""
        token = self.token
        if token.text not in texts:
            return None
        self.at += 1
        return token

    def sum(self) -> Fraction:
        value = self.product()
        while sign := self.accept(("+", "-")):
            term = self.product()
            value = value + term if sign.text == "+" else value - term
        return value

    def product(self) -> Fraction:
        value = self.operand()
        while sign := self.accept(("*", "/")):
            factor = self.operand()
            if sign.text == "*":
                value *= factor
            elif factor:
                value /= factor
            else:
                raise BadExpression(f"place {sign.place}: what comes after / is 0", "division_by_zero")
        return value

    def operand(self) -> Fraction:
        if self.accept(("(",)):
            value = self.sum()
            if not self.accept((")",)):
                raise self.unexpected("+ - * / or )")
            return value
        token = self.token
        if token.text == "" or not token.is_name:
            raise self.unexpected("a name or (")
        self.at += 1
        return Fraction(self.numbers[token.text])

    def unexpected(self, wanted: str) -> BadExpression:
        place, text = self.token
        if not text:
            return BadExpression(f"at the end: {wanted} is missing")
        return BadExpression(f"place {place}: {text!r} where {wanted} should come")


# Solver. With positive numbers signs can be ignored: if a negative value can be made, so can its opposite
# from the same numbers (b-a for a-b; otherwise replace a negative operand by its opposite and exchange + and
# -). A value is therefore a pair of coprime integers >= 0, and a and b make a+b, |a-b|, a*b, a/b and b/a. Up
# to four numbers make at most some thousand values, which are enumerated; with more numbers, the search works
# backwards from the target until at most four are left.

Value = tuple[int, int]  # numerator, denominator
MAX_LISTED_NUMBERS = 4
T = TypeVar("T")


def _splits(size: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return the partitions of range(size) into two parts, the larger one second."""
    every = range(size)
    parts = [part for length in range(1, size // 2 + 1) for part in combinations(every, length)]
    return tuple(
        (part, tuple(place for place in every if place not in part))
        for part in parts
        if 2 * len(part) < size or 0 in part
    )


SPLITS = tuple(_splits(size) for size in range(7))


@lru_cache(maxsize=4096)
def reachable(numbers: tuple[int, ...], targets: tuple[int, ...]) -> bool:
    """Return whether two or more of up to six numbers, each used at most once, make one of the targets.

    Numbers and targets are positive; sort both, to improve the hit rate of the cache."""
    wanted = {(target, 1) for target in targets}
    return any(
        _makes(some, wanted)
        for size in range(2, len(numbers) + 1)
        for some in dict.fromkeys(combinations(numbers, size))
    )


def _makes(numbers: tuple[int, ...], wanted: set[Value]) -> bool:
    """Return whether all the numbers together make a wanted value; may miss values that fewer numbers
    make."""
    if len(numbers) <= MAX_LISTED_NUMBERS:
        return not wanted.isdisjoint(values(numbers))
    return any(_makes(rest, partners(wanted, values(part))) for part, rest in dict.fromkeys(halves(numbers)))


def halves(numbers: tuple[T, ...]) -> Iterable[tuple[tuple[T, ...], tuple[T, ...]]]:
    """Yield the partitions of the numbers into two parts, the larger one second."""
    for part, rest in SPLITS[len(numbers)]:
        yield tuple([numbers[place] for place in part]), tuple([numbers[place] for place in rest])


@lru_cache(maxsize=64)  # more than one search needs; an entry takes up to some hundred kilobytes
def values(numbers: tuple[int, ...]) -> set[Value]:
    """Return all values that up to four numbers make, each used once."""
    if len(numbers) == 1:
        return {(numbers[0], 1)}
    made: set[Value] = set()
    for part, rest in dict.fromkeys(halves(numbers)):
        others = values(rest)
        for a, b in values(part):
            for c, d in others:
                ad, cb, bd = a * d, c * b, b * d
                for over, under in ((ad + cb, bd), (abs(ad - cb), bd), (a * c, bd), (ad, cb), (cb, ad)):
                    if under:
                        common = gcd(over, under)
                        made.add((over // common, under // common))
    return made


def partners(wanted: set[Value], values: set[Value]) -> set[Value]:
    """Return all values that make a wanted value w with one of the values v: |w-v|, w+v, w/v, w*v, v/w.

    Skips v = 0: its results can be made without it or from it alone (0*x, 0/x), and the search tries those
    smaller sets of numbers first."""
    found: set[Value] = set()
    for a, b in values:
        if not a:
            continue
        for c, d in wanted:
            ad, cb, bd = a * d, c * b, b * d
            for over, under in ((abs(cb - ad), bd), (cb + ad, bd), (cb, ad), (a * c, bd), (ad, cb)):
                if under:
                    common = gcd(over, under)
                    found.add((over // common, under // common))
    return found


# The same search for the expression itself. It must use all numbers, so parts with value 0 count too.

Numbers = tuple[tuple[str, int], ...]  # names and values
Term = tuple[str, int]  # text and precedence of an expression: 0 a sum, 1 a product, 2 a name


def find(numbers: Mapping[str, int], target: int) -> str | None:
    """Return an expression that uses each name once and has the value `target`, without redundant brackets;
    None if there is none. At most six names; their values and the target are positive."""
    found = _find(tuple(sorted(numbers.items(), key=lambda item: -item[1])), (target, 1))
    return found[0] if found else None


def _find(numbers: Numbers, value: Value) -> Term | None:
    if len(numbers) == 1:
        return (numbers[0][0], 2) if value == (numbers[0][1], 1) else None
    if len(numbers) <= MAX_LISTED_NUMBERS and value not in _values_of(numbers):
        return None
    for part, rest in halves(numbers):
        for made in sorted(_values_of(part), key=lambda made: (made[1], made[0])):
            for other, sign, first in _ways(value, made):
                right = _find(rest, other)
                left = _find(part, made) if right else None
                if left and right:
                    return _join(left, sign, right) if first else _join(right, sign, left)
    return None


def _values_of(numbers: Numbers) -> set[Value]:
    return values(tuple(sorted([count for _, count in numbers])))


def _ways(value: Value, made: Value) -> Iterable[tuple[Value, str, bool]]:
    """Yield the ways to make `value` from `made` and another value: that value, the sign, and whether `made`
    comes first. 0 times anything is found when `made` is the other factor."""
    (c, d), (a, b) = value, made
    ad, cb, bd = a * d, c * b, b * d
    yield _reduced(abs(cb - ad), bd), "+" if cb >= ad else "-", True
    yield _reduced(cb + ad, bd), "-", False
    if a:
        yield _reduced(cb, ad), "*", True
        yield _reduced(a * c, bd), "/", False
        if c:
            yield _reduced(ad, cb), "/", True


def _reduced(over: int, under: int) -> Value:
    common = gcd(over, under)
    return over // common, under // common


def _join(left: Term, sign: str, right: Term) -> Term:
    level = int(sign in "*/")
    one = _in_brackets(left, level)
    two = _in_brackets(right, level + (sign in "-/"))
    return f"{one}{sign}{two}", level


def _in_brackets(term: Term, level: int) -> str:
    """Return the text, in brackets if its precedence is lower than `level`."""
    text, binds = term
    return f"({text})" if binds < level else text
