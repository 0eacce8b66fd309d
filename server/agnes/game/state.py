"""The table: where every card lies and which way up. A value; `moves` makes the next one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from agnes.game.cards import HIDDEN, RANKS, SUITS, TEXT, Card, Cards, mask, rank_of, suit_of, texts
from agnes.game.deal import dealing_order
from agnes.game.errors import UnreadableState
from agnes.game.notation import PILES
from agnes.game.rules import Rules

Piles = tuple[Cards, ...]

_STAIRCASE = 28  # cards dealt to the columns
_ONE_UP = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
_VERSION = "1"  # of the encoded form
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # one a card, by number
_COUNTS = "0123456789abcd"  # cards on a foundation


@dataclass(frozen=True, slots=True)
class View:
    """The table as its player or a watcher may see it: cards as text, `"??"` for one that lies face down.

    `foundations` gives the number of cards by suit; piles have their innermost card first; `reserve` is
    empty in a game without one; `stock` counts the cards there, `open_stock` are those that lie open, in
    dealing order.
    """

    base: str
    base_card: str
    foundations: dict[str, int]
    tableau: list[list[str]]
    reserve: list[list[str]]
    stock: int
    open_stock: list[str]
    redeals: int
    score: int


class State(NamedTuple):
    """A position. Cards are numbers, piles have their innermost card first, the stock is in dealing order.

    `State(...)` takes any position as it is given: the caller sees to it that no card is there twice.
    """

    base_card: Card
    foundations: tuple[int, int, int, int]
    """cards on each, in the order of `cards.SUITS`"""
    columns: Piles
    reserve: Piles
    """seven piles, or none in a game without a reserve"""
    stock: Cards
    hidden: int
    """mask of the cards that lie face down, in the stock or on the reserve"""
    redeals: int = 0
    """how often the reserve was gathered"""
    rows: int = 0
    """rows dealt since the opening"""

    @classmethod
    def opening(cls, rules: Rules, number: int) -> State:
        """The table after the deal of this number; errors as of `dealing_order`.

        Source: RULES, "The deal".
        """
        cards = list(dealing_order(number))
        if rules.base is None:
            base_card = cards[_STAIRCASE + (PILES if rules.reserve else 0)]
        else:
            base_card = next(card for card in cards if rank_of(card) == rules.base)
        cards.remove(base_card)
        deck = iter(cards)
        columns: list[list[Card]] = [[] for _ in range(PILES)]
        for shortest in [*range(1, PILES), 0]:  # 7 to 2, 7 to 3, … 7; then a row across all, 7 to 1
            for column in range(PILES - 1, shortest - 1, -1):
                columns[column].append(next(deck))
        reserve = tuple((next(deck),) for _ in range(PILES)) if rules.reserve else ()
        stock = tuple(deck)
        return cls(
            base_card=base_card,
            foundations=_ONE_UP[suit_of(base_card)],
            columns=tuple(tuple(column) for column in columns),
            reserve=reserve,
            stock=stock,
            hidden=mask(stock) | (mask(_flat(reserve)) if rules.face_down else 0),
        )

    @property
    def base(self) -> int:
        """The base rank, 0 to 12."""
        return self.base_card % 13

    @property
    def score(self) -> int:
        """Cards on the foundations, 1 to 52. Source: RULES, "Ends and scores"."""
        return sum(self.foundations)

    @property
    def opened(self) -> int:
        """Foundations started, 1 to 4."""
        return 4 - self.foundations.count(0)

    def hidden_from_player(self) -> frozenset[str]:
        """The cards that lie face down: nothing sent to the player or to a watcher may name them."""
        return frozenset(TEXT[card] for card in range(52) if self.hidden >> card & 1)

    def view(self) -> View:
        """What may be shown: the only way a state should leave the server."""
        counts = dict(zip(SUITS, self.foundations, strict=True))
        return View(
            base=RANKS[self.base],
            base_card=TEXT[self.base_card],
            foundations={suit: counts[suit] for suit in "CDHS"},
            tableau=[list(texts(pile)) for pile in self.columns],
            reserve=[list(texts(pile, self.hidden)) for pile in self.reserve],
            stock=len(self.stock),
            open_stock=[text for text in texts(self.stock, self.hidden) if text != HIDDEN],
            redeals=self.redeals,
            score=self.score,
        )

    def encode(self) -> str:
        """The whole state, hidden cards too, as about 100 ASCII characters; equal states have equal texts.

        Fields between slashes: version, base card, foundations, columns, reserve, stock, face-down mask
        in hex, redeals, rows. A card is one letter, piles are parted by commas.
        """
        return "/".join(
            (
                _VERSION,
                _LETTERS[self.base_card],
                "".join(_COUNTS[count] for count in self.foundations),
                ",".join(map(_letters, self.columns)),
                ",".join(map(_letters, self.reserve)),
                _letters(self.stock),
                f"{self.hidden:x}",
                str(self.redeals),
                str(self.rows),
            )
        )

    @classmethod
    def decode(cls, text: str) -> State:
        """The state that `encode` wrote.

        `UnreadableState` for any other text, also if a card is missing or doubled.
        """
        try:
            version, base_card, foundations, columns, reserve, stock, hidden, redeals, rows = text.split("/")
            clubs, spades, hearts, diamonds = map(_COUNTS.index, foundations)
            state = cls(
                base_card=_LETTERS.index(base_card),
                foundations=(clubs, spades, hearts, diamonds),
                columns=tuple(map(_cards, columns.split(","))),
                reserve=tuple(map(_cards, reserve.split(","))) if reserve else (),
                stock=_cards(stock),
                hidden=int(hidden, 16),
                redeals=int(redeals),
                rows=int(rows),
            )
            again = state.encode()
        except (ValueError, IndexError):
            raise UnreadableState(text, "its fields are not those of an encoded state") from None
        if version != _VERSION or again != text:
            raise UnreadableState(text, f"it is not in the form of version {_VERSION}")
        if sorted(state.all_cards()) != list(range(52)):
            raise UnreadableState(text, "it does not hold each of the 52 cards once")
        if len(state.columns) != PILES or len(state.reserve) not in (0, PILES):
            raise UnreadableState(text, "it has not seven columns and seven reserve piles or none")
        if state.hidden & ~mask((*state.stock, *_flat(state.reserve))):
            raise UnreadableState(text, "a card lies face down outside stock and reserve")
        if state.redeals < 0 or state.rows < 0:
            raise UnreadableState(text, "a count is below 0")
        return state

    def all_cards(self) -> list[Card]:
        """Every card, foundations first, then columns, reserve and stock."""
        up = [
            suit * 13 + (self.base + step) % 13
            for suit, count in enumerate(self.foundations)
            for step in range(count)
        ]
        return [*up, *_flat(self.columns), *_flat(self.reserve), *self.stock]


def _flat(piles: Iterable[Cards]) -> Cards:
    return tuple(card for pile in piles for card in pile)


def _letters(cards: Cards) -> str:
    return "".join([_LETTERS[card] for card in cards])


def _cards(letters: str) -> Cards:
    return tuple(map(_LETTERS.index, letters))
