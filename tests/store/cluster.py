"""A cluster of three real Valkeys on the loopback interface, each holding a third of the slots."""

import asyncio
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from agnes.store.connect import CONNECTION_TROUBLE
from agnes.store.process import binary
from agnes.store.readiness import tell
from agnes.store.slots import SLOTS

HOST = "127.0.0.1"
PRIMARIES = 3


class Node:
    """One process of the cluster; `url` reaches it alone."""

    def __init__(self, port: int, bus: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.bus = bus
        self.url = f"redis://{HOST}:{port}"
        self.process = process

    async def ask(self, *command: str) -> str:
        return str(await tell(self.url, *command))

    async def name(self) -> str:
        return await self.ask("CLUSTER", "MYID")

    async def has_keys(self, count: int) -> None:
        """Waits until it has so many keys."""
        while True:
            if await self.ask("DBSIZE") == str(count):
                return
            await asyncio.sleep(0.01)


class RunningCluster:
    def __init__(self, nodes: list[Node], replicas: list[Node]) -> None:
        self.nodes = nodes
        self.replicas = replicas  # of the first node
        self.url = f"redis+cluster://{HOST}:{nodes[0].port},{HOST}:{nodes[1].port}"

    async def move_slot(self, slot: int, source: Node, target: Node) -> None:
        """Gives an empty slot from one node to another; `source` and everybody else learn it at once."""
        name = await target.name()
        for node in (target, source, *self.nodes):
            await node.ask("CLUSTER", "SETSLOT", str(slot), "NODE", name)


@asynccontextmanager
async def running_cluster(folder: Path, *, replicas: int = 0) -> AsyncIterator[RunningCluster]:
    everyone = [_start(folder / str(n)) for n in range(PRIMARIES + replicas)]
    nodes = everyone[:PRIMARIES]
    try:
        await asyncio.gather(*(_answers(node) for node in everyone))
        for n, node in enumerate(nodes):
            first, last = SLOTS * n // PRIMARIES, SLOTS * (n + 1) // PRIMARIES - 1
            await node.ask("CLUSTER", "ADDSLOTSRANGE", str(first), str(last))
        for n, node in enumerate(everyone):
            await node.ask("CLUSTER", "SET-CONFIG-EPOCH", str(n + 1))
        for node in everyone[1:]:
            await nodes[0].ask("CLUSTER", "MEET", HOST, str(node.port), str(node.bus))
        await asyncio.gather(*(_agrees(node, len(everyone)) for node in everyone))
        for node in everyone[PRIMARIES:]:
            await node.ask("CLUSTER", "REPLICATE", await nodes[0].name())
        yield RunningCluster(nodes, everyone[PRIMARIES:])
    finally:
        for node in everyone:
            node.process.kill()
            node.process.wait()


def _start(folder: Path) -> Node:
    folder.mkdir(parents=True)
    port, bus = _free_port(), _free_port()
    settings = {
        "port": str(port),
        "bind": HOST,
        "dir": str(folder),
        "save": "",
        "cluster-enabled": "yes",
        "cluster-port": str(bus),
        "cluster-node-timeout": "2000",
        "cluster-require-full-coverage": "no",
        "repl-diskless-sync-delay": "0",
        "logfile": "log",
    }
    arguments = [part for name, value in settings.items() for part in (f"--{name}", value)]
    return Node(port, bus, subprocess.Popen([binary(), *arguments], stdin=subprocess.DEVNULL))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


async def _agrees(node: Node, size: int) -> None:
    """Waits until a node knows all others and lets itself be written to."""
    while True:
        told = await node.ask("CLUSTER", "INFO")
        if "cluster_state:ok" in told and f"cluster_known_nodes:{size}" in told and "slots_ok:16384" in told:
            return
        await asyncio.sleep(0.01)


async def _answers(node: Node) -> None:
    while True:
        try:
            await node.ask("PING")
            return
        except CONNECTION_TROUBLE:
            assert node.process.poll() is None
            await asyncio.sleep(0.01)
