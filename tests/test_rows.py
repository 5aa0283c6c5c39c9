"""A table of cases as one test: it tries all rows and reports all that fail."""

from __future__ import annotations

import pytest

from tests.rows import each_row


def test_a_table_fails_with_every_row_that_fails() -> None:
    tried = []

    @each_row("number, limit", [(1, 2), (3, 2), (5, 2)])
    def check(number: int, limit: int) -> None:
        tried.append(number)
        assert number < limit

    with pytest.raises(ExceptionGroup, match="2 of 3 rows") as failed:
        check()
    assert tried == [1, 3, 5]
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["row 2: number, limit = (3, 2)"],
        ["row 3: number, limit = (5, 2)"],
    ]


def test_a_table_without_rows_fails() -> None:
    @each_row("number", [])
    def check(number: int) -> None:
        raise AssertionError(number)

    with pytest.raises(AssertionError):
        check()
