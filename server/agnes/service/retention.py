"""What is kept how long, in one place: the page "What is kept" and `docs/retention.md` say the same."""

from agnes.protocol.players import RetentionOut
from agnes.store import keys

_DAY_S = 86_400


def retention(*, keep_days: int, lobby_s: int) -> RetentionOut:
    """As this server is set: `keep_days` and `lobby_s` are AGNES_KEEP_DAYS and AGNES_LOBBY_S."""
    return RetentionOut(
        player_days=keys.PLAYER_S // _DAY_S,
        race_days=keep_days,
        lobby_s=lobby_s,
        running_s=keys.RUNNING_S,
        transfer_s=keys.TRANSFER_S,
        transfer_told_s=keys.TRANSFER_TOLD_S,
    )
