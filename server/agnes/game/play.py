"""A game in play: a deal, its rules and the moves so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from agnes.game.errors import BadMove
from agnes.game.moves import Change, legal_moves, play, take_back
from agnes.game.notation import FOUNDATION, Move, read_move
from agnes.game.reasons import refusal
from agnes.game.rules import Rules
from agnes.game.state import State

Outcome: TypeAlias = Literal["won", "blocked"]


class _Standing(NamedTuple):
    """A move that can be taken back: the table before it, and what was standing by then."""

    before: State
    move: Move
    earlier: _Standing | None


class _Played(NamedTuple):
    text: str
    earlier: _Played | None


class Game:
    """A game in play, a value: `play` answers with the next one and leaves this one as it is.

    `number` is the deal's, `n` counts the moves in the list so far, every `U` too, `state` is the table.

    A game shares its past with those it came from, so a move costs the same however many came before; of
    moves that cannot be taken back only the text is kept. Source: RULES, "Ends and scores", "Moves as text".
    """

    __slots__ = ("_legal", "_played", "_standing", "n", "number", "rules", "state")

    def __init__(
        self,
        rules: Rules,
        number: int,
        state: State,
        n: int = 0,
        *,
        played: _Played | None = None,
        standing: _Standing | None = None,
    ) -> None:
        """A game that begins at `state`, or with the rest has a past; `deal` makes a deal's opening."""
        self.rules: Final = rules
        self.number: Final = number
        self.state: Final = state
        self.n: Final = n
        self._played: Final = played
        self._standing: Final = standing
        self._legal: tuple[str, ...] | None = None

    @classmethod
    def deal(cls, rules: Rules, number: int) -> Game:
        """The opening of a deal. `InvalidDealNumber` if the number is not 1 to 10^21 - 1."""
        return cls(rules, number, State.opening(rules, number))

    @classmethod
    def replay(cls, rules: Rules, number: int, moves: Iterable[str]) -> Game:
        """A deal with a list of moves played.

        A bad move raises what `play` raises, `n` saying which it is, from 1.
        """
        game = cls.deal(rules, number)
        for n, move in enumerate(moves, 1):
            try:
                game, _ = game.play(move)
            except BadMove as error:
                raise error.at(n) from None
        return game

    def play(self, text: str) -> tuple[Game, Change]:
        """The game after a move, and what the move changed.

        `UnreadableMove` or `IllegalMove` if it cannot be played.
        """
        move = read_move(text)
        if move.text not in self.legal:
            raise refusal(self.rules, self.state, move)
        if move.kind == "undo":
            return self._undo()
        state, change = play(self.rules, self.state, move)
        return self._next(state, change, self._standing_after(move, change)), change

    @property
    def legal(self) -> tuple[str, ...]:
        """The canonical texts of all moves that `play` takes, `U` last; none once won. Worked out once."""
        legal = self._legal
        if legal is None:
            legal = tuple(legal_moves(self.rules, self.state))
            if self._standing is not None:
                legal += ("U",)
            self._legal = legal
        return legal

    @property
    def score(self) -> int:
        """Cards on the foundations, 1 to 52."""
        return self.state.score

    @property
    def furthest_back(self) -> State:
        """The table to which undo alone leads; this one where nothing can be taken back."""
        state, standing = self.state, self._standing
        while standing is not None:
            state, standing = standing.before, standing.earlier
        return state

    @property
    def outcome(self) -> Outcome | None:
        """`"won"` with all 52 cards up, `"blocked"` if no move is legal but undo.

        A fact about the table: whether it ends anything is the caller's to say.
        """
        if self.state.score == 52:
            return "won"
        return "blocked" if self.legal in ((), ("U",)) else None

    @property
    def moves(self) -> tuple[str, ...]:
        """The list of moves so far, canonical, `U` included; with rules and number it replays to this game.

        Made anew at each call.
        """
        texts: list[str] = []
        played = self._played
        while played is not None:
            texts.append(played.text)
            played = played.earlier
        return tuple(reversed(texts))

    def __repr__(self) -> str:
        return f"<Game {self.rules.game}, deal {self.number}, {self.n} moves, score {self.score}>"

    def _undo(self) -> tuple[Game, Change]:
        standing = self._standing
        assert standing is not None
        _, change = play(self.rules, standing.before, standing.move)
        undone = take_back(standing.before, self.state, change)
        return self._next(standing.before, undone, standing.earlier), undone

    def _standing_after(self, move: Move, change: Change) -> _Standing | None:
        """What can be taken back after a move. A move that cannot be blocks the way to those before it."""
        undo = self.rules.undo
        if undo == "all":
            keeps = True
        elif undo == "quiet":
            keeps = move.kind in ("column", "reserve") and move.target != FOUNDATION and not change.turned
        else:
            keeps = False
        return _Standing(self.state, move, self._standing) if keeps else None

    def _next(self, state: State, change: Change, standing: _Standing | None) -> Game:
        if state.score == 52:
            standing = None  # a finished board takes no undo
        played = _Played(change.move, self._played)
        return Game(self.rules, self.number, state, self.n + 1, played=played, standing=standing)
