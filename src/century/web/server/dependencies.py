"""What endpoints depend on: the services of the server, and the visitor."""

from typing import Annotated

from fastapi import Depends, Request

from century.web.limits import client_of
from century.web.server.identity import Identity, NotIdentified
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


async def client_address(request: Request) -> str:
    """Return the client for limits: an address, or a network of IPv6."""
    return client_of(request.client.host if request.client else "")


Client = Annotated[str, Depends(client_address)]


async def person_if_known(request: Request) -> str | None:
    """Return the id of the visitor, if known."""
    visitor = await (await identity_of(request)).known(request)
    return visitor.id if visitor else None


AnyPerson = Annotated[str | None, Depends(person_if_known)]


async def known_person(request: Request) -> str:
    """Return the id of the visitor; raise NotIdentified if unknown.

    It calls what it needs: each dependency of a dependency would cost every move as much as its own work.
    """
    person = await person_if_known(request)
    if person is None:
        text = say("you are not identified: open the page first, or send a token (get one from POST /api/v1/people)")
        raise NotIdentified(text)
    (await service_of(request)).clients.note(person, await client_address(request))
    return person


Person = Annotated[str, Depends(known_person)]


async def name_of(person: Person, identity: Identities) -> str:
    """Return the name of the visitor."""
    return await identity.name(person)


Name = Annotated[str, Depends(name_of)]
