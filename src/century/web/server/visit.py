"""A visit to a page: the visitor, their language, and how a page is made for them."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup, escape

from century import words
from century.web.render.languages import LANGUAGES, language_of, translations
from century.web.render.pens import environment
from century.web.server.dependencies import Identities
from century.web.server.identity import Identity, Visitor

LONGEST_ERROR = 2000  # characters of an error that are shown
KEPT = 100  # pages that are kept; each takes about 100 kB
_NAME = "\ufdd0"  # stands for the visitor's name in a kept page; it is not printable, so no name contains it


@dataclass(frozen=True)
class Visit:
    """A request for a page."""

    request: Request
    identity: Identity
    visitor: Visitor
    name: str
    language: str
    is_first: bool  # whether nothing is kept of the visitor yet

    def page(self, template: str, **context: object) -> Response:
        """Return a page from a template, with a cookie for a new visitor."""
        return self._response(_drawn(template, self.language, name=self.name, **context).encode())

    def kept_page(self, template: str, **context: Hashable) -> Response:
        """Return a page that follows from `context` and the visitor's name: it is rendered once for all names."""
        page = _kept(template, self.language, **context)
        return self._response(page.replace(_NAME.encode(), escape(self.name).encode()))

    def kept_part(self, template: str, **context: Hashable) -> Markup:
        """Return a part of a kept page that changes less often than the page."""
        return Markup(_kept(template, self.language, **context).decode())

    def _response(self, page: bytes) -> Response:
        response = HTMLResponse(page, headers={"cache-control": "no-store"})
        self.identity.remember(self.request, response, self.visitor)
        return response

    def translated(self, text: str) -> str:
        """Return a text of the engine in the language of the page."""
        return words.translated(text, translations(self.language).gettext)


async def visit_of(request: Request, identity: Identities) -> Visit:
    """Return the visit; a new visitor becomes known with the page."""
    known = await identity.known(request)
    visitor = known or identity.newcomer()
    name = await identity.name(visitor.id) if known else identity.guest_name(visitor.id)
    return Visit(request, identity, visitor, name, language_of(request), is_first=known is None)


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
    return _drawn("error.html", language, status=status, why=why, name="")


@lru_cache(maxsize=KEPT)
def _kept(template: str, language: str, **context: Hashable) -> bytes:
    return _drawn(template, language, name=_NAME, **context).encode()


def _drawn(template: str, language: str, **context: object) -> str:
    return environment(language).get_template(template).render(language=language, languages=LANGUAGES, **context)
