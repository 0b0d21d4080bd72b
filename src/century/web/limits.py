"""Limits for clients: where a request comes from, and how much each client may ask for."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

IPV6_NETWORK = 64  # bits: a household has at least that many addresses to itself


@lru_cache(maxsize=10_000)
def client_of(host: str) -> str:
    """Return the client to which a host belongs: an IPv4 address, or a /64 network of IPv6.

    >>> client_of("192.0.2.7"), client_of("::ffff:192.0.2.7"), client_of("2001:db8:1:2:3:4:5:6"), client_of("unix")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::', 'unix')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    host_bits = 128 - IPV6_NETWORK
    return str(IPv6Address(int(address) >> host_bits << host_bits))


class ClientsOfPeople:
    """The client from which each person was seen last."""

    def __init__(self, most: int = 10_000) -> None:
        self._clients: OrderedDict[str, str] = OrderedDict()
        self._most = most

    def note(self, person: str, client: str) -> None:
        """Note from where a person has sent a request."""
        self._clients[person] = client
        self._clients.move_to_end(person)
        if len(self._clients) > self._most:
            self._clients.popitem(last=False)

    def of(self, person: str) -> str:
        """Return where a person was seen last; their id if that is not known."""
        return self._clients.get(person, person)


class TokenBuckets:
    """A token bucket for each client."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        """A bucket holds `burst` tokens and is refilled by `rate` a second; `clock` returns seconds."""
        self._rate, self._burst, self._clock = rate, max(1.0, burst), clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, client: Hashable, cost: float = 1.0) -> bool:
        """Take a token, or some part of one; return whether there was one."""
        now = self._clock()
        left, last = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - last) * self._rate)
        self._left[client] = (left - cost if left >= cost else left), now
        while len(self._left) > 10_000:
            self._left.popitem(last=False)
        return left >= cost
