"""The rules of Agnes Bernauer and Agnes Sorel: pure, no clock, no chance, standard library only.

    >>> rules = rules_for("bernauer")
    >>> game = Game.deal(rules, parse_deal_number("1"))
    >>> game.legal
    ('T2>F', 'R6>F', ...)
    >>> game, change = game.play("D")

A game is its deal number, its rules and its list of moves, and replays from those alone (`Game.replay`).
"""

from agnes.game.deal import parse_deal_number
from agnes.game.errors import (
    RULE_WORDS,
    BadMove,
    GameError,
    IllegalMove,
    InvalidDealNumber,
    InvalidOptions,
    Rule,
    UnreadableMove,
    UnreadableState,
)
from agnes.game.finish import finishing_line
from agnes.game.moves import Change, Step, Turned
from agnes.game.play import Game, Outcome
from agnes.game.rules import GAMES, Options, Rules, Undo, rules_for
from agnes.game.state import State, View

__all__ = [
    "GAMES",
    "RULE_WORDS",
    "BadMove",
    "Change",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidDealNumber",
    "InvalidOptions",
    "Options",
    "Outcome",
    "Rule",
    "Rules",
    "State",
    "Step",
    "Turned",
    "Undo",
    "UnreadableMove",
    "UnreadableState",
    "View",
    "finishing_line",
    "parse_deal_number",
    "rules_for",
]
