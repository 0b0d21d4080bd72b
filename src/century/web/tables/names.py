"""Names that an operator does not want to see."""

import re
import unicodedata
from pathlib import Path

from century.errors import CenturyError
from century.web.tables.errors import NotAllowed
from century.words import say

SHORT = 3  # letters: such a word is forbidden as a word of its own, a longer one anywhere in a name

_LIKE_LETTERS = str.maketrans("01345789@$!|", "oieastbgasil")


class NameFilter:
    """Refuses names with words from a list, however they are written."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the list, a word a line; without a file every name is allowed."""
        self._words: set[str] = set()
        if path:
            try:
                lines = path.read_text("utf-8").splitlines()
            except (OSError, UnicodeError) as error:
                raise CenturyError(f"CENTURY_FORBIDDEN_NAMES: {path} cannot be read: {error}") from error
            self._words = {plain for line in lines if not line.startswith("#") and (plain := "".join(_words(line)))}

    def allows(self, name: str) -> bool:
        """Whether a name has none of the words."""
        words = _words(name)
        whole = "".join(words)
        return not any(word in words or (len(word) > SHORT and word in whole) for word in self._words)

    def check(self, *names: str | None) -> None:
        """Raise NotAllowed for the first name that has one of the words."""
        for name in names:
            if name and not self.allows(name):
                raise NotAllowed(say("this name is not allowed here: choose another one"))


def _words(text: str) -> list[str]:
    """Return the words of a text in plain small letters: without accents, and digits read as letters."""
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_LIKE_LETTERS)
    plain = "".join(one for one in plain if not unicodedata.combining(one))
    return re.findall(r"[^\W\d_]+", plain)
