"""Behind a proxy: the address of the client, HTTPS, HTTP/2, and event streams that are passed on at once."""

import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from century.errors import CenturyError
from century.web.server.settings import Settings
from tests.waiting import PATIENCE
from tests.web.house import API, ME, SCREEN, House
from tests.web.operating.proxies import PROXIES, Proxy, program

CLIENT = "127.0.0.2"  # the address that clients of a proxy come from; the proxy itself has 127.0.0.1


def told(request: Request) -> dict[str, str | None]:
    return {"client": request.client.host if request.client else None, "scheme": request.url.scheme}


def house_that_tells(folder: Path, proxies: tuple[str, ...] = ()) -> House:
    """A server that tells clients what it knows of them."""
    house = House(f"sqlite:///{folder / 'tables.sqlite'}", proxies=proxies)
    house.app.get("/test/client")(told)
    return house


@pytest.fixture(params=sorted(PROXIES))
def behind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[House, Proxy]]:
    """A server that trusts the proxy in front of it."""
    name = request.param
    if program(name) is None:
        pytest.skip(f"{name} is not installed (Debian: apt install {name})")
    with tempfile.TemporaryDirectory(prefix="century") as folder:  # nginx as root works as somebody else
        os.chmod(folder, 0o755)
        with (
            house_that_tells(tmp_path, proxies=("127.0.0.1",)) as house,
            PROXIES[name](Path(folder), house.address.removeprefix("http://")) as proxy,
        ):
            yield house, proxy


def test_the_server_sees_the_client_and_https(behind: tuple[House, Proxy]) -> None:
    _, proxy = behind
    with proxy.client(local=CLIENT) as http:
        claimed = {"x-forwarded-for": "192.0.2.66", "x-forwarded-proto": "http", "forwarded": "for=192.0.2.66"}
        answer = http.get("/test/client", headers=claimed)
        assert (answer.http_version, answer.json()) == ("HTTP/2", {"client": CLIENT, "scheme": "https"})
        page = http.get("/")
        assert "Secure" in page.headers["set-cookie"]
        http.headers["origin"] = proxy.address
        assert http.put(f"{API}/me", json={"name": "Ann"}).json()["name"] == "Ann"
        http.headers["origin"] = "https://elsewhere.example"
        assert http.put(f"{API}/me", json={"name": "Eve"}).status_code == 403
        for path in ("/readyz", "/metrics"):
            assert http.get(path).status_code == 404


@pytest.mark.parametrize(("http2", "path"), [(True, "tables/{}/events"), (False, "events?table={}")])
def test_events_are_passed_on_at_once(behind: tuple[House, Proxy], http2: bool, path: str) -> None:
    house, proxy = behind
    ann = house.person()
    table = ann.lays_out(ME, SCREEN)
    headers = {"authorization": ann.http.headers["authorization"], "accept-encoding": "gzip"}
    with proxy.client(http2=http2) as http, http.stream("GET", f"{API}/{path.format(table)}", headers=headers) as said:
        assert said.http_version == ("HTTP/2" if http2 else "HTTP/1.1")
        lines = said.iter_lines()
        for _ in range(3):  # nothing else follows until the next move: a proxy that waits for more keeps it back
            while '"version"' not in next(lines):
                pass
            ann.answers(table)


def test_without_the_setting_the_headers_are_ignored_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    with house_that_tells(tmp_path) as house, httpx.Client(base_url=house.address, timeout=PATIENCE) as http:
        assert http.get("/test/client").json() == {"client": "127.0.0.1", "scheme": "http"}
        assert caplog.messages == []
        for _ in range(3):
            answer = http.get("/test/client", headers={"x-forwarded-for": "192.0.2.66", "x-forwarded-proto": "https"})
            assert answer.json() == {"client": "127.0.0.1", "scheme": "http"}
    (line,) = caplog.messages
    assert "set CENTURY_PROXIES=127.0.0.1" in line
    assert "x-forwarded-for, x-forwarded-proto" in line
    assert "192.0.2.66" not in line  # whatever a client writes


def test_networks_are_trusted_and_the_client_is_the_last_stranger(tmp_path: Path) -> None:
    with house_that_tells(tmp_path, proxies=("127.0.0.0/30", "10.0.0.0/8")) as house:
        forwarded = {"x-forwarded-for": "192.0.2.66, 198.51.100.7, 10.1.2.3"}
        answer = httpx.get(f"{house.address}/test/client", headers=forwarded, timeout=PATIENCE)
        assert answer.json()["client"] == "198.51.100.7"


def test_a_setting_that_names_no_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CENTURY_PROXIES", "10.0.0.0/8, ::1")
    assert Settings.from_environment().proxies == ("10.0.0.0/8", "::1")
    monkeypatch.setenv("CENTURY_PROXIES", "caddy")
    with pytest.raises(CenturyError, match="CENTURY_PROXIES: 'caddy'"):
        Settings.from_environment()
