"""A finished board as HTTP tells it: all that a replay needs."""

from agnes.protocol.base import Message
from agnes.protocol.race import RaceOptions
from agnes.race.lines import Status
from agnes.race.terms import GameName


class MoveOut(Message):
    move: str
    t_ms: int


class CurveOut(Message):
    """A score over time: pairs of milliseconds on the board's own clock and the score from then on."""

    player: str
    points: tuple[tuple[int, int], ...]


class LeadOut(Message):
    """From `t_ms` on this player led, alone."""

    t_ms: int
    player: str


class RunOut(Message):
    """The quickest `cards` cards that anyone put up one after the other."""

    player: str
    cards: int
    from_ms: int
    to_ms: int


class StoryOut(Message):
    """What a finished race was like."""

    lines: tuple[CurveOut, ...]
    leads: tuple[LeadOut, ...]
    best_run: RunOut | None


class BoardOut(Message):
    game: GameName
    options: RaceOptions
    deal: str
    moves: tuple[MoveOut, ...]
    score: int
    status: Status
