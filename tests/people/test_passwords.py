"""Password policy, and recovery codes."""

from __future__ import annotations

import pytest

from app.core.errors import Refusal
from app.people.passwords import check_password, hash_code, new_recovery_code


def test_good_passwords_are_taken() -> None:
    for password in (
        "correct horse",
        "x7!kq9Lm",
        "Straße 12 und Fluß",
        "密码密码密码一二三四",
        "!?!?#$%&/()=",
    ):
        for name in ("Alice", "Co", "or"):
            check_password(password, name)


BAD_PASSWORDS_BY_RULE = {
    "length": ("", "1234567", "x" * 129),
    "common": (
        *("password", "Password1", "passw0rd!", "qwertyui", "aaaabbbb"),
        *("87654321", "abcdefgh", "iloveyou2024"),
    ),
    "name": ("alexandra", "Alexandra!", "my alexandra", "Al3xandra"),
}


def test_bad_passwords_are_refused_by_their_rule() -> None:
    for rule, passwords in BAD_PASSWORDS_BY_RULE.items():
        for password in passwords:
            with pytest.raises(Refusal) as refused:
                check_password(password, "Alexandra")
            assert (refused.value.code, refused.value.detail["rule"]) == ("bad_password", rule), password


def test_recovery_codes_are_read_in_any_spelling() -> None:
    code = new_recovery_code()
    assert len(code.split("-")) == 6
    assert hash_code(code) == hash_code(f" {code.lower().replace('-', ' ')} ")
    assert hash_code(code) != hash_code(new_recovery_code())
