"""Names that can be mistaken for each other are found, and others are left apart."""

# ruff: noqa: RUF001 (letters that look alike are what is tested)

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agnes.service.lookalikes import skeleton


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Anna", "Аnnа"),  # Cyrillic A, a
        ("Bill", "BiIl"),
        ("Olivia", "0livia"),
        ("mia", "rnia"),
        ("Mia", "RNIA"),
        ("ANNA", "anna"),
        ("Ann", "Ａｎｎ"),
        ("Иван", "иван"),
        ("Zoë", "Zoe\u0308"),
        ("ΑΝΝΑ", "ANNA"),  # Greek
    ],
)
def test_alike(a: str, b: str) -> None:
    assert skeleton(a) == skeleton(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [("Anna", "Anne"), ("Zoe", "Zoë"), ("Nina", "Nima"), ("Ann", "Ann B"), ("王", "玉"), ("😀", "😃")],
)
def test_apart(a: str, b: str) -> None:
    assert skeleton(a) != skeleton(b)


def test_no_two_latin_letters_fall_together_but_those_that_look_so() -> None:
    seen: dict[str, str] = {}
    for char in "abcdefghijklmnopqrstuvwxyz0123456789":
        seen[skeleton(char)] = seen.get(skeleton(char), "") + char
    assert sorted(group for group in seen.values() if len(group) > 1) == ["il1", "o0"]


@given(st.text(max_size=24))
def test_a_name_looks_the_same_however_it_is_encoded(name: str) -> None:
    assert skeleton(unicodedata.normalize("NFD", name)) == skeleton(name)
