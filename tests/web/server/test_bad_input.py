"""Whatever is sent: a clear answer, never an error of the server."""

import json
import socket
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.waiting import PATIENCE
from tests.web.house import API, BOT, FRIEND, ME, SCREEN, House, Person

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


# --- all that the description of the API allows, and much that it does not ----------------------------


@pytest.fixture(scope="module")
def tables(house: House) -> tuple[Person, list[str]]:
    """Somebody with tables of several kinds."""
    ann = house.person("Ann")
    over = ann.lays_out(ME, BOT, start=0, turn_limit=1)
    ann.answers(over, "play S01")
    return ann, [ann.lays_out(ME, SCREEN), ann.lays_out(ME, BOT), ann.lays_out(ME, FRIEND), over]


@pytest.fixture(scope="module")
def schema(house: House) -> Any:
    return schemathesis.openapi.from_url(f"{house.address}{API}/openapi.json")


def operations() -> list[tuple[str, str]]:
    from century.web.server.app import create_app
    from century.web.server.settings import Settings

    description = create_app(Settings(database="sqlite://", secret=b"0" * 16)).openapi()
    return [(method.upper(), path) for path, item in description["paths"].items() for method in item]


@pytest.mark.parametrize("known", [True, False], ids=["with a token", "without"])
@pytest.mark.parametrize(("method", "path"), [pair for pair in operations() if not pair[1].endswith("/events")])
def test_generated_requests(
    house: House,
    tables: tuple[Person, list[str]],
    schema: Any,
    method: str,
    path: str,
    known: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("century.web.server.allowances.SLOWED", 0.0)
    ann, ids = tables
    if "/me" in path:
        ann = house.person("Eve")  # whose token may be invalid after the first request
    headers = {"authorization": ann.http.headers["authorization"]} if known else {"origin": house.address}
    statuses = set()
    methods = schemathesis.GenerationMode

    @hypothesis.settings(
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),  # max_examples as the profile in tests/conftest.py says
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(data=hypothesis.strategies.data())
    def ask(data: Any) -> None:
        mode = data.draw(hypothesis.strategies.sampled_from([methods.POSITIVE, methods.NEGATIVE]))
        case = data.draw(schema[path][method].as_strategy(generation_mode=mode))
        if "id" in (case.path_parameters or {}) and mode == methods.POSITIVE:
            case.path_parameters["id"] = data.draw(hypothesis.strategies.sampled_from(ids))
        response = case.call(headers=headers)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS)
        if response.status_code >= 400:
            assert response.json()["error"], "it says what is wrong"

    ask()
    assert statuses
    assert not (known and 401 in statuses) or "/me" in path


# --- by hand ------------------------------------------------------------------------------------------


def sent(person: Person, method: str, path: str, content: bytes, kind: str = "application/json") -> httpx.Response:
    return person.http.request(method, path, content=content, headers={"content-type": kind})


def is_clear(response: httpx.Response) -> bool:
    return 400 <= response.status_code < 500 and bool(response.json()["error"]) and len(response.content) < 5000


BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"NaN",
    b'{"name": NaN}',
    b'{"name": Infinity}',
    b'{"action": -Infinity, "version": NaN}',
    b'{"version": 1e999}',
    b'{"version": 1.5}',
    b'{"action": 1, "version": ' + b"9" * 4000 + b"}",
    b'{"action": 1, "version": ' + b"9" * 5000 + b"}",
    b'{"action": ' + b"9" * 400 + b', "version": 1}',
    b'{"action": "' + b"x" * 41 + b'", "version": 1}',
    b'{"action": -1, "version": 1}',
    b'{"action": true, "version": -1}',
    b'{"action": [[1]], "version": {"a": 1}}',
    b"[" * 100_000,
    b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    b'{"name": "\\u0000"}',
    b'{"name": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"name": "\xff\xfe"}',
    b"\xff\xfe\x00\x00",
    b'{"name": "a\\u0000b"}',
    b'{"name": "a\\u202eb"}',
    b'{"name": " a"}',
    b'{"name": "\\u00a0a"}',
    b'{"name": ""}',
    b'{"name": "' + b"x" * 41 + b'"}',
    b'{"name": {"$gt": ""}}',
    b'{"name": "a", "name": 7}',
    b'{"name": "a", "id": "other"}',
    b'{"secret": 5}',
    b'{"secret": "' + b"x" * 65 + b'"}',
    b'{"seat": 5}',
    b'{"seat": -1}',
    b'{"plies": 1e400}',
    b'{"game": "../spice-road", "seats": [{"kind": "me"}, {"kind": "bot"}]}',
    b'{"game": "spice-road", "seats": []}',
    b'{"game": "spice-road", "seats": [{"kind": "me"}]}',
    b'{"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "god"}]}',
    b'{"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "bot", "level": "novice:1"}]}',
    b'{"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "me", "name": "\\u0007"}]}',
    b'{"game": "eastern-wonders", "seats": [{"kind": "me"}' + b', {"kind": "bot"}' * 4 + b"]}",
    b'{"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "bot"}], "seed": 9223372036854775808}',
    b'{"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "bot"}], "start": 2}',
    b'{"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "bot"}], "edition": "\\ud800"}',
]


def test_bodies_that_are_not_understood(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN)
    before = ann.state(id)
    asked = [("PUT", f"{API}/me"), ("POST", f"{API}/people"), ("POST", f"{API}/tables")]
    asked += [("POST", f"{API}/tables/{id}/{what}") for what in ("actions", "undo", "play-on")]
    asked += [("PUT", f"{API}/tables/{id}/seats/0/bot")]
    for method, path in asked:
        for body in BODIES:
            response = sent(ann, method, path, body)
            assert is_clear(response), (path, body[:80], response.status_code, response.text[:200])
    for body in BODIES:
        response = sent(ann, "POST", f"{API}/tables/{id}/seats", body)
        assert is_clear(response), (body[:80], response.status_code)
    assert ann.state(id) == before
    assert ann.ok("GET", f"{API}/me")["name"] == "Ann"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data", "nonsense", "", "a/b; charset=x"]
)
def test_bodies_of_another_kind(ann: Person, kind: str) -> None:
    for body in (b'{"name": 7}', b"name=x", b"\xff", b"--x\r\n"):
        assert is_clear(sent(ann, "PUT", f"{API}/me", body, kind))


@pytest.mark.parametrize(
    "body", [b"\xff\xfe", b"\x00", b"century record 1\n" * 9000, b"x" * 200_001, "é".encode("latin-1")]
)
@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=nonsense", "application/json", ""])
def test_records_that_are_none(ann: Person, body: bytes, kind: str) -> None:
    assert is_clear(sent(ann, "POST", f"{API}/records", body, kind))


def test_a_record_whose_components_are_nonsense(ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, seed=1)
    record = ann.get(f"{API}/tables/{id}/record").text
    for value in (
        '{"merchant": 7}',
        '{"x": {"y": []}}',
        "[]",
        '{"' + "a" * 1000 + '": {}}',
        '{"\\ud800": 1}',
        '{"merchant": [{"id": "M01", "give": "' + "Y" * 10_000 + '"}]}',
        "[" * 100_000,
        '{"a":' * 5000 + "1" + "}" * 5000,
        "NaN",
        '{"merchant": NaN}',
    ):
        wrong = record.replace("seed: 1\n", f"seed: 1\ncomponents: {value}\n")
        assert is_clear(sent(ann, "POST", f"{API}/records", wrong.encode(), "text/plain")), value[:60]


