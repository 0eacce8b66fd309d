"""Chance from a seed."""

from __future__ import annotations

from agnes.bots import Chance


def test_the_stream_is_that_of_the_published_generator() -> None:
    chance = Chance(1234567)
    assert [chance.bits() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_state_carries_a_stream_on() -> None:
    chance = Chance(5)
    chance.bits()
    again = Chance(chance.state)
    assert [chance.below(100) for _ in range(20)] == [again.below(100) for _ in range(20)]


def test_numbers_are_in_range_and_spread() -> None:
    chance = Chance(-1)
    drawn = [chance.below(7) for _ in range(700)]
    assert set(drawn) == set(range(7))
    assert max(map(drawn.count, range(7))) < 150
    assert sum(chance.happens(0.25) for _ in range(1000)) in range(200, 300)
    assert not chance.happens(0)
    assert chance.happens(1)
