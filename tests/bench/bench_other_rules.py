"""Agnes Sorel by rules that other programs may play: `python -m tests.bench.bench_other_rules [options]`.

Counts how many deals can be won where the rank below the base is never laid on a base card, where columns
are built by suit, or where an empty column takes the rank below the base alone or nothing: to compare with
what has been published.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from unittest.mock import patch

from agnes.game import Rules, State, rules_for
from agnes.solver import Verdict, answer, solve
from agnes.solver.policy import NO_CARD, Policy, policy_for
from agnes.solver.winnability import wilson

SOREL = rules_for("sorel")


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


@cache
def unfilled(rules: Rules, *, twins: bool) -> Policy:
    """The tables of a game in which an empty column takes no card but from a deal."""
    return replace(policy_for(rules, twins=twins), space=bytes(52), space_set=0)


def without(pairs: bytes) -> bytes:
    """A table by `[64 * card + parent]` with nothing where such a card meets a base card."""
    table = bytearray(pairs)
    for card in range(48, 52):
        table[64 * card : 64 * card + 4] = bytes(4)
    return bytes(table)


def verdict(
    number: int, rules: Rules = SOREL, *, past_base: bool = False, fill: bool = True, budget: int = 1_000_000
) -> Verdict:
    """Whether the deal can be won by these rules, without building past the base unless `past_base`.

    Not `fill`, for games with `past_base`: an empty column takes no card but from a deal.
    """
    position = (rules, State.opening(SOREL, number))
    tables = unfilled if not fill else policy_for if past_base else barred
    with patch.object(answer, "policy_for", tables):
        return solve(position, budget=budget).verdict


def report(verdicts: Iterable[Verdict]) -> str:
    counts = Counter(verdicts)
    deals, yes = counts.total(), counts["yes"]
    share, low, high = wilson(yes, yes + counts["no"])
    return (
        f"{deals} deals: {yes} can be won, {counts['no']} cannot, {counts['unknown']} unknown; "
        f"of the decided {share:.2%} ({low:.2%} to {high:.2%})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_other_rules", description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="the first deal (1)")
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--past-base", action="store_true", help="with building past the base, as we play")
    parser.add_argument("--by-suit", action="store_true", help="columns are built by suit")
    parser.add_argument("--below-base", action="store_true", help="spaces take the rank below the base alone")
    parser.add_argument("--no-fill", action="store_true", help="no card goes into a space; with --past-base")
    parser.add_argument(
        "--budget", type=int, default=1_000_000, metavar="N", help="positions a deal (1000000)"
    )
    given = parser.parse_args()
    if given.no_fill and not given.past_base:
        parser.error("--no-fill goes with --past-base")
    rules = replace(
        SOREL,
        build="same-suit" if given.by_suit else SOREL.build,
        space="below-base" if given.below_base else SOREL.space,
    )
    numbers = range(given.first, given.first + given.deals)
    print(
        report(
            verdict(number, rules, past_base=given.past_base, fill=not given.no_fill, budget=given.budget)
            for number in numbers
        )
    )


if __name__ == "__main__":
    main()
