"""Agnes Sorel without building past the base: `python -m tests.bench.bench_past_base [--from N] [--deals N]`.

Some programs never lay the rank below the base on a base card. This counts how many deals can be won so, all
else being our rules, to compare with what has been published about them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from unittest.mock import patch

from agnes.game import Game, Rules, rules_for
from agnes.solver import Verdict, answer, solve
from agnes.solver.policy import NO_CARD, Policy, policy_for
from agnes.solver.winnability import wilson


@cache
def barred(rules: Rules, *, twins: bool) -> Policy:
    """The tables of a game in which a card of rank 12 from the base never lies in sequence on a base card.

    `kernel.reach` goes by the whole circle all the same: it then holds too much for possible, not too little.
    """
    policy = policy_for(rules, twins=twins)
    return replace(
        policy,
        fits=without(policy.fits),
        joins=without(policy.joins),
        lies=without(policy.lies),
        lower=bytes([NO_CARD]) * 8 + policy.lower[8:],
    )


def without(pairs: bytes) -> bytes:
    """A table by `[64 * card + parent]` with nothing where such a card meets a base card."""
    table = bytearray(pairs)
    for card in range(48, 52):
        table[64 * card : 64 * card + 4] = bytes(4)
    return bytes(table)


def verdict(number: int, budget: int = 1_000_000) -> Verdict:
    """Whether the deal can be won so."""
    with patch.object(answer, "policy_for", barred):
        return solve(Game.deal(rules_for("sorel"), number), budget=budget).verdict


def report(numbers: Iterable[int]) -> str:
    counts = Counter(verdict(number) for number in numbers)
    deals, yes = counts.total(), counts["yes"]
    _, low, high = wilson(yes, yes + counts["no"])
    return (
        f"{deals} deals: {yes} can be won, {counts['no']} cannot, {counts['unknown']} unknown; "
        f"of the decided {yes / (yes + counts['no']):.2%} ({low:.2%} to {high:.2%})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_past_base", description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="the first deal (1)")
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="how many (1000)")
    given = parser.parse_args()
    sys.stdout.write(report(range(given.first, given.first + given.deals)) + "\n")


if __name__ == "__main__":
    main()
