"""Whole games at random over every game and option, to find what breaks: `python -m agnes.game.selfplay`.

The choices follow from the deal number alone, so a game that breaks can be played again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from agnes.game.cards import RANKS
from agnes.game.play import Game
from agnes.game.rules import GAMES, Options, Rules, Undo, rules_for
from agnes.game.state import State

_GAVE_UP = "gave up"


class Tally(NamedTuple):
    """What came of the games of one variant."""

    rules: Rules
    games: int
    ends: Counter[str]
    """games by end: `won`, `blocked`, or `gave up` at the limit of moves"""
    moves: int
    score: int
    """of all games together"""

    def line(self) -> str:
        options = self.rules.options
        named = [name for name in ("redeal", "face_down") if getattr(options, name)]
        named += [f"base={options.base}"] if options.base else []
        ends = "  ".join(f"{end} {self.ends[end]:5}" for end in ("won", "blocked", _GAVE_UP))
        title = f"{self.rules.game} {' '.join(named) or 'plain'}"
        mean = self.score / self.games
        return f"{title:32} games {self.games:5}  {ends}  mean score {mean:5.1f}  moves {self.moves}"


def variants(undo: Undo = "quiet") -> list[Rules]:
    """Every game with every set of its options; of the chosen bases one."""
    found = []
    for game, redeal, face_down, base in product(GAMES, (False, True), (False, True), (None, RANKS[6])):
        plain = rules_for(game)
        if (redeal and "redeal" not in plain.variants) or (face_down and "face_down" not in plain.variants):
            continue
        found.append(rules_for(game, Options(redeal=redeal, face_down=face_down, base=base), undo))
    return found


def play_out(rules: Rules, number: int, limit: int = 400) -> Game:
    """A game played by chance to its end, or given up after `limit` moves.

    Cards go up and rows are dealt more often than by chance alone, or most games would be moving to and fro.
    """
    game = Game.deal(rules, number)
    choices = _choices(number)
    while game.outcome is None and game.n < limit:
        wish = ("FFFFFFFFFDDX....")[next(choices) % 16]
        moves = tuple([move for move in game.legal if move[-1] == wish]) or game.legal
        game, _ = game.play(moves[next(choices) % len(moves)])
    return game


def check(game: Game) -> None:
    """That the game replays and that its state survives storing; `AssertionError` if not."""
    again = Game.replay(game.rules, game.number, game.moves)
    assert (again.state, again.n, again.legal) == (game.state, game.n, game.legal), game.moves
    assert State.decode(game.state.encode()) == game.state, game.moves


def tally(rules: Rules, numbers: Sequence[int], limit: int = 400) -> Tally:
    """Plays and checks a game of each deal number."""
    ends: Counter[str] = Counter()
    moves = score = 0
    for number in numbers:
        game = play_out(rules, number, limit)
        check(game)
        ends[game.outcome or _GAVE_UP] += 1
        moves += game.n
        score += game.score
    return Tally(rules, len(numbers), ends, moves, score)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m agnes.game.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games of each variant (2000)")
    parser.add_argument("--first", type=int, default=1, help="deal number of the first (1)")
    parser.add_argument("--limit", type=int, default=400, help="moves after which a game is left (400)")
    given = parser.parse_args(argv)
    if given.games < 1 or given.first < 1:
        parser.error("--games and --first are 1 or more")
    for rules in variants():
        print(tally(rules, range(given.first, given.first + given.games), given.limit).line(), flush=True)


def _choices(seed: int) -> Iterator[int]:
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


if __name__ == "__main__":
    main()
