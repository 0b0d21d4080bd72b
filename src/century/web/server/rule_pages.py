"""The pages of the rules: the digests as HTML, with links between them."""

import re
from dataclasses import dataclass
from functools import cache

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup, escape

import century
from century import plugins
from century.engine.game import Game
from century.rulebook import number_pattern, numbers_in, rules
from century.trilogy import TITLES
from century.web.server.visit import PageVisit
from century.web.tables.views import rules_of

_RULE = re.compile(r"\*\*[\w-]+ ?([^*]*)\*\*\s*(.*)", re.DOTALL)
_CODE = re.compile(r"`[^`]+`")

router = APIRouter(default_response_class=HTMLResponse)


@dataclass(frozen=True, eq=False)
class Section:
    """A chapter of a digest, with its rules."""

    title: str
    rules: list[tuple[str, Markup, Markup]]  # number, title and text
    home: str = ""  # the title of the other game that the rules are borrowed from


@cache
def digest(game: str, language: str) -> tuple[Section, ...]:
    """Return the rules of a game by chapter, and after them those of other games that it borrows."""
    letters = century.game(game).letters
    borrowed = _borrowed(game)
    found: dict[str, Section] = {}
    for rule in rules(language).values():
        home = _letters(rule.number)
        if home != letters and rule.number not in borrowed:
            continue
        title, text = _RULE.fullmatch(rule.text).groups()  # type: ignore[union-attr]
        name = _CODE.sub("", rule.section).strip()
        section = Section(name, []) if home == letters else Section("", [], _home(home).title)
        section = found.setdefault(section.home or name, section)
        section.rules.append((rule.number, written(title.strip(), game, language), written(text, game, language)))
    return tuple(sorted(found.values(), key=lambda section: bool(section.home)))


@cache
def _borrowed(game: str) -> set[str]:
    """Return the rules behind answers for which a game has none of its own, from games that its own rules cite."""
    played = century.game(game)
    own = [rule for rule in rules().values() if _letters(rule.number) == played.letters]
    homes = {_letters(number) for rule in own for number in numbers_in(rule.text)}
    found: set[str] = set()
    for choice in {choice for choices in played.decisions.values() for choice in choices}:
        numbers = rules_of(choice, played)
        if played.letters not in map(_letters, numbers):
            found |= {number for number in numbers if _letters(number) in homes}
    return found


def _letters(number: str) -> str:
    """Return the letters of a rule's game."""
    return number.partition("-")[0]


def _home(letters: str) -> Game:
    """Return the game whose rules have these letters."""
    return next(game for game in map(century.game, century.games()) if game.letters == letters)


def written(text: str, game: str, language: str = "en") -> Markup:
    """Return a text of a digest as HTML: rule numbers become links, `code` and *emphasis* are set as such."""
    parts, at = [], 0
    for found in re.finditer(rf"{_CODE.pattern}|\*+\w[^*]*\*+|{number_pattern().pattern}", text):
        parts += [escape(text[at : found.start()]), _special(found[0], game, language)]
        at = found.end()
    return Markup("").join([*parts, escape(text[at:])])


def _special(part: str, game: str, language: str) -> Markup:
    if part in rules(language):
        home = _home(_letters(part)).name
        where = f"#rule-{part}" if home == game or part in _borrowed(game) else f"/rules/{home}#rule-{part}"
        title = re.sub(r"[*`]", "", rules(language)[part].text).replace("\n", " ")
        return Markup('<a class="cited" href="{}" title="{}">{}</a>').format(where, title, part)
    if part.startswith("*"):
        return Markup("<em>{}</em>").format(part.strip("*"))
    if part.startswith("`["):  # where the rule comes from
        return Markup('<span class="mark">{}</span>').format(part.strip("`[]"))
    return Markup("<code>{}</code>").format(part.strip("`")) if part.startswith("`") else escape(part)


@router.get("/rules")
async def all_rules() -> Response:
    """The rules of the first game, with links to the others."""
    return RedirectResponse(f"/rules/{century.games()[0]}")


@router.get("/rules/{game}")
async def rules_page(game: str, visit: PageVisit, part: bool = False) -> Response:
    """The rules of a game, on a page or beside a table."""
    chosen = century.game(game[:40])
    sections = digest(chosen.name, visit.language)
    return visit.kept_page(
        "rules_part.html" if part else "rules.html",
        game=chosen,
        sections=sections,
        has_marks=any('class="mark"' in text for section in sections for _, _, text in section.rules),
        games=(*TITLES, *plugins.loaded()),
    )
