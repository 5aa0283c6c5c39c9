"""Expression parser, exact evaluation, and the search for an expression of some cards that makes a value.

An expression joins names by + - * / and brackets, without spaces and without signs before operands, in at
most 64 characters. It is parsed by recursive descent and never evaluated as code. Intermediate values may be
fractions or negative; division by zero is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import NamedTuple, TypeVar

LONGEST = 64  # characters of an expression
SIGNS = "+-*/()"


class BadExpression(ValueError):
    """`rule`: too_long, not_a_sum or division_by_zero; the message names the place, counted from 1."""

    def __init__(self, message: str, rule: str = "not_a_sum") -> None:
        super().__init__(message)
        self.rule = rule


class Token(NamedTuple):
    """A sign or a name, and the place of its first character in the expression, counted from 1."""

    place: int
    text: str

    @property
    def is_name(self) -> bool:
        return self.text not in SIGNS


def tokens(text: str) -> tuple[Token, ...]:
    """An expression as signs and names (runs of ASCII letters and digits); its grammar is checked by
    `evaluate`. BadExpression if it is too long or holds any other character."""
    if len(text) > LONGEST:
        raise BadExpression(f"a sum has at most {LONGEST} characters, not {len(text)}", "too_long")
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
    """The value of an expression; every name in it is a key of `numbers`. BadExpression if it does not parse,
    or divides by 0."""
    parser = _Parser((*expression, Token(0, "")), numbers)
    value = parser.sum()
    if parser.token.text:
        raise parser.unexpected("+ - * / or the end")
    return value


class _Parser:
    """Recursive descent over tokens; the last one is empty and stands for the end."""

    def __init__(self, tokens: tuple[Token, ...], numbers: Mapping[str, int]) -> None:
        self.tokens, self.numbers, self.at = tokens, numbers, 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def accept(self, texts: tuple[str, ...]) -> Token | None:
        """The current token, if it is one of `texts`; the parser then advances past it."""
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


# The search. Among positive numbers signs can be left out of account: if a negative value can be made, so
# can its opposite from the same numbers (b-a for a-b; otherwise an operand is negative and gives way to its
# own opposite, with + and - exchanged). A value is therefore a pair of coprime integers >= 0, and a and b
# make a+b, |a-b|, a*b, a/b and b/a. Up to four numbers make some thousand values at most, which are listed;
# for more, the search goes backwards from the target until at most four are left.

Value = tuple[int, int]  # numerator, denominator
LISTED = 4
T = TypeVar("T")


def _splits(size: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The ways to part range(size) in two, the greater part second."""
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
    """Whether two or more of up to six numbers make one of the targets, each number used once at most.
    Numbers and targets are positive; for the cache's sake give both in ascending order."""
    wanted = {(target, 1) for target in targets}
    return any(
        _makes(some, wanted)
        for size in range(2, len(numbers) + 1)
        for some in dict.fromkeys(combinations(numbers, size))
    )


def _makes(numbers: tuple[int, ...], wanted: set[Value]) -> bool:
    """Whether the numbers make one of the wanted values; the answer may leave out what fewer make."""
    if len(numbers) <= LISTED:
        return not wanted.isdisjoint(values(numbers))
    return any(_makes(rest, partners(wanted, values(part))) for part, rest in dict.fromkeys(halves(numbers)))


def halves(numbers: tuple[T, ...]) -> Iterable[tuple[tuple[T, ...], tuple[T, ...]]]:
    for part, rest in SPLITS[len(numbers)]:
        yield tuple([numbers[place] for place in part]), tuple([numbers[place] for place in rest])


@lru_cache(maxsize=64)  # more than one search needs; each holds up to some hundred kilobytes
def values(numbers: tuple[int, ...]) -> set[Value]:
    """All that up to four numbers make together."""
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
    """Everything that makes a wanted value w together with one of the values v: |w-v|, w+v, w/v, w*v, v/w.

    A v of 0 is left out: what it makes with others, they make without it, or it makes alone (0*x, 0/x);
    either is a smaller choice of numbers, and the search asks those first."""
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


# The same search once more for the expression itself. It asks for all the numbers, so that a part worth 0 is
# taken too.

Numbers = tuple[tuple[str, int], ...]  # names and what they count
Term = tuple[str, int]  # the text of an expression, and how strongly it binds: 0 a sum, 1 a product, 2 a name


def find(numbers: Mapping[str, int], target: int) -> str | None:
    """An expression that uses each of these names once and is worth the target, with no more brackets than it
    needs; None if there is none. At most six names; what they count and the target are positive."""
    found = _find(tuple(sorted(numbers.items(), key=lambda item: -item[1])), (target, 1))
    return found[0] if found else None


def _find(numbers: Numbers, value: Value) -> Term | None:
    if len(numbers) == 1:
        return (numbers[0][0], 2) if value == (numbers[0][1], 1) else None
    if len(numbers) <= LISTED and value not in _values_of(numbers):
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
    """What makes `value` together with `made`: another value, the sign between them, and whether `made` comes
    first. That 0 times anything is 0 is found where `made` is the other factor."""
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
    """The text, in brackets if it binds less than `level`."""
    text, binds = term
    return f"({text})" if binds < level else text
