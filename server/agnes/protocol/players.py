"""Who somebody is, over HTTP."""

from typing import Annotated

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


class Kick(Message):
    player: Annotated[str, Field(min_length=1, max_length=64)]


class ReadyBody(Message):
    ready: Annotated[bool, Field(strict=True)] = True
