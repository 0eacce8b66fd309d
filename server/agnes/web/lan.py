"""What this machine is called on the local network, found without sending anything."""

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from agnes.web.origin import origin_of, parse_origin
from agnes.web.qr import qr_text

_SHOWN_MAX: Final = 4
# Connecting a datagram socket sends nothing, it only asks the routing table which of our addresses fits.
# Addresses for documentation, and one of each private range for networks without a way out.
_TARGETS: Final = (
    (socket.AF_INET, ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")),
    (socket.AF_INET6, ("2001:db8::1", "fd00::1")),
)
_SIOCGIFADDR: Final = 0x8915
_VIRTUAL: Final = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel")


def lan_addresses() -> list[str]:
    """The addresses of this machine that others may reach, the likeliest first; empty without a network."""
    found = [*_by_route(), *_by_interface()]
    return [address for address in dict.fromkeys(found) if _is_reachable(address)]


def lan_names(addresses: Iterable[str]) -> list[str]:
    """`addresses` with the machine's own name, alone and in `.local`: what may stand in a page's origin."""
    host = socket.gethostname().lower()
    names = [host, f"{host.partition('.')[0]}.local"]
    return [*addresses, *(name for name in names if _is_host(name))]


def invitation(addresses: Sequence[str], port: int, *, colours: bool, blocks: bool) -> str:
    """What `--lan` prints: where others go, and a QR code of the first if the terminal can show `blocks`."""
    if not addresses:
        return (
            "This machine is on no network: nobody else can reach it.\n"
            f"Play here on {origin_of('http', '127.0.0.1', port)}\n"
        )
    urls = [origin_of("http", address, port) for address in addresses[:_SHOWN_MAX]]
    lines = ["On the same network, open:", *(f"  {url}" for url in urls)]
    return "\n".join(lines) + "\n" + (qr_text(urls[0], colours=colours) if blocks else "")


def _by_route() -> list[str]:
    found = []
    for family, targets in _TARGETS:
        for target in targets:
            with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(str(probe.getsockname()[0]))
    return found


def _by_interface() -> list[str]:
    """The IPv4 address of each interface, those of containers and virtual machines last; on Linux only."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    names = sorted((name for _, name in socket.if_nameindex()), key=lambda name: name.startswith(_VIRTUAL))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for name in names:
            with contextlib.suppress(OSError):  # without an address
                request = struct.pack("256s", name.encode()[:15])
                found.append(socket.inet_ntoa(fcntl.ioctl(probe, _SIOCGIFADDR, request)[20:24]))
    return found


def _is_reachable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)


def _is_host(name: str) -> bool:
    try:
        parse_origin(f"http://{name}")
    except ValueError:
        return False
    return True
