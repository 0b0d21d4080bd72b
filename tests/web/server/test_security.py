"""Nobody acts for another, nobody sees what is hidden or private, and pages of other sites change nothing."""

import json
import logging
import re

import httpx
import pytest

from century.web.server.sessions import COOKIE
from tests.web.house import API, BOT, FRIEND, ME, OPEN, SCREEN, House, Person

NASTY = "<script>\"&'"


def cookie_of(person: Person) -> str:
    return str(person.http.cookies[COOKIE])


def seed_of(house: House, id: str) -> str:
    found = house.store.table(id)
    assert found
    return str(found[0].options["seed"])


def all_that_is_told(person: Person | httpx.Client, id: str) -> dict[str, httpx.Response]:
    """Whatever can be read of a table."""
    paths = [f"{API}/tables/{id}{rest}" for rest in ("", "/state", "/record", "/invitations")]
    paths += [f"/t/{id}{rest}" for rest in ("", "/part", "/replay", "/replay/part?ply=3")]
    paths += ["/", f"{API}/tables", f"{API}/tables?list=mine", f"{API}/tables?list=watch"]
    return {path: person.get(path, headers={"accept": "text/html"}) for path in paths}


# --- seats --------------------------------------------------------------------------------------------


def test_nobody_acts_for_another(house: House, ann: Person, bo: Person) -> None:
    eve = house.person("Eve")
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    version = ann.state(id)["version"]
    for person in (bo, eve):
        for seat in (None, 0, 1):
            assert person.tries(id, "play S01", version, seat=seat).status_code == 403
    assert eve.ask("POST", f"{API}/tables/{id}/undo", version=version).status_code == 403
    assert eve.ask("POST", f"{API}/tables/{id}/hint").status_code == 403
    assert eve.ask("POST", f"{API}/tables/{id}/hurry").status_code == 403
    assert bo.gives_to_bot(id, 0).status_code == 403
    assert eve.gives_to_bot(id, 1, None).status_code == 403
    assert ann.state(id)["version"] == version
    assert not eve.state(id)["view"]["actions"]
    assert not bo.state(id)["view"]["actions"]
    nobody = httpx.Client(base_url=house.address, headers={"origin": house.address})
    with nobody:
        answer = nobody.post(f"{API}/tables/{id}/actions", json={"action": "play S01", "version": version})
    assert (answer.status_code, "error" in answer.json()) == (401, True)


# --- what is hidden -----------------------------------------------------------------------------------


