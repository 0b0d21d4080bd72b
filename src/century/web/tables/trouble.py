"""Trouble with the database: known by its errors, and told once in the log, not for each request."""

import logging
import time

from sqlalchemy import exc

AGAIN = 30.0  # seconds after which the same trouble is told again

_log = logging.getLogger(__name__)
_told: dict[str, float] = {}  # by text: when


def is_trouble(error: BaseException | None) -> bool:
    """Whether an error says that the database is away, locked, full or damaged, and not that a statement is wrong."""
    if isinstance(error, exc.TimeoutError | exc.OperationalError | exc.InterfaceError | exc.InternalError):
        return True
    return type(error) is exc.DatabaseError


def report(error: BaseException) -> None:
    """Write a line to the log, unless it was written a moment ago."""
    cause = getattr(error, "orig", None) or error
    text = (str(cause).strip() or type(cause).__name__).splitlines()[0]
    now = time.monotonic()
    if now - _told.get(text, float("-inf")) >= AGAIN:
        _told[text] = now
        _log.error("the database does not answer (%s): clients get 503 until it does", text)
