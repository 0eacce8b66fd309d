"""Which moves there are, and what they do. Reads policies and tables; knows nothing of a game's history.

Source: RULES, "Agnes Bernauer", "Agnes Sorel", "Variants"; for `Step` and `Turned` PROTOCOL, `moved`.
"""

from __future__ import annotations

from typing import NamedTuple

from agnes.game.cards import HIDDEN, TEXT, Cards, mask, texts
from agnes.game.notation import (
    COLUMN_NAMES,
    COLUMN_ROWS,
    FOUNDATION,
    RESERVE_NAMES,
    RESERVE_ROWS,
    STOCK_NAME,
    TARGET_NAMES,
    Move,
    Row,
)
from agnes.game.rules import Rules
from agnes.game.state import Piles, State
from agnes.game.tables import NEXT_UP, SPACE_TAKES, TAKES


class Step(NamedTuple):
    """Cards that go from pile to pile, innermost first; `"??"` for one that the player has not seen."""

    source: str
    target: str
    cards: tuple[str, ...]


class Turned(NamedTuple):
    """A card that falls open without moving, or by an undo closes (`"??"`); in the stock too (`"S"`)."""

    pile: str
    card: str


class Change(NamedTuple):
    """What a move did, enough to redraw the table without knowing the rules.

    In this order: what closes (`"??"` in `turned`, only by an undo), the steps one by one, what opens. Each
    time it is the top card of its pile that closes or opens; those of the stock open in dealing order.
    """

    move: str
    steps: tuple[Step, ...]
    turned: tuple[Turned, ...] = ()


def legal_moves(rules: Rules, state: State) -> list[str]:
    """Every legal move but undo, each once: to the foundations, to the columns 1 to 7, then `D` or `X`."""
    base_card, foundations, columns, reserve, stock, hidden, _, _ = state
    base = base_card % 13
    movable = _movable(rules, columns, reserve, hidden)
    found: list[str] = []
    for line, count in zip(NEXT_UP[base], foundations, strict=True):
        row = movable.get(line[count])
        if row and row[FOUNDATION]:
            found.append(row[FOUNDATION])
    takes, space_takes = TAKES[rules.build], SPACE_TAKES[rules.space][base]
    for target, column in enumerate(columns):
        for card in takes[column[-1]] if column else space_takes:
            row = movable.get(card)
            if row and row[target]:
                found.append(row[target])
    if stock:
        found.append("D")
    elif can_redeal(rules, state):
        found.append("X")
    return found


def can_redeal(rules: Rules, state: State) -> bool:
    """Source: RULES, "Variants", redeal."""
    return not state.stock and state.redeals < rules.redeals and any(state.reserve)


def play(rules: Rules, state: State, move: Move) -> tuple[State, Change]:
    """The table after a move of `legal_moves`, and what it changed. Not for `U`; nothing is checked here."""
    if move.kind == "deal":
        return _deal_row(rules, state)
    if move.kind == "redeal":
        return _gather(state)
    return _carry(rules, state, move)


def take_back(before: State, after: State, change: Change) -> Change:
    """The undo of the `change` that led from `before` to `after`: steps go backwards, what had turned closes.

    Cards on their way back into the stock are named if the player had seen them. Where the last two of
    the stock come to lie open again they are in `turned` too: from the steps alone one could not tell.
    """
    closed = [Turned(pile, HIDDEN) for pile, _ in change.turned]
    lay_open = [card for card in before.stock if not before.hidden >> card & 1 and card not in after.stock]
    return Change(
        move="U",
        steps=tuple([Step(target, source, cards) for source, target, cards in reversed(change.steps)]),
        turned=(*closed, *[Turned(STOCK_NAME, TEXT[card]) for card in lay_open]),
    )


def _movable(rules: Rules, columns: Piles, reserve: Piles, hidden: int) -> dict[int, Row]:
    """The row of move texts of every card that can move, alone or as the head of a group."""
    follows = TAKES[rules.group]
    movable: dict[int, Row] = {}
    for column, rows in zip(columns, COLUMN_ROWS, strict=True):
        if column:
            head = column[-1]
            movable[head] = rows[1]
            count = 1
            for card in column[-2::-1]:
                if head not in follows[card]:
                    break
                head = card
                count += 1
                movable[head] = rows[count]
    for pile, row in zip(reserve, RESERVE_ROWS, strict=False):
        if pile and not hidden >> pile[-1] & 1:
            movable[pile[-1]] = row
    return movable


