"""The files of deploy/proxy as they stand, but for names and ports: page, cookie and websocket through TLS.

Run for each proxy that is installed; CI installs both.
"""

import json
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin, Subprotocol

ROOT = Path(__file__).parents[1]
PROXY = ROOT / "deploy" / "proxy"
SEARCHED = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"  # Debian has nginx where only root looks
# An address of this process alone, so that fixed ports are free; only Linux answers on all of 127.0.0.0/8.
HOST = f"127.{os.getpid() >> 16 & 255}.{os.getpid() >> 8 & 255}.{max(2, os.getpid() & 255)}"
PORT = 8443


class Server(NamedTuple):
    """An Agnes that believes a proxy on 127.0.0.0/8, and where it listens itself."""

    url: str
    address: str


def caddy(folder: Path, server: Server, _: tuple[Path, Path]) -> list[str]:
    site = (PROXY / "Caddyfile").read_text("utf-8").replace("127.0.0.1:8000", server.address)
    assert server.address in site
    # Certificates of its own making, on our address alone.
    site = site.replace(
        "{$SITE:agnes.example.org} {", "{$SITE:agnes.example.org} {\ntls internal\nbind " + HOST
    )
    (folder / "Caddyfile").write_text(
        "{\nadmin off\nskip_install_trust\nauto_https disable_redirects\n}\n" + site
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile")]


def nginx(folder: Path, server: Server, certificate: tuple[Path, Path]) -> list[str]:
    site = (PROXY / "nginx.conf").read_text("utf-8").replace("127.0.0.1:8000", server.address)
    assert server.address in site
    site = re.sub(r"listen \[::\].*", "", site)
    site = site.replace("listen 443 ", f"listen {HOST}:{PORT} ").replace("listen 80;", f"listen {HOST}:8080;")
    for directive, file in zip(("ssl_certificate ", "ssl_certificate_key "), certificate, strict=True):
        site = re.sub(rf"{directive}.*", f"{directive}{file};", site)
    (folder / "site.conf").write_text(site)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr notice; events {{}}"
        f"http {{ access_log off; {temporary} include {folder}/site.conf; }}"
    )
    return ["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf")]


class Proxy(NamedTuple):
    command: Callable[[Path, Server, tuple[Path, Path]], list[str]]
    ready: str


PROXIES = {
    "nginx": Proxy(nginx, "start worker processes"),
    "caddy": Proxy(caddy, "serving initial configuration"),
}
INSTALLED = [
    name
    for name in PROXIES
    if "CI" in os.environ or (sys.platform == "linux" and shutil.which(name, path=SEARCHED))
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    url = f"https://{HOST}:{PORT}"
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "agnes", "serve"],
        env={
            "PYTHONPATH": str(ROOT / "server"),
            "AGNES_PORT": "0",
            "AGNES_DATA_DIR": str(tmp_path / "data"),
            "AGNES_PUBLIC_URL": url,
            "AGNES_TRUSTED_PROXIES": "127.0.0.0/8",
        },
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        try:
            yield Server(url, urlsplit(process.stdout.readline().split()[-1]).netloc)
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("certificate")
    made = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    files = ["-subj", f"/CN={HOST}", "-out", str(made[0]), "-keyout", str(made[1])]
    subprocess.run([*command, *files], check=True, capture_output=True)
    return made


@pytest.fixture(params=INSTALLED)
def url(
    request: pytest.FixtureRequest, server: Server, certificate: tuple[Path, Path], tmp_path: Path
) -> Iterator[str]:
    """The public address, with a proxy behind it that has started."""
    proxy = PROXIES[request.param]
    with subprocess.Popen(
        proxy.command(tmp_path, server, certificate),
        env={"PATH": SEARCHED, "HOME": str(tmp_path), "SITE": server.url},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        said = []
        try:
            for line in process.stderr:
                said.append(line)
                if proxy.ready in line:
                    break
            else:
                raise AssertionError("".join(said))
            yield server.url
        finally:
            process.terminate()
            process.stderr.close()


def trusting() -> ssl.SSLContext:
    """These certificates are made for the test, and signed by nobody."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def test_a_game_is_played_through_the_proxy(url: str) -> None:
    own = {"Origin": url, "X-Forwarded-Proto": "http", "X-Forwarded-For": "192.0.2.66"}
    async with httpx.AsyncClient(base_url=url, headers=own, verify=trusting()) as client:
        page = await client.get("/")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        made = await client.post("/api/players", json={"name": "Ann"})
        assert made.status_code == 201, made.text
        # The server knows that the page came by https, whatever the client claims.
        assert "Secure" in made.headers["set-cookie"]
        race = (await client.post("/api/races", json={"game": "sorel", "seats": 1})).json()
        foreign = await client.post(
            "/api/races", json={"game": "sorel"}, headers={"Origin": "https://else.where"}
        )
        assert foreign.status_code == 403

        cookie = f"agnes_session={made.cookies['agnes_session']}"
        async with connect(
            f"wss{url.removeprefix('https')}/ws/races/{race['id']}",
            origin=Origin(url),
            subprotocols=[Subprotocol("agnes.v1")],
            additional_headers={"Cookie": cookie},
            ssl=trusting(),
        ) as socket:
            welcome = json.loads(await socket.recv())
            assert welcome["type"] == "welcome"
            await socket.send(json.dumps({"type": "move", "n": 1, "move": "D"}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "moved":
                    break
                assert message["type"] != "rejected", message
            assert (message["n"], message["move"]) == (1, "D")
