"""What all bots have in common: what they are asked and answer, what they keep in mind, when they stop."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from agnes.bots.seen import UNKNOWN, Seen
from agnes.game.cards import Cards

LONGEST_IDLE: Final = 60
"""Moves without a card going up or a row being dealt after which a bot gets on or gives up."""


class Memory(NamedTuple):
    """What a bot keeps from one choice to the next: plain numbers, for whoever wants to store it.

    A bot that lost it plays on from `fresh` as well as it can.
    """

    seed: int
    """its character, the same for the whole game"""
    chance: int
    """state of its stream of chances"""
    idle: int = 0
    """moves since a card went up, a row was dealt or the reserve was gathered"""
    gathered: Cards = ()
    """the stock in its order, if it was seen being gathered from an open reserve"""


class Choice(NamedTuple):
    moves: tuple[str, ...]
    """To be played in order while each is legal, then the bot is asked again; none: it gives up."""
    memory: Memory
    """to be handed in with the next question"""


class Brain(Protocol):
    """A way of playing one game. Asking changes nothing in it: the same question has the same answer."""

    def choose(self, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
        """The next move or moves. `legal` are the texts that `Game.legal` gives; `U` is never played.

        The first of the answered moves is in `legal`, and no further one depends on a card that is face
        down now.
        """
        ...


def fresh(seed: int) -> Memory:
    """The memory to begin a game with. Bots of one level with different seeds play differently."""
    return Memory(seed=seed, chance=seed)


def onward(legal: tuple[str, ...]) -> str | None:
    """How the game goes on when the table gives nothing more: a row, a redeal, or not at all."""
    return next((move for move in ("D", "X") if move in legal), None)


def answer(moves: tuple[str, ...], seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
    """The choice of these moves, or of what is left to do if they would keep the bot idle for too long.

    So no bot plays for ever: at most `LONGEST_IDLE` moves lie between two of those that get it on, and of
    these there are 51 cards, some rows and a redeal.
    """
    idle = memory.idle
    for move in moves:
        idle = 0 if _gets_on(move) else idle + 1
        if idle > LONGEST_IDLE:
            forced = onward(legal)
            moves, idle = ((forced,) if forced else ()), 0
            break
    gathered = memory.gathered
    if moves and moves[-1] == "X":
        flat = tuple([card for pile in seen.reserve for card in pile])
        gathered = () if UNKNOWN in flat else flat
    return Choice(moves, memory._replace(idle=idle, gathered=gathered))


def _gets_on(move: str) -> bool:
    return move in ("D", "X") or move.endswith("F")
