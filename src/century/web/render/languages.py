"""The languages of the page: the choice for a visitor, the translations, and the messages to translate.

English is what the source says. Every other language has one file, locale/<language>.po, which `make messages` brings
up to date (docs/translating.md).
"""

import ast
import io
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import IO, Final

from babel.core import negotiate_locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from starlette.requests import Request

from century import plugins
from century.engine.game import Game
from century.words import many, named

Forms = str | tuple[str, str]  # a message, or one for one thing and one for several
LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
DEFAULT: Final = "en"
_PACKAGE = Path(__file__).parents[2]
_LOCALE = Path(__file__).parents[1] / "locale"
_RANGE = re.compile(r"(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")


def best(accept_language: str, chosen: str | None) -> str:
    """Return the language that was chosen, or else the one that the browser prefers.

    >>> best("fr, de-AT;q=0.8, en;q=0.7", None), best("de", "en"), best("nonsense;;", None)
    ('de', 'en', 'en')
    """
    if chosen in LANGUAGES:
        return chosen
    ranges = [found for item in accept_language.lower().split(",") if (found := _RANGE.fullmatch(item.strip()))]
    weights = [(float(found[2] or 1), DEFAULT if found[1] == "*" else found[1]) for found in ranges]
    preferred = [locale for weight, locale in sorted(weights, key=lambda pair: -pair[0]) if weight]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or DEFAULT


def language_of(request: Request) -> str:
    """Return the language of the response to a request."""
    return best(request.headers.get("accept-language", ""), request.cookies.get("language"))


def translations(language: str) -> NullTranslations:
    """Return the translations into a language; without any, each message stays as it is."""
    return _compiled(language) if language in LANGUAGES and _file(language).exists() else NullTranslations()


@cache
def _compiled(language: str) -> GNUTranslations:
    found = _read(_translated(language))
    found.add_fallback(OutsideTranslations(language))
    return found


def _read(catalog: Catalog) -> GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


class OutsideTranslations(NullTranslations):
    """Translations that games from outside the package bring: silk_fair.de.po beside silk_fair.py."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """Return the translation that the first game has."""
        return next((found for each in self._files() if (found := each.gettext(message)) != message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation that the first game has, in the form for a number."""
        here = super().ngettext(msgid1, msgid2, n)
        return next((found for each in self._files() if (found := each.ngettext(msgid1, msgid2, n)) != here), here)

    def _files(self) -> Iterator[GNUTranslations]:
        for game in plugins.loaded():
            if found := _outside(file_of_game(game.file, self._language)):
                yield found


def file_of_game(file: str, language: str) -> Path:
    """Return where the translations of a game from outside are."""
    return Path(file).with_suffix(f".{language}.po")


@cache
def _outside(file: Path) -> GNUTranslations | None:
    return _read(read_po(io.BytesIO(file.read_bytes()))) if file.is_file() else None


def _file(language: str) -> Path:
    return _LOCALE / f"{language}.po"


def _translated(language: str) -> Catalog:
    """Return the messages translated so far."""
    file = _file(language)
    return read_po(io.BytesIO(file.read_bytes() if file.exists() else b""), locale=language)


# --- what there is to translate -------------------------------------------------------------------

_KEYWORDS: Final[Mapping[str, tuple[int | tuple[int, str], ...] | None]] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "N_": None,
    "say": None,
    "say_many": (1, 2),
    "_decision": (2,),  # the words of a question, in engine/actions.py
}
_PLACES: Final = {"ngettext": (0, 1), "say_many": (0, 1), "decision": (1,)}  # of messages among the arguments
_METHODS: Final = [
    ("**.py", "century.web.render.languages:in_python"),
    ("web/render/templates/**.*", "jinja2.ext:babel_extract"),
]
_OPTIONS: Final = {"web/render/templates/**.*": {"newstyle_gettext": "true", "silent": "false"}}


def messages() -> dict[str, list[str]]:
    """Return every message to translate, and the files that contain it."""
    return {
        _singular(message): sorted({file for file, _ in message.locations}) for message in _template() if message.id
    }


def _template() -> Catalog:
    template = in_sources(_PACKAGE)
    for file, message in _data():
        template.add(message, locations=[(file, 0)])
    return template


def in_sources(package: Path) -> Catalog:
    """Return the messages of all Python files and templates."""
    found = Catalog()
    for file, line, message, _, context in extract_from_dir(package, _METHODS, _OPTIONS, _KEYWORDS):
        found.add(message, locations=[(file, line)], context=context)
    return found


