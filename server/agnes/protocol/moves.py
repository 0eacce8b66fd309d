"""Moves as text in what clients send over HTTP."""

from typing import Annotated

from pydantic import Field

MOVES_MOST = 5_000
"""As many as a board takes."""

MoveText = Annotated[str, Field(strict=True, max_length=32)]
MoveTexts = Annotated[tuple[MoveText, ...], Field(max_length=MOVES_MOST)]
