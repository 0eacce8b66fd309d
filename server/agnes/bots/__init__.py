"""Players of the server's own: pure, no clock; chance follows from a seed.

A bot is given what its player would see (`seen_of`) and answers with moves; whoever plays them for it waits
as long as `pause` says. `agnes.bots.play` is such a driver without the waiting, `agnes.bots.bench` measures.

    >>> from agnes.game import Game, rules_for
    >>> rules = rules_for("bernauer", undo="quiet")
    >>> game, brain, memory = Game.deal(rules, 1), brain_for("keen", rules), fresh(seed=7)
    >>> moves, memory = brain.choose(seen_of(game.state), game.legal, memory)
    >>> moves[0] in game.legal
    True

A brain is its level and the rules: it and all that goes in and out of `choose` can go to other processes.
"""

from agnes.bots.brain import Brain, Choice, Memory, fresh
from agnes.bots.calm import Calm
from agnes.bots.chance import Chance
from agnes.bots.keen import Keen
from agnes.bots.pace import pause, tempo_of
from agnes.bots.roster import LEVELS, Level
from agnes.bots.seen import UNKNOWN, Seen, seen_of
from agnes.bots.strong import Strong
from agnes.game import Rules
from agnes.solver import ENGINE

__all__ = [
    "LEVELS",
    "UNKNOWN",
    "Brain",
    "Chance",
    "Choice",
    "Level",
    "Memory",
    "Seen",
    "brain_for",
    "fresh",
    "pause",
    "seen_of",
    "tempo_of",
]


def brain_for(level: Level, rules: Rules) -> Brain:
    """How a bot of this level plays a game with these rules."""
    if level == "calm":
        return Calm(rules)
    # Interpreted, the solver would take a minute over what takes a second.
    return Strong(rules) if level == "strong" and ENGINE.compiled else Keen(rules)
