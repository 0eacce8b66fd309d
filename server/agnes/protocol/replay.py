"""A finished board as HTTP tells it: all that a replay needs."""

from agnes.protocol.base import Message
from agnes.protocol.race import RaceOptions
from agnes.race.lines import Status
from agnes.race.terms import GameName


class MoveOut(Message):
    move: str
    t_ms: int


class BoardOut(Message):
    game: GameName
    options: RaceOptions
    deal: str
    moves: tuple[MoveOut, ...]
    score: int
    status: Status
