"""What the server sends over the websocket: a closed set, told apart by `type`."""

from typing import Annotated, Literal

from pydantic import Field

from agnes.game import Change, State
from agnes.protocol.base import Message
from agnes.protocol.daily import Leaders
from agnes.protocol.race import RaceOut
from agnes.race.lines import Status
from agnes.race.race import Change as RaceChange

Reason = Literal[
    "illegal", "out-of-turn", "not-running", "not-yours", "malformed", "too-fast", "too-many", "try-later",
]  # fmt: skip


class Board(Message):
    """A board as its receiver may see it. Innermost card first; `??` is a face-down card.

    A board that is not done is `playing`, also while its cards are studied: when the race runs is the
    race's to say. `nothing_more` as in the message of that name. To its own player alone: `legal`, and
    `finish`, whether moves to the foundations alone win from here.
    """

    type: Literal["board"] = "board"
    player: str
    n: int
    t_ms: int
    base: str
    foundations: dict[str, int]
    tableau: tuple[tuple[str, ...], ...]
    reserve: tuple[tuple[str, ...], ...]
    stock: int
    open_stock: tuple[str, ...]
    redeals: int
    score: int
    status: Status
    nothing_more: bool = False
    legal: tuple[str, ...] | None = None
    finish: bool | None = None

    def text(self) -> str:
        return self.model_dump_json(exclude={"legal", "finish"} if self.legal is None else None)


class Welcome(Message):
    """All that is needed to draw the page, as of `seq`. `you` is your player id, null for a guest."""

    type: Literal["welcome"] = "welcome"
    seq: int
    now: int
    you: str | None
    race: RaceOut
    board: Board | None
    version: str


class StepOut(Message):
    from_: Annotated[str, Field(alias="from")]
    to: str
    cards: tuple[str, ...]


class TurnedOut(Message):
    pile: str
    card: str


class Moved(Message):
    """An accepted move; `legal` and `finish` only to its own player, as in `board`.

    To be drawn in this order: first what closes (`??` in `turned`), then the steps, then what opens.
    """

    type: Literal["moved"] = "moved"
    player: str
    n: int
    move: str
    steps: tuple[StepOut, ...]
    turned: tuple[TurnedOut, ...]
    score: int
    status: Status
    t_ms: int
    legal: tuple[str, ...] | None = None
    finish: bool | None = None


class NothingMore(Message):
    """It is proved that the score of this board cannot rise after its move `n`; giving up loses nothing.

    Told once the whole deck lies open, of each move from then on, to its own player and to those who watch.
    Alone it does not count that moves can be taken back; in a race what can be is counted.
    """

    type: Literal["nothing_more"] = "nothing_more"
    player: str
    n: int


class Rejected(Message):
    """A move that was not played; `rule` says which rule where the reason is `illegal`."""

    type: Literal["rejected"] = "rejected"
    n: int | None
    move: str | None
    reason: Reason
    rule: str | None = None
    detail: str | None = None


class Refused(Message):
    """Any other message that was not carried out; `of` is its type."""

    type: Literal["refused"] = "refused"
    of: str | None
    reason: str
    detail: str


class Score(Message):
    type: Literal["score"] = "score"
    seq: int
    player: str
    score: int
    bonus: int
    status: Status
    t_ms: int
    rank: int
    opened: int
    rows: int
    merged: Literal[True] | None = None


class RaceChanged(Message):
    type: Literal["race"] = "race"
    seq: int
    change: RaceChange
    race: RaceOut
    merged: Literal[True] | None = None

    def text(self) -> str:
        return self.model_dump_json(exclude={"merged"})


class Presence(Message):
    type: Literal["presence"] = "presence"
    player: str
    connected: bool


class Pulse(Message):
    """This player has moved a card, and their score is what it was: so that they are felt to be there.

    Not numbered; at most one a second of each player, and left out for whoever has much to read.
    """

    type: Literal["pulse"] = "pulse"
    player: str


class Watchers(Message):
    type: Literal["watchers"] = "watchers"
    count: int


class Problem(Message):
    """Then the socket closes."""

    type: Literal["problem"] = "problem"
    reason: str
    detail: str


ServerMessage = Annotated[
    Board
    | Welcome
    | Moved
    | NothingMore
    | Rejected
    | Refused
    | Score
    | RaceChanged
    | Presence
    | Pulse
    | Watchers
    | Leaders
    | Problem,
    Field(discriminator="type"),
]


def board_of(
    state: State,
    player: str,
    *,
    n: int,
    t_ms: int,
    status: Status,
    nothing_more: bool = False,
    legal: tuple[str, ...] | None = None,
    finish: bool | None = None,
) -> Board:
    """The board after move `n`; `legal` and `finish` go to its own player alone."""
    view = state.view()
    return Board.model_construct(
        player=player,
        n=n,
        t_ms=t_ms,
        base=view.base,
        foundations=view.foundations,
        tableau=tuple(map(tuple, view.tableau)),
        reserve=tuple(map(tuple, view.reserve)),
        stock=view.stock,
        open_stock=tuple(view.open_stock),
        redeals=view.redeals,
        score=view.score,
        status="playing" if status == "waiting" else status,
        nothing_more=nothing_more,
        legal=legal,
        finish=finish,
    )


def moved_of(player: str, n: int, change: Change, *, score: int, status: Status, t_ms: int) -> Moved:
    """What move `n` changed; nothing that is for its own player alone."""
    return Moved.model_construct(
        player=player,
        n=n,
        move=change.move,
        steps=tuple(
            StepOut.model_construct(from_=step.source, to=step.target, cards=step.cards)
            for step in change.steps
        ),
        turned=tuple(TurnedOut.model_construct(pile=one.pile, card=one.card) for one in change.turned),
        score=score,
        status=status,
        t_ms=t_ms,
    )


def moved_text(player: str, n: int, change: Change, *, score: int, status: Status, t_ms: int) -> str:
    """The `moved` message for those who watch."""
    moved = moved_of(player, n, change, score=score, status=status, t_ms=t_ms)
    return moved.model_dump_json(by_alias=True, exclude={"legal", "finish"})


def with_legal(moved: str, legal: tuple[str, ...], finish: bool) -> str:
    """The same message for the board's own player."""
    quoted = ",".join(f'"{move}"' for move in legal)
    return f'{moved[:-1]},"legal":[{quoted}],"finish":{"true" if finish else "false"}}}'


def with_merged(message: str) -> str:
    """The same message, marked as the first after a jump of `seq`."""
    return f'{message[:-1]},"merged":true}}'