def test_the_seed_of_a_game_with_others_is_told_to_nobody(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    seed = seed_of(house, id)
    assert len(seed) > 12, "nobody finds it by trying"

    def look() -> None:
        for person in (ann, bo, house.person("Eve")):
            for path, response in all_that_is_told(person, id).items():
                assert seed not in response.text, path
                assert '"options":' not in response.text, path
            assert person.get(f"{API}/tables/{id}/record").status_code == 403
            for plies in (0, 1):
                refused = person.ask("POST", f"{API}/tables/{id}/play-on", plies=plies)
                assert refused.status_code == 403, "nor can they find out by playing on"

    look()  # while the host waits alone, too
    bo.sits_down(id)
    ann.answers(id, "acquire 2")
    look()
    wrong = ann.tries(id, "claim P01").text + ann.tries(id, "play S01", 1).text + ann.tries(id, 9999).text
    assert seed not in wrong


def test_a_seed_can_be_chosen_where_nobody_else_plays(house: House, ann: Person) -> None:
    for others in (OPEN, FRIEND):
        response = ann.ask("POST", f"{API}/tables", game="spice-road", seats=[ME, others], seed=3)
        assert (response.status_code, "seed" in response.json()["error"]) == (422, True)
    id = ann.lays_out(ME, BOT, SCREEN, seed=3)
    assert seed_of(house, id) == "3"
    assert ann.get(f"{API}/tables/{id}/record").status_code == 200


def test_a_record_is_given_to_who_plays_alone_and_to_all_after_the_end(house: House, ann: Person, bo: Person) -> None:
    alone, strict = ann.lays_out(ME, BOT), ann.lays_out(ME, BOT, takebacks=False)
    watched = ann.lays_out(BOT, BOT)
    assert [ann.get(f"{API}/tables/{id}/record").status_code for id in (alone, strict, watched)] == [200, 403, 200]
    assert [bo.get(f"{API}/tables/{id}/record").status_code for id in (alone, strict, watched)] == [403, 403, 403]
    id = ann.lays_out(ME, OPEN, start=0, turn_limit=2)
    bo.sits_down(id)
    ann.answers(id, "play S01")
    bo.answers(id, "play S01")
    assert ann.table(id)["stage"] == "over"
    assert house.person("Eve").get(f"{API}/tables/{id}/record").status_code == 200


@pytest.mark.parametrize(
    "settings",
    [
        {"components": "/etc/passwd"},
        {"components": "pyproject.toml"},
        {"players": "3"},
        {"names": "x"},
        {"interpreted": "1"},
        {"seed": "7"},
        {"self": "x"},
        {"map": "no such map"},
        {"x\x00": "y"},
    ],
)
def test_settings_are_those_of_the_game_and_nothing_else(ann: Person, settings: dict[str, str]) -> None:
    response = ann.ask("POST", f"{API}/tables", game="eastern-wonders", seats=[ME, BOT], settings=settings)
    assert response.status_code == 422
    assert re.match("unknown (option|map) ", response.json()["error"])
    assert "root:" not in response.text


def test_a_setting_of_the_game_is_kept(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT, game="eastern-wonders", settings={"map": "atoll"})
    found = house.store.table(id)
    assert found
    assert found[0].options["map"] == "atoll"


# --- what is private ----------------------------------------------------------------------------------


def test_nobody_reads_a_private_table(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, SCREEN, private=True, start=0)
    ann.answers(id)
    browser = house.person("Eve", browser=True)
    for person in (bo, browser):
        for path, response in all_that_is_told(person, id).items():
            if id in path:
                assert response.status_code == 404, path
                nowhere = person.get(path.replace(id, "nowhere"), headers={"accept": "text/html"})
                assert nowhere.text == response.text, "as if there were none"
            assert id not in response.text.replace(path, ""), path
        for method, rest, body in (
            ("POST", "actions", {"action": 1, "version": 1}),
            ("POST", "undo", {"version": 1}),
            ("POST", "hint", {}),
            ("POST", "hurry", {}),
            ("POST", "rematch", {}),
            ("POST", "seats", {"seat": 1}),
            ("POST", "seats", {"secret": "x"}),
            ("POST", "play-on", {"plies": 0}),
            ("PUT", "seats/0/bot", {"level": "novice"}),
        ):
            assert person.ask(method, f"{API}/tables/{id}/{rest}", **body).status_code == 404, rest
    assert ann.table(id)["private"]
    assert ann.get(f"/t/{id}").status_code == 200


# --- cookies and tokens -------------------------------------------------------------------------------


def test_a_cookie_is_signed_and_kept_from_scripts(house: House) -> None:
    with httpx.Client(base_url=house.address) as http:
        answer = http.get("/")
    kept = answer.headers["set-cookie"].lower()
    assert kept.startswith(f"{COOKIE}=")
    assert "httponly" in kept
    assert "samesite=lax" in kept
    eve = house.person("Eve", browser=True)
    good = cookie_of(eve)
    payload, _, signature = good.rpartition(".")
    other = "A" if signature[0] != "A" else "B"  # the last character would not do: not all of its bits count
    forged = {f"{payload}.{other}{signature[1:]}", payload, signature, payload + ".", "x" + good}
    forged |= {json.dumps(eve.id), "é", '""', ".", "a.b.c", "x" * 3000}
    with httpx.Client(base_url=house.address) as http:
        assert http.get(f"{API}/me", headers={"cookie": f"{COOKIE}={good}"}).json()["id"] == eve.id
        for wrong in forged:
            answer = http.get(f"{API}/me", headers={b"cookie": f"{COOKIE}={wrong}".encode()})
            assert answer.status_code == 401, wrong


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", "Basic eDp5", "Bearer é\x01", "x" * 5000])
def test_a_token_that_is_none_is_nobody(house: House, header: str) -> None:
    """Nor does the cookie beside it count, which such a request could come with from anywhere."""
    eve = house.person("Eve", browser=True)
    del eve.http.headers["origin"]
    sent = {b"authorization": header.encode("latin-1")}
    for answer in (eve.http.get(f"{API}/me", headers=sent), eve.http.post(f"{API}/me/token", headers=sent)):
        assert (answer.status_code, "token" in answer.json()["error"]) == (401, True)
    assert eve.http.get("/", headers=sent).status_code == 401


def test_a_new_token_ends_the_old_one(house: House, ann: Person) -> None:
    fresh = ann.ok("POST", f"{API}/me/token")
    assert ann.get(f"{API}/me").status_code == 401
    ann.http.headers["authorization"] = f"bearer {fresh['token']}"
    assert ann.ok("GET", f"{API}/me") == {"id": ann.id, "name": "Ann"}


# --- logs ---------------------------------------------------------------------------------------------


def test_no_secret_is_logged(house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    caplog.set_level(logging.DEBUG)
    ann = house.person("Ann")
    eve = house.person("Eve", browser=True)
    id = ann.lays_out(ME, FRIEND)
    secret = ann.ok("GET", f"{API}/tables/{id}/invitations")["1"]
    eve.sits_down(id, secret=secret)
    eve.tries(id, "nonsense")
    token = ann.http.headers["authorization"].removeprefix("Bearer ")
    hidden = [secret, token, cookie_of(eve), seed_of(house, id), house.settings.secret.decode()]
    # what the client in this test itself says does not count
    own = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(("http", "hpack")))
    told = own + "".join(capfd.readouterr()) + repr(house.settings)
    assert [one for one in hidden if one in told] == []
