"""What sets bots of one level apart: each has a taste and a temper of its own, by its seed.

Two of a level that thought alike would end most deals with the same cards up, and level in a match.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from agnes.bots.chance import Chance
from agnes.bots.ways import Ways
from agnes.bots.worth import Weights, Worth, likings, with_whims

LIKING: Final = 1500
"""The most that a card at the open end of a column is worth to a bot, besides all else."""
_WHIM: Final = 60
"""Per cent by which a weight may differ from bot to bot."""


class Character(NamedTuple):
    weights: Weights
    likings: tuple[int, ...]
    depth: float
    """share of the level's budget that it makes use of, 1/16 to 1: most look less far than they could"""
    haste: float
    """0 to 1: how far it is drawn to dealing before the table is in order"""
    oversight: float
    """0 to 1: how easily it overlooks a move"""

    def judge(self, ways: Ways, unseen: Iterable[int]) -> Worth:
        return Worth(ways, self.weights, unseen, self.likings)


def character(weights: Weights, seed: int, liking: int = LIKING) -> Character:
    """The same for the whole game. `weights` are those of the level, as is `liking`, the most of one."""
    chance = Chance(seed ^ 0x5EED)
    return Character(
        weights=with_whims(weights, seed, _WHIM),
        likings=likings(seed, liking),
        depth=2.0 ** (-4 * chance.uniform()),
        haste=chance.uniform(),
        oversight=chance.uniform(),
    )
