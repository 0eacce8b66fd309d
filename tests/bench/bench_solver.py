"""What solving costs: `python -m tests.bench.bench_solver [--interpreted | --switches] [--quagnes PYTHON]`.

`--quagnes` names a Python that has the package quagnes 1.1.0 (in an environment of its own: it is under the
GPL and no part of this project): its processor time for our Sorel deals 1 to 8, with its options set to our
rules but for building past the base, which it does not know, is taken in the same run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import fields

from agnes.game import GAMES, Game, State, rules_for
from agnes.solver import Switches, solve
from agnes.solver.bench import bench
from agnes.solver.engine import ENGINE, INTERPRETED

# Run by the other Python: decks on standard input, seconds on standard output.
PEER = """
import json, sys, tempfile, time
import quagnes
total = 0
for deck in json.load(sys.stdin):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"({rank}, {suit})\\n" for rank, suit in deck))
        file.flush()
        start = time.process_time()
        quagnes.Agnes(move_to_empty_pile="any run", move_same_suit=True, split_runs=True, face_up=True,
                      deck_filename=file.name).play()
        total += time.process_time() - start
print(total)
"""
SUITS = (0, 2, 1, 3)  # there two suits are of one colour if they are even, or odd, both


def deck(number: int) -> list[tuple[int, int]]:
    """A deal in the order in which quagnes deals: base card, seven rows from left to right, stock."""
    state = State.opening(rules_for("sorel"), number)
    rows = [state.columns[column][row] for row in range(7) for column in range(row, 7)]
    return [(card % 13, SUITS[card // 13]) for card in (state.base_card, *rows, *state.stock)]


def peer_seconds(python: str) -> float:
    decks = json.dumps([deck(number) for number in range(1, 9)])
    done = subprocess.run([python, "-c", PEER], input=decks, capture_output=True, text=True, check=True)
    return float(done.stdout)


def switched() -> Iterator[str]:
    """What is visited of deals 1 to 100, 100,000 positions each at most, with each switch off in turn."""
    for game in GAMES:
        for off in (None, *(field.name for field in fields(Switches))):
            switches = Switches(**({off: False} if off else {}))
            deals = [Game.deal(rules_for(game), number) for number in range(1, 101)]
            answers = [solve(deal, budget=100_000, switches=switches) for deal in deals]
            undecided = sum(answer.verdict == "unknown" for answer in answers)
            nodes = sum(answer.nodes for answer in answers)
            title = f"without {off}" if off else "all"
            yield f"{game:9} {title:17} {nodes:9} positions, {undecided:2} undecided"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_solver", description=__doc__)
    parser.add_argument("--interpreted", action="store_true", help="measure the interpreted form")
    parser.add_argument("--switches", action="store_true", help="measure each way of searching less")
    parser.add_argument("--quagnes", metavar="PYTHON", help="a Python that has quagnes")
    given = parser.parse_args()
    if given.switches:
        for line in switched():
            print(line, flush=True)
        return
    peer = peer_seconds(given.quagnes) if given.quagnes else None
    for line in bench(time.process_time, INTERPRETED if given.interpreted else ENGINE, peer):
        print(line, flush=True)


if __name__ == "__main__":
    main()
