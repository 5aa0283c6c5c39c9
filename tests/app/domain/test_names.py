"""Names that can be chosen, and the key by which two that look alike are one."""

from __future__ import annotations

import pytest

from app.domain.names import FIRST, LOOKALIKES, SECOND, check_name, former_name, name_key, shown_name
from app.errors import Refusal


def test_names_of_the_worlds_scripts_are_taken() -> None:
    for name in (
        *("Alice", "Bo", "O'Neil", "Jean-Luc", "Anna 2", "A1", "Ångström", "Élise", "Nguyễn Văn", "Łukasz"),
        *("Ольга", "Ελένη", "山田太郎", "さくら", "김철수", "अमित", "דוד", "مريم"),
    ):
        assert check_name(name) == name


REFUSED = {
    "length": ("", "x", "x" * 21),
    "characters": (
        *(" ab", "ab ", "a--b", "a\u200bb", "a\nb", "123", "a_b", "Пaул", "a😀"),
        *("ᏚᎪᎡ", "a\u0338b", "'ab", "a\u202eb", "a.b", "\u0301ab"),
    ),
    "confusable": ("ＡＢ", "ʀick", "ﬁve", "ſam", "ɑlice"),
    "reserved": ("admin", "Adm1n", "a-d-m-i-n", "Moderator 7", "guest"),
}


def test_other_names_are_refused_by_their_rule() -> None:
    for rule, names in REFUSED.items():
        for name in names:
            with pytest.raises(Refusal) as refused:
                check_name(name)
            assert (refused.value.code, refused.value.detail["rule"]) == ("bad_name", rule), name


def test_accents_are_stored_with_their_letters() -> None:
    assert check_name("E\u0301lise") == "Élise"


def test_names_that_look_alike_have_one_key() -> None:
    for one, other in (
        *(("Alice", "aLICE"), ("Alice", "A1ice"), ("Alice", "Alíce"), ("Jean Luc", "JeanLuc")),
        *(("Moritz", "Mor1tz"), ("coco", "сосо"), ("Hop", "Нор"), ("Tov", "Τον"), ("Bernd", "Bemd")),
        *(("Owen", "Ovven"), ("Bob", "B0b")),
    ):
        assert name_key(one) == name_key(other), (one, other)


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
