"""A visit to a page: the visitor, their language, and how a page is made for them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from century import words
from century.web.render.languages import LANGUAGES, language_of, translations
from century.web.render.pens import environment
from century.web.server.dependencies import Identities
from century.web.server.identity import Identity, Visitor

LONGEST_ERROR = 2000  # characters of an error that are shown


@dataclass(frozen=True)
class Visit:
    """A request for a page."""

    request: Request
    identity: Identity
    visitor: Visitor
    name: str
    language: str

    def page(self, template: str, **context: object) -> Response:
        """Return a page from a template, with a cookie for a new visitor."""
        path = self.request.url.path
        text = _drawn(template, self.language, name=self.name, path=path, **context)
        response = HTMLResponse(text, headers={"cache-control": "no-store"})
        self.identity.remember(self.request, response, self.visitor)
        return response

    def translated(self, text: str) -> str:
        """Return a text of the engine in the language of the page."""
        return words.translated(text, translations(self.language).gettext)


async def visit_of(request: Request, identity: Identities) -> Visit:
    """Return the visit; a new visitor becomes known with the page."""
    visitor = await identity.known(request) or identity.newcomer()
    return Visit(request, identity, visitor, await identity.name(visitor.id), language_of(request))


PageVisit = Annotated[Visit, Depends(visit_of)]


def wants_page(request: Request) -> bool:
    """Whether a request is for a page, not for a response of the API or a part of a page."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def error_page(request: Request, status: int, why: str) -> Response:
    """Render an error as HTML or JSON, in the visitor's language."""
    language = language_of(request)
    why = words.translated(why, translations(language).gettext)
    why = why.encode(errors="replace").decode()[:LONGEST_ERROR]  # a lone surrogate that was sent cannot be returned
    if not wants_page(request):
        return JSONResponse({"error": why}, status)
    return HTMLResponse(_drawn_error(language, status, why), status)


@lru_cache(maxsize=100)
def _drawn_error(language: str, status: int, why: str) -> str:
    """Draw the page of an error, once: a client that is refused may ask again at once."""
    return _drawn("error.html", language, status=status, why=why, path="/", name="")


def _drawn(template: str, language: str, **context: object) -> str:
    return environment(language).get_template(template).render(language=language, languages=LANGUAGES, **context)
