"""How close bots of one level are: matches of three deals between two of them, at their own pace.

    PYTHONPATH=server:. python -m tests.bench.bench_matches --matches 200

Nobody waits: their pauses are added up. Prints how many matches end level on points, and in how many deals
who leads after two thirds of the time is not who wins in the end.
"""

import argparse
from typing import NamedTuple

from agnes.bots import Chance, Level, brain_for, fresh, pause, seen_of
from agnes.bots.roster import LEVELS
from agnes.game import GAMES, Game, Rules, rules_for
from agnes.race import Line, order_value
from agnes.race.match import Match

STUDY_S = 10.0
PLAYERS = ("one", "other")


class Made(NamedTuple):
    """A move, and when it was made, in milliseconds."""

    move: str
    t_ms: int


class Attempt(NamedTuple):
    """A game played: when each score was reached and when it was over, in milliseconds, and its moves."""

    curve: list[tuple[int, int]]
    over_ms: int
    moves: list[Made]

    def line(self, at: float = float("inf")) -> Line:
        t_ms, score = [point for point in self.curve if point[0] <= at][-1]
        return Line(score=score, t_ms=t_ms)


class Tally(NamedTuple):
    matches: int
    level: int
    deals: int
    turned: int

    def text(self) -> str:
        return (
            f"{self.level} of {self.matches} matches end level on points ({self.level / self.matches:.1%}); "
            f"the winner changes in the last third of {self.turned} of {self.deals} deals "
            f"({self.turned / self.deals:.1%})"
        )


def attempt(level: Level, rules: Rules, number: int, seed: int) -> Attempt:
    """One bot plays one deal."""
    brain, chance, memory = brain_for(level, rules), Chance(seed + 1), fresh(seed)
    game, before, seconds = Game.deal(rules, number), None, 0.0
    curve, made = [(0, game.score)], list[Made]()
    while game.outcome is None:
        moves, memory = brain.choose(seen_of(game.state), game.legal, memory)
        if not moves:
            seconds += pause(level, None, chance, before=before, continues=False)
            break
        for index, move in enumerate(moves):
            seconds += pause(level, move, chance, before=before, continues=index > 0, studied=STUDY_S)
            game, before = game.play(move)[0], move
            made.append(Made(move, int(seconds * 1000)))
            if game.score != curve[-1][1]:
                curve.append((int(seconds * 1000), game.score))
    return Attempt(curve, int(seconds * 1000), made)


def tally(level: Level, rules: Rules, matches: int, first: int) -> Tally:
    """`matches` matches of three deals, from deal number `first` on."""
    even = turned = 0
    for number in range(matches):
        match = Match(3)
        for deal in range(first + 3 * number, first + 3 * number + 3):
            pair = {
                name: attempt(level, rules, deal, 1_000 * deal + seed) for seed, name in enumerate(PLAYERS)
            }
            lines = {name: played.line() for name, played in pair.items()}
            match = match.after(lines)
            two_thirds = max(played.over_ms for played in pair.values()) * 2 / 3
            turned += _leader({name: played.line(two_thirds) for name, played in pair.items()}) != _leader(
                lines
            )
        even += match.halves["one"] == match.halves["other"]
    return Tally(matches, even, 3 * matches, turned)


def _leader(lines: dict[str, Line]) -> str | None:
    one, other = (order_value(lines[name]) for name in PLAYERS)
    return None if one == other else PLAYERS[one < other]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=20_001, help="number of the first deal")
    given = parser.parse_args()
    for level in LEVELS:
        for game in GAMES:
            found = tally(level, rules_for(game, undo="none"), given.matches, given.first)
            print(f"{level} bots, {game}: {found.text()}", flush=True)


if __name__ == "__main__":
    main()
