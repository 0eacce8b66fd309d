"""A whole game played by a bot, as fast as it thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from agnes.bots.brain import Brain, Memory, fresh
from agnes.bots.seen import seen_of
from agnes.game import Game


class Played(NamedTuple):
    game: Game
    """as the bot left it: won, blocked or given up"""
    choices: int
    """how often it was asked"""


def play_out(
    brain: Brain, game: Game, seed: int, watch: Callable[[tuple[str, ...]], None] | None = None
) -> Played:
    """Plays on from `game` until the bot has won, is blocked or gives up.

    `watch` is told what the bot chose, each time. A bot that chose an illegal move is an error here, and
    raises what `Game.play` raises.
    """
    memory: Memory = fresh(seed)
    choices = 0
    while game.outcome is None:
        moves, memory = brain.choose(seen_of(game.state), game.legal, memory)
        choices += 1
        if watch:
            watch(moves)
        if not moves:
            break
        for move in moves:
            game, _ = game.play(move)
    return Played(game, choices)
