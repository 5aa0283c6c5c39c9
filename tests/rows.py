"""Tables of cases as one test, and parameters whose rest belongs to the second tier."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest


def each_row(names: str, rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test of a function with the parameters `names`: it tries every row of the table, and fails
    with all rows that fail. A row is a tuple, or the value of the only parameter."""
    single = "," not in names

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            failed, tried = list[Exception](), 0
            for row in rows:
                tried += 1
                try:
                    check(*((row,) if single else row))
                except (Exception, pytest.fail.Exception) as error:
                    found = error if isinstance(error, Exception) else AssertionError(str(error))
                    found.add_note(f"row {tried}: {names} = {row!r}")
                    failed.append(found)
            assert tried
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {tried} rows", failed)

        test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
        test.__module__ = check.__module__
        return test

    return decorate


def rest_slow(values: Sequence[Any], first: int = 1) -> list[Any]:
    """Return parameters of a test: the first ones as they are, the others in the second tier."""
    return [*values[:first], *(pytest.param(value, marks=pytest.mark.slow) for value in values[first:])]
