"""The games and their variants as data: one row of policies each. Nothing else here asks which game it is.

Source: RULES, "Agnes Bernauer", "Agnes Sorel", "Variants", "Undo".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, TypeAlias

from agnes.game.cards import RANKS
from agnes.game.errors import InvalidOptions

Sequence: TypeAlias = Literal["alternating", "same-colour", "same-suit"]
"""Which card may lie on which, one rank lower each: the other colour, the same colour, the same suit."""
Space: TypeAlias = Literal["below-base", "any"]
"""What heads the cards that an empty column takes: the rank just below the base rank, or any card."""
Target: TypeAlias = Literal["reserve", "tableau"]
Undo: TypeAlias = Literal["all", "quiet", "none"]
"""What `U` takes back: all moves; only those to a column, not dealt, that turned no card up; none."""


@dataclass(frozen=True, slots=True)
class Options:
    """The variants, all off: one redeal, reserve dealt face down, a chosen base rank (`"A"`, `"T"`)."""

    redeal: bool = False
    face_down: bool = False
    base: str | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """One row of the table: how a game is played. Equal rules are the same object if made by `rules_for`."""

    game: str
    build: Sequence
    """how cards lie on each other in a column"""
    group: Sequence
    """how the cards of a tail must follow each other to move as a unit"""
    space: Space
    deal_to: Target
    """where a row of the stock goes, one card to each pile"""
    reserve: bool
    """whether a reserve is dealt at the start"""
    open_last: int
    """the stock lies open once it has no more than this many cards"""
    variants: frozenset[str] = frozenset({"base"})
    """names of the options that the game has"""
    redeals: int = 0
    """how often the reserve may be gathered into an empty stock"""
    face_down: bool = False
    """whether the reserve is dealt face down"""
    base: int | None = None
    """the chosen base rank, 0 to 12"""
    undo: Undo = "all"
    options: Options = Options()


_GAMES: Final = {
    "bernauer": Rules(
        game="bernauer",
        build="alternating",
        group="alternating",
        space="below-base",
        deal_to="reserve",
        reserve=True,
        open_last=0,
        variants=frozenset({"redeal", "face_down", "base"}),
    ),
    "sorel": Rules(
        game="sorel",
        build="same-colour",
        group="same-suit",
        space="any",
        deal_to="tableau",
        reserve=False,
        open_last=2,
    ),
}
GAMES: Final[tuple[str, ...]] = tuple(_GAMES)
_UNDO: Final[tuple[Undo, ...]] = ("all", "quiet", "none")


def rules_for(game: str, options: Options = Options(), undo: Undo = "all") -> Rules:
    """The rules of a game with these options.

    `InvalidOptions` if there is no such game, option or undo policy.
    """
    return _rules_for(game, options, undo)


@cache
def _rules_for(game: str, options: Options, undo: Undo) -> Rules:
    row = _GAMES.get(game)
    if row is None:
        raise InvalidOptions("game", game, f"give one of {', '.join(GAMES)}")
    if undo not in _UNDO:
        raise InvalidOptions("undo", undo, f"give one of {', '.join(_UNDO)}")
    for name, value in (("redeal", options.redeal), ("face_down", options.face_down), ("base", options.base)):
        if value not in (False, None) and name not in row.variants:
            raise InvalidOptions(name, value, f"{game} has no such option")
    if options.base is not None and (len(options.base) != 1 or options.base not in RANKS):
        raise InvalidOptions("base", options.base, f"give a rank, one of {' '.join(RANKS)}")
    return replace(
        row,
        redeals=int(options.redeal),
        face_down=options.face_down,
        base=None if options.base is None else RANKS.index(options.base),
        undo=undo,
        options=options,
    )
