"""What the rules cost: `PYTHONPATH=server:. python -m tests.bench.bench_game`.

Prints microseconds of processor time, and beside them how many passes of a fixed pure-Python loop they are
worth: the first depends on the machine and its load, the second hardly. `--most 2` ends with an error if a
move costs more passes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from time import process_time

from agnes.game import Game, GameError, Rules, State
from agnes.game.selfplay import play_out, variants

REPEATS = 5  # of which the quickest counts: the others were disturbed


def yardstick() -> int:
    """A fixed piece of work of the kind the rules do: small tuples, a dict, integers. 100 rounds."""
    seen: dict[int, tuple[int, ...]] = {}
    total = 0
    for number in range(100):
        pile = (number, number + 1, number % 13)
        seen[number & 15] = pile[1:]
        if pile[-1] in seen:
            total += len(seen[pile[-1]])
    return total


def microseconds(work: Callable[[], object], each: int, rounds: int = 1) -> float:
    """Time of one of the `each` parts that the work has, the quickest of some repeats of so many rounds."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        for _ in range(rounds):
            work()
        times.append(process_time() - start)
    return min(times) / rounds / each * 1e6


def moves_of(rules: Rules, games: int) -> list[tuple[Game, tuple[str, ...]]]:
    """The opening and the moves of some random games."""
    return [(Game.deal(rules, number), play_out(rules, number).moves) for number in range(1, games + 1)]


def replay_all(lines: Sequence[tuple[Game, tuple[str, ...]]]) -> None:
    """Plays every move and asks for the legal moves after it."""
    for game, moves in lines:
        for move in moves:
            game, _ = game.play(move)
            len(game.legal)


def refuse(game: Game, moves: Sequence[str]) -> None:
    for move in moves:
        try:
            game.play(move)
        except GameError as error:
            str(error)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="random games of each variant (20)")
    parser.add_argument("--most", type=float, help="passes of the yardstick that a move may cost")
    given = parser.parse_args(argv)

    unit = microseconds(yardstick, each=1, rounds=2000)
    print(f"{'yardstick':40} {unit:8.2f} µs")

    def report(what: str, cost: float) -> float:
        print(f"{what:40} {cost:8.2f} µs {cost / unit:8.2f} passes", flush=True)
        return cost / unit

    dearest = 0.0
    for rules in variants(undo="all"):
        lines = moves_of(rules, given.games)
        options = [name for name in ("redeal", "face_down", "base") if getattr(rules.options, name)]
        count = sum(len(moves) for _, moves in lines)
        cost = microseconds(lambda lines=lines: replay_all(lines), each=count)  # type: ignore[misc]
        dearest = max(dearest, report(" ".join(["move + legal,", rules.game, *options]), cost))

    game = Game.replay(rules, 1, play_out(rules, 1).moves[:60])
    stored = game.state.encode()
    report("a deal", microseconds(lambda: Game.deal(rules, 10**18).legal, each=1, rounds=200))
    report("a refused move", microseconds(lambda: refuse(game, ["T1>T2", "T2>F", "x"]), each=3, rounds=500))
    report("view", microseconds(game.state.view, each=1, rounds=1000))
    report("encode", microseconds(game.state.encode, each=1, rounds=1000))
    report("decode", microseconds(lambda: State.decode(stored), each=1, rounds=500))
    if given.most is not None and dearest > given.most:
        print(f"a move costs {dearest:.1f} passes, more than {given.most}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
