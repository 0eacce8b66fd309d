"""What a player may be called, as a table a kind of character, and for any text whatever."""

# ruff: noqa: RUF001 (letters of all scripts are what is tested)

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agnes.service.graphemes import characters
from agnes.service.names import MAX_BYTES, MAX_CHARACTERS, InvalidName, clean_name

FAMILY = "👩🏽\u200d👩🏽\u200d👧🏽\u200d👦🏽"

# The kinds of script injection of public reports: they are text, and text is what they stay.
INJECTIONS = [
    "<img src=x onerror=al>",
    "</script><script>",
    '"onmouseover="alert(1)',
    "{{7*7}}",
    "javascript:a",
]


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Agnes Bernauer",
        "Zoë",
        "Þórr",
        "O'Neill-Smith 3.",
        "Ольга",
        "Ελένη",
        "王小明",
        "さくら",
        "김철수",
        "น้ำ",
        "محمد",
        "می\u200cخواهم",
        "שָׁלוֹם",
        "क्\u200dष",
        "தமிழ்",
        "😀",
        "❤️",
        "👍🏽",
        "🇩🇪🇵🇹",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "1️⃣",
        "👩\u200d🚀",
        "...",
        *INJECTIONS,
    ],
)
def test_names_of_all_the_world_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Ann  ", "Ann"), ("Ann   Lee", "Ann Lee"), ("Ann\u00a0\u3000Lee", "Ann Lee"), ("Zoe\u0308", "Zoë")],
)
def test_spaces_and_composition_are_tidied(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("name", ["a", "é", "e\u0301", "शि", FAMILY, "🇩🇪", "한", "น้ำ"])
def test_the_limit_counts_as_people_count(name: str) -> None:
    assert len(characters(clean_name(name * MAX_CHARACTERS))) == MAX_CHARACTERS
    with pytest.raises(InvalidName) as caught:
        clean_name(name * (MAX_CHARACTERS + 1))
    assert caught.value.code == "too-long"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        (" \u3000 ", "empty"),
        ("Ann\n", "control"),
        ("An\tn", "control"),
        ("An\x00n", "control"),
        ("An\x9bn", "control"),
        ("An\u2028n", "control"),
        ("An\u202en", "direction"),
        ("An\u2066n", "direction"),
        ("An\u200fn", "direction"),
        ("An\u061cn", "direction"),
        ("An\u200bn", "invisible"),
        ("An\u200dn", "invisible"),
        ("An\u200cn", "invisible"),
        ("\ufeffAnn", "invisible"),
        ("An\u00adn", "invisible"),
        ("An\ufe0fn", "invisible"),
        ("😀\ufe0f\ufe0f", "invisible"),
        ("😀\u200d", "invisible"),
        ("🏴\U000e0067", "invisible"),
        ("\u2800", "invisible"),
        ("\u3164", "invisible"),
        ("\u115f\u1160", "invisible"),
        ("\ue000", "unknown"),
        ("\U0010ffff", "invisible"),
        ("\ud83d", "broken"),
        ("\u0301Ann", "marks"),
        ("Ann \u0301", "marks"),
        ("Z" + "\u0300\u0316" * 3, "marks"),
        ("😀" + "\u0336" * 5, "marks"),
        ("\ufdfa" * 3, "too-long"),
        ("a" * 100_000, "too-long"),
        ("a" + "\u0336" * 500, "marks"),
        ("\u0660\u06f1", "misplaced"),
    ],
)
def test_what_cannot_be_in_a_name_is_refused_with_a_reason(name: str, code: str) -> None:
    with pytest.raises(InvalidName) as caught:
        clean_name(name)
    assert caught.value.code == code
    assert caught.value.reason.isascii()
    assert len(caught.value.reason) > 20


_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)  # half characters too
_PARTS = st.lists(
    st.sampled_from([*"aé 1#", "\u0301", "\u200d", "\ufe0f", "\u20e3", "👩", "🏽", "🇩", "क", "\u094d"])
)


@given(st.one_of(_TEXT, _PARTS.map("".join)))
def test_a_kept_name_is_short_visible_and_settled(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidName:
        return
    assert clean_name(name) == name
    assert 1 <= len(characters(name)) <= MAX_CHARACTERS
    assert len(name.encode()) <= MAX_BYTES
    assert name == name.strip()
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Co", "Zl", "Zp"}


@given(_TEXT)
def test_characters_joined_again_are_the_text(text: str) -> None:
    assert "".join(characters(text)) == text
    assert all(characters(text))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("abc", 3),
        (FAMILY, 1),
        ("🇩🇪🇫", 2),
        ("क्षि", 1),
        ("க்ஷ", 2),
        ("क्\u200cष", 2),
        ("क्\u200dष", 1),
        ("❤️‍🔥", 1),
        ("👩👩", 2),
        ("e\u0301\u0302x", 2),
    ],
)
def test_counting(text: str, count: int) -> None:
    assert len(characters(text)) == count
