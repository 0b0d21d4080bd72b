"""Where a request comes from, for limits: an address, or the network of a household."""

from ipaddress import IPv6Address, ip_address

IPV6_NETWORK = 64  # bits: a household has at least that many addresses to itself


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
