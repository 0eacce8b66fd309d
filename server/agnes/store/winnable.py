"""Secret deals proved winnable, put by for whoever asks next: each is taken once, whoever takes it."""

from agnes.game import Rules
from agnes.store import keys
from agnes.store.database import Database
from agnes.store.scripts import load_script

_PUT_BY = load_script("put_by")


class WinnableStore:
    """A kind is a game with its options, see `kind_of`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def take(self, kind: str) -> int | None:
        """A deal that nobody else gets, None where none is put by."""
        # Should the answer be lost, one more is taken, and that one is lost: never is one taken twice.
        deal = await self._db.call("SPOP", keys.proved_deals(kind))
        return None if deal is None else int(deal)

    async def put_by(self, kind: str, deal: int, most: int) -> bool:
        """Add a deal unless `most` are there; whether it was added."""
        return bool(
            await self._db.run(
                _PUT_BY,
                [keys.proved_deals(kind), keys.proved_mark(deal)],
                [deal, most, keys.PROVED_MARK_S, keys.PROVED_S],
            )
        )

    async def count(self, kind: str) -> int:
        return int(await self._db.call("SCARD", keys.proved_deals(kind)))

    async def want(self, kind: str, now: int) -> None:
        """Note that deals of this kind are asked for."""
        await self._db.call("ZADD", keys.PROVED_WANTED, now, kind)

    async def wanted(self, since: int) -> list[str]:
        """The kinds asked for since then (epoch ms); what nobody has asked for in that time is forgotten."""
        await self._db.call("ZREMRANGEBYSCORE", keys.PROVED_WANTED, "-inf", f"({since}")
        found: list[str] = await self._db.call("ZRANGE", keys.PROVED_WANTED, 0, -1)
        return found


def kind_of(rules: Rules) -> str:
    """`bernauer`, `bernauer+redeal+face_down`, `sorel+base-5`: all that a deal's winnability depends on."""
    options = rules.options
    named = [name for name in ("redeal", "face_down") if getattr(options, name)]
    named += [f"base-{options.base}"] if options.base else []
    return "+".join([rules.game, *named])
