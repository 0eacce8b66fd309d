"""Why a move is refused: one word of `errors.Rule` and a clause with the cards in it.

`legal_moves` decides; this only explains what it left out. Where several rules are broken the first of these
speaks, from what holds wherever the cards should go to what only this target asks:

1. `D`: stock-empty. `X`: no-redeal. `U`: no-undo.
2. the pile has no such card: no-such-card. The card lies face down: face-down.
3. the cards do not move as a unit: not-one-suit if they are in sequence and only the suits forbid it, else
   not-a-run.
4. to the foundations: covered if the card that its suit wants lies deeper in the same pile, else
   foundation-wants-next.
5. into an empty column: space-wants-base-minus-one.
6. onto a card: not-below if the rank is wrong, else same-colour (Bernauer) or other-colour (Sorel).

No answer depends on a card that lies face down, but for saying that it does.
"""

from __future__ import annotations

from itertools import pairwise

from agnes.game.cards import RANKS, TEXT, Card, Cards, one_below, suit_of
from agnes.game.errors import IllegalMove, Rule
from agnes.game.moves import can_redeal
from agnes.game.notation import COLUMN_NAMES, FOUNDATION, RESERVE_NAMES, Move
from agnes.game.rules import Rules, Sequence
from agnes.game.state import State
from agnes.game.tables import NEXT_UP, NO_CARD, TAKES

_SUIT_NAMES = ("club", "spade", "heart", "diamond")
_WRONG_COLOUR: dict[Sequence, Rule] = {
    "alternating": "same-colour",
    "same-colour": "other-colour",
    "same-suit": "not-one-suit",
}
_COLOURS_ASKED: dict[Sequence, str] = {
    "alternating": "the other colour",
    "same-colour": "the same colour",
    "same-suit": "the same suit",
}


def refusal(rules: Rules, state: State, move: Move) -> IllegalMove:
    """The error for a move that is not in `legal_moves` of this state, or for `U` out of place."""
    rule, why = _reason(rules, state, move)
    return IllegalMove(move.text, rule, why)


def _reason(rules: Rules, state: State, move: Move) -> tuple[Rule, str]:
    if move.kind == "deal":
        return "stock-empty", "the stock has no cards left to deal"
    if move.kind == "redeal":
        return "no-redeal", _no_redeal(rules, state)
    if move.kind == "undo":
        return "no-undo", _no_undo(rules, state)
    if move.kind == "reserve" and not rules.reserve:
        return "no-such-card", "this game has no reserve"
    piles, names = (state.columns, COLUMN_NAMES) if move.kind == "column" else (state.reserve, RESERVE_NAMES)
    pile, name = piles[move.source], names[move.source]
    if len(pile) < move.size:
        return "no-such-card", _too_few(name, len(pile), move.size)
    cards = pile[-move.size :]
    if state.hidden >> cards[0] & 1:
        return "face-down", f"the top card of {name} lies face down until the column under it is empty"
    broken = _broken_group(rules.group, cards)
    if broken:
        return broken
    if move.target == FOUNDATION:
        return _foundation(state, pile, name)
    column = state.columns[move.target]
    if column:
        return _column(rules.build, cards[0], column[-1])
    wanted = RANKS[(state.base - 1) % 13]
    return (
        "space-wants-base-minus-one",
        f"an empty column takes only a {wanted}, one rank below the base, not {TEXT[cards[0]]}",
    )


def _too_few(name: str, there: int, asked: int) -> str:
    if not there:
        return f"{name} has no card"
    return f"{name} has {there} card{'s' * (there > 1)}, not {asked}"


def _no_redeal(rules: Rules, state: State) -> str:
    assert not can_redeal(rules, state)
    if not rules.redeals:
        return "this game has no redeal"
    if state.redeals >= rules.redeals:
        return "the redeal has been used"
    if state.stock:
        return "a redeal comes only when the stock is empty"
    return "the reserve has no cards to gather"


def _no_undo(rules: Rules, state: State) -> str:
    if state.score == 52:
        return "a finished board takes no undo"
    if rules.undo == "none":
        return "this game has no undo"
    if rules.undo == "quiet":
        return "only a move to a column that turned no card up can be taken back, and none stands last"
    return "no move is left to take back"


def _broken_group(group: Sequence, cards: Cards) -> tuple[Rule, str] | None:
    pairs = list(pairwise(cards))
    for upper, lower in pairs:
        if lower not in TAKES[group][upper]:
            break
    else:
        return None
    together = f"{TEXT[upper]} and {TEXT[lower]} do not move together"
    if group == "same-suit" and all(one_below(below, above) for above, below in pairs):
        return "not-one-suit", f"{together}: a group is of one suit"
    return "not-a-run", f"{together}: a group goes down by one rank in {_COLOURS_ASKED[group]}"


def _foundation(state: State, pile: Cards, name: str) -> tuple[Rule, str]:
    suit = suit_of(pile[-1])
    wanted = NEXT_UP[state.base][suit][state.foundations[suit]]
    assert wanted != NO_CARD, "a full foundation has every card of its suit"
    if wanted in pile[:-1] and not state.hidden >> wanted & 1:
        return (
            "covered",
            f"the {_SUIT_NAMES[suit]} foundation takes {TEXT[wanted]}, which lies covered in {name}",
        )
    return (
        "foundation-wants-next",
        f"the {_SUIT_NAMES[suit]} foundation takes {TEXT[wanted]} next, not {TEXT[pile[-1]]}",
    )


def _column(build: Sequence, card: Card, onto: Card) -> tuple[Rule, str]:
    if not one_below(card, onto):
        wanted = RANKS[(onto - 1) % 13]
        return "not-below", f"on {TEXT[onto]} goes a {wanted}, one rank lower, not {TEXT[card]}"
    return _WRONG_COLOUR[build], f"on {TEXT[onto]} goes a card of {_COLOURS_ASKED[build]}, not {TEXT[card]}"
