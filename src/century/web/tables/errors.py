"""Why the hall does not do what somebody asks for."""

from century.errors import CenturyError


class NotHere(CenturyError):
    """There is no such table, or not for this person."""


class NotAllowed(CenturyError):
    """Somebody else may do this, or nobody now."""


class Conflict(CenturyError):
    """The table has gone on since."""
