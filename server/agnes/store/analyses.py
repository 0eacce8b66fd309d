"""What the solver found of finished races, and which process is at it."""

from agnes.store.database import Database
from agnes.store.keys import RaceKeys
from agnes.store.scripts import load_script

_KEEP = load_script("keep_analysis")
_HAND_BACK = load_script("hand_back")

LEASE_MS = 3_000
"""A process that has not renewed its lease for so long is gone."""
RENEW_S = 1.0
"""How often whoever has one renews it."""


class AnalysisStore:
    def __init__(self, db: Database, process: str) -> None:
        self._db = db
        self._process = process

    async def load(self, race_id: str) -> str | None:
        """The document kept last."""
        doc = await self._db.call("HGET", RaceKeys(race_id).analysis, "doc")
        return None if doc is None else str(doc)

    async def keep(self, race_id: str, doc: str, *, decided: int, complete: bool) -> None:
        """Keep it as long as the race, unless as much is known already."""
        k = RaceKeys(race_id)
        await self._db.run(_KEEP, [k.race, k.analysis], [doc, decided, int(complete)])

    async def lease(self, race_id: str) -> bool:
        """Whether this process is the one to work on it, for LEASE_MS from now; asked again, longer."""
        key = RaceKeys(race_id).analysing
        await self._db.call("SET", key, self._process, "NX", "PX", LEASE_MS)
        mine = bool(await self._db.call("GET", key) == self._process)
        if mine:
            await self._db.call("PEXPIRE", key, LEASE_MS)
        return mine

    async def release(self, race_id: str) -> None:
        """Others may go on with it, if this process has the lease."""
        await self._db.run(_HAND_BACK, [RaceKeys(race_id).analysing], [self._process])
