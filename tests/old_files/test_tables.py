"""A database of before is opened by the server of today: its visitors see their tables as they were, and play on.

There is one for each schema. PostgreSQL gets the same rows, in the schema that they were written in.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from century.cli import main
from century.web.tables.database import Database, _alembic
from tests.old_files import FOLDER, differences
from tests.waiting import until
from tests.web.conftest import new_database, postgres  # noqa: F401  # fixtures
from tests.web.house import API, House, Person

MADE = {"0001": FOLDER / "tables", "0002": FOLDER / "tables_of_a7ff564"}  # by the schema
SAVED = {schema: json.loads((folder / "seen.json").read_text("utf-8")) for schema, folder in MADE.items()}
IN_PLAY = [
    name for name in SAVED["0001"]["tables"] if SAVED["0001"]["seen"][name]["Ann"]["table"]["stage"] == "playing"
]


class Before(House):
    """A server of today with a database of before."""

    def __init__(self, database: str, schema: str) -> None:
        super().__init__(database)
        self.schema, self.saved = schema, SAVED[schema]
        self.ids: dict[str, str] = self.saved["tables"]
        self.seen: dict[str, dict[str, Any]] = self.saved["seen"]


def as_it_is(file: Path) -> sa.Engine:
    """A database that is read, and not even locked."""
    return sa.create_engine(f"sqlite:///file:{file}?immutable=1&uri=true")


def in_postgres(file: Path, url: str, schema: str) -> None:
    """Write the rows of a file into PostgreSQL as a server of then would have written them."""
    database = Database(url)
    database.migrate(schema)
    then = sa.MetaData()
    then.reflect(database.engine)
    with as_it_is(file).connect() as source, database.engine.begin() as target:
        for table in then.sorted_tables:
            rows = [dict(row) for row in source.execute(table.select()).mappings()]
            if rows and table.name != "alembic_version":
                target.execute(table.insert(), rows)
    database.close()


@pytest.fixture(params=[f"{schema}-{kind}" for schema in MADE for kind in ("sqlite", "postgres")])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Before]:
    """A server with a copy of the database."""
    schema, _, kind = request.param.partition("-")
    url = f"sqlite:///{shutil.copy(MADE[schema] / 'tables.sqlite', tmp_path)}"
    if kind == "postgres":
        make: Callable[[], str] = request.getfixturevalue("new_database")
        url = make()
        in_postgres(MADE[schema] / "tables.sqlite", url, schema)
    with Before(url, schema) as house:
        yield house


def test_there_is_a_file_for_each_earlier_schema() -> None:
    script = ScriptDirectory.from_config(_alembic())
    earlier = {revision.revision for revision in script.walk_revisions()} - {script.get_current_head()}
    assert earlier == MADE.keys()
    for schema, folder in MADE.items():
        with as_it_is(folder / "tables.sqlite").connect() as db:
            assert db.scalar(sa.text("SELECT version_num FROM alembic_version")) == schema


def test_all_of_them_can_be_replayed(
    house: Before, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", house.settings.database)
    assert main(["admin", "check"]) == 0
    assert "all is well" in capsys.readouterr().out


def visitor(house: Before, name: str) -> Person:
    """A visitor of before, with the token of then."""
    person = house.person()
    person.http.headers["authorization"] = f"Bearer {house.saved['tokens'][name]}"
    me = person.ok("GET", f"{API}/me")
    assert me["name"] == name
    person.id = me["id"]
    return person


def test_everyone_sees_their_tables_as_they_were(house: Before) -> None:
    for name, id in house.ids.items():
        for who, before in house.seen[name].items():
            person = visitor(house, who)
            found = differences(before, person.state(id))
            assert [each for each in found if not each.startswith("/view/question/text ")] == [], name  # only words
            for page in (f"/t/{id}", f"/t/{id}/replay?ply=3"):
                answer = person.get(page)
                assert answer.status_code == 200
                assert "started under different rules" not in answer.text
    ann = visitor(house, "Ann")
    listed = {table["id"] for table in ann.ok("GET", f"{API}/tables?list=mine")}
    assert listed >= {house.ids[name] for name in IN_PLAY}
    assert ann.get("/").status_code == 200


def test_a_private_table_stays_private(house: Before) -> None:
    bo = visitor(house, "Bo")
    for name, id in house.ids.items():
        assert bo.get(f"{API}/tables/{id}").is_success == ("Bo" in house.seen[name]), name


def test_tables_are_played_on(house: Before) -> None:
    for name in IN_PLAY:
        id, people = house.ids[name], [visitor(house, who) for who in house.seen[name]]
        plies = house.seen[name]["Ann"]["plies"]
        for given in range(3):
            actor = until(lambda: next((one for one in people if one.state(id)["acting"]), None))  # noqa: B023
            assert actor, name
            actor.answers(id)
            assert actor.state(id)["plies"] > plies + given, name


def test_answers_of_before_are_taken_back(house: Before) -> None:
    ann = visitor(house, "Ann")
    table = house.ids["with a bot"]
    before = ann.state(table)["plies"]
    assert ann.takes_back(table).status_code == 200
    assert ann.state(table)["plies"] < before


def test_an_invitation_of_before_is_accepted(house: Before) -> None:
    bo = visitor(house, "Bo")
    ((seat, secret),) = house.saved["link"].items()
    answer = bo.sits_down(house.ids["waiting"], secret=secret)
    assert answer.status_code == 200, answer.text
    state = bo.state(house.ids["waiting"])
    assert (state["seat"], state["table"]["stage"]) == (int(seat), "playing")


def test_the_seat_that_a_bot_answers_for_is_taken_back(house: Before) -> None:
    ann = visitor(house, "Ann")
    assert ann.gives_to_bot(house.ids["stand-in"], 0, None).status_code == 200
    assert ann.state(house.ids["stand-in"])["table"]["seats"][0]["level"] is None


def test_records_of_tables_are_the_same(house: Before) -> None:
    ann = visitor(house, "Ann")
    for name, record in house.saved["records"].items():
        assert ann.get(f"{API}/tables/{house.ids[name]}/record").text == record


def test_a_finished_table_leads_to_its_rematch_and_to_its_positions(house: Before) -> None:
    ann = visitor(house, "Ann")
    rematch = ann.table(house.ids["finished"])["rematch"]
    assert ann.state(rematch)["acting"]
    new = ann.ok("POST", f"{API}/tables/{house.ids['finished']}/play-on", plies=5, level="novice", seat=0)
    assert ann.state(new["id"])["plies"] >= 5
