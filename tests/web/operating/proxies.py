"""The reverse proxies of Debian, started with the examples of `deploy/`, in front of a server of the tests."""

import contextlib
import os
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.waiting import PATIENCE, until

DEPLOY = Path(__file__).parents[3] / "deploy"
CERTIFICATE = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"


def program(name: str) -> str | None:
    """Where a program is; nginx is installed where ordinary users do not look."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Proxy:
    """A proxy that runs: its address, and the certificate authority of its certificate."""

    def __init__(self, address: str, authority: Path) -> None:
        self.address, self._context = address, ssl.create_default_context(cafile=authority)

    def has_certificate(self) -> bool:
        """Whether the proxy can answer by HTTPS; its port is open a moment before."""
        with contextlib.suppress(httpx.ConnectError), self.client() as http:
            return http.get("/healthz").is_success
        return False

    def client(self, *, http2: bool = True, local: str = "127.0.0.1") -> httpx.Client:
        transport = httpx.HTTPTransport(verify=self._context, http2=http2, local_address=local)
        return httpx.Client(base_url=self.address, transport=transport, timeout=PATIENCE)


@contextlib.contextmanager
def caddy(folder: Path, upstream: str) -> Iterator[Proxy]:
    """Caddy with a certificate of its local authority."""
    port, home = free_port(), folder / "home"
    home.mkdir()
    (folder / "run").mkdir()
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    options = f"admin off\n\tskip_install_trust\n\thttp_port {free_port()}\n\thttps_port {port}"
    assert text.count("admin off") == 1
    (folder / "Caddyfile").write_text(text.replace("admin off", options), "utf-8")
    found = program("caddy")
    assert found
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    environment |= {"CENTURY_UPSTREAM": upstream, "CENTURY_SITE": "localhost"}
    command = [found, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    authority = home / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    with _running(command, folder, port, environment, signal.SIGKILL):  # it would wait for clients
        until(authority.exists)
        proxy = Proxy(f"https://localhost:{port}", authority)
        until(proxy.has_certificate)
        yield proxy


@contextlib.contextmanager
def nginx(folder: Path, upstream: str) -> Iterator[Proxy]:
    """The site of the example, inside a main file as Debian has it, with a certificate of its own."""
    port, key, certificate = free_port(), folder / "key.pem", folder / "certificate.pem"
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *CERTIFICATE.split(), *names], check=True, capture_output=True, timeout=PATIENCE)
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    live = "/etc/letsencrypt/live/century.example.org/"
    for before, after in (
        ("127.0.0.1:8350", upstream),
        ("century.example.org;", "localhost;"),
        (f"{live}fullchain.pem", str(certificate)),
        (f"{live}privkey.pem", str(key)),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl http2;\n", ""),
    ):
        assert before in text, before
        text = text.replace(before, after)
    (folder / "site.conf").write_text(text, "utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    main = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    main += f"http {{ access_log off;\n{places}include site.conf; }}\n"
    (folder / "nginx.conf").write_text(main, "utf-8")
    found = program("nginx")
    assert found
    command = [found, "-p", str(folder), "-c", "nginx.conf", "-e", str(folder / "error.log")]
    with _running(command, folder, port, dict(os.environ), signal.SIGTERM):
        yield Proxy(f"https://localhost:{port}", certificate)


@contextlib.contextmanager
def _running(
    command: list[str], folder: Path, port: int, environment: dict[str, str], end: signal.Signals
) -> Iterator[None]:
    log = folder / "log"
    with log.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment, cwd=folder)
        try:
            until(lambda: process.poll() is not None or _answers(port))
            assert process.poll() is None, log.read_text()
            yield
        finally:
            process.send_signal(end)
            process.wait(PATIENCE)


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


PROXIES = {"caddy": caddy, "nginx": nginx}
