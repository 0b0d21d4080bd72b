"""A person's own data, and the same person on another device."""

import asyncio
import json

import segno
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from century.web.admin.upkeep import Upkeep
from century.web.schemas import DeviceLink, PersonInfo, SecretRequest
from century.web.server.dependencies import Identities, Person, Service
from century.web.server.identity import Visitor
from century.web.server.sessions import DAY, LIFETIME
from century.web.server.visit import PageVisit
from century.web.tables.errors import NotAllowed
from century.web.tables.personal_data import personal_data
from century.words import say

LINK_SECONDS = 600.0  # for which a link to another device is valid

router = APIRouter(prefix="/api/v1")
pages = APIRouter(default_response_class=HTMLResponse)


@pages.get("/privacy")
async def privacy(request: Request, visit: PageVisit) -> Response:
    """What is kept of visitors, and what they can do about it."""
    keep_days = request.app.state.settings.keep_days
    return visit.kept_page("privacy.html", keep_days=keep_days and round(keep_days), cookie_days=round(LIFETIME / DAY))


@pages.get("/device")
async def device(visit: PageVisit) -> Response:
    """Where a link to another device leads; its secret is behind the # and is sent by the page itself."""
    return visit.kept_page("device.html")


@router.get("/me/data")
async def my_data(person: Person, service: Service) -> Response:
    """Everything that is kept about you, as JSON."""
    data = await asyncio.to_thread(personal_data, service.store.database, person)
    headers = {"content-disposition": 'attachment; filename="century-my-data.json"', "cache-control": "no-store"}
    return Response(json.dumps(data, indent=2, ensure_ascii=False), media_type="application/json", headers=headers)


@router.delete("/me", status_code=204)
async def delete_me(
    request: Request, person: Person, service: Service, identity: Identities, response: Response
) -> None:
    """Delete you, and everything that is yours. Bots take your seats where others play."""
    await asyncio.to_thread(Upkeep(service.store.database).delete_person, person)
    identity.forget(person)
    await service.look_for_changes()
    await identity.sign_out(request, response, person, everywhere=False)


@router.post("/me/link", status_code=201)
async def link(request: Request, person: Person, identity: Identities) -> DeviceLink:
    """A link that makes another device yours, too. It is valid once, and for ten minutes."""
    secret = await identity.new_link(person, LINK_SECONDS)
    url = f"{request.base_url}device#{secret}"
    picture = segno.make(url, error="m").svg_data_uri(scale=5, border=4, light="white")
    return DeviceLink(url=url, seconds=round(LINK_SECONDS), picture=picture)


@router.post("/device")
async def use_link(
    wanted: SecretRequest, request: Request, service: Service, identity: Identities, response: Response
) -> PersonInfo:
    """Become the person a link belongs to: the response sets their cookie."""
    person = await identity.use_link(wanted.secret)
    if person is None:
        raise NotAllowed(say("this link was used, or has expired: make a new one"))
    identity.remember(request, response, Visitor(person, is_new=True))
    return PersonInfo(id=person, name=await identity.name(person))
