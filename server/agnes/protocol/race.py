"""Races as the public interface shows them, over HTTP and in `race` messages."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from agnes.game import InvalidOptions, Options, rules_for
from agnes.protocol.base import Message
from agnes.protocol.moves import MoveTexts
from agnes.race import Level, Race, Seat, Terms, ranks
from agnes.race.lines import Status
from agnes.race.race import State
from agnes.race.terms import GameName, Visibility, Watch

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
DealNumber = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,20}$")]


def _no_flag(value: object) -> object:
    """True is not 1 here."""
    if isinstance(value, bool):
        raise ValueError("give 1, 3 or 5")
    return value


Flag = Annotated[bool, Field(strict=True)]

DEFAULT_LIMIT_S: dict[GameName, int] = {"bernauer": 480, "sorel": 300}
STUDY_S = 10
# A row of the public list tells the scores of so many.
LISTED_SCORES = 4


class RaceOptions(Message):
    """The options of a game and of its race; all off by default."""

    redeal: Flag = False
    face_down: Flag = False
    base: Rank | None = None
    time_bonus: Flag = False

    @property
    def of_the_game(self) -> Options:
        """Those that its rules depend on."""
        return Options(redeal=self.redeal, face_down=self.face_down, base=self.base)


class NewRace(Message):
    """The body of `POST /api/races`; only `game` is required.

    `moves`, alone and on a named deal: the board begins with these played.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "bernauer"}]})

    game: GameName
    options: RaceOptions = RaceOptions()
    seats: Annotated[int, Field(strict=True, ge=1, le=64)] = 8
    visibility: Visibility = "private"
    watch: Watch | None = None
    deal: DealNumber | None = None
    moves: MoveTexts = ()
    winnable: Flag = False
    time_limit_s: Annotated[int, Field(strict=True, ge=1, le=3600)] | None = None
    closing_s: Annotated[int, Field(strict=True, ge=0, le=3600)] = 90
    study_s: Annotated[int, Field(strict=True, ge=0, le=120)] | None = None
    deals: Annotated[Literal[1, 3, 5], BeforeValidator(_no_flag)] = 1
    bots: Annotated[int, Field(strict=True, ge=0, le=63)] = 0
    bot_level: Level = "calm"

    @model_validator(mode="after")
    def _options_fit_the_game(self) -> Self:
        try:
            rules_for(self.game, self.game_options)
        except InvalidOptions as error:
            raise ValueError(str(error)) from error
        if self.seats == 1 and self.deals > 1:
            raise ValueError("deals: a match needs two seats or more")
        if self.bots >= self.seats:
            raise ValueError("bots: leave a seat for yourself")
        if self.moves and (self.seats > 1 or self.deal is None):
            raise ValueError("moves: to play on from them takes one seat and a named deal")
        return self

    @property
    def game_options(self) -> Options:
        return self.options.of_the_game

    def terms(self) -> Terms:
        """The same with every default filled in."""
        alone = self.seats == 1
        limit = self.time_limit_s
        if limit is None and not alone and "time_limit_s" not in self.model_fields_set:
            limit = DEFAULT_LIMIT_S[self.game]
        return Terms(
            game=self.game,
            options=self.game_options,
            time_bonus=self.options.time_bonus,
            seats=self.seats,
            visibility=self.visibility,
            watch=self.watch or ("delayed" if self.visibility == "public" else "live"),
            named_deal=self.deal,
            time_limit_s=limit,
            closing_s=self.closing_s,
            deals=self.deals,
            study_s=self.study_s if self.study_s is not None else 0 if alone else STUDY_S,
            winnable=self.winnable,
        )


class QuickRace(Message):
    """The body of `POST /api/races/quick`."""

    game: GameName


class PlayerOut(Message):
    """One seat. `t_ms` is when the score was reached; `rank` is null until the cards are out.

    `alike` says that another name in this race looks the same, so that a page tells them apart.
    """

    id: str
    name: str
    seat: int
    bot: bool
    level: Level | None
    connected: bool
    alike: bool
    ready: bool
    score: int
    bonus: int
    t_ms: int
    status: Status
    rank: int | None
    opened: int
    rows: int


class MatchOut(Message):
    """Deal `number` of `of`. Points, times in ms and ranks by player id count the finished deals.

    `next_at` is when the next deal follows by itself, null while one is played and after the last.
    """

    of: int
    number: int
    points: dict[str, float]
    times: dict[str, int]
    ranks: dict[str, int]
    next_at: int | None


class DailyRaceOut(Message):
    """The day that a race of one seat is an attempt at; `closes_at` in ms since the epoch ends it."""

    date: str
    game: GameName
    closes_at: int


