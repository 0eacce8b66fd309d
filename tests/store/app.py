"""Stands in for the application in a process of its own, which tests may kill.

`python app.py FOLDER` starts the database on FOLDER, prints its process id, then writes the numbers 1, 2, 3…
under `n:1`, `n:2`… and prints each once it is acknowledged, until it is interrupted. Then it writes
`interrupted`, stops the database and prints `stopped`.
"""

import asyncio
import sys
from pathlib import Path

from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey


async def main(folder: Path) -> None:
    valkey = await EmbeddedValkey.start(folder)
    database = await Database.open(valkey.url)
    print(valkey.pid, flush=True)
    number = 0
    try:
        while True:
            number += 1
            await database.call("SET", f"n:{number}", number)
            print(number, flush=True)
    except asyncio.CancelledError:
        await database.call("SET", "interrupted", number)
        await database.close()
        await valkey.stop()
        print("stopped", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
