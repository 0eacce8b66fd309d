"""How close bots of one level are: matches of three deals between two of them, at their own pace.

    PYTHONPATH=server:. python -m tests.bench.bench_matches --matches 200

Nobody waits: their pauses are added up. Prints how many matches and deals end level on points, and in how
many deals who leads after two thirds of the time is not who wins in the end. `--bonus` counts the time bonus,
`--winnable` plays only deals that can be won, as races with these options do.
"""

import argparse
from functools import partial
from itertools import count, islice
from typing import NamedTuple

from agnes.bots import Chance, Level, brain_for, fresh, pause, seen_of, tempo_of
from agnes.bots.roster import LEVELS
from agnes.game import GAMES, Game, Rules, rules_for
from agnes.race import Line, bonus_for, order_value
from agnes.race.match import Match
from agnes.solver import solve

STUDY_S = 10.0
BUDGET = 200_000  # positions to find a deal's win in
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

    def line(self, at: float = float("inf"), bonus: bool = False) -> Line:
        t_ms, score = [point for point in self.curve if point[0] <= at][-1]
        return Line(score=score, t_ms=t_ms, bonus=bonus_for(t_ms) if bonus and score == 52 else 0)


class Tally(NamedTuple):
    matches: int
    level: int
    deals: int
    level_deals: int
    turned: int

    def text(self) -> str:
        return (
            f"{self.level} of {self.matches} matches end level on points ({self.level / self.matches:.1%}), "
            f"{self.level_deals} of {self.deals} deals ({self.level_deals / self.deals:.1%}); "
            f"the winner changes in the last third of {self.turned} of {self.deals} deals "
            f"({self.turned / self.deals:.1%})"
        )


def attempt(level: Level, rules: Rules, number: int, seed: int) -> Attempt:
    """One bot plays one deal."""
    brain, chance, memory = brain_for(level, rules), Chance(seed + 1), fresh(seed)
    game, before, seconds = Game.deal(rules, number), None, 0.0
    tempo = tempo_of(seed)
    curve, made = [(0, game.score)], list[Made]()
    while game.outcome is None:
        moves, memory = brain.choose(seen_of(game.state), game.legal, memory)
        if not moves:
            seconds += pause(level, None, chance, before=before, continues=False, tempo=tempo)
            break
        for index, move in enumerate(moves):
            seconds += pause(
                level, move, chance, before=before, continues=index > 0, studied=STUDY_S, tempo=tempo
            )
            game, before = game.play(move)[0], move
            made.append(Made(move, int(seconds * 1000)))
            if game.score != curve[-1][1]:
                curve.append((int(seconds * 1000), game.score))
    return Attempt(curve, int(seconds * 1000), made)


def tally(
    level: Level, rules: Rules, matches: int, first: int, bonus: bool = False, winnable: bool = False
) -> Tally:
    """`matches` matches of three deals, from deal number `first` on."""
    even = level_deals = turned = 0
    numbers = filter(partial(_can_be_won, rules), count(first)) if winnable else count(first)
    for _ in range(matches):
        match = Match(3)
        for deal in islice(numbers, 3):
            pair = {
                name: attempt(level, rules, deal, 1_000 * deal + seed) for seed, name in enumerate(PLAYERS)
            }
            lines = {name: played.line(bonus=bonus) for name, played in pair.items()}
            match = match.after(lines)
            level_deals += len({line.points for line in lines.values()}) == 1
            two_thirds = max(played.over_ms for played in pair.values()) * 2 / 3
            then = {name: played.line(two_thirds, bonus) for name, played in pair.items()}
            turned += _leader(then) != _leader(lines)
        even += match.halves["one"] == match.halves["other"]
    return Tally(matches, even, 3 * matches, level_deals, turned)


def _can_be_won(rules: Rules, number: int) -> bool:
    return solve(Game.deal(rules, number), budget=BUDGET).verdict == "yes"


def _leader(lines: dict[str, Line]) -> str | None:
    one, other = (order_value(lines[name]) for name in PLAYERS)
    return None if one == other else PLAYERS[one < other]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=20_001, help="number of the first deal")
    parser.add_argument("--bonus", action="store_true", help="with the time bonus")
    parser.add_argument("--winnable", action="store_true", help="only deals that can be won")
    parser.add_argument("--level", choices=LEVELS, action="append", help="only this level")
    given = parser.parse_args()
    for level in given.level or LEVELS:
        for game in GAMES:
            rules = rules_for(game, undo="none")
            found = tally(level, rules, given.matches, given.first, given.bonus, given.winnable)
            print(f"{level} bots, {game}: {found.text()}", flush=True)


if __name__ == "__main__":
    main()
