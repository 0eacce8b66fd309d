"""Pages of leaderboards: the day's, those of all time, and of those the part that somebody asks for."""

from asyncio import gather
from collections.abc import Callable, Sequence

from agnes.protocol.daily import EntryOut, LeaderboardOut, PageQuery
from agnes.race import Refused
from agnes.race.daily import Day
from agnes.store.daily import DailyStore, Run
from agnes.store.leaderboards import Names, Page, Ranking, Row, WinStore
from agnes.store.rivals import RivalStore
from agnes.store.streaks import StreakStore

Entry = Callable[[Row, str], EntryOut]


class Leaderboards:
    def __init__(
        self, names: Names, dailies: DailyStore, streaks: StreakStore, wins: WinStore, rivals: RivalStore
    ) -> None:
        self._names = names
        self._dailies = dailies
        self._streaks = streaks
        self._wins = wins
        self._rivals = rivals

    async def of_day(self, day: Day, query: PageQuery, player: str | None) -> LeaderboardOut:
        return await self._shown(self._dailies.ranking(day), run_entry, query, player)

    async def of_all_time(self, board: str, query: PageQuery, player: str | None) -> LeaderboardOut:
        """`wins` or `streak`; Refused for another."""
        if board == "wins":
            return await self._shown(self._wins.ranking, _wins_entry, query, player)
        if board == "streak":
            return await self._shown(self._streaks.ranking, _streak_entry, query, player)
        raise Refused("no-such-board", "The leaderboards of all time are `wins` and `streak`.")

    async def entries(self, rows: Sequence[Row], entry: Entry) -> tuple[EntryOut, ...]:
        """The rows with the names that the players have now."""
        names = await self._names.of([row.player for row in rows])
        return tuple(entry(row, name) for row, name in zip(rows, names, strict=True))

    async def _shown(
        self, ranking: Ranking, entry: Entry, query: PageQuery, player: str | None
    ) -> LeaderboardOut:
        if player is None and (query.around or query.among):
            raise Refused("unknown-player", "Say who you are first: that is about yourself.")
        page = await self._part(ranking, query, player)
        own = await _own_row(ranking, player) if player else None
        rows = [*page.rows, own] if own else page.rows
        entries = await self.entries(rows, entry)
        return LeaderboardOut(
            total=page.total,
            offset=page.offset,
            entries=entries[: len(page.rows)],
            yours=entries[-1] if own else None,
        )

    async def _part(self, ranking: Ranking, query: PageQuery, player: str | None) -> Page:
        around = player if query.around else None
        if query.among is None or player is None:
            return await ranking.page(query.offset, query.limit, around)
        rows = await ranking.among([player, *await self._rivals.of(player)])
        offset = query.offset
        if around:
            place = next((index for index, row in enumerate(rows) if row.player == player), 0)
            offset = max(0, place - query.limit // 2)
        return Page(len(rows), offset, rows[offset : offset + query.limit])


def run_entry(row: Row, name: str) -> EntryOut:
    """A row of a day's leaderboard."""
    run = Run.of(row.note)
    return EntryOut(
        rank=row.rank,
        player=row.player,
        name=name,
        score=run.score,
        t_ms=run.t_ms,
        status=run.status,
        longest=None,
    )


def _wins_entry(row: Row, name: str) -> EntryOut:
    return EntryOut(
        rank=row.rank, player=row.player, name=name, score=row.value, t_ms=None, status=None, longest=None
    )


def _streak_entry(row: Row, name: str) -> EntryOut:
    longest = int(row.note.split(" ")[1])
    return EntryOut(
        rank=row.rank, player=row.player, name=name, score=row.value, t_ms=None, status=None, longest=longest
    )


async def _own_row(ranking: Ranking, player: str) -> Row | None:
    value, note = await gather(ranking.value_of(player), ranking.note_of(player))
    if value is None:
        return None
    return Row((await ranking.places([value]))[0], player, value, note or "")
