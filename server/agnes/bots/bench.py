"""How strong the bots are and what they cost: `python -m agnes.bots.bench --level keen --game sorel`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from agnes.bots import brain_for
from agnes.bots.play import play_out
from agnes.bots.roster import LEVELS, Level
from agnes.game import GAMES, Game, InvalidOptions, Options, Rules, rules_for

_Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


class Tally(NamedTuple):
    """What came of a level's games."""

    games: int
    won: int
    score: int
    moves: int
    choices: int
    """all these of all games together"""
    cpu_s: float
    """seconds of processor time for choosing and playing"""
    slowest_s: float
    """of the game that took longest"""

    def lines(self) -> list[str]:
        low, high = wilson(self.won, self.games)
        games, choices, cpu_ms = self.games, max(self.choices, 1), 1000 * self.cpu_s
        return [
            f"won {self.won} of {games}: {self.won / games:.1%} (95 % within {low:.1%} to {high:.1%})",
            f"mean score {self.score / games:.2f}, moves {self.moves / games:.1f}, "
            f"decisions {self.choices / games:.1f} a game",
            f"processor ms: {cpu_ms / choices:.1f} a decision, {cpu_ms / max(self.moves, 1):.2f} a move, "
            f"{cpu_ms / games:.0f} a game, {1000 * self.slowest_s:.0f} the slowest game",
        ]


def tally(level: Level, rules: Rules, numbers: Iterable[int], seed: int = 0) -> Tally:
    """Plays a game of each deal number, each with its own seed beside `seed`."""
    brain = brain_for(level, rules)
    games = won = score = moves = choices = 0
    cpu_s = slowest_s = 0.0
    for number in numbers:
        before = _processor_time()
        game, asked = play_out(brain, Game.deal(rules, number), seed + number)
        taken = _processor_time() - before
        games += 1
        won += game.outcome == "won"
        score += game.score
        moves += game.n
        choices += asked
        cpu_s += taken
        slowest_s = max(slowest_s, taken)
    return Tally(games, won, score, moves, choices, cpu_s, slowest_s)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The interval that holds the true rate in 95 of 100 cases.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    rate, square = hits / of, _Z * _Z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    half = _Z * sqrt(rate * (1 - rate) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m agnes.bots.bench", description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default="keen")
    parser.add_argument("--game", choices=GAMES, default="bernauer")
    parser.add_argument("--deals", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--first", type=int, default=1, help="deal number of the first (1)")
    parser.add_argument("--seed", type=int, default=0, help="another one has them play otherwise (0)")
    parser.add_argument("--redeal", action="store_true")
    parser.add_argument("--face-down", action="store_true")
    parser.add_argument("--base", help="a chosen base rank")
    given = parser.parse_args(argv)
    if given.deals < 1 or given.first < 1:
        parser.error("--deals and --first are 1 or more")
    try:
        options = Options(redeal=given.redeal, face_down=given.face_down, base=given.base)
        rules = rules_for(given.game, options, undo="none")
    except InvalidOptions as error:
        parser.error(str(error))
    result = tally(given.level, rules, range(given.first, given.first + given.deals), given.seed)
    print(f"{given.level}, {given.game}, {options}, deals {given.first} to {given.first + given.deals - 1}")
    print("\n".join(result.lines()), flush=True)


def _processor_time() -> float:
    # Not the time of day, which nothing below the store asks for: what the process has used.
    times = os.times()
    return times.user + times.system


if __name__ == "__main__":
    main()
