"""The addresses told to others are addresses of this machine, and that nobody can come is said as well."""

import ipaddress
import socket

from agnes.web.lan import invitation, lan_addresses, lan_names
from agnes.web.origin import parse_origin


def test_every_address_is_one_of_this_machine_and_not_for_itself_alone() -> None:
    addresses = lan_addresses()
    assert len(addresses) == len(set(addresses))
    for address in addresses:
        assert not ipaddress.ip_address(address).is_loopback
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.bind((address, 0))  # refused for an address of another machine


def test_every_name_can_stand_in_an_origin() -> None:
    names = lan_names(["192.168.1.20"])
    assert names[0] == "192.168.1.20"
    for name in names:
        assert parse_origin(f"http://{name}") == f"http://{name}"


def test_the_invitation_names_each_address_and_shows_the_first() -> None:
    text = invitation(["192.168.1.20", "fd00::20"], 8000, colours=False, blocks=True)
    assert "http://192.168.1.20:8000\n" in text
    assert "http://[fd00::20]:8000\n" in text
    assert "█" in text
    assert "\x1b" not in text


def test_an_endless_list_of_addresses_is_cut() -> None:
    text = invitation([f"10.0.0.{last}" for last in range(1, 100)], 80, colours=False, blocks=False)
    assert text.count("http://") == 4


def test_a_terminal_without_block_characters_gets_ascii() -> None:
    assert invitation(["192.168.1.20"], 8000, colours=False, blocks=False).isascii()


def test_without_a_network_it_says_so() -> None:
    text = invitation([], 8000, colours=True, blocks=True)
    assert "on no network" in text
    assert "http://127.0.0.1:8000" in text
