"""Any deal with any moves drawn by a client that knows no rules: `POST /api/replay`."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from agnes.game import InvalidOptions, Rules, rules_for
from agnes.protocol.base import Message
from agnes.protocol.moves import MoveTexts
from agnes.protocol.race import DealNumber, RaceOptions
from agnes.protocol.server import Board, Moved
from agnes.race.terms import GameName

TOLD_MOST = 500


class Replay(Message):
    """A deal and moves played on it. Told are the board after `from` of them, and the moves that follow."""

    game: GameName
    options: RaceOptions = RaceOptions()
    deal: DealNumber
    moves: MoveTexts = ()
    from_: Annotated[int, Field(alias="from", strict=True, ge=0)] = 0

    @property
    def rules(self) -> Rules:
        return rules_for(self.game, self.options.of_the_game, undo="all")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        try:
            _ = self.rules
        except InvalidOptions as error:
            raise ValueError(str(error)) from error
        if self.from_ > len(self.moves):
            raise ValueError(f"from: there are {len(self.moves)} moves")
        return self


class Replayed(Message):
    """`board` as of move `from`, and the `moved` messages of the moves after it, 500 at most.

    As of the websocket, but for nobody: `player` is empty, `legal` too, and every `t_ms` 0. `blocked` says
    that there is no move, which ends no game that is played alone.
    """

    board: Board
    moved: tuple[Moved, ...]

    def text(self) -> str:
        return self.model_dump_json(by_alias=True, exclude={"moved": {"__all__": {"legal", "finish"}}})
