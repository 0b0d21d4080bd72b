"""What a server is started with: from the command line, and from the environment."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

import century
from century.errors import CenturyError

LEAST_SECRET = 16  # characters


@dataclass(frozen=True)
class Settings:
    """What a server is started with."""

    database: str
    secret: bytes = field(repr=False)
    pace: float = 1.0  # 0: bots answer at once
    processes: int | None = None  # for bots
    moves_a_second: float = 20.0  # changes that one person, or one address without a person, may ask for
    tables_a_minute: float = 30.0
    away: float = 60.0  # seconds after which a seat can be given to a bot
    warm_up: tuple[str, ...] = ()  # games to compile for bots before anybody asks for them

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """DATABASE_URL, or a file among the person's data; CENTURY_SECRET, or a file beside it."""
        home = _data_folder(environment)
        return cls(
            database=environment.get("DATABASE_URL") or f"sqlite:///{home / 'tables.sqlite'}",
            secret=_secret(home, environment.get("CENTURY_SECRET")),
            pace=_number(environment, "CENTURY_PACE", 1.0),
            moves_a_second=_number(environment, "CENTURY_MOVES_A_SECOND", 20.0),
            tables_a_minute=_number(environment, "CENTURY_TABLES_A_MINUTE", 30.0),
            warm_up=_games(environment.get("CENTURY_WARM_UP", "all")),
        )


def _number(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name, str(default))
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise CenturyError(f"{name} is a number such as {default:g}, not {text!r}")
    return number


def _games(text: str) -> tuple[str, ...]:
    """The games of CENTURY_WARM_UP: all, none, or a list."""
    if text in ("all", "none"):
        return tuple(century.games()) if text == "all" else ()
    return tuple(century.game(name.strip()).name for name in text.split(","))


def _data_folder(environment: Mapping[str, str]) -> Path:
    return Path(environment.get("CENTURY_DATA") or platformdirs.user_data_path("century", appauthor=False))


def _secret(home: Path, given: str | None) -> bytes:
    """The key that signs cookies and invitations: the same after every start."""
    if given is not None:
        if len(given) < LEAST_SECRET:
            raise CenturyError("CENTURY_SECRET is too short: at least 16 characters, such as 32 random ones")
        return given.encode()
    try:
        home.mkdir(parents=True, exist_ok=True)
        found = _kept(home / "secret")
    except OSError as error:
        raise CenturyError(
            f"{home}: cannot be written ({error.strerror}); name another folder with CENTURY_DATA"
        ) from error
    if len(found) < LEAST_SECRET:
        raise CenturyError(f"{home / 'secret'}: is damaged; remove it, and everybody gets a new cookie")
    return found


def _kept(path: Path) -> bytes:
    """What a file holds; a new secret, if there is none. Whoever reads it finds all of it, or no file."""
    if not path.exists():
        fresh = path.with_name(f"secret.{secrets.token_hex(4)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)  # not over one that another process has made meanwhile
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_bytes()
