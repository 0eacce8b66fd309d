"""How long a bot takes before a move, so that it plays at a person's pace. Seconds in, seconds out: no clock.

Aimed at: a game of 110 moves takes a calm bot 4 to 6 minutes and a keen one 2.5 to 4, the study at the start
counted.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from agnes.bots.chance import Chance
from agnes.bots.roster import Level
from agnes.game.notation import FOUNDATION, Move, read_move

SHORTEST: Final = 0.35
"""No move comes faster: nobody could follow it."""


class _Manner(NamedTuple):
    """Seconds, unless said otherwise."""

    study: float
    """looking at the table at the start, before the first move"""
    dealt: float
    """looking at a new row, besides the move"""
    think: float
    """before a move that was not thought of before"""
    follow: float
    """before one that was thought of with the move before it"""
    card: float
    """for each further card carried along"""
    up: float
    """factor: a card for the foundations is seen sooner"""
    deal: float
    """factor: before dealing one looks round again"""
    muse: float
    """probability of being lost in thought over a new move"""
    give_up: float
    """looking for what could still be done before giving up"""


_MANNERS: Final[dict[Level, _Manner]] = {
    "calm": _Manner(
        study=14, dealt=5.5, think=3.3, follow=2.1, card=0.15, up=0.75, deal=1.5, muse=0.06, give_up=9
    ),
    "strong": _Manner(
        study=10, dealt=4.5, think=2.4, follow=1.35, card=0.08, up=0.8, deal=1.4, muse=0.05, give_up=7
    ),
    "keen": _Manner(
        study=10, dealt=4.0, think=2.6, follow=1.5, card=0.08, up=0.8, deal=1.4, muse=0.04, give_up=7
    ),
}
_MUSING: Final = 3.0  # factor


def pause(
    level: Level,
    move: str | None,
    chance: Chance,
    *,
    before: str | None,
    continues: bool,
    studied: float = 0.0,
    tempo: float = 1.0,
) -> float:
    """Seconds from the move `before` (None: from when play begins) to `move` (None: to giving up).

    `continues`: the move is not the first of its `Choice.moves`. `studied` are the seconds for which the
    table lay open before play began; they are taken off the study at the start. `tempo`: that of the bot.
    """
    manner = _MANNERS[level]
    seconds = manner.give_up if move is None else _for_the_move(manner, read_move(move), continues)
    if not continues and before and chance.happens(manner.muse):
        seconds *= _MUSING
    if before is None:
        seconds += manner.study
    elif before == "D":
        seconds += manner.dealt
    seconds *= _jitter(chance) * tempo
    return max(SHORTEST, seconds - (studied if before is None else 0.0))


def tempo_of(seed: int) -> float:
    """A bot's own: a factor from four fifths to five quarters, the same for the whole game.

    Two that win the same deal by similar moves would else need the same time.
    """
    return math.exp2(0.64 * Chance(seed ^ 0x7E3B0).uniform() - 0.32)


def _for_the_move(manner: _Manner, move: Move, continues: bool) -> float:
    seconds = manner.follow if continues else manner.think
    if move.kind in ("deal", "redeal"):
        return seconds * manner.deal
    if move.target == FOUNDATION:
        return seconds * manner.up
    return seconds + manner.card * (move.size - 1)


def _jitter(chance: Chance) -> float:
    """A factor about 1, from a half to two, near 1 more often than far from it."""
    return math.exp2((chance.uniform() + chance.uniform() + chance.uniform()) / 1.5 - 1)
