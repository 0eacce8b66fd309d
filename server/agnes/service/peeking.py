"""A look at a board that is kept in another race: of a daily, where each attempt is a race of its own."""

from collections.abc import Awaitable, Callable

from agnes.service.outbox import LogMessage
from agnes.service.viewer import Viewer


class Peek(Viewer):
    """Stands among the viewers of that race, unseen, and passes on what `owner` follows there: one board."""

    def __init__(
        self,
        owner: Viewer,
        race_id: str,
        player: str,
        fresh: Callable[[Viewer, str], Awaitable[tuple[int, str] | None]],
    ) -> None:
        super().__init__(f"{owner.connection}.{race_id}", race_id, None, fresh)
        self._owner = owner
        self._of = player
        self.seated = True  # and so not counted as somebody who watches
        self.live = True
        self.follows = {player}

    def tell_log(self, message: LogMessage) -> None:
        if message.player == self._of and '"status":"playing"' not in message.text:
            self._owner.tell_fresh(self._of)  # it may have ended without a move

    def tell_moved(self, player: str, n: int, text: str) -> None:
        self._owner.tell_moved(player, n, text)

    def tell_fresh(self, player: str) -> None:
        self._owner.tell_fresh(player)

    def tell_of(self, player: str, text: str) -> None:
        self._owner.tell_of(player, text)

    def tell(self, text: str) -> None:
        """What is said in that race of its own people is not for this one."""

    def close(self, code: int, reason: str, detail: str) -> None:
        """The owner's connection is to another race, and stays."""
