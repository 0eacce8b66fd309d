"""What the use-cases have in common: the stores, the clock, the source of randomness."""

from collections.abc import Callable
from dataclasses import dataclass

from agnes.service.identity import RandomBytes
from agnes.store.boards import BoardStore
from agnes.store.listing import Listing
from agnes.store.players import PlayerStore
from agnes.store.presence import PresenceStore
from agnes.store.races import RaceStore
from agnes.store.timers import Timers

Clock = Callable[[], int]
"""Milliseconds since the Unix epoch."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything that reads or writes the database, and `process`, the name of this process in it."""

    process: str
    races: RaceStore
    boards: BoardStore
    players: PlayerStore
    presence: PresenceStore
    timers: Timers
    listing: Listing
    now: Clock
    random: RandomBytes
