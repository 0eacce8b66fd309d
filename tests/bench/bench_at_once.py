"""Agnes Sorel built by suit, nothing put off: `python -m tests.bench.bench_at_once [options]`.

Of one suit only one card can be laid on another, so a program for such games (Trigon) need not choose: what
can go up or onto a column does, and an empty column is filled. Where rows are dealt onto the columns that
loses deals which waiting would win. Left to choose is which run goes into an empty column; that is searched
in full. Prints what can be won and the mean of the most cards up, to compare with what was published.
"""

import argparse
from statistics import fmean
from typing import NamedTuple

from agnes.game import State, rules_for
from agnes.solver.winnability import wilson

SOREL = rules_for("sorel")
ALL = 52
Column = tuple[int, ...]


class Table(NamedTuple):
    columns: tuple[Column, ...]
    up: tuple[int, ...]
    stock: Column


def most_up(number: int, *, fill: bool = True, wait: bool = False) -> int:
    """The most cards that can be brought up.

    `fill`: an empty column takes any run, else only dealt cards; `wait`: it may stay empty for the next row,
    and a whole column may change its place before that.
    """
    state = State.opening(SOREL, number)
    todo = [_settled(Table(state.columns, state.foundations, state.stock), state.base)]
    seen = set[Table]()
    best = 0
    while todo and best < ALL:
        table = todo.pop()
        # With no row to come no column is told from another.
        key = table if table.stock else table._replace(columns=tuple(sorted(table.columns)))
        if key not in seen:
            seen.add(key)
            best = max(best, sum(table.up))
            choices = _fillings(table, whole=wait) if fill else []
            if table.stock and (wait or not choices):
                choices.append(_dealt(table))
            todo += [_settled(after, state.base) for after in choices]
    return best


def _fillings(table: Table, *, whole: bool) -> list[Table]:
    """A run into an empty column, also one that is a `whole` column while the next row tells them apart."""
    columns = table.columns
    spaces = [at for at, column in enumerate(columns) if not column]
    return [
        table._replace(columns=_moved(columns, source, start, space))
        for source, column in enumerate(columns)
        if (start := _run(column)) or (whole and column and table.stock)
        for space in (spaces if table.stock else spaces[:1])
    ]


def _dealt(table: Table) -> Table:
    row = (*((card,) for card in table.stock[:7]), *[()] * 7)
    columns = tuple(column + card for column, card in zip(table.columns, row, strict=False))
    return table._replace(columns=columns, stock=table.stock[7:])


def _settled(table: Table, base: int) -> Table:
    """All that can go up or onto a column has gone there."""
    columns, up = list(table.columns), list(table.up)
    settled = False
    while not settled:
        settled = True
        for at in range(7):
            while columns[at] and columns[at][-1] == _next(up, columns[at][-1] // 13, base):
                up[columns[at][-1] // 13] += 1
                columns[at] = columns[at][:-1]
                settled = False
        for source in range(7):
            start = _run(columns[source])
            for target in range(7) if columns[source] else ():
                if (
                    columns[target]
                    and target != source
                    and _lies(columns[source][start], columns[target][-1])
                ):
                    columns = list(_moved(tuple(columns), source, start, target))
                    settled = False
                    break
    return Table(tuple(columns), tuple(up), table.stock)


def _next(up: list[int], suit: int, base: int) -> int:
    """The card that is next of its suit to go up; none, which is no card, if the suit is complete."""
    return suit * 13 + (base + up[suit]) % 13 if up[suit] < 13 else -1


def _lies(card: int, parent: int) -> bool:
    """Of one suit and one rank lower, round the circle."""
    return card // 13 == parent // 13 and (card + 1 - parent) % 13 == 0


def _run(column: Column) -> int:
    """Where the run at the open end begins."""
    at = max(0, len(column) - 1)
    while at and _lies(column[at], column[at - 1]):
        at -= 1
    return at


def _moved(columns: tuple[Column, ...], source: int, start: int, target: int) -> tuple[Column, ...]:
    after = list(columns)
    after[target] += after[source][start:]
    after[source] = after[source][:start]
    return tuple(after)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_at_once", description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="deals 1 to N (1000)")
    parser.add_argument("--no-fill", action="store_true", help="no card is moved into an empty column")
    parser.add_argument("--wait", action="store_true", help="also leave columns empty, or move whole ones")
    given = parser.parse_args()
    numbers = range(1, given.deals + 1)
    found = [most_up(number, fill=not given.no_fill, wait=given.wait) for number in numbers]
    won = found.count(ALL)
    share, low, high = wilson(won, given.deals)
    print(
        f"{given.deals} deals: {won} can be won, {share:.4%} ({low:.4%} to {high:.4%}); "
        f"at most {fmean(found):.2f} cards up on the mean"
    )


if __name__ == "__main__":
    main()