PATHS = [
    "/t/../..",
    "/t/%2e%2e/%2e%2e",
    "/t/..%2f..%2fetc%2fpasswd",
    "/t/%00",
    "/t/%ff%fe",
    "/t/" + "x" * 25,
    "/t/" + "x" * 5000,
    "/t/a b",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..%2f..%2fapp.py",
    "/static/%00",
    "/static/" + "x" * 5000,
    "/static//etc/passwd",
    "/rules/%00",
    "/rules/nothing",
    "/rules/spice-road?part=perhaps",
    "/t/x/replay?ply=-1",
    "/t/x/replay?ply=1e9",
    "/t/x/replay?ply=" + "9" * 5000,
    "/t/x/replay?ply=%00",
    f"{API}/tables/%00",
    f"{API}/tables/%F0%9F%8E%B2/state",
    f"{API}/tables/'%20OR%201=1--",
    f"{API}/tables?list=all",
    f"{API}/tables?list=%00",
    f"{API}/tables/x/seats/99999999999999999999/bot",
    f"{API}/nothing",
    "/api",
    "/wp-admin.php",
    "/%",
    "//",
]


def test_paths_that_lead_nowhere(house: House, ann: Person) -> None:
    """Sent as they stand: a client would tidy them up."""
    host, port = house.address.removeprefix("http://").split(":")
    for path in PATHS:
        for method in ("GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "BREW"):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as raw:
                head = f"{method} {path} HTTP/1.1\r\nhost: x\r\naccept: */*\r\nauthorization: Bearer x\r\n"
                raw.sendall(f"{head}connection: close\r\n\r\n".encode())
                answer = b"".join(iter(lambda: raw.recv(65536), b""))
            status = int(answer.split(b" ", 2)[1])
            assert 400 <= status < 500, (method, path, status)
            assert b"root:" not in answer
            if method not in ("HEAD",) and status != 400:
                assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"], (method, path)


def test_a_method_that_is_not_for_a_path_is_said_to_be_none(ann: Person) -> None:
    answer = ann.http.request("PATCH", f"{API}/me")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]


def test_a_page_says_what_is_wrong_as_a_page(ann: Person) -> None:
    for path, status in (("/t/nowhere", 404), ("/t/!!", 422), ("/nothing", 404), ("/rules/nothing", 422)):
        answer = ann.get(path, headers={"accept": "text/html"})
        assert answer.status_code == status
        assert answer.headers["content-type"].startswith("text/html")
        assert 'href="/"' in answer.text


def test_what_is_wrong_is_said_in_the_language_of_who_asks(house: House, ann: Person) -> None:
    german = {"accept-language": "de"}
    for path, said in (
        ("/t/nowhere", "Tisch"),
        ("/t/!!", "Diese Adresse ist ungültig"),
        ("/nothing", "Diese Seite gibt es nicht"),
        ("/rules/nothing", "nothing"),
    ):
        assert said in ann.get(path, headers=german | {"accept": "text/html"}).text, path
    assert ann.get(f"{API}/nothing", headers=german).json() == {"error": "Diese Seite gibt es nicht"}
    answer = ann.http.put(f"{API}/me", json={"name": "\u200b"}, headers=german)
    assert (answer.status_code, answer.json()["error"][:8]) == (422, "Ein Name")
    answer = ann.http.put(f"{API}/me", json={"nam": "Ann"}, headers=german)
    assert answer.json()["error"].startswith("Die Anfrage ist ungültig: name: ")
    answer = httpx.put(
        f"{house.address}{API}/me", json={"name": "Ann"}, headers=german | {"origin": "http://elsewhere"}
    )
    assert (answer.status_code, answer.json()["error"][:10]) == (403, "Änderungen")


def test_headers_that_make_no_sense(house: House) -> None:
    headers: list[dict[bytes, bytes]] = [
        {b"cookie": b"\xff=\xfe; century=\xff"},
        {b"cookie": b"century=" + b"x" * 8000},
        {b"cookie": b"language=../../etc; century=;;;==="},
        {b"accept-language": b"\xff" * 500},
        {b"accept-language": b"de;q=" * 1000},
        {b"host": b"<script>"},
        {b"accept": b"\xff"},
        {b"if-none-match": b"\xff", b"if-modified-since": b"never", b"range": b"bytes=9-1"},
    ]
    with httpx.Client(base_url=house.address) as http:
        for sent in headers:
            for path in ("/", "/rules/spice-road", f"{API}/tables", f"{API}/me", "/static/page.js", "/nothing"):
                assert http.get(path, headers=sent).status_code < 500, (path, sent)
