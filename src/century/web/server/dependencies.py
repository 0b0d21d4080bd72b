"""What endpoints depend on: the services of the server, and the visitor."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from century.web.server.identity import Identity, NotIdentified, Visitor
from century.web.tables.service import TableService
from century.words import say


async def service_of(request: Request) -> TableService:
    """Return the table service of the server."""
    service: TableService = request.app.state.service
    return service


async def identity_of(request: Request) -> Identity:
    """Return what identifies visitors."""
    identity: Identity = request.app.state.identity
    return identity


Service = Annotated[TableService, Depends(service_of)]
Identities = Annotated[Identity, Depends(identity_of)]


async def visitor_if_known(request: Request, identity: Identities) -> Visitor | None:
    """Return the visitor, if known."""
    return await identity.known(request)


AnyVisitor = Annotated[Visitor | None, Depends(visitor_if_known)]


async def known_visitor(visitor: AnyVisitor) -> Visitor:
    """Return the visitor; raise NotIdentified if unknown."""
    if visitor is None:
        text = say("nobody is known who asks: open the page first, or send a token (POST /api/v1/people gives one)")
        raise NotIdentified(text)
    return visitor


KnownVisitor = Annotated[Visitor, Depends(known_visitor)]


@dataclass(frozen=True)
class Named:
    """A known visitor with their name."""

    id: str
    name: str


async def named_visitor(visitor: KnownVisitor, identity: Identities) -> Named:
    """Return the visitor with their name; raise NotIdentified if unknown."""
    return Named(visitor.id, await identity.name(visitor))


NamedVisitor = Annotated[Named, Depends(named_visitor)]
