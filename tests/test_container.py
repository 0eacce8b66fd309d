"""Dockerfile and docker-compose.yml name only what exists: files, settings, commands, paths of the server.

No Docker is needed: what the files say is compared with the tree, and their commands are run as they stand.
"""

import json
import re
import shlex
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from agnes.settings import load_settings, secret_key
from agnes.solver import build
from agnes.store.folder import Folder
from agnes.store.process import binary

ROOT = Path(__file__).parents[1]
DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text("utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
AGNES = COMPOSE["services"]["agnes"]
VALKEY = COMPOSE["services"]["valkey"]


def steps(word: str) -> list[str]:
    """What follows each step of this name."""
    return re.findall(rf"^{word} (.*)", DOCKERFILE, re.M)


ENV = dict(word.split("=", 1) for step in steps("ENV") for word in shlex.split(step))
COPIED: dict[str, str] = dict(re.findall(r"^COPY ([^- ]\S*) (\S+)$", DOCKERFILE, re.M))
COMMAND: list[str] = json.loads(steps("ENTRYPOINT")[0]) + json.loads(steps("CMD")[0])
HEALTH: list[str] = json.loads(DOCKERFILE.partition("HEALTHCHECK")[2].partition("CMD ")[2].splitlines()[0])


def is_sent_to_the_build(path: str) -> bool:
    """What .dockerignore lets through: the last line that fits decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.removeprefix("!").replace("**/", "*")
        if line and not line.startswith("#") and fnmatch(path, f"{pattern.rstrip('*')}*"):
            sent = line.startswith("!")
    return sent


def substituted(given: dict[str, str]) -> dict[str, str]:
    """The environment that compose sets when `given` stands in its own."""

    def value(match: re.Match[str]) -> str:
        name, kind, word = match.groups()
        if not given.get(name) and kind == "?":
            raise KeyError(name, word)
        return given.get(name) or word

    return {
        name: re.sub(r"\$\{(\w+):([-?])([^}]*)\}", value, text) for name, text in AGNES["environment"].items()
    }


@pytest.mark.parametrize("source", COPIED)
def test_what_is_copied_is_there(source: str) -> None:
    assert (ROOT / source).exists()
    assert is_sent_to_the_build(source)


@pytest.mark.parametrize(
    "path",
    [
        *("var/secret.key", ".venv/bin/python", ".git/config", "client/tests/a.js"),
        "server/agnes/solver/native.cpython-313-x86_64-linux-gnu.so",  # it has to be made there
    ],
)
def test_the_rest_stays_out_of_the_image(path: str) -> None:
    assert not is_sent_to_the_build(path)


def test_the_solver_is_compiled_in_the_image_or_the_image_is_not_made() -> None:
    first, second = DOCKERFILE.split("\nFROM ")[1:]
    assert "slim" not in first.split()[0]  # the slim one has no compiler
    (step,) = (step for step in steps("RUN") if "agnes.solver.build" in step)
    assert step in first
    commands = step.split(" && ")
    assert [command for command in commands if re.search(r"[|;&]", command)] == []
    assert shlex.split(commands[1]) == ["/opt/venv/bin/python", "-m", build.__name__]
    folder = Path(COPIED["server/agnes"]).parent
    assert commands[0] == f"cd {folder}"
    assert f"\nCOPY --from=made {folder} {folder}\n" in second


def test_code_and_client_lie_as_in_a_checkout() -> None:
    code = Path(COPIED["server/agnes"])
    assert ENV["PYTHONPATH"] == str(code.parent)
    assert COPIED["client"] == str(code.parents[1] / "client")


def test_the_settings_of_the_image_hold() -> None:
    settings = load_settings(ENV)
    assert settings.host == "0.0.0.0"
    assert [str(settings.port)] == steps("EXPOSE")
    assert [str(settings.data_dir)] == steps("VOLUME") == steps("WORKDIR")


def test_it_runs_as_somebody_without_rights() -> None:
    (user,) = steps("USER")
    made = re.search(r"useradd .*\b(\w+) +&&", DOCKERFILE)
    assert made
    assert user == made[1] != "root"
    assert DOCKERFILE.index("\nUSER ") < DOCKERFILE.index("\nENTRYPOINT ")


def test_its_command_serves_is_healthy_and_stops_when_told(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, *COMMAND[1:]],
        env=ENV
        | {
            "PYTHONPATH": str(ROOT / "server"),
            "AGNES_HOST": "127.0.0.1",
            "AGNES_PORT": "0",
            "AGNES_DATA_DIR": str(tmp_path),
        },
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        port = urlsplit(process.stdout.readline().split()[-1]).port
        probe = HEALTH[-1].replace(f":{ENV['AGNES_PORT']}/", f":{port}/")
        assert probe != HEALTH[-1]
        try:
            subprocess.run([sys.executable, *HEALTH[1:-1], probe], check=True)
        finally:
            process.send_signal(signal.SIGTERM)
    # It ends by the signal itself, once all is closed in order.
    assert process.returncode == -signal.SIGTERM
    folder = Folder.claim(tmp_path)
    assert not folder.server_alive()
    folder.release()


def test_compose_starts_the_image_of_this_tree() -> None:
    assert AGNES["build"] == "."
    assert set(AGNES["depends_on"]) <= set(COMPOSE["services"])
    assert AGNES["ports"][0].endswith(f":{ENV['AGNES_PORT']}")
    assert AGNES["volumes"][0].endswith(f":{ENV['AGNES_DATA_DIR']}")
    used = {volume.split(":")[0] for service in (AGNES, VALKEY) for volume in service["volumes"]}
    assert used == set(COMPOSE["volumes"])


def test_compose_sets_settings_that_hold() -> None:
    settings = load_settings(ENV | substituted({"AGNES_SECRET_KEY": "0123456789abcdef"}))
    assert secret_key(settings) == b"0123456789abcdef"
    assert settings.redis_url
    assert urlsplit(settings.redis_url).hostname in COMPOSE["services"]


def test_compose_wants_a_key_that_is_kept() -> None:
    with pytest.raises(KeyError, match="openssl rand"):
        substituted({})


def test_the_database_takes_the_options_that_compose_gives_it(tmp_path: Path) -> None:
    here = ["--port", "0", "--dir", str(tmp_path), "--unixsocket", str(tmp_path / "socket")]
    with subprocess.Popen(
        [binary(), *VALKEY["command"][1:], *here], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        said = iter(process.stdout.readline, "")
        assert any("Ready to accept connections" in line for line in said)
        process.terminate()
    assert (tmp_path / "appendonlydir").is_dir()
