"""A deal and the moves made on it, as a request tells it: all of a game that anybody plays alone."""

from typing import Self

from pydantic import model_validator

from agnes.game import InvalidOptions, Rules, rules_for
from agnes.protocol.base import Message
from agnes.protocol.moves import MoveTexts
from agnes.protocol.race import DealNumber, RaceOptions
from agnes.race.terms import GameName


class Position(Message):
    """Options that do not fit the game are an error of the request."""

    game: GameName
    options: RaceOptions = RaceOptions()
    deal: DealNumber
    moves: MoveTexts = ()

    @property
    def rules(self) -> Rules:
        return rules_for(self.game, self.options.of_the_game, undo="all")

    @model_validator(mode="after")
    def _options_fit_the_game(self) -> Self:
        try:
            _ = self.rules
        except InvalidOptions as error:
            raise ValueError(str(error)) from error
        return self
