"""The pages: lobby, table, replay and rules. The server draws, the page knows no rule."""

import asyncio
import re
import time
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from markupsafe import Markup, escape

import century
from century import words
from century.engine.game import Game
from century.engine.match import MOST_SEED, MOST_TURNS
from century.players import LEVELS
from century.rulebook import NUMBER, rules
from century.trilogy import TITLES
from century.web.render.drawing import draw, heading
from century.web.render.languages import LANGUAGES, language_of, translations
from century.web.render.pieces import environment
from century.web.server import api
from century.web.server.api import TheHall, ThePeople
from century.web.server.identity import Person
from century.web.server.schemas import AtLeast, TableId
from century.web.tables.live_table import Room, rules_of
from century.web.tables.service import Hall

MOST_WORDS = 2000  # characters of an error that are told
_RULE = re.compile(r"\*\*[\w-]+ ?([^*]*)\*\*\s*(.*)", re.DOTALL)
_CODE = re.compile(r"`[^`]+`")
_SPECIAL = re.compile(rf"{_CODE.pattern}|\*+\w[^*]*\*+|{NUMBER.pattern}")

router = APIRouter(default_response_class=HTMLResponse)


@dataclass(frozen=True)
class Visit:
    """Who looks at a page, and in which language."""

    request: Request
    person: Person
    name: str
    language: str

    def page(self, template: str, people: ThePeople, **context: Any) -> Response:
        """A page from a template."""
        text = (
            environment(self.language)
            .get_template(template)
            .render(
                language=self.language,
                languages=LANGUAGES,
                person=self.person,
                name=self.name,
                path=self.request.url.path,
                **context,
            )
        )
        response = HTMLResponse(text, headers={"cache-control": "no-store"})
        people.remember(self.request, response, self.person)
        return response

    def told(self, text: str) -> str:
        """What the engine has said, in the language of the page."""
        return words.told(text, translations(self.language).gettext)


async def visiting(request: Request, people: ThePeople) -> Visit:
    """Who looks."""
    person = await people.visitor(request)
    name = await asyncio.to_thread(people.name, person)
    return Visit(request, person, name, language_of(request))


AVisit = Annotated[Visit, Depends(visiting)]


def is_for_people(request: Request) -> bool:
    """Whether a page is asked for, not an answer of the API or a part of a page."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def error(request: Request, status: int, why: str) -> Response:
    """A page, or for the API a JSON, that says in the language of who asks what is wrong."""
    why = words.told(why, translations(language_of(request)).gettext)
    why = why.encode(errors="replace").decode()[:MOST_WORDS]  # what was sent may be no text that can be sent back
    if not is_for_people(request):
        return JSONResponse({"error": why}, status)
    language = language_of(request)
    text = (
        environment(language)
        .get_template("error.html")
        .render(language=language, languages=LANGUAGES, status=status, why=why, path="/", person=None, name="")
    )
    return HTMLResponse(text, status)


@router.get("/")
async def lobby(visit: AVisit, hall: TheHall, people: ThePeople) -> Response:
    """Choose a game, go on with one, sit down or watch."""
    mine, waiting, watching = await asyncio.gather(
        asyncio.to_thread(hall.store.mine, visit.person.id),
        asyncio.to_thread(hall.store.open),
        asyncio.to_thread(hall.store.watchable),
    )
    ours = {row.id for row in mine}
    return visit.page(
        "lobby.html",
        people,
        games=api.games_shown(),
        summaries={title.name: title.summary for title in TITLES},
        levels=LEVELS,
        most_turns=MOST_TURNS,
        most_seed=min(MOST_SEED, 2**53 - 1),  # what a browser can count
        mine=[api.shown(row, visit.person) for row in mine],
        open_tables=[api.shown(row, visit.person) for row in waiting if row.id not in ours],
        watch_tables=[api.shown(row, visit.person) for row in watching if row.id not in ours],
    )


@router.get("/join")
async def join(visit: AVisit, people: ThePeople) -> Response:
    """Where invitations lead; the secret stands behind the # and is sent by the page itself."""
    return visit.page("join.html", people)


@router.get("/t/{id}")
async def table(id: TableId, visit: AVisit, hall: TheHall, people: ThePeople, version: AtLeast = 0) -> Response:
    """A table."""
    room = await hall.room(id, visit.person.id, version)
    return visit.page("table.html", people, **await _table(hall, room, visit))


@router.get("/t/{id}/part")
async def part(id: TableId, visit: AVisit, hall: TheHall, people: ThePeople, version: AtLeast = 0) -> Response:
    """What changes on the page of a table."""
    room = await hall.room(id, visit.person.id, version)
    return visit.page("table_part.html", people, **await _table(hall, room, visit))


