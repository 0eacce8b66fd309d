"""*Show all*: can this still be won, with every card known?"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from agnes.game import Game, InvalidOptions, Rules, rules_for
from agnes.protocol.base import Message
from agnes.protocol.moves import MoveTexts
from agnes.protocol.race import DealNumber, RaceOptions
from agnes.race.terms import GameName

BUDGET = 200_000
BUDGET_MOST = 5_000_000


class Solve(Message):
    """The body of `POST /api/solve`: a deal, and the moves made so far. `budget` counts positions visited."""

    game: GameName
    options: RaceOptions = RaceOptions()
    deal: DealNumber
    moves: MoveTexts = ()
    budget: Annotated[int, Field(strict=True, ge=1, le=BUDGET_MOST)] = BUDGET

    @property
    def rules(self) -> Rules:
        return rules_for(self.game, self.options.of_the_game, undo="all")

    def replayed(self) -> Game:
        """The position asked about."""
        return Game.replay(self.rules, int(self.deal), self.moves)

    @model_validator(mode="after")
    def _options_fit_the_game(self) -> Self:
        try:
            _ = self.rules
        except InvalidOptions as error:
            raise ValueError(str(error)) from error
        return self


class Solved(Message):
    """`yes` with a line that wins, `no` proved, or `unknown` within the budget."""

    verdict: Literal["yes", "no", "unknown"]
    line: tuple[str, ...]
    nodes: int
