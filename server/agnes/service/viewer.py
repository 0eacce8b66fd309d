"""One connection to one race: what it has seen, what it follows, what waits for it."""

from collections.abc import Awaitable, Callable
from typing import Final

from agnes.protocol.server import Problem
from agnes.service.outbox import Close, LogMessage, Outbox

FOLLOWED_MOST: Final = 64


class Viewer:
    """`player` is None for somebody without a name; `seated` if it holds that player's seat.

    `gone` once its connection has ended.
    Until it is live, what happens is held back: the client first says what it has seen.
    `follows` are the players whose moves it receives at once; `delayed` those that come later,
    each with what ends that. `elsewhere` are those followed whose board another race keeps, likewise.
    """

    def __init__(
        self,
        connection: str,
        race_id: str,
        player: str | None,
        fresh: Callable[["Viewer", str], Awaitable[tuple[int, str] | None]],
    ) -> None:
        self.connection = connection
        self.race_id = race_id
        self.player = player
        self.seated = False
        self.gone = False
        self.outbox = Outbox(lambda of: fresh(self, of))
        self.follows: set[str] = set()
        self.delayed: dict[str, Callable[[], object]] = {}
        self.elsewhere: dict[str, Callable[[], object]] = {}
        self.live = False
        self._held: list[Callable[[], None]] = []

    @property
    def name(self) -> str:
        """Who counts as one watcher, however many tabs they have open."""
        return self.player or self.connection

    def hold(self) -> None:
        """Hold back what happens while what was missed is being looked up."""
        self.live = False

    def go_live(self) -> None:
        """Let out what was held back, and everything from now on as it happens."""
        if not self.live:
            self.live = True
            held, self._held = self._held, []
            for let_out in held:
                let_out()

    def tell_log(self, message: LogMessage) -> None:
        """A message of the race log."""
        self._now_or_later(lambda: self.outbox.put_log(message))

    def tell_moved(self, player: str, n: int, text: str) -> None:
        """Move `n` of a board; ignored unless it is followed."""
        self._now_or_later(lambda: self._if_followed(player, lambda: self.outbox.put_moved(player, n, text)))

    def tell_fresh(self, player: str) -> None:
        """The board as it stands when its turn to be sent comes."""
        self._now_or_later(lambda: self._if_followed(player, lambda: self.outbox.put_fresh(player)))

    def tell(self, text: str) -> None:
        """Anything that is not numbered."""
        self._now_or_later(lambda: self.outbox.put(text))

    def tell_of(self, player: str, text: str) -> None:
        """Anything not numbered that is said of a board; ignored unless it is followed."""
        self._now_or_later(lambda: self._if_followed(player, lambda: self.outbox.put(text)))

    def tell_pulse(self, player: str, text: str) -> None:
        """Somebody has moved: only of others whose moves are not seen, only to who has read all so far."""
        if self.live and player != self.player and player not in self.follows and not self.outbox:
            self.outbox.put(text)

    def _now_or_later(self, put: Callable[[], None]) -> None:
        if self.live:
            put()
        else:
            self._held.append(put)

    def _if_followed(self, player: str, put: Callable[[], None]) -> None:
        if player in self.follows:
            put()

    def unfollow(self, player: str) -> None:
        self.follows.discard(player)
        self.outbox.forget_board(player)
        for stops in (self.delayed, self.elsewhere):
            stop = stops.pop(player, None)
            if stop:
                stop()

    def unfollow_all(self) -> None:
        for player in [*self.follows, *self.delayed]:
            self.unfollow(player)

    def close(self, code: int, reason: str, detail: str) -> None:
        """Tell why, then close with `code`."""
        self.live = True
        self.outbox.close(Close(code, detail), Problem(reason=reason, detail=detail).text())
