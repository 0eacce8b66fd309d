"""Chance that follows from a seed alone, so that a bot's game can be played again."""

from __future__ import annotations

from typing import Final

_MASK: Final = 2**64 - 1


class Chance:
    """A stream of numbers; `state` is all there is to keep of it, and seeds the rest of the stream.

    Source: the generator SplitMix64 of Steele, Lea and Flood, Fast splittable pseudorandom number
    generators, 2014.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def bits(self) -> int:
        """64 of them."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def uniform(self) -> float:
        """From 0 up to but not 1."""
        return (self.bits() >> 11) / 2**53

    def below(self, count: int) -> int:
        """0 to `count` - 1."""
        return int(self.uniform() * count)

    def happens(self, probability: float) -> bool:
        return self.uniform() < probability