def in_python(
    source: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[tuple[int, str, list[str | None], list[str]]]:
    """Yield the messages of a Python file for Babel, whose own reader misses nested ones and those in f-strings."""
    for node in ast.walk(ast.parse(source.read())):
        if isinstance(node, ast.Call):
            function = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            if function in keywords and any(isinstance(text, str) for text in texts):
                yield node.lineno, function, [text if isinstance(text, str) else None for text in texts], []


def _data() -> Iterator[tuple[str, Forms]]:
    """Yield messages that are data, not text in a call, each with its file."""
    yield from _of_games()
    for file in ("spice_road.toml", "eastern_wonders.toml", "a_new_world.toml"):
        for message in _printed(file):
            yield f"components/{file}", message
    yield from _codes()


def _of_games() -> Iterator[tuple[str, str]]:
    """Yield titles and settings."""
    from century.trilogy import TITLES, load

    for title in TITLES:
        yield "trilogy/titles.py", title.title
        yield "trilogy/titles.py", title.summary
        for setting in load(title.name).settings:
            yield f"trilogy/{title.name.replace('-', '_')}.py", setting


def _printed(file: str) -> Iterator[Forms]:
    """Yield the names of the cubes, coins and maps of a box, in all editions."""
    from century.components.catalogue import Catalogue

    printed = Catalogue.load([file])
    for edition in (None, "golem"):
        for code, word in printed.words(edition).items():
            if len(code) > 1:  # a coin: a line of the score has many of them
                yield word
                yield many(word)
            else:
                yield word if many(word) == word else (word, many(word))
    if "map" in printed.tables:
        for entry in printed.entries("map"):
            yield entry.values["name"]


def _codes() -> Iterator[tuple[str, str]]:
    """Yield the names of codes in a view."""
    from century.players import LEVELS

    for level in LEVELS:
        yield "players/__init__.py", named(level)


def messages_of_game(game: Game) -> list[Forms]:
    """Return the messages of a game from outside that the package does not have."""
    known = messages()
    found: dict[Forms, None] = dict.fromkeys([game.title, game.summary, *game.settings])
    with Path(game.file).open("rb") as source:
        for _, function, texts, _ in in_python(source, {*_KEYWORDS, "decision"}, (), {}):
            first, *others = _PLACES.get(function, (0,))
            if message := texts[first] if first < len(texts) else None:
                several = next((texts[place] for place in others), None)
                found[(message, several) if several else message] = None
    return [message for message in found if message and _first(message) not in known]


def _first(message: Forms) -> str:
    return message if isinstance(message, str) else message[0]


# --- bringing a file up to date -------------------------------------------------------------------


def updated(language: str) -> str:
    """Return the file of a language, up to date: all current messages and no others, with the same head."""
    return _updated(language, _file(language), _template())


def updated_of_game(language: str, game: Game) -> str:
    """Return the file of a language of a game from outside, up to date."""
    template = Catalog()
    for message in messages_of_game(game):
        template.add(message, locations=[(Path(game.file).name, 0)])
    return _updated(language, file_of_game(game.file, language), template)


def _updated(language: str, file: Path, template: Catalog) -> str:
    before = read_po(io.BytesIO(file.read_bytes() if file.exists() else b""), locale=language)
    after = Catalog(locale=language)
    for message in template:
        if message.id:
            known = before.get(message.id, message.context)
            fits = known is not None and isinstance(known.string, str) == isinstance(message.id, str)
            after.add(
                message.id,
                known.string if known and fits else None,
                message.locations,
                user_comments=known.user_comments if known else (),
                context=message.context,
            )
    body = io.BytesIO()
    write_po(body, after, width=0, omit_header=True, sort_output=True, include_lineno=False)
    head = file.read_text("utf-8").partition("\n\n")[0] if file.exists() else _head(language)
    return f"{head}\n\n{body.getvalue().decode().strip()}\n"


def _head(language: str) -> str:
    lines = [
        f"Language: {language}",
        f"Plural-Forms: {Catalog(locale=language).plural_forms}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
    ]
    return "\n".join(['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines)])


def untranslated(language: str) -> list[str]:
    """Return the messages without a translation."""
    return [_singular(message) for message in _translated(language) if message.id and not _is_whole(message.string)]


def _singular(message: Message) -> str:
    """Return the text of a message; of several forms, the first."""
    return message.id if isinstance(message.id, str) else message.id[0]


def _is_whole(string: str | Collection[str] | None) -> bool:
    """Whether there is a translation; of several forms, of each."""
    return bool(string) and (isinstance(string, str) or all(string or ()))


def main(files: Sequence[str]) -> None:
    """Bring the files of all languages up to date: those of the package, or those of games from outside."""
    for game in [game for file in files for game in plugins.games_in(Path(file))]:
        for language in LANGUAGES:
            if language != DEFAULT:
                file_of_game(game.file, language).write_text(updated_of_game(language, game), "utf-8")
    for language in () if files else LANGUAGES:
        if language != DEFAULT:
            text = updated(language)
            _LOCALE.mkdir(exist_ok=True)
            _file(language).write_text(text, "utf-8")
            left = untranslated(language)
            print(f"{language}: {len(messages())} messages, {len(left)} to translate", *left, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
