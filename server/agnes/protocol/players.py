"""Who somebody is, over HTTP."""

from typing import Annotated, Literal

from pydantic import Field

from agnes.protocol.base import Message

# Longer than any name of 24 characters as a person counts them; the exact rule is in the service.
NameText = Annotated[str, Field(max_length=400)]


class NewPlayer(Message):
    name: NameText


class Me(Message):
    id: str
    name: str


class NewPlayerOut(Me):
    """`token` goes into `Authorization: Bearer`; browsers get it as a cookie."""

    token: str


class TransferOut(Message):
    """Shown once. `now` and `expires_at` in ms since the epoch.

    `link` leads another device to the page that asks for the code, with the code filled in; `qr` is that link
    as a picture, an SVG as `data:` URI.
    """

    code: str
    now: int
    expires_at: int
    link: str
    qr: str


class Claim(Message):
    """`leave` gives up the seats that this device has under another name; else those are asked about."""

    code: Annotated[str, Field(max_length=100)]
    leave: Annotated[bool, Field(strict=True)] = False


class Erased(Message):
    erased: Literal[True] = True


class RetentionOut(Message):
    """What is kept how long.

    `player_days` from the last visit, `race_days` from the finish, `lobby_s` from the last time somebody was
    there, `running_s` from the start; `transfer_s` a code can be used, and `transfer_told_s` it is remembered
    that there was one.
    """

    player_days: int
    race_days: int
    lobby_s: int
    running_s: int
    transfer_s: int
    transfer_told_s: int


class Kick(Message):
    player: Annotated[str, Field(min_length=1, max_length=64)]


class ReadyBody(Message):
    ready: Annotated[bool, Field(strict=True)] = True
