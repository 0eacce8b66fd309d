"""A real server for tests: a process of its own on a free port with its own data folder."""

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PROMISE: Final = "listening on http://"
START_S: Final = 20
END_S: Final = 15


class ServerProcess:
    """`agnes serve`; `start` begins it and gives `url`, `stop` ends it, `kill` does so hard.

    Its settings are the given ones, `grace_s=2` for `AGNES_GRACE_S`, and none of the environment's. What it
    wrote is in `log`.
    """

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.log_path = folder / "server.log"
        self._settings = {f"AGNES_{name.upper()}": str(value) for name, value in settings.items()}
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""
        folder.mkdir(parents=True, exist_ok=True)

    def start(self, *, port: int = 0) -> None:
        """Start and wait until it says where it listens; RuntimeError with its log if it does not."""
        plain = {name: value for name, value in os.environ.items() if not name.startswith("AGNES_")}
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env=plain
                | {"PYTHONPATH": str(ROOT / "server"), "AGNES_PORT": str(port), "AGNES_HOST": "127.0.0.1"}
                | {"AGNES_DATA_DIR": str(self.folder / "var")}
                | self._settings,
                stdout=subprocess.PIPE,
                stderr=log,
                start_new_session=True,
            )
        self.url = self._promised()

    def command(self) -> list[str]:
        """What starts it."""
        return os.environ.get("SERVE_FOR_TESTS", f"{sys.executable} -m agnes serve").split()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        """End it without a word, as a crash would."""
        assert self._process is not None
        self._process.kill()
        self._ended()

    def restart(self) -> None:
        """Start again on the port of before."""
        self.start(port=self.port)

    def _ended(self) -> int:
        assert self._process is not None
        try:
            return self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            assert self._process.stdout is not None
            self._process.stdout.close()

    def _promised(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        until = time.monotonic() + START_S
        said = b""
        while PROMISE.encode() not in said or not said.endswith(b"\n"):
            left = until - time.monotonic()
            ready = select.select([self._process.stdout], [], [], max(left, 0))[0]
            more = os.read(self._process.stdout.fileno(), 4096) if ready else b""
            if not more:
                self.kill()
                raise RuntimeError(f"no server after {START_S - left:.1f} s:\n{said.decode()}{self.log}")
            said += more
        words = said.decode()
        return "http://" + words.split(PROMISE)[1].split()[0]