async def _table(hall: Hall, room: Room, visit: Visit) -> dict[str, Any]:
    person = visit.person.id
    seen = room.seen(person, hall.hub.here(room.row.id), hint=hall.hint_for(room))
    row = room.row
    waiting = [seat for seat in row.seats if seat.kind in ("open", "invited")]
    away = [
        seat
        for seat in row.seats
        if row.host == person and row.stage == "playing" and seat.person and seat.person != person
        if seat.level is None and hall.hub.away_for(row.id, seat.person) >= hall.away
    ]
    left = row.turn_at + row.clock - time.time() if row.clock and row.stage == "playing" else None
    return {
        "table": api.shown(row, visit.person),
        "seen": seen,
        "drawn": draw(seen, visit.language),
        "heading": heading(seen, visit.language),
        "waiting": waiting,
        "can_sit": not row.seats_of(person) and any(seat.kind == "open" for seat in waiting),
        "away": away,
        "relieved": [seat for seat in row.seats if seat.person == person and seat.level is not None],
        "left": left and max(0.0, round(left, 1)),
        "warming_up": _warming_up(hall, room),
        "may_know": row.stage == "over" or room.is_solo(person),
        "levels": LEVELS,
        "plies": room.plies,
        "ended_early": visit.told(room.ended_early),
    }


def _warming_up(hall: Hall, room: Room) -> bool:
    """Whether the bots of a table play without compiled code for now."""
    bots = any(seat.level for seat in room.row.seats)
    return bots and room.row.stage == "playing" and not hall.thinkers.is_warm(room.row.game)


@router.get("/t/{id}/replay")
async def replay(
    id: TableId, visit: AVisit, hall: TheHall, people: ThePeople, ply: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """A game from its first turn to its last."""
    room = await hall.room(id, visit.person.id)
    eyes = room.eyes_of(visit.person.id)
    return visit.page(
        "replay.html",
        people,
        **_position(room, visit, ply),
        levels=LEVELS,
        turns=[start for _, start, _ in _played(room)] + [room.plies],
        played=_played(room),
        eyes=0 if eyes is None else eyes,
    )


@router.get("/t/{id}/replay/part")
async def replay_part(
    id: TableId, visit: AVisit, hall: TheHall, people: ThePeople, ply: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Response:
    """One position of a game."""
    room = await hall.room(id, visit.person.id)
    return visit.page("replay_part.html", people, **_position(room, visit, ply))


def _position(room: Room, visit: Visit, ply: int) -> dict[str, Any]:
    ply = min(ply, room.plies)
    seen = room.seen(visit.person.id, room.persons(), plies=ply)  # whether people are away now does not matter here
    return {
        "table": api.shown(room.row, visit.person),
        "drawn": draw(seen, visit.language),
        "ply": ply,
        "plies": room.plies,
        "may_know": room.row.stage == "over" or room.is_solo(visit.person.id),
        "ended_early": visit.told(room.ended_early),
    }


def _played(room: Room) -> list[tuple[int, int, int]]:
    """The turns of a game: whose each was, and the answers before and after it."""
    starts = [len(turn.history) for turn in room.turns]
    return [(room.told[start].seat, start, end) for start, end in zip(starts, [*starts[1:], room.plies], strict=False)]


# --- rules ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Section:
    """A chapter of a digest, with its rules."""

    title: str
    rules: list[tuple[str, Markup, Markup]]  # number, title and text
    home: str = ""  # the title of the other game that the rules are from


@cache
def digest(game: str, language: str) -> list[Section]:
    """The rules of a game by chapter, and those of other games by which answers in this one go."""
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
    return sorted(found.values(), key=lambda section: bool(section.home))


@cache
def _borrowed(game: str) -> set[str]:
    """The rules behind answers for which a game has none of its own, from the games that its own rules refer to."""
    played = century.game(game)
    own = [rule for rule in rules().values() if _letters(rule.number) == played.letters]
    homes = {_letters(number) for rule in own for number in NUMBER.findall(rule.text)}
    found: set[str] = set()
    for choice in {choice for choices in played.decisions.values() for choice in choices}:
        numbers = rules_of(choice, played)
        if played.letters not in map(_letters, numbers):
            found |= {number for number in numbers if _letters(number) in homes}
    return found


def _letters(number: str) -> str:
    """The letters of a rule's game."""
    return number.partition("-")[0]


def _home(letters: str) -> Game:
    """The game whose rules have these letters."""
    return next(game for game in map(century.game, century.games()) if game.letters == letters)


def written(text: str, game: str, language: str = "en") -> Markup:
    """A text of a digest as HTML: rule numbers lead to the rules, `code` and *emphasis* are set as such."""
    parts, at = [], 0
    for found in _SPECIAL.finditer(text):
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
async def rules_page(game: str, visit: AVisit, people: ThePeople, part: bool = False) -> Response:
    """The rules of a game, on a page or beside a table."""
    chosen = century.game(game[:40])
    sections = digest(chosen.name, visit.language)
    return visit.page(
        "rules_part.html" if part else "rules.html",
        people,
        game=chosen,
        sections=sections,
        has_marks=any('class="mark"' in text for section in sections for _, _, text in section.rules),
        games=TITLES,
    )
