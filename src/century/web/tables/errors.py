"""Reasons for which a request about a table is refused."""

from century.errors import CenturyError
from century.words import say

NO_TABLE = say("this table does not exist or is private")
OTHER_RULES = say("this game was started under different rules and cannot be continued")
MOVED_ON = say("the table has changed since: look at it again")


class TableNotFound(CenturyError):
    """There is no such table, or this person may not see it."""

    def __init__(self) -> None:
        """Say so without telling which of the two."""
        super().__init__(NO_TABLE)


class NotAllowed(CenturyError):
    """This person may not do this, or nobody may do it now."""


class Busy(CenturyError):
    """The server has too much to do at the moment."""

    retry_after = 5  # seconds


class TooOften(CenturyError):
    """This person, or their address, has asked for more than there is for everybody."""

    retry_after = 10  # seconds


class VersionConflict(CenturyError):
    """The request was for a version of the table that is no longer the latest."""

    def __init__(self) -> None:
        """Ask the client to look again."""
        super().__init__(MOVED_ON)
