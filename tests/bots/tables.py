"""Helpers of the tests: positions met in play, and the same position with its face-down cards mixed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agnes.bots import Chance
from agnes.game import Game, Rules, State
from agnes.game.cards import Card, Cards
from agnes.game.selfplay import variants


def rules_id(rules: Rules) -> str:
    options = rules.options
    named = [name for name in ("redeal", "face_down") if getattr(options, name)]
    return "-".join([rules.game, *named, *([options.base] if options.base else [])])


every_variant = pytest.mark.parametrize("rules", variants(), ids=rules_id)


def met_by_chance(rules: Rules, number: int, moves: int = 90) -> Iterator[Game]:
    """The games on the way of one played at random, cards going up whenever one can, the opening first."""
    game, chance = Game.deal(rules, number), Chance(number)
    for _ in range(moves):
        yield game
        if game.outcome:
            return
        rows = tuple(move for move in game.legal if move in "DX")
        cards_up = tuple(move for move in game.legal if move.endswith("F"))
        rest = tuple(move for move in game.legal if move[0] in "TR")
        moves_now = cards_up or (rows if rows and chance.happens(0.15) else rest) or rows
        game, _ = game.play(moves_now[chance.below(len(moves_now))])


def mixed(state: State, chance: Chance) -> State:
    """The same table to its player, with the cards that lie face down in other places."""
    hidden = [card for card in (*state.stock, *sum(state.reserve, ())) if state.hidden >> card & 1]
    others = list(hidden)
    for at in range(len(others) - 1, 0, -1):
        other = chance.below(at + 1)
        others[at], others[other] = others[other], others[at]
    place: dict[Card, Card] = dict(zip(hidden, others, strict=True))

    def moved(cards: Cards) -> Cards:
        return tuple([place.get(card, card) for card in cards])

    return state._replace(stock=moved(state.stock), reserve=tuple([moved(pile) for pile in state.reserve]))