class RaceOut(Message):
    """One race as everybody may see it; `deal` and `nonce` are null while they are secret.

    `starts_by` is when a lobby starts by itself, where it does. `winnable`: its deal is proved so. `link` is
    the address to send to friends, where the server knows one that others can reach. In a daily `daily` says
    which, and `id` is the day's, the same for everyone.
    """

    id: str
    game: GameName
    options: RaceOptions
    state: State
    seats: int
    players: tuple[PlayerOut, ...]
    host: str | None
    visibility: Visibility
    watch: Watch
    commitment: str
    starts_at: int | None
    starts_by: int | None
    ends_at: int | None
    deal: str | None
    nonce: str | None
    match: MatchOut | None
    rematch: str | None
    made_at: int
    time_limit_s: int | None
    closing_s: int
    study_s: int
    winnable: bool
    closing: bool
    link: str | None
    daily: DailyRaceOut | None


class LeaderOut(Message):
    player: str
    name: str
    score: int


class ListedRace(Message):
    """One row of the public list. `best`: the first few, leader first, once there are scores."""

    id: str
    game: GameName
    options: RaceOptions
    state: State
    seats: int
    taken: int
    bots: int
    deals: int
    host: str | None
    host_name: str | None
    leader: LeaderOut | None
    best: tuple[LeaderOut, ...]
    watch: Watch
    made_at: int
    starts_by: int | None


class RaceList(Message):
    races: tuple[ListedRace, ...]
    next: str | None


def race_out(
    race: Race,
    *,
    here: frozenset[str],
    alike: frozenset[str],
    commitment: str,
    link_base: str | None,
) -> RaceOut:
    """`here`: the players with a living connection; `alike`: those whose names look like another's;
    `link_base`: such as `https://agnes.example`.
    """
    terms = race.terms
    daily = terms.daily
    race_id = daily.code if daily else race.id
    places = ranks({seat.player: seat.line for seat in race.seats}) if race.cards_are_out else {}
    return RaceOut(
        id=race_id,
        game=terms.game,
        options=race_options(terms),
        state=race.state,
        seats=terms.seats,
        players=tuple(
            _player(seat, seat.player in here, seat.player in alike, places.get(seat.player))
            for seat in race.seats
        ),
        host=race.host,
        visibility=terms.visibility,
        watch=terms.watch,
        commitment=commitment,
        starts_at=race.starts_at,
        starts_by=race.starts_by,
        ends_at=race.ends_at,
        deal=race.deal if race.deal_is_public else None,
        nonce=race.nonce if race.state == "finished" and not daily else None,
        match=_match(race),
        rematch=race.rematch,
        made_at=race.made_at,
        time_limit_s=terms.time_limit_s,
        closing_s=terms.closing_s,
        study_s=terms.study_s,
        winnable=terms.winnable,
        closing=race.closing,
        link=f"{link_base}/r/{race_id}" if link_base else None,
        daily=DailyRaceOut(date=daily.date, game=terms.game, closes_at=daily.closes_at) if daily else None,
    )


def listed_race(race: Race) -> ListedRace:
    host = race.seat_of(race.host)
    first = sorted(race.seats, key=lambda seat: (-seat.line.points, seat.line.t_ms))[:LISTED_SCORES]
    best = tuple(LeaderOut(player=seat.player, name=seat.name, score=seat.line.points) for seat in first)
    if not race.cards_are_out:
        best = ()
    return ListedRace(
        id=race.id,
        game=race.terms.game,
        options=race_options(race.terms),
        state=race.state,
        seats=race.terms.seats,
        taken=len(race.seats),
        bots=sum(seat.bot for seat in race.seats),
        deals=race.terms.deals,
        host=race.host,
        host_name=host.name if host else None,
        leader=best[0] if best else None,
        best=best,
        watch=race.terms.watch,
        made_at=race.made_at,
        starts_by=race.starts_by,
    )


def race_options(terms: Terms) -> RaceOptions:
    """The options as they are told, those of the game and the race's own in one."""
    options = terms.options
    return RaceOptions.model_construct(
        redeal=options.redeal, face_down=options.face_down, base=options.base, time_bonus=terms.time_bonus
    )


def _match(race: Race) -> MatchOut | None:
    match = race.match
    if match is None:
        return None
    seated = {seat.player: 0 for seat in race.seats}
    return MatchOut(
        of=match.of,
        number=match.number,
        points={player: halves / 2 for player, halves in {**seated, **match.halves}.items()},
        times={**seated, **match.times},
        ranks=match.ranks(),
        next_at=race.next_at if race.awaits_next_deal else None,
    )


def _player(seat: Seat, connected: bool, alike: bool, rank: int | None) -> PlayerOut:
    line = seat.line
    return PlayerOut(
        id=seat.player,
        name=seat.name,
        seat=seat.number,
        bot=seat.bot,
        level=seat.level,
        connected=connected or seat.bot,
        alike=alike,
        ready=seat.ready,
        score=line.score,
        bonus=line.bonus,
        t_ms=line.t_ms,
        status=line.status,
        rank=rank,
        opened=line.opened,
        rows=line.rows,
    )
