"""How a race and its lines are written down."""

import json
from dataclasses import dataclass, replace
from typing import Final

from pydantic import TypeAdapter

from agnes.race import Line, Race

_race: Final[TypeAdapter[Race]] = TypeAdapter(Race)


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One accepted move: `t_ms` on the board's own clock, `at` in milliseconds since the epoch."""

    move: str
    t_ms: int
    at: int

    def text(self) -> str:
        return f"{self.move} {self.t_ms} {self.at}"

    @classmethod
    def of(cls, text: str) -> "MoveEntry":
        move, t_ms, at = text.split(" ")
        return cls(move, int(t_ms), int(at))


def race_text(race: Race) -> str:
    """The race without its lines, which are kept beside it and change with every scoring move."""
    bare = replace(race, seats=tuple(replace(seat, line=Line()) for seat in race.seats))
    return _race.dump_json(bare).decode()


def race_of(text: str, lines: dict[str, str]) -> Race:
    """The race with its lines; `lines` is player to line body."""
    race = _race.validate_json(text)
    seats = (
        replace(seat, line=line_of(lines[seat.player])) if seat.player in lines else seat
        for seat in race.seats
    )
    return replace(race, seats=tuple(seats))


def line_body(player: str, line: Line) -> str:
    """A line as the inside of a `score` message, all but `type`, `seq` and `rank`.

    It goes out to clients as it stands: the script that commits a move puts the rest around it.
    """
    return (
        f'"player":"{player}","score":{line.score},"bonus":{line.bonus},"status":"{line.status}",'
        f'"t_ms":{line.t_ms},"opened":{line.opened},"rows":{line.rows}'
    )


def line_of(body: str) -> Line:
    fields = json.loads(f"{{{body}}}")
    del fields["player"]
    return Line(**fields)


def score_text(player: str, line: Line, seq: int, rank: int) -> str:
    """The whole `score` message, as the script for moves builds it."""
    return f'{{"type":"score","seq":{seq},{line_body(player, line)},"rank":{rank}}}'
