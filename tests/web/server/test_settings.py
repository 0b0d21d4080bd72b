"""The settings of a server, and its secret."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import century
from century.errors import CenturyError
from century.web.server.settings import Settings

Reading = Callable[..., Settings]


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Reading:
    """Reads the settings from an environment of these variables alone."""

    def read(**variables: str | Path) -> Settings:
        for name in [name for name in os.environ if name.startswith(("CENTURY_", "DATABASE_"))]:
            monkeypatch.delenv(name)
        for name, value in variables.items():
            monkeypatch.setenv(name, str(value))
        return Settings.from_environment()

    return read


def test_the_secret_is_made_once_and_kept_to_oneself(tmp_path: Path, settings: Reading) -> None:
    home = tmp_path / "new" / "folder"
    first = settings(CENTURY_DATA=home)
    assert len(first.secret) == 64
    assert first == settings(CENTURY_DATA=home)
    assert first.database == f"sqlite:///{home / 'tables.sqlite'}"
    assert [path.name for path in home.iterdir()] == ["secret"]
    assert (home / "secret").stat().st_mode & 0o077 == 0
    assert first.secret.decode() not in repr(first)
    other = settings(CENTURY_DATA=tmp_path / "other")
    assert other.secret != first.secret


def test_servers_that_start_at_once_have_one_secret(tmp_path: Path, settings: Reading) -> None:
    found: list[bytes] = []
    start = threading.Barrier(8)
    settings(CENTURY_DATA=tmp_path)
    (tmp_path / "secret").unlink()

    def read() -> None:
        start.wait()
        found.append(Settings.from_environment().secret)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert {len(secret) for secret in found} == {64}
    assert len(set(found)) == 1


@pytest.mark.parametrize("left", [b"", b"short"])
def test_a_secret_that_was_cut_off_signs_nothing(tmp_path: Path, settings: Reading, left: bytes) -> None:
    (tmp_path / "secret").write_bytes(left)
    with pytest.raises(CenturyError, match="is damaged; remove it"):
        settings(CENTURY_DATA=tmp_path)


def test_settings_from_the_environment(tmp_path: Path, settings: Reading) -> None:
    given = {"CENTURY_DATA": str(tmp_path), "CENTURY_SECRET": "x" * 16, "DATABASE_URL": "postgresql://here/x"}
    everything = Settings(
        data=tmp_path, database="postgresql://here/x", secret=b"x" * 16, warm_up=tuple(century.games())
    )
    assert settings(**given) == everything
    assert settings(**given, CENTURY_WARM_UP="none").warm_up == ()
    some = settings(**given, CENTURY_WARM_UP="spice-road, a-new-world", CENTURY_PACE="0", CENTURY_AWAY="5")
    assert (some.warm_up, some.pace, some.away) == (("spice-road", "a-new-world"), 0.0, 5.0)
    with pytest.raises(CenturyError, match="spice-raod"):
        settings(**given, CENTURY_WARM_UP="spice-raod")
    with pytest.raises(CenturyError, match="too short"):
        settings(**{**given, "CENTURY_SECRET": "x" * 15})
    (tmp_path / "file").write_text("")
    with pytest.raises(CenturyError, match="cannot be written"):
        settings(CENTURY_DATA=tmp_path / "file")


@pytest.mark.parametrize("name", ["CENTURY_PACE", "CENTURY_MOVES_A_SECOND", "CENTURY_TABLES_A_MINUTE", "CENTURY_AWAY"])
@pytest.mark.parametrize("value", ["fast", "-1", "inf", "nan"])
def test_a_setting_that_is_no_amount_is_refused_by_its_name(
    tmp_path: Path, settings: Reading, name: str, value: str
) -> None:
    with pytest.raises(CenturyError, match=f"^{name}: "):
        settings(CENTURY_DATA=tmp_path, **{name: value})


def test_no_error_shows_the_secret(tmp_path: Path, settings: Reading) -> None:
    with pytest.raises(CenturyError) as refused:
        settings(CENTURY_DATA=tmp_path, CENTURY_SECRET="hush")
    assert "hush" not in str(refused.value)
