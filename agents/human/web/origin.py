"""The origin of a request: a page of this server, or a foreign page that uses a person's browser."""

import socket
from ipaddress import ip_address

from railgym.envs.core.errors import OptionsError

__all__ = ["check_origin", "is_loopback"]


def check_origin(origin: str | None, host: str | None) -> None:
    """Raise OptionsError for what no page of this server asks.

    A foreign page names itself as the origin; one whose name was made to lead here (DNS rebinding) names a host that is
    no address and no name of this machine.
    """
    if origin and origin.partition("://")[2] != host:
        raise OptionsError(f"{origin} is no page of this server")
    if host and not _is_own(_without_port(host).lower()):
        raise OptionsError(f"{host} is no name of this server; open it by its address")


def is_loopback(host: str) -> bool:
    """Whether an address is one by which a machine reaches itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _is_own(name: str) -> bool:
    machine = socket.gethostname().lower()
    if name in ("localhost", machine, f"{machine.partition('.')[0]}.local"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).removeprefix("[").removesuffix("]")
