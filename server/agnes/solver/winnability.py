"""How many deals can be won: verdicts counted over deal numbers, a walk that can be broken off and resumed.

    >>> walk = Walk.begin("sorel", first=1, budget=1_000_000)
    >>> while walk.deals < 1000:
    ...     walk = walk.counted(walk.look(walk.next))
    >>> walk.share("yes"), walk.winnable()

Deal numbers are walked from `first` up. A walk is a value, and `encode` and `decode` keep it as JSON; what is
found of a deal is the same whenever and wherever it is looked for, so a walk that was broken off comes to the
same counts. No clock is asked: whoever walks knows how long it takes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import Final, NamedTuple

from agnes.game import Game, GameError, Options, Rules, rules_for
from agnes.game.cards import RANKS
from agnes.solver.answer import Verdict, solve

_VERSION = 1  # of the encoded form


class Share(NamedTuple):
    """A part of the deals, and between what, with 95 % confidence, it lies for all deals there are."""

    share: float
    low: float
    high: float


class Count(NamedTuple):
    """What was found of a deal."""

    verdict: Verdict
    nodes: int
    """positions visited"""


class UnreadableWalkError(Exception):
    """The text is not one that `Walk.encode` wrote; says why."""


EACH: Final = "each"
"""As a base: the rank of deal *n* is the (*n* - 1) mod 13-th, the ace being the 0-th."""
ANY: Final = "any"
"""As a base: a deal can be won if it can with one of the 13 ranks, each searched within the budget."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What was asked for, and what has been counted so far."""

    game: str
    redeal: bool
    face_down: bool
    base: str | None
    """a rank that is chosen for every deal, `EACH` or `ANY`; none where the deal decides"""
    first: int
    """the first deal number"""
    budget: int
    """positions visited at most in a search"""
    seed: int = 0
    yes: int = 0
    no: int = 0
    unknown: int = 0
    nodes: int = 0
    """positions visited, all deals together"""

    @classmethod
    def begin(
        cls,
        game: str,
        *,
        redeal: bool = False,
        face_down: bool = False,
        base: str | None = None,
        first: int,
        budget: int,
        seed: int = 0,
    ) -> Walk:
        """A walk that has counted nothing. `GameError` where there is no such game, option or deal."""
        walk = cls(game, redeal, face_down, base, first, budget, seed)
        for rules in walk._rules(first):
            Game.deal(rules, first)
        return walk

    @property
    def deals(self) -> int:
        """Deals counted."""
        return self.yes + self.no + self.unknown

    @property
    def next(self) -> int:
        """The number of the deal that comes next."""
        return self.first + self.deals

    def anew(self) -> Walk:
        """The same walk before its first deal."""
        return replace(self, yes=0, no=0, unknown=0, nodes=0)

    def look(self, number: int, cancelled: Callable[[], bool] | None = None) -> Count:
        """What is found of one deal; once `cancelled` says yes `unknown`, which is then not to be counted.

        `InvalidDealNumber` at the end of all numbers.
        """
        nodes = 0
        verdict: Verdict = "no"
        for rules in self._rules(number):
            deal = Game.deal(rules, number)
            answer = solve(deal, budget=self.budget, seed=self.seed, cancelled=cancelled)
            nodes += answer.nodes
            if answer.verdict == "yes":
                return Count("yes", nodes)
            if answer.verdict == "unknown":
                verdict = "unknown"
        return Count(verdict, nodes)

    def counted(self, found: Count) -> Walk:
        """The walk with the deal `next` counted."""
        return replace(
            self, **{found.verdict: getattr(self, found.verdict) + 1, "nodes": self.nodes + found.nodes}
        )

    def _rules(self, number: int) -> list[Rules]:
        bases: list[str | None] = [self.base]
        if self.base == EACH:
            bases = [RANKS[(number - 1) % 13]]
        elif self.base == ANY:
            bases = list(RANKS)
        return [rules_for(self.game, Options(self.redeal, self.face_down, base)) for base in bases]

    def share(self, verdict: Verdict) -> Share:
        """The part of the deals with this verdict."""
        return wilson(getattr(self, verdict), self.deals)

    def decided(self) -> Share:
        """The part of the decided deals that can be won: of all if the unknown ones are like the others."""
        return wilson(self.yes, self.yes + self.no)

    def winnable(self) -> Share:
        """The part that can be won, whatever the unknown deals are: the share takes them for lost.

        The bounds hold should all of them be lost, and should all be won.
        """
        least, most = wilson(self.yes, self.deals), wilson(self.yes + self.unknown, self.deals)
        return Share(least.share, least.low, most.high)

    def encode(self) -> str:
        """The walk as JSON, in one line."""
        return json.dumps({"version": _VERSION, **asdict(self)})

    @classmethod
    def decode(cls, text: str) -> Walk:
        """The walk that `encode` wrote; `UnreadableWalkError` for any other text."""
        try:
            fields = json.loads(text)
            if fields.pop("version") != _VERSION:
                raise UnreadableWalkError(f"it is not in the form of version {_VERSION}")
            walk = cls(**fields)
            counts = (walk.first, walk.budget, walk.seed, walk.yes, walk.no, walk.unknown, walk.nodes)
            if not all(type(count) is int and count >= 0 for count in counts):
                raise UnreadableWalkError("a number in it is none")
            for rules in walk._rules(walk.next):
                Game.deal(rules, walk.next)
        except (ValueError, KeyError, TypeError, AttributeError, GameError) as error:
            raise UnreadableWalkError(f"its fields are not those of a walk ({error})") from None
        return walk


def wilson(count: int, of: int) -> Share:
    """A share with its 95 % score interval. Source: Wilson, Probable inference, 1927. Of nothing: 0 to 1."""
    if of == 0:
        return Share(0.0, 0.0, 1.0)
    z = 1.959964
    share = count / of
    middle = share + z * z / (2 * of)
    spread = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return Share(share, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
