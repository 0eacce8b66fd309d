"""Boards in this process: those being played, kept at hand, and boards as somebody may see them."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Final

from agnes.game import Change, Game, State, finishing_line
from agnes.protocol.race import race_options
from agnes.protocol.replay import BoardOut, CurveOut, LeadOut, MoveOut, RunOut, StoryOut
from agnes.protocol.server import Board, board_of, moved_text, with_legal
from agnes.race import Line, Race, Refused, line_after
from agnes.race.lines import OPENING, Status
from agnes.race.story import best_run, leads
from agnes.service.stores import Stores
from agnes.store.codec import MoveEntry

AT_A_STRETCH: Final = 10
"""Moves replayed while everybody else waits, a tenth of a millisecond; the longest boards have thousands."""
AGAIN_AT_HAND: Final = 8
"""Acknowledgements kept with a board: what comes again after a break was among the last few moves."""
TOLD_MOST: Final = 200
"""Moves told one by one to somebody who has missed them; beyond that they get the board as it is."""
AT_HAND: Final = 2_000
"""Boards kept at hand; another one is read from its list of moves, some milliseconds for a long one."""


@dataclass(slots=True)
class Play:
    """A board being played, as of its last committed move; `nothing_more`: its score cannot rise any more."""

    race: Race
    player: str
    game: Game
    t_ms: int
    line: Line
    nothing_more: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    told: dict[int, str] = field(default_factory=dict)
    """the acknowledgements of its last moves, by their number"""

    def tell(self, n: int, text: str) -> None:
        self.told[n] = text
        self.told.pop(n - AGAIN_AT_HAND, None)

    @property
    def legal(self) -> tuple[str, ...]:
        """What its player may do next; nothing once the board is done."""
        return () if self.line.done else self.game.legal

    @property
    def finish(self) -> bool:
        """Whether nothing is left but to carry the cards up."""
        return not self.line.done and bool(finishing_line(self.game.state))

    def next(self, move: str, now: int) -> "Played":
        """What `move` would make of the board; raises BadMove, and changes nothing either way."""
        return played(self.race, self.player, self.game, self.line, move, self.clock(now))

    def clock(self, now: int) -> int:
        """The board's own time in milliseconds; it never runs backwards."""
        return max(self.t_ms, now - (self.race.starts_at or now))


@dataclass(frozen=True, slots=True)
class Played:
    """A move that the rules allow, worked out: the game and the line after it, the message that tells it."""

    game: Game
    change: Change
    line: Line
    moved: str


def played(race: Race, player: str, game: Game, line: Line, move: str, t_ms: int) -> Played:
    """`move` played on a board; raises BadMove. Alone a blocked board goes on: undo is still there."""
    after, change = game.play(move)
    outcome = after.outcome
    blocked = outcome == "blocked" and not race.terms.alone
    status: Status = "won" if outcome == "won" else "blocked" if blocked else "playing"
    state = after.state
    new = line_after(
        line,
        score=state.score,
        opened=state.opened,
        rows=state.rows,
        status=status,
        t_ms=t_ms,
        time_bonus=race.terms.time_bonus,
    )
    moved = moved_text(player, after.n, change, score=state.score, status=status, t_ms=t_ms)
    return Played(after, change, new, moved)


