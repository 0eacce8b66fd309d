"""The highest level: guesses how the stock may lie, has the guesses solved, and goes where most can be won.

It never sees the stock. Of the cards that lie face down it knows which they are, as everybody does, and mixes
them by its own chance; each order that comes of it is a *guess*. The places to be at when the next row comes
are those that look best to it, and those on the way of a win of some guess. From each of them, a row dealt,
some guesses are solved within a small budget; the places that win fewer are dropped, the others are asked
about more guesses. When all cards are known it wins if the solver finds how.

What it costs is bounded by `Effort`, in positions, not in time, so that a seed fixes the game. It is made for
the compiled solver; `brain_for` gives a keen bot in its place where that is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from agnes.bots.brain import Choice, Memory, answer
from agnes.bots.chance import Chance
from agnes.bots.character import character
from agnes.bots.keen import Keen
from agnes.bots.search import search
from agnes.bots.seen import UNKNOWN, Seen
from agnes.bots.ways import Ways, position_of
from agnes.bots.worth import weights_for
from agnes.game import Rules, State
from agnes.game.cards import Cards, mask
from agnes.game.moves import play
from agnes.game.notation import read_move
from agnes.solver import Verdict, solve

_DEAL: Final = read_move("D")
_SHARE: Final[dict[Verdict, float]] = {"yes": 1.0, "unknown": 0.3, "no": 0.0}
"""What a guess counts for. Of the undecided about a third can be won."""


class Effort(NamedTuple):
    """How much a choice may look at."""

    looked: int = 4000
    """positions of the search for places that look good"""
    places: int = 20
    """of these"""
    ways: int = 24
    """guesses solved from here, for places on the way of a win"""
    way: int = 3000
    """positions for each"""
    rounds: tuple[int, ...] = (6, 12, 24)
    """guesses asked about by the end of each round"""
    kept: int = 8
    """places left for the last round; half of them all for the one before"""
    guess: int = 2000
    """positions for a guess, a row dealt"""
    known: int = 300_000
    """positions for the table with all cards known"""


USUAL: Final = Effort()
"""At most about a million positions a choice, a second compiled; a twentieth of that in the middle."""


@dataclass(frozen=True, slots=True)
class Strong:
    rules: Rules
    effort: Effort = USUAL

    def choose(self, seen: Seen, legal: tuple[str, ...], memory: Memory) -> Choice:
        """Source: `agnes.bots.brain.Brain`."""
        moves: tuple[str, ...] = ()
        position = position_of(seen, memory.gathered)
        if self.rules.face_down:
            pass  # rows tell next to nothing there, and hardly a deal is won: played for the score
        elif len(position.stock) == len(seen.stock):
            moves = self._won(seen, tuple(position.stock))
        else:
            chance = Chance(memory.chance)
            moves = self._voted(seen, chance, memory.seed)
            memory = memory._replace(chance=chance.state)
        if not moves:
            return Keen(self.rules, apart=False).choose(seen, legal, memory)
        return answer(moves, seen, legal, memory)

    def _won(self, seen: Seen, stock: Cards) -> tuple[str, ...]:
        """The way to a win, all cards known, as far as it can be played before something is turned up."""
        line = solve((self.rules, _table(seen)._replace(stock=stock)), budget=self.effort.known).line
        stops = ("D", "X") if UNKNOWN in seen.stock else ("X",)
        end = next((at for at, move in enumerate(line, 1) if move in stops), len(line))
        return line[:end]

    def _voted(self, seen: Seen, chance: Chance, seed: int) -> tuple[str, ...]:
        """To the place from which most guesses can be won, and a row; nothing where none can."""
        effort = self.effort
        unseen = sorted(seen.unseen)
        table = _table(seen)._replace(hidden=mask(tuple(unseen)))
        guesses = [_mixed(unseen, chance) for _ in range(max(effort.ways, *effort.rounds))]
        places: dict[State, tuple[str, ...]] = {}
        for line in (*self._good_looking(seen, seed), *self._on_the_way(table, guesses)):
            place = table
            for move in line:
                place, _ = play(self.rules, place, read_move(move))
            if len(places.get(place, line)) >= len(line):
                places[place] = line
        won = dict.fromkeys(places, 0.0)
        asked = 0
        for number, until in enumerate(effort.rounds, 1):
            for place in won:
                won[place] += sum(self._share(place, guess) for guess in guesses[asked:until])
            asked = until
            # The sort is stable, and those that look best came first.
            best = sorted(won, key=lambda place: -won[place])
            last = number + 1 >= len(effort.rounds)
            keep = effort.kept if last else max(effort.kept, len(best) // 2)
            won = {place: won[place] for place in best[:keep]}
        place = next(iter(won))
        return (*places[place], "D") if won[place] else ()

    def _good_looking(self, seen: Seen, seed: int) -> list[tuple[str, ...]]:
        ways = Ways(self.rules, seen.base_card % 13)
        judge = character(weights_for(self.rules), seed).judge(ways, seen.unseen)
        found = search(ways, judge, position_of(seen), self.effort.looked, top=self.effort.places)
        return [tuple([move for move, _ in line]) for line in found.top]

    def _on_the_way(self, table: State, guesses: list[Cards]) -> list[tuple[str, ...]]:
        lines: list[tuple[str, ...]] = []
        for guess in guesses[: self.effort.ways]:
            line = solve((self.rules, table._replace(stock=guess)), budget=self.effort.way).line
            if line:
                lines.append(line[: line.index("D")])
        return lines

    def _share(self, place: State, guess: Cards) -> float:
        dealt, _ = play(self.rules, place._replace(stock=guess), _DEAL)
        return _SHARE[solve((self.rules, dealt), budget=self.effort.guess).verdict]


def _table(seen: Seen) -> State:
    """What lies open; the stock is left out."""
    return State(
        base_card=seen.base_card,
        foundations=seen.foundations,
        columns=seen.columns,
        reserve=seen.reserve,
        stock=(),
        hidden=0,
        redeals=seen.redeals,
        rows=seen.rows,
    )


def _mixed(cards: list[int], chance: Chance) -> Cards:
    mixed = list(cards)
    for at in range(len(mixed) - 1, 0, -1):
        other = chance.below(at + 1)
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return tuple(mixed)
