"""There is room for everybody in the lobby."""

from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from century.web.server import visit
from century.web.tables import table_lists
from tests.web.house import API, BOT, FRIEND, ME, OPEN, Person, house_in
from tests.web.tables.test_seats import error


def opens(person: Person, game: str = "spice-road", **more: object) -> int:
    return person.ask("POST", f"{API}/tables", game=game, seats=[ME, OPEN], **more).status_code


def test_nobody_crowds_out_the_lobby(tmp_path: Path) -> None:
    with house_in(tmp_path, open_tables=2) as house:
        ann = house.person("Ann")
        assert [opens(ann) for _ in range(4)] == [201, 201, 403, 403]
        refused = ann.ask("POST", f"{API}/tables", game="spice-road", seats=[ME, OPEN])
        assert "2 of your tables wait for players" in error(refused)
        assert opens(ann, private=True) == 201, "the lobby does not list it"
        assert ann.lays_out(ME, FRIEND)
        assert ann.lays_out(ME, BOT)
        people = [house.person(f"Bo {number}") for number in range(8)]
        assert [opens(one) for one in people].count(201) == 6, "with other names, but from the same address"


def test_the_lobby_has_pages_and_can_be_searched_by_game(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        ann, bo = house.person("Ann"), house.person("Bo", browser=True)
        for _ in range(35):
            opens(ann)
        opens(ann, "sand-to-sea")
        found = [ann.ok("GET", f"{API}/tables?list=open&page={page}") for page in range(3)]
        assert [len(page) for page in found] == [30, 6, 0]
        assert len({table["id"] for page in found for table in page}) == 36
        (only,) = ann.ok("GET", f"{API}/tables?list=open&game=sand-to-sea")
        assert only["game"] == "sand-to-sea"
        assert ann.ok("GET", f"{API}/tables?list=watch&game=sand-to-sea") == []
        assert 'href="/?page=1"' in bo.get("/").text
        last = bo.get("/?page=1").text
        assert last.count("data-sit=") == 6
        assert 'href="/?page=0"' in last
        assert bo.get("/?game=sand-to-sea").text.count("data-sit=") == 1
        assert bo.get("/?game=nothing&page=0").status_code == 200
        assert bo.get("/?page=-1").status_code == 422


def test_the_lobby_is_drawn_once_for_all_visitors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_lists, "FRESH", 1e9)
    with house_in(tmp_path) as house:
        ann = house.person("Ann <b>")
        opens(ann)
        selects: list[str] = []

        def noted(_: object, __: object, statement: str, *___: object) -> None:
            if "FROM tables" in statement and "LIMIT" in statement:  # a list, not a look for changes
                selects.append(statement)

        def visits() -> str:
            with httpx.Client(base_url=house.address) as http:
                return http.get("/").text

        sa.event.listen(house.store.database.engine, "before_cursor_execute", noted)
        assert visits().count("data-sit=") == 1
        drawn = visit._kept.cache_info().misses
        assert {visits().count("data-sit=") for _ in range(10)} == {1}
        assert len(selects) == 2, "one for each list"
        assert visit._kept.cache_info().misses == drawn
        opens(ann, "sand-to-sea")
        assert visits().count("data-sit=") == 2, "what this process has changed shows at once"
        mine = ann.get("/").text
        assert "Ann &lt;b&gt;" in mine
        assert "data-sit=" not in mine, "they are among her own"
        for path in ("/rules/spice-road", "/privacy", "/join", "/device"):
            ann.get(path)
            drawn = visit._kept.cache_info().misses
            assert "Ann &lt;b&gt;" in ann.get(path).text
            assert visit._kept.cache_info().misses == drawn, path


def test_a_list_that_could_not_be_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house_in(tmp_path) as house:
        ann = house.person("Ann")
        opens(ann)

        def away(*_: object) -> Any:
            raise sa.exc.OperationalError("SELECT 1", {}, Exception("away"))

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "open", away)
            assert ann.get(f"{API}/tables?list=open").status_code == 503
        assert len(ann.ok("GET", f"{API}/tables?list=open")) == 1


def test_the_tables_of_a_person_are_found_by_indexes(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        statements: list[str] = []
        engine = house.store.database.engine

        def noted(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
            if "host" in statement and statement.startswith("SELECT tables"):
                with engine.connect() as db:
                    plan = db.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                    statements.extend(row[3] for row in plan.fetchall())

        sa.event.listen(engine, "before_cursor_execute", noted)
        house.store.mine("ann")
        assert any("tables_by_host" in line for line in statements), statements
        assert not any(line.startswith("SCAN tables") for line in statements), statements
