"""What a client sends over the websocket: a closed set, told apart by `type`."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from agnes.protocol.base import Message

PlayerId = Annotated[str, Field(min_length=1, max_length=64)]
MoveNumber = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Seq = Annotated[int, Field(strict=True, ge=0, le=2**53)]


class Move(Message):
    """Make `move` my `n`th move; sent again it is not played twice."""

    type: Literal["move"]
    n: MoveNumber
    move: Annotated[str, Field(strict=True, max_length=10_000)]


class GiveUp(Message):
    type: Literal["give_up"]


class Ready(Message):
    type: Literal["ready"]
    ready: Annotated[bool, Field(strict=True)] = True


class Start(Message):
    type: Literal["start"]


class Watch(Message):
    """Begin receiving the moves of `player`."""

    type: Literal["watch"]
    player: PlayerId


class Unwatch(Message):
    type: Literal["unwatch"]
    player: PlayerId


class Resume(Message):
    """What I have seen: the race log up to `seq`, and of each board that I follow the moves up to n."""

    type: Literal["resume"]
    seq: Seq = 0
    boards: Annotated[dict[PlayerId, Seq], Field(max_length=64)] = Field(default_factory=dict)


ClientMessage = Annotated[
    Move | GiveUp | Ready | Start | Watch | Unwatch | Resume, Field(discriminator="type")
]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

TYPES = ("move", "give_up", "ready", "start", "watch", "unwatch", "resume")
