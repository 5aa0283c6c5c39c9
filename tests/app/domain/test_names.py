"""Names that can be chosen, and the key by which two that look alike are one."""

from __future__ import annotations

import pytest

from app.domain.names import FIRST, LOOKALIKES, SECOND, check_name, former_name, name_key, shown_name
from app.errors import Refusal


@pytest.mark.parametrize(
    "name",
    [
        *("Alice", "Bo", "O'Neil", "Jean-Luc", "Anna 2", "A1", "Ångström", "Élise", "Nguyễn Văn", "Łukasz"),
        *("Ольга", "Ελένη", "山田太郎", "さくら", "김철수", "अमित", "דוד", "مريم"),
    ],
)
def test_names_of_the_worlds_scripts_are_taken(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        *((name, "length") for name in ("", "x", "x" * 21)),
        *(
            (name, "characters")
            for name in (" ab", "ab ", "a--b", "a\u200bb", "a\nb", "123", "a_b", "Пaул", "a😀")
        ),
        *((name, "characters") for name in ("ᏚᎪᎡ", "a\u0338b", "'ab", "a\u202eb", "a.b", "\u0301ab")),
        *((name, "confusable") for name in ("ＡＢ", "ʀick", "ﬁve", "ſam", "ɑlice")),
        *((name, "reserved") for name in ("admin", "Adm1n", "a-d-m-i-n", "Moderator 7", "guest")),
    ],
)
def test_other_names_are_refused_by_their_rule(name: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_name(name)
    assert (refused.value.code, refused.value.detail["rule"]) == ("bad_name", rule)


def test_accents_are_stored_with_their_letters() -> None:
    assert check_name("E\u0301lise") == "Élise"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Alice", "aLICE"), ("Alice", "A1ice"), ("Alice", "Alíce"), ("Jean Luc", "JeanLuc")),
        *(("Moritz", "Mor1tz"), ("coco", "сосо"), ("Hop", "Нор"), ("Tov", "Τον"), ("Bernd", "Bemd")),
        *(("Owen", "Ovven"), ("Bob", "B0b")),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_have_different_keys() -> None:
    names = [f"{first} {second}" for first in FIRST for second in SECOND]
    assert len({name_key(name) for name in names}) == len(set(names))
    assert len({name_key(f"Brass Heron {number}") for number in range(5000)}) == 5000


def test_the_key_of_a_key_is_itself_but_for_pairs() -> None:
    for letter in map(chr, LOOKALIKES):
        assert name_key(name_key(letter)) == name_key(letter), letter


def test_a_former_player_has_no_name() -> None:
    assert shown_name(former_name("abc")) == ""
    assert shown_name("Brass Heron") == "Brass Heron"
