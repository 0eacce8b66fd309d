"""Positions and lines told as a race tells them, from nothing but a deal and its moves."""

import asyncio
from collections.abc import Iterable

from agnes.game import BadMove, Change, Game
from agnes.protocol.replaying import TOLD_MOST, Replay, Replayed
from agnes.protocol.server import Moved, board_of, moved_of
from agnes.race.lines import Status
from agnes.service.boards import AT_A_STRETCH


async def replayed(wish: Replay) -> Replayed:
    """The board as of move `from`, and what the moves after it changed. Raises BadMove, which says where."""
    game = await played(Game.deal(wish.rules, int(wish.deal)), wish.moves[: wish.from_])
    board = board_of(game.state, "", n=game.n, t_ms=0, status=_status(game), legal=(), finish=False)
    moved = list[Moved]()
    for move in wish.moves[wish.from_ :][:TOLD_MOST]:
        game, change = _next(game, move)
        moved.append(moved_of("", game.n, change, score=game.score, status=_status(game), t_ms=0))
        await _others_turn(game)
    return Replayed.model_construct(board=board, moved=tuple(moved))


async def played(game: Game, moves: Iterable[str]) -> Game:
    """The game with these moves played, others having their turn in between. Raises BadMove."""
    for move in moves:
        game, _ = _next(game, move)
        await _others_turn(game)
    return game


def _next(game: Game, move: str) -> tuple[Game, Change]:
    try:
        return game.play(move)
    except BadMove as error:
        raise error.at(game.n + 1) from None


async def _others_turn(game: Game) -> None:
    if game.n % AT_A_STRETCH == 0:
        await asyncio.sleep(0)


def _status(game: Game) -> Status:
    return game.outcome or "playing"
