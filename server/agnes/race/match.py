"""A match of several deals: who has how many points (PROTOCOL, "Match")."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agnes.race.lines import Line


@dataclass(frozen=True, slots=True)
class Match:
    """Deal `number` of `of`, from 1; `halves` are half points, `times` milliseconds, by player.

    Both count the deals that are finished.
    """

    of: int
    number: int = 1
    halves: Mapping[str, int] = field(default_factory=dict)
    times: Mapping[str, int] = field(default_factory=dict)

    @property
    def last(self) -> bool:
        return self.number == self.of

    def after(self, lines: Mapping[str, Line]) -> "Match":
        """With the deal just finished: a point for each rival beaten, half a point for each tied with.

        Score with bonus counts for that, not time; times are summed up to part equal points in the end.
        """
        players = {*self.halves, *lines}
        won = {player: _halves(line, player, lines) for player, line in lines.items()}
        halves = {player: self.halves.get(player, 0) + won.get(player, 0) for player in players}
        taken = {player: line.t_ms for player, line in lines.items()}
        times = {player: self.times.get(player, 0) + taken.get(player, 0) for player in players}
        return Match(self.of, self.number, halves, times)

    def next(self) -> "Match":
        return Match(self.of, self.number + 1, self.halves, self.times)

    def ranks(self) -> dict[str, int]:
        """Player to rank, best 1, by points and then by the shorter time; equals in both share a rank."""
        value = {player: (-halves, self.times.get(player, 0)) for player, halves in self.halves.items()}
        best_first = sorted(value.values())
        return {player: best_first.index(mine) + 1 for player, mine in value.items()}


def _halves(line: Line, player: str, lines: Mapping[str, Line]) -> int:
    rivals = (other.points for name, other in lines.items() if name != player)
    return sum(2 if line.points > points else line.points == points for points in rivals)