class Boards:
    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._plays: OrderedDict[tuple[str, str], Play] = OrderedDict()

    async def play(self, race_id: str, player: str) -> Play | None:
        """The board of that seat, None before the cards are out or where there is no such seat."""
        found = self._plays.get((race_id, player))
        if found is not None:
            self._plays.move_to_end((race_id, player))
            return found
        stored = await self._stores.races.load(race_id)
        seat = stored.race.seat_of(player) if stored else None
        if stored is None or seat is None or not stored.race.cards_are_out:
            return None
        replay = Replay(stored.race, player)
        await replay.forward(await self._stores.boards.moves(race_id, player))
        play = Play(stored.race, player, replay.game, replay.t_ms, seat.line)
        if stored.race.state == "running":
            # One more reader may have been here meanwhile: the first one's lock is the one that counts.
            play = self._plays.setdefault((race_id, player), play)
            while len(self._plays) > AT_HAND:
                self._plays.popitem(last=False)
        return play

    async def as_stored(self, race_id: str, player: str) -> Play | None:
        """The same, read again if the database has it otherwise: played on, or ended, by another process."""
        play, row = await asyncio.gather(self.play(race_id, player), self._stores.boards.row(race_id, player))
        if play is None or row is None:
            return play
        if (row.n, row.status) == (play.game.n, play.line.status):
            play.nothing_more = play.nothing_more or row.nothing_more
            return play
        self.forget(race_id, player)
        return await self.play(race_id, player)

    def forget(self, race_id: str, player: str | None = None) -> None:
        """Read again next time: the board has changed elsewhere, or the race has."""
        for key in [key for key in self._plays if key[0] == race_id and player in (None, key[1])]:
            del self._plays[key]

    async def own_board(self, race_id: str, player: str) -> Board | None:
        """The board as its player sees it, with the legal moves."""
        play = await self.as_stored(race_id, player)
        if play is None:
            return None
        game, status = play.game, play.line.status
        return board_of(
            game.state,
            player,
            n=game.n,
            t_ms=play.t_ms,
            status=status,
            nothing_more=play.nothing_more,
            legal=play.legal,
            finish=play.finish,
        )

    async def watched_board(self, race_id: str, player: str) -> Board | None:
        """The board as anyone else may see it now."""
        row = await self._stores.boards.row(race_id, player)
        if row is None:
            return None
        return board_of(
            State.decode(row.state),
            player,
            n=row.n,
            t_ms=row.t_ms,
            status=row.status,
            nothing_more=row.nothing_more,
        )

    async def moves_since(
        self, race: Race, player: str, n: int, *, own: bool
    ) -> list[tuple[int, str]] | None:
        """Number and `moved` message of each move after number `n`.

        None if the board is not that far, or further than is worth telling move by move.
        """
        entries = await self._stores.boards.moves(race.id, player)
        if not 0 <= len(entries) - n <= TOLD_MOST:
            return None
        replay = Replay(race, player)
        await replay.forward(entries[:n])
        return [(replay.game.n, text) for entry in entries[n:] for text in [replay.play(entry, own=own)]]

    async def story(self, race: Race) -> StoryOut:
        """What the race was like; Refused before the finish."""
        if race.state != "finished":
            raise Refused("not-finished", "The story of a race is told when it is finished.")
        curves = {seat.player: await self._curve(race, seat.player) for seat in race.seats}
        run = best_run(curves)
        return StoryOut(
            lines=tuple(CurveOut(player=player, points=curve) for player, curve in curves.items()),
            leads=tuple(LeadOut(t_ms=lead.t_ms, player=lead.player) for lead in leads(curves)),
            best_run=RunOut(**asdict(run)) if run else None,
        )

    async def _curve(self, race: Race, player: str) -> tuple[tuple[int, int], ...]:
        """When the score changed, and to what."""
        replay = Replay(race, player)
        curve = [(0, replay.game.score)]
        for entry in await self._stores.boards.moves(race.id, player):
            await replay.forward([entry])
            if replay.game.score != curve[-1][1]:
                curve.append((entry.t_ms, replay.game.score))
        return tuple(curve)

    async def whole(self, race: Race, player: str, asker: str | None) -> BoardOut:
        """All that a replay needs. Refused before the finish, but to who plays alone, or where nobody sat."""
        if race.state != "finished" and not (race.terms.alone and asker == player):
            raise Refused("not-finished", "A board can be had when the race is finished.")
        seat = race.seat_of(player)
        if seat is None:
            raise Refused("no-such-player", "Nobody with that id sat in this race.")
        entries = await self._stores.boards.moves(race.id, player)
        return BoardOut(
            game=race.terms.game,
            options=race_options(race.terms),
            deal=race.deal,
            moves=tuple(MoveOut(move=entry.move, t_ms=entry.t_ms) for entry in entries),
            score=seat.line.score,
            status=seat.line.status,
        )


class Replay:
    """A board played again from its list of moves, telling each as it was told when it was played."""

    def __init__(self, race: Race, player: str) -> None:
        self.race = race
        self.player = player
        self.game = Game.deal(race.terms.rules, int(race.deal))
        self.line = replace(OPENING, status="playing")
        self.t_ms = 0

    async def forward(self, entries: Sequence[MoveEntry]) -> None:
        """On to the end of these moves without telling them; others have their turn in between."""
        for entry in entries:
            self.game, _ = self.game.play(entry.move)
            self.t_ms = entry.t_ms
            if self.game.n % AT_A_STRETCH == 0:
                await asyncio.sleep(0)

    def play(self, entry: MoveEntry, *, own: bool) -> str:
        """The `moved` message of the next move; with the legal moves after it for the board's own player."""
        result = played(self.race, self.player, self.game, self.line, entry.move, entry.t_ms)
        self.game, self.line, self.t_ms = result.game, result.line, entry.t_ms
        if not own:
            return result.moved
        going_on = not result.line.done
        legal = result.game.legal if going_on else ()
        return with_legal(result.moved, legal, going_on and bool(finishing_line(result.game.state)))

    def board(self) -> Board:
        """The board as anyone else may see it at this point of the replay."""
        state, status = self.game.state, self.line.status
        return board_of(state, self.player, n=self.game.n, t_ms=self.t_ms, status=status)
