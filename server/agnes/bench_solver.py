"""`agnes bench solver`: what solving costs, in ratios of one run, beside another program if that is wanted.

The other program is the package quagnes 1.1.0, which solves Agnes Sorel in plain Python. It is no part of
this project: it runs in an environment of its own, that is made for the run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from agnes.game import GAMES, State, rules_for
from agnes.solver.bench import Figures, measure, yardstick
from agnes.solver.engine import ENGINE, INTERPRETED

PEER: Final = "quagnes==1.1.0"
PEER_DEALS: Final = range(1, 9)
DEALS: Final = {"sorel": range(1, 31), "bernauer": range(1, 201)}
INTERPRETED_DEALS: Final = range(1, 31)
INTERPRETED_BUDGET: Final = 20_000
"""Enough for more than half of the deals, whose median is asked for, and little enough for the others."""
DECIDED: Final = range(1, 1001)

# Run by the other Python: decks on standard input, seconds on standard output. Its options are our rules, but
# for building past the base, which it does not know.
_PEER_PROGRAM = """
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
_PEER_SUITS = (0, 2, 1, 3)  # there two suits are of one colour if they are even, or odd, both


class NoPeerError(Exception):
    """The other program could not be installed or run; says why."""


def bench_solver(budgets: Sequence[int], *, peer: bool, python: str | None) -> int:
    """Prints the figures; the exit status: 0 done, 1 it failed.

    `budgets`: decide deals 1 to 1,000 of both games within each of them too. `peer`: measure quagnes too,
    with the interpreter `python` that has it, or in an environment made for it.
    """
    try:
        for line in lines(budgets, peer=peer, python=python):
            print(line, flush=True)
    except NoPeerError as error:
        print(f"agnes: {error}", file=sys.stderr)
        return 1
    return 0


def lines(budgets: Sequence[int], *, peer: bool, python: str | None) -> Iterator[str]:
    clock = time.process_time
    yard = yardstick(clock)
    yield f"processor time; a yard: {yard * 1e3:.1f} ms, a million steps of a generator in plain Python"
    if not ENGINE.compiled:
        yield f"not compiled: {ENGINE.why}"
    for game, numbers in DEALS.items() if ENGINE.compiled else ():
        found = measure(clock, game, numbers, 1_000_000)
        yield f"compiled     {_costs(found, yard)}"
        if peer and game == "sorel":
            seconds = peer_seconds(python)
            yield f"{PEER}: Sorel deals 1 to 8 in {seconds / yard:.2f} yards; " + (
                f"our 30 take {found.total / seconds:.4f} of that"
            )
    for game in DEALS:
        found = measure(clock, game, INTERPRETED_DEALS, INTERPRETED_BUDGET, INTERPRETED)
        yield f"interpreted  {_costs(found, yard)}"
    for budget in budgets:
        for game in GAMES:
            yield _decided(measure(clock, game, DECIDED, budget), budget)


def peer_seconds(python: str | None = None) -> float:
    """Processor seconds that quagnes takes for `PEER_DEALS`."""
    if python is not None:
        return _timed(python)
    with TemporaryDirectory() as folder:
        _run([sys.executable, "-m", "venv", folder], f"an environment for {PEER} could not be made")
        python = str(Path(folder, "bin", "python"))
        install = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            PEER,
        ]
        _run(install, f"{PEER} could not be installed")
        return _timed(python)


def deck(number: int) -> list[tuple[int, int]]:
    """A deal in the order in which quagnes deals: base card, seven rows from left to right, stock."""
    state = State.opening(rules_for("sorel"), number)
    rows = [state.columns[column][row] for row in range(7) for column in range(row, 7)]
    return [(card % 13, _PEER_SUITS[card // 13]) for card in (state.base_card, *rows, *state.stock)]


def _timed(python: str) -> float:
    decks = json.dumps([deck(number) for number in PEER_DEALS])
    return float(_run([python, "-I", "-c", _PEER_PROGRAM], f"{python} does not run {PEER}", decks))


def _run(command: list[str], failure: str, given: str = "") -> str:
    try:
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoPeerError(f"{failure} ({error.strerror})") from None
    if done.returncode:
        said = (done.stderr or done.stdout or f"status {done.returncode}").strip().splitlines()
        raise NoPeerError(f"{failure}: {said[-1]}")
    return done.stdout


def _costs(found: Figures, yard: float) -> str:
    return (
        f"{found.game:8} deals 1 to {len(found.answers)}: {found.total / yard:.2f} yards, "
        f"median {found.median * 1e3:.2f} ms = {found.median / yard:.4f} yards, "
        f"{found.total / found.nodes * 1e6:.2f} µs a position, {found.count('unknown')} undecided"
    )


def _decided(found: Figures, budget: int) -> str:
    decided = 1 - found.count("unknown") / len(found.answers)
    median, most, longest = (found.length(percent) for percent in (50, 95, 100))
    return (
        f"{found.game} deals 1 to {len(found.answers)} within {budget:,} positions: {decided:.1%} decided, "
        f"{found.count('yes')} can be won, {found.count('no')} cannot; "
        f"moves of a line: median {median}, 95 % up to {most}, longest {longest}"
    )
