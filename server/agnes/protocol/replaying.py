"""Any deal with any moves drawn by a client that knows no rules: `POST /api/replay`."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from agnes.protocol.base import Message
from agnes.protocol.position import Position
from agnes.protocol.server import Board, Moved

TOLD_MOST = 500


class Replay(Position):
    """A deal and moves played on it. Told are the board after `from` of them, and the moves that follow."""

    from_: Annotated[int, Field(alias="from", strict=True, ge=0)] = 0

    @model_validator(mode="after")
    def _from_is_among_the_moves(self) -> Self:
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