def _carry(rules: Rules, state: State, move: Move) -> tuple[State, Change]:
    base_card, foundations, columns, reserve, stock, hidden, redeals, rows = state
    text, kind, source, target, count = move
    new_columns = list(columns)
    if kind == "column":
        origin = COLUMN_NAMES[source]
        pile = columns[source]
        cards = pile[-count:]
        new_columns[source] = pile[:-count]
    else:
        origin = RESERVE_NAMES[source]
        cards = reserve[source][-1:]
        reserve = (*reserve[:source], reserve[source][:-1], *reserve[source + 1 :])
    if target == FOUNDATION:
        suit = cards[0] // 13
        counts = list(foundations)
        counts[suit] += 1
        foundations = (counts[0], counts[1], counts[2], counts[3])
    else:
        new_columns[target] += cards
    columns = tuple(new_columns)
    turned: tuple[Turned, ...] = ()
    if rules.face_down:
        hidden, turned = _turn_up(columns, reserve, hidden)
    return (
        State(base_card, foundations, columns, reserve, stock, hidden, redeals, rows),
        Change(text, (Step(origin, TARGET_NAMES[target], texts(cards)),), turned),
    )


def _deal_row(rules: Rules, state: State) -> tuple[State, Change]:
    base_card, foundations, columns, reserve, stock, hidden, redeals, rows = state
    if rules.deal_to == "reserve":
        names, dealt = RESERVE_NAMES, stock[: len(reserve)]
        reserve = _one_each(reserve, dealt)
    else:
        names, dealt = COLUMN_NAMES, stock[: len(columns)]
        columns = _one_each(columns, dealt)
    rest = stock[len(dealt) :]
    turned: tuple[Turned, ...] = ()
    if rules.face_down:
        hidden, opened = _turn_up(columns, reserve, hidden)
        arrived = texts(dealt)  # these say in their step that they lie open
        turned = tuple([turn for turn in opened if turn.card not in arrived])
    else:
        hidden &= ~mask(dealt)
    steps = tuple(
        [Step(STOCK_NAME, name, texts((card,), hidden)) for name, card in zip(names, dealt, strict=False)]
    )
    if rest and len(rest) <= rules.open_last:
        turned += tuple([Turned(STOCK_NAME, TEXT[card]) for card in rest if hidden >> card & 1])
        hidden &= ~mask(rest)
    return (
        State(base_card, foundations, columns, reserve, rest, hidden, redeals, rows + 1),
        Change("D", steps, turned),
    )


def _gather(state: State) -> tuple[State, Change]:
    steps = tuple(
        [
            Step(name, STOCK_NAME, texts(pile, state.hidden))
            for name, pile in zip(RESERVE_NAMES, state.reserve, strict=True)
            if pile
        ]
    )
    stock = tuple(card for pile in state.reserve for card in pile)
    after = state._replace(
        reserve=((),) * len(state.reserve), stock=stock, hidden=mask(stock), redeals=state.redeals + 1
    )
    return after, Change("X", steps)


def _one_each(piles: Piles, dealt: Cards) -> Piles:
    covered = tuple([(*pile, card) for pile, card in zip(piles, dealt, strict=False)])
    return covered + piles[len(covered) :]


def _turn_up(columns: Piles, reserve: Piles, hidden: int) -> tuple[int, tuple[Turned, ...]]:
    """Face-down reserve, after a whole move: a top card under an empty column is turned up, for good."""
    turned: list[Turned] = []
    for name, column, pile in zip(RESERVE_NAMES, columns, reserve, strict=True):
        if pile and not column and hidden >> pile[-1] & 1:
            hidden &= ~(1 << pile[-1])
            turned.append(Turned(name, TEXT[pile[-1]]))
    return hidden, tuple(turned)
