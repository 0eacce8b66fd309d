"""How quick the server's own players are, at the pace of a person: seconds a move by hand, and a win.

    PYTHONPATH=server:. python -m tests.bench.bench_pace --deals 60

By hand are all moves but the cards that go up one after the other at the end, as in `agnes.race.human`.
"""

import argparse
from statistics import median

from tests.bench.bench_matches import attempt

from agnes.bots.roster import LEVELS
from agnes.game import GAMES, rules_for
from agnes.race.human import FEWEST_MOVES, by_hand, superhuman


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--first", type=int, default=5_001, help="number of the first deal")
    given = parser.parse_args()
    for level in LEVELS:
        for game in GAMES:
            rules = rules_for(game, undo="none")
            played = [attempt(level, rules, n, seed=n) for n in range(given.first, given.first + given.deals)]
            hands = [(by_hand(one.moves), one) for one in played]
            paces = [hand[-1].t_ms / len(hand) / 1000 for hand, _ in hands if len(hand) >= FEWEST_MOVES]
            wins = [(one.over_ms / 1000, len(hand)) for hand, one in hands if one.line().score == 52]
            print(
                f"{level} bots, {game}: {sum(superhuman(one.moves) for one in played)} marked; "
                f"seconds a move by hand, least and median: {_both(paces)}; {len(wins)} wins, "
                f"seconds: {_both([seconds for seconds, _ in wins])}; "
                f"moves by hand: {_both([count for _, count in wins])}",
                flush=True,
            )


def _both(numbers: list[float] | list[int]) -> str:
    return f"{min(numbers):.1f} and {median(numbers):.1f}" if numbers else "none"


if __name__ == "__main__":
    main()
