"""What can be wrong with what a caller hands to the game. None of these changes anything.

GameError
├── InvalidDealNumber      not the text or the value of a deal number
├── InvalidOptions         no such game, or an option that the game does not have
├── UnreadableState        not a text that `State.encode` wrote
└── BadMove                a move of a list; `n` says which one
    ├── UnreadableMove     not a move in any position of any game
    └── IllegalMove        a move, but the rules refuse it here; `rule` says which

Every error shows the value and says what would be right. Values are shown shortened and in ASCII, so that
a message can go to a log or a terminal whatever was sent. No message names a card that the player has not
seen.
"""
# ruff: noqa: N818 (the names say what is wrong, callers catch them by it)

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Rule: TypeAlias = Literal[
    "not-below",
    "same-colour",
    "other-colour",
    "not-a-run",
    "not-one-suit",
    "space-wants-base-minus-one",
    "foundation-wants-next",
    "covered",
    "face-down",
    "stock-empty",
    "no-redeal",
    "no-undo",
    "no-such-card",
]
RULE_WORDS: Final[tuple[Rule, ...]] = get_args(Rule)

_SHOWN = 24  # characters of a wrong value that a message repeats


class GameError(Exception):
    """Base of all errors of this package."""


class InvalidDealNumber(GameError):
    """`value` (text or int) is no deal number: from 1 up, at most 21 digits, without leading zeros."""

    def __init__(self, value: object) -> None:
        super().__init__(value)
        self.value = value

    def __str__(self) -> str:
        return f"deal number {show(self.value)}: give 1 to 21 digits 0-9, the first not 0"


class InvalidOptions(GameError):
    """The option (or `"game"`, `"undo"`) `name` cannot have this `value`; `why` is a clause: what can be."""

    def __init__(self, name: str, value: object, why: str) -> None:
        super().__init__(name, value, why)
        self.name, self.value, self.why = name, value, why

    def __str__(self) -> str:
        return f"{self.name} {show(self.value)}: {self.why}"


class UnreadableState(GameError):
    """`State.decode` was given a `value` that `State.encode` does not write; `why` says what is wrong."""

    def __init__(self, value: str, why: str) -> None:
        super().__init__(value, why)
        self.value, self.why = value, why

    def __str__(self) -> str:
        return f"stored state {show(self.value)}: {self.why}"


class BadMove(GameError):
    """A move that cannot be played. `value` is its text, `n` its place in a replay, from 1, or None."""

    def __init__(self, value: str, *details: object) -> None:
        super().__init__(value, *details)
        self.value = value
        self.n: int | None = None

    def at(self, n: int) -> BadMove:
        """Itself, saying that it is move `n` of a list."""
        self.n = n
        return self

    def _where(self) -> str:
        return f"move {show(self.value)}" if self.n is None else f"move {self.n}, {show(self.value)}"


class UnreadableMove(BadMove):
    """No move at all: `why` is a clause about the character at `position`.

    Positions count from 1; where something is missing it is the one after the end.
    """

    def __init__(self, value: str, position: int, why: str) -> None:
        super().__init__(value, position, why)
        self.position, self.why = position, why

    def __str__(self) -> str:
        return f"{self._where()}, character {self.position}: {self.why}"


class IllegalMove(BadMove):
    """A move that the rules refuse here: `rule` is the stable word, `why` a clause with the cards in it."""

    def __init__(self, value: str, rule: Rule, why: str) -> None:
        super().__init__(value, rule, why)
        self.rule: Rule = rule
        self.why = why

    def __str__(self) -> str:
        return f"{self._where()}: {self.why}"


def show(value: object) -> str:
    """A value as a message shows it: quoted, in ASCII, shortened."""
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{value[:_SHOWN]!a}... ({len(value)} characters)"
    if isinstance(value, int) and value.bit_length() > 4 * _SHOWN:
        return f"of {value.bit_length()} bits"
    return ascii(value)
