"""A deal laid out for reading: what `agnes deal` prints."""

from collections.abc import Iterable
from typing import Any, Final

from agnes.game import Game, Options, parse_deal_number, rules_for
from agnes.game.cards import texts

_ROW: Final = 7
_TITLES: Final = {"bernauer": "Agnes Bernauer", "sorel": "Agnes Sorel"}

Layout = dict[str, Any]


def layout_of(game: str, number: str, base: str | None = None) -> Layout:
    """The whole deal, the stock too, as `{"game","deal","base","columns","reserve","stock","deals"}`.

    `base` in it is the base card; columns have their innermost card first; `deals` is the stock cut into the
    rows that will be dealt. The number is text, for it can be larger than what other programs keep exactly.
    Raises GameError.
    """
    state = Game.deal(rules_for(game, Options(base=base), undo="none"), parse_deal_number(number)).state
    view = state.view()
    stock = list(texts(state.stock))
    return {
        "game": game,
        "deal": number,
        "base": view.base_card,
        "columns": view.tableau,
        "reserve": [card for pile in view.reserve for card in pile],
        "stock": stock,
        "deals": [stock[at : at + _ROW] for at in range(0, len(stock), _ROW)],
    }


def layout_text(layout: Layout) -> str:
    """The same for people, a line a pile."""
    lines = [f"{_TITLES[layout['game']]} {layout['deal']}", "", _line("base", [layout["base"]])]
    lines += [_line(f"column {place}", column) for place, column in enumerate(layout["columns"], 1)]
    if layout["reserve"]:
        lines.append(_line("reserve", layout["reserve"]))
    lines += [_line(f"deal {turn}", row) for turn, row in enumerate(layout["deals"], 1)]
    return "\n".join(lines) + "\n"


def _line(title: str, cards: Iterable[str]) -> str:
    return f"{title:8} {' '.join(cards)}"
