"""A board drawn from what the server sends alone: it knows no rules, only how steps are read."""

from typing import Any

SUITS = "CDHS"
RANKS = "A23456789TJQK"
HIDDEN = "??"


class Board:
    """One player's table: made from a `board` message, carried on by each `moved`."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.player: str = message["player"]
        self.n: int = message["n"]
        self.t_ms: int = message["t_ms"]
        self.status: str = message["status"]
        self.legal: list[str] | None = message.get("legal")
        self.base: str = message["base"]
        self.foundations: dict[str, int] = dict(message["foundations"])
        self.piles = {f"T{i}": list(pile) for i, pile in enumerate(message["tableau"], 1)}
        self.piles |= {f"R{i}": list(pile) for i, pile in enumerate(message["reserve"], 1)}
        self.has_reserve = bool(message["reserve"])
        self.stock: int = message["stock"]
        self.open_stock: list[str] = list(message["open_stock"])
        self.redeals: int = message["redeals"]
        assert message["score"] == self.score, f"score {message['score']}, but {self.foundations}"
        assert len(self.open_stock) in (0, self.stock)
        assert sum(map(len, self.piles.values())) + self.score + self.stock == 52

    @property
    def score(self) -> int:
        return sum(self.foundations.values())

    def apply(self, moved: dict[str, Any]) -> None:
        """The next `moved` of this board; AssertionError if it does not fit what lies on the table."""
        assert moved["player"] == self.player
        assert moved["n"] == self.n + 1, f"a hole in the board's log: {self.n}, then {moved['n']}"
        assert moved["t_ms"] >= self.t_ms, "the clock ran backwards"
        piles = [(step["from"], step["to"]) for step in moved["steps"]]
        assert len(set(piles)) == len(piles), f"more than one step a pile: {piles}"
        for turn in moved["turned"]:
            if turn["card"] == HIDDEN:
                self._close(turn["pile"])  # before anything comes to lie on it
        for step in moved["steps"]:
            self._take(step["from"], step["cards"])
            self._put(step["to"], step["cards"])
        for turn in moved["turned"]:
            if turn["card"] != HIDDEN:
                self._open(turn["pile"], turn["card"])
        if moved["move"] == "X":
            self.redeals += 1
        elif moved["move"] == "U" and any(step["from"] == "S" for step in moved["steps"]):
            self.redeals -= 1  # only the undo of a redeal takes cards out of the stock
        self.n, self.t_ms, self.status = moved["n"], moved["t_ms"], moved["status"]
        self.legal = moved.get("legal")
        assert moved["score"] == self.score, f"score {moved['score']}, but {self.foundations}"

    def table(self) -> dict[str, Any]:
        """What lies where, named as in a `board` message."""
        return {
            "base": self.base,
            "foundations": self.foundations,
            "tableau": [self.piles[f"T{i}"] for i in range(1, 8)],
            "reserve": [self.piles[f"R{i}"] for i in range(1, 8)] if self.has_reserve else [],
            "stock": self.stock,
            "open_stock": self.open_stock,
            "redeals": self.redeals,
            "score": self.score,
        }

    def cards(self) -> set[str]:
        """Every card that lies open here, those on the foundations too."""
        start = RANKS.index(self.base)
        up = {
            RANKS[(start + step) % 13] + suit
            for suit, count in self.foundations.items()
            for step in range(count)
        }
        return (
            up
            | {card for pile in self.piles.values() for card in pile if card != HIDDEN}
            | {*self.open_stock}
        )

    def _close(self, pile: str) -> None:
        shown = self.open_stock if pile == "S" else self.piles[pile]
        assert shown, f"nothing to close on {pile}"
        if pile == "S":
            shown.pop()
        else:
            assert shown[-1] != HIDDEN
            shown[-1] = HIDDEN

    def _open(self, pile: str, card: str) -> None:
        if pile == "S":
            self.open_stock.append(card)
            assert len(self.open_stock) <= self.stock
        else:
            assert self.piles[pile][-1] == HIDDEN, f"{card} on {self.piles[pile]}"
            self.piles[pile][-1] = card

    def _take(self, pile: str, cards: list[str]) -> None:
        if pile == "S":
            assert len(cards) <= self.stock
            assert self.open_stock[: len(cards)] == cards or not self.open_stock
            self.stock -= len(cards)
            self.open_stock = self.open_stock[len(cards) :]
        elif pile == "F":
            for card in cards:
                assert self._next_up(card[1], -1) == card
                self.foundations[card[1]] -= 1
        else:
            assert self.piles[pile][-len(cards) :] == cards, f"{cards} from {pile}: {self.piles[pile]}"
            del self.piles[pile][-len(cards) :]

    def _put(self, pile: str, cards: list[str]) -> None:
        if pile == "S":
            self.stock += len(cards)
        elif pile == "F":
            for card in cards:
                assert self._next_up(card[1], 0) == card, f"{card} on {self.foundations}, base {self.base}"
                self.foundations[card[1]] += 1
        else:
            self.piles[pile] += cards

    def _next_up(self, suit: str, step: int) -> str:
        count = self.foundations[suit] + step
        assert 0 <= count < 13
        return RANKS[(RANKS.index(self.base) + count) % 13] + suit
