"""Settings of a server, from its environment."""

import ipaddress
import os
import secrets
from pathlib import Path
from typing import Annotated, Literal, Self

import platformdirs
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

import century
from century.errors import CenturyError
from century.web.server.allowances import Rates

LEAST_SECRET = 16  # characters

Positive = Annotated[float, Field(ge=0, allow_inf_nan=False)]


def _long_enough(secret: bytes) -> bytes:
    if len(secret) < LEAST_SECRET:
        raise CenturyError("CENTURY_SECRET is too short: use at least 16 characters, such as 32 random ones")
    return secret


def _networks(text: object) -> object:
    """Return the addresses and networks of CENTURY_PROXIES."""
    if not isinstance(text, str):
        return text
    proxies = tuple(one.strip() for one in text.split(",") if one.strip())
    for one in proxies:
        try:
            ipaddress.ip_network(one)
        except ValueError as error:
            example = "such as 127.0.0.1,10.0.0.0/24"
            raise CenturyError(f"CENTURY_PROXIES: {error}; give addresses or networks, {example}") from None
    return proxies


def _names(text: object) -> object:
    """Return the host names of CENTURY_HOSTS, a list with commas."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip()) if isinstance(text, str) else text


def _games(text: object) -> object:
    """Return the games of CENTURY_WARM_UP: all, none, or a list."""
    if not isinstance(text, str) or text == "none":
        return () if text == "none" else text
    return tuple(century.games() if text == "all" else (century.game(name.strip()).name for name in text.split(",")))


class Settings(BaseSettings):
    """Settings of a server: arguments, else variables of the environment such as CENTURY_PACE, else defaults."""

    model_config = SettingsConfigDict(env_prefix="CENTURY_", frozen=True, validate_by_name=True, env_ignore_empty=True)

    data: Path = Field(default_factory=lambda: platformdirs.user_data_path("century", appauthor=False))
    database: str = Field(
        default_factory=lambda known: f"sqlite:///{known['data'] / 'tables.sqlite'}", validation_alias="DATABASE_URL"
    )
    secret: Annotated[bytes, AfterValidator(_long_enough)] = Field(
        default_factory=lambda known: _kept_secret(known["data"]), repr=False
    )
    pace: Positive = 1.0  # 0: bots answer at once
    processes: int | None = Field(default=None, ge=1)  # for bots
    moves_a_second: Positive = 20.0  # changes by one person, or by one address without a person
    tables_a_minute: Positive = 30.0
    reads_a_second: Positive = 40.0  # pages and parts of them, for one person
    streams: int = Field(default=30, ge=1)  # open at once, for one person
    requests: int = Field(default=20, ge=1)  # under way at once, for one person
    open_tables: int = Field(default=3, ge=1)  # of one host, that the lobby lists
    hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_names)] = ()  # that the server answers to; all if none
    away: Positive = 60.0  # seconds after which a seat can be given to a bot
    proxies: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_networks)] = ()  # whose forwarded headers count
    metrics: Annotated[str, Field(pattern=r"^(\S+:)?\d{1,5}$")] | None = None  # HOST:PORT, or a port of this machine
    forbidden_names: Path | None = None  # a file with a word a line
    keep_days: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None  # for tables nobody touches
    log: Literal["text", "json"] = "text"
    warm_up: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_games)] = Field(default="all", validate_default=True)

    @property
    def rates(self) -> Rates:
        """What clients may ask for."""
        return Rates(self.moves_a_second, self.tables_a_minute, self.reads_a_second, self.streams, self.requests)

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings; raise CenturyError with the name of the variable that is wrong."""
        try:
            return cls()
        except ValidationError as error:
            wrong = error.errors()[0]
            name = f"CENTURY_{wrong['loc'][0]}".upper()
            raise wrong.get("ctx", {}).get("error") or CenturyError(f"{name}: {wrong['msg']}") from None


def _kept_secret(home: Path) -> bytes:
    """Return the secret that is kept in the folder; a new one, if there is none."""
    path = home / "secret"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _write_secret(path)
        secret = path.read_bytes()
    except OSError as error:
        text = f"{home}: cannot be written ({error.strerror}); name another folder with CENTURY_DATA"
        raise CenturyError(text) from error
    if len(secret) < LEAST_SECRET:
        raise CenturyError(f"{path}: is damaged; remove it to create a new one (all visitors are then new)")
    return secret


def _write_secret(path: Path) -> None:
    """Write a new secret. Other processes see all of the file, or none; the first process wins."""
    fresh = path.with_name(f"secret.{secrets.token_hex(4)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(32))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
