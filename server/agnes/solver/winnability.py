"""How many deals can be won: verdicts counted over deal numbers, a walk that can be broken off and resumed.

    >>> walk = Walk.begin(rules_for("sorel"), first=1, budget=1_000_000)
    >>> while walk.deals < 1000:
    ...     walk, answer = walk.step()
    >>> walk.share("yes"), walk.winnable()

Deal numbers are walked from `first` up. A walk is a value, and `encode` and `decode` keep it as JSON; each
step is the same whenever it is taken, so a walk that was broken off comes to the same counts. No clock is
asked: whoever steps knows how long it takes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import sqrt
from typing import NamedTuple

from agnes.game import Game, GameError, Options, Rules, rules_for
from agnes.solver.answer import Answer, Verdict, solve

_VERSION = 1  # of the encoded form


class Share(NamedTuple):
    """A part of the deals, and between what, with 95 % confidence, it lies for all deals there are."""

    share: float
    low: float
    high: float


class UnreadableWalkError(Exception):
    """The text is not one that `Walk.encode` wrote; says why."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What was asked for, and what has been counted so far."""

    game: str
    redeal: bool
    face_down: bool
    base: str | None
    first: int
    """the first deal number"""
    budget: int
    """positions visited at most for a deal"""
    seed: int = 0
    yes: int = 0
    no: int = 0
    unknown: int = 0
    nodes: int = 0
    """positions visited, all deals together"""

    @classmethod
    def begin(cls, rules: Rules, *, first: int, budget: int, seed: int = 0) -> Walk:
        """A walk that has not taken a step."""
        options = rules.options
        return cls(rules.game, options.redeal, options.face_down, options.base, first, budget, seed)

    @property
    def rules(self) -> Rules:
        """`InvalidOptions` where a stored walk names a game or an option that there is not."""
        return rules_for(self.game, Options(redeal=self.redeal, face_down=self.face_down, base=self.base))

    @property
    def deals(self) -> int:
        """Deals counted."""
        return self.yes + self.no + self.unknown

    def step(self, cancelled: Callable[[], bool] | None = None) -> tuple[Walk, Answer]:
        """The walk with the next deal counted, and what was found of it.

        If `cancelled` broke the search off the deal is not counted: the walk comes back as it was.
        `InvalidDealNumber` at the end of all numbers.
        """
        stopped = False

        def asked() -> bool:
            nonlocal stopped
            stopped = stopped or (cancelled is not None and cancelled())
            return stopped

        deal = Game.deal(self.rules, self.first + self.deals)
        answer = solve(deal, budget=self.budget, seed=self.seed, cancelled=asked)
        if stopped and answer.verdict == "unknown":
            return self, answer
        return replace(
            self, **{answer.verdict: getattr(self, answer.verdict) + 1, "nodes": self.nodes + answer.nodes}
        ), answer

    def share(self, verdict: Verdict) -> Share:
        """The part of the deals with this verdict."""
        return wilson(getattr(self, verdict), self.deals)

    def winnable(self) -> Share:
        """The part that can be won: between those with a yes and those without a no.

        The share is that among the decided; the bounds allow for the unknown ones to be all the one or all
        the other.
        """
        decided = self.yes + self.no
        return Share(
            self.yes / decided if decided else 0.0,
            wilson(self.yes, self.deals).low,
            wilson(self.yes + self.unknown, self.deals).high,
        )

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
            Game.deal(walk.rules, walk.first + walk.deals)
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
