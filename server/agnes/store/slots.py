"""Which slot of a cluster a command belongs to (Redis cluster specification, "Hash tags")."""

from binascii import crc_hqx
from collections.abc import Sequence

SLOTS = 16384
PROBE_KEY = (
    "agnes:probe:{}"  # never made: written to in a way that leaves it so, to see whether writes are taken
)
ANY_SLOT = -1  # the command has no key: any node will do

_KEYLESS = frozenset(
    (
        "PING",
        "TIME",
        "INFO",
        "CONFIG",
        "CLIENT",
        "SCRIPT",
        "FUNCTION",
        "COMMAND",
        "DBSIZE",
        "SCAN",
        "FLUSHALL",
        "PUBLISH",
    )
)
_KEY_AFTER_COUNT = frozenset(("EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO"))
_KEY_AFTER_SUBCOMMAND = frozenset(("XINFO", "XGROUP", "OBJECT", "MEMORY"))


def slot_of_key(key: str | bytes | int) -> int:
    """0 to SLOTS - 1: CRC16 (XMODEM) of what is between the first `{` and the next `}`, else of the whole."""
    raw = key if isinstance(key, bytes) else str(key).encode()
    start = raw.find(b"{")
    if start >= 0:
        end = raw.find(b"}", start + 1)
        if end > start + 1:
            raw = raw[start + 1 : end]
    return crc_hqx(raw, 0) % SLOTS


def slot_of(command: Sequence[str | bytes | int]) -> int:
    """The slot of the first key of a command, or ANY_SLOT."""
    first = command[0]
    name = (first.decode() if isinstance(first, bytes) else str(first)).upper()
    if name in _KEYLESS:
        return ANY_SLOT
    if name in _KEY_AFTER_COUNT:
        place = 3 if int(command[2]) else 0
    elif name in ("XREAD", "XREADGROUP"):
        place = 1 + next(i for i, word in enumerate(command) if str(word).upper() == "STREAMS")
    else:
        place = 2 if name in _KEY_AFTER_SUBCOMMAND else 1
    return slot_of_key(command[place]) if 0 < place < len(command) else ANY_SLOT
