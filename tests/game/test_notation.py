"""Moves as text: what can be read, and where reading stops."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.slow_rules import SlowGame

from agnes.game import Game, UnreadableMove, rules_for
from agnes.game.cards import TEXT
from agnes.game.notation import MAX_LENGTH, read_move

EVERY_MOVE = SlowGame("bernauer", TEXT).every_move(most=99)
COLUMN_TO_COLUMN = {text for text in EVERY_MOVE if len(text) == 5 and text[0] == "T"}


def test_every_move_is_read_and_written_the_same() -> None:
    assert len(EVERY_MOVE) == 3 + 14 + 49 + 42 * 99
    for text in EVERY_MOVE:
        assert read_move(text).text == text
        assert len(text) <= MAX_LENGTH


def test_one_card_is_not_counted() -> None:
    assert read_move("T3>T5:1").text == "T3>T5"
    assert read_move("T3>T5:1")[1:] == read_move("T3>T5")[1:]


UNREADABLE = [
    ("", 1, "a move begins with"),
    ("T0>F", 2, "numbered 1 to 7"),
    ("T8>F", 2, "numbered 1 to 7"),
    ("R9>F", 2, "numbered 1 to 7"),
    ("T", 2, "numbered 1 to 7"),
    ("T1", 3, "followed by >"),
    ("T1>", 4, "to F, the foundations, or to T"),
    ("T1 > F", 3, "followed by >"),
    (" T1>F", 1, "a move begins with"),
    ("T1>F ", 5, "nothing follows F"),
    ("T1>F\n", 5, "nothing follows F"),
    ("t1>f", 1, "in capitals"),
    ("T1>f", 4, "in capitals"),
    ("d", 1, "in capitals"),
    ("T1>R1", 4, "to F, the foundations, or to T"),
    ("F>T1", 1, "never come back"),
    ("T1>T", 5, "numbered 1 to 7"),
    ("T1>T1", 5, "onto itself"),
    ("T1>T1:1", 5, "onto itself"),
    ("T1>T9", 5, "numbered 1 to 7"),
    ("T1>T2:", 7, "1 to 99"),
    ("T1>T2:0", 7, "1 to 99"),
    ("T1>T2:01", 7, "1 to 99"),
    ("T1>T2:-1", 7, "1 to 99"),
    ("T1>T2:1.5", 8, "1 to 99"),
    ("T1>T2:100", 9, "1 to 99"),
    ("T1>T2,2", 6, "only : and a number"),
    ("T1>F:1", 5, "nothing follows F"),
    ("R1>T2:1", 6, "one card at a time"),
    ("D1", 2, "nothing follows D"),
    ("DD", 2, "nothing follows D"),
    ("T\u0661>F", 2, "numbered 1 to 7"),
    ("T1>T2:\u0663", 7, "1 to 99"),
    ("\uff341>F", 1, "a move begins with"),
    ("T1>F" + "F" * 10_000, 5, "nothing follows F"),
    ("x" * 10_000, 1, "in capitals"),
]


@pytest.mark.parametrize(("text", "position", "why"), UNREADABLE, ids=lambda value: ascii(value)[:20])
def test_reading_stops_at_the_first_wrong_character(text: str, position: int, why: str) -> None:
    game = Game.deal(rules_for("bernauer"), 1)
    with pytest.raises(UnreadableMove) as caught:
        game.play(text)
    error = caught.value
    assert (error.value, error.position, error.n) == (text, position, None)
    assert why in error.why
    message = str(error)
    assert f"character {position}: " in message
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 160


@given(st.text(alphabet="TRDXUFtr12789>:0-9 \u0663\n", max_size=10) | st.text(max_size=20))
def test_any_other_text_is_unreadable(text: str) -> None:
    if text in EVERY_MOVE or (text[-2:] == ":1" and text[:-2] in COLUMN_TO_COLUMN):
        assert read_move(text).text == text.removesuffix(":1")
        return
    with pytest.raises(UnreadableMove) as caught:
        read_move(text)
    assert 1 <= caught.value.position <= len(text) + 1
    assert caught.value.position <= MAX_LENGTH + 1
