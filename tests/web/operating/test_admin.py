"""`century admin`: tables, people, backups, cleaning and checks, on both databases, while a server runs."""

import contextlib
import re
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from century.cli import main
from century.errors import CenturyError
from century.web.admin.backup import back_up, restore
from century.web.server import housekeeping, identity
from century.web.tables.database import Database
from century.web.tables.names import NameFilter
from century.web.tables.schema import actions, metadata, people, seats, statistics, tables
from tests.waiting import PATIENCE, until
from tests.web.house import API, BOT, ME, OPEN, SCREEN, SECRET, House, Person

Admin = Callable[..., str]


@pytest.fixture
def served(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server that looks often for what other programs have changed."""
    monkeypatch.setattr(housekeeping, "LOOK", 0.02)
    monkeypatch.setattr(identity, "TRUSTED", 0.0)
    with House(database) as house:
        yield house


@pytest.fixture
def admin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: str) -> Admin:
    """Runs a command of `century admin` on the database of the server, and returns what it prints."""
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("CENTURY_SECRET", SECRET.decode())
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main(["admin", *arguments]) == status
        out, err = capsys.readouterr()
        return err if status == 2 else out

    return run


def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database."""
    database = Database(url)
    with database.reading() as db:
        found = {
            table.name: sorted((tuple(row) for row in db.execute(table.select())), key=repr)
            for table in metadata.sorted_tables
        }
    database.close()
    return found


def blind_move(person: Person, table: str) -> httpx.Response:
    """A move without a look at the table."""
    return person.ask("POST", f"{API}/tables/{table}/actions", action=0, version=1)


def test_tables_are_listed_and_shown_without_what_is_hidden(served: House, admin: Admin) -> None:
    ann, bo = served.person("Ann"), served.person("Bo")
    table = ann.lays_out(ME, OPEN, private=True)
    other = bo.lays_out(ME, BOT)
    assert table in admin("tables", "list")
    assert re.search(rf"{table} .*waiting.* Ann", admin("tables", "list", "--stage", "waiting"))
    assert other not in admin("tables", "list", "--stage", "waiting")
    assert other not in admin("tables", "list", "--person", ann.id)
    assert table not in admin("tables", "list", "--untouched", "1")
    shown = admin("tables", "show", other)
    assert "Bo" in shown
    assert "replay: complete" in shown
    assert "seed" not in shown
    assert "this table does not exist or is private" in admin("tables", "show", "none", status=2)


def test_a_closed_table_is_over_for_those_who_have_it_open(served: House, admin: Admin) -> None:
    ann = served.person()
    table = ann.lays_out(ME, SCREEN)
    ann.answers(table)
    with ann.listens(table) as heard:
        version = ann.table(table)["version"]
        admin("tables", "close", table)
        heard.hears_version(version + 1)
    state = ann.state(table)
    assert state["table"]["stage"] == "over"
    assert state["table"]["result"]["winner"] is None
    assert "the game is over" in ann.tries(table, 0).text
    assert "ended this game" in ann.get(f"/t/{table}/part").text
    assert ann.get(f"{API}/tables/{table}/record").status_code == 200
    assert ann.get(f"/t/{table}/replay").status_code == 200
    assert "over already" in admin("tables", "close", table, status=2)
    assert "all is well" in admin("check")


def test_a_deleted_table_is_gone_at_once_and_leaves_no_name(served: House, admin: Admin) -> None:
    ann = served.person()
    table = ann.lays_out(ME, BOT)
    ann.answers(table)
    admin("tables", "delete", table)
    until(lambda: ann.get(f"{API}/tables/{table}").status_code == 404)
    assert blind_move(ann, table).status_code == 404
    with served.store.database.reading() as db:
        for part in (tables, seats, actions):
            assert db.execute(part.select()).all() == []
        (row,) = db.execute(statistics.select()).all()
    assert (row.game, row.levels, row.stage) == ("spice-road", [None, "novice"], "playing")
    assert not {ann.id, ann.name, table} & {str(value) for value in row}
    assert "there is no table" in admin("tables", "delete", table, status=2)


def test_a_banned_person_can_do_nothing_until_the_ban_ends(served: House, admin: Admin) -> None:
    ann, guest = served.person(), served.person("Gus", browser=True)
    table = guest.lays_out(ME, SCREEN)
    for person in (ann, guest):
        assert person.name in admin("people", "ban", person.id)
        for path in ("/", f"{API}/me", f"{API}/tables/{table}"):
            assert person.get(path, headers={"accept-language": "de"}).status_code == 403
        assert "gesperrt" in person.get("/", headers={"accept-language": "de", "accept": "text/html"}).text
    assert blind_move(guest, table).status_code == 403
    assert re.search(rf"{ann.id}.*banned", admin("people", "list", "--banned"))
    assert guest.id in admin("people", "list", "--banned")
    admin("people", "unban", ann.id)
    assert ann.get(f"{API}/me").status_code == 200
    assert ann.id not in admin("people", "list", "--banned")
    assert "there is no person" in admin("people", "ban", "nobody", status=2)


def test_a_ban_ends_the_event_streams_of_the_person(served: House, admin: Admin) -> None:
    ann, bo = served.person("Ann"), served.person("Bo", browser=True)
    table = ann.lays_out(ME, SCREEN)
    with ann.listens(table) as others, bo.listens(table) as banned:
        admin("people", "ban", bo.id)
        assert banned.ended.wait(PATIENCE)
        version = ann.answers(table)["version"]
        others.hears_version(version)
    assert bo.get(f"{API}/tables/{table}/events").status_code == 403


def test_a_deleted_person_leaves_others_their_tables(served: House, admin: Admin) -> None:
    ann, bo = served.person("Annabella"), served.person("Bo")
    alone, shared = ann.lays_out(ME, BOT), ann.lays_out(ME, OPEN)
    assert bo.sits_down(shared).status_code == 200
    for person in (ann, bo, ann, bo):  # set-up and the first turns
        if person.state(shared)["acting"]:
            person.answers(shared)
    admin("people", "delete", ann.id)
    assert ann.get(f"{API}/me").status_code == 401
    until(lambda: bo.get(f"{API}/tables/{alone}").status_code == 404)
    until(lambda: bo.table(shared)["host"])
    until(lambda: bo.table(shared)["seats"][0]["kind"] == "bot")
    assert bo.waits_for_turn(shared)["acting"]  # a bot plays on for her
    bo.answers(shared)
    left = everything(served.settings.database)
    assert ann.id not in repr(left)
    assert "Annabella" not in repr(left)
    assert "all is well" in admin("check")
    assert "there is no person" in admin("people", "delete", ann.id, status=2)


def test_names_are_moderated(served: House, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / "words"
    words.write_text("# words\nBadword\nass\n\n", "utf-8")
    monkeypatch.setenv("CENTURY_FORBIDDEN_NAMES", str(words))
    rude = served.person("a B4dwörd!")
    table = rude.lays_out(ME, SCREEN)
    served.service.names = NameFilter(words)
    assert rude.ask("PUT", f"{API}/me", name="B A D W O R D").status_code == 403
    assert rude.ask("POST", f"{API}/people", name="bad-word").status_code == 403
    seat = {"kind": "screen", "name": "badword"}
    assert rude.ask("POST", f"{API}/tables", game="spice-road", seats=[ME, seat]).status_code == 403
    assert rude.ask("PUT", f"{API}/me", name="Cassandra").status_code == 200  # a short word counts alone
    assert rude.ask("PUT", f"{API}/me", name="Ass 1").status_code == 403
    with served.store.database.writing() as db:
        db.execute(sa.update(people).values(name="a B4dwörd!"))
    listed = admin("people", "list", "--forbidden")
    assert rude.id in listed
    admin("people", "rename", rude.id, "Guest")
    assert rude.id not in admin("people", "list", "--forbidden")
    until(lambda: [seat["name"] for seat in rude.table(table)["seats"]] == ["Guest", "Guest 2"])


def test_a_list_of_names_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CenturyError, match="CENTURY_FORBIDDEN_NAMES"):
        NameFilter(tmp_path / "missing")


def test_cleaning_removes_old_tables_and_people_without_any(served: House, admin: Admin) -> None:
    ann, bo, banned = served.person("Ann"), served.person("Bo"), served.person("Cy")
    admin("people", "ban", banned.id)
    old, new = ann.lays_out(ME, SCREEN), bo.lays_out(ME, SCREEN)
    assert "0 tables and 0 people" in admin("clean", "--days", "30")
    with served.store.database.writing() as db:
        db.execute(sa.update(tables).where(tables.c.id == old).values(touched=0.0))
        db.execute(sa.update(people).values(made=0.0))
    assert "1 table and 1 person" in admin("clean", "--days", "30")
    assert bo.table(new)["id"] == new
    with served.store.database.reading() as db:
        assert set(db.scalars(sa.select(people.c.id))) == {bo.id, banned.id}
        assert db.scalar(sa.select(sa.func.count()).select_from(statistics)) == 1
    assert "above 0" in admin("clean", "--days", "0", status=2)


def test_a_server_cleans_by_itself(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "CLEAN", 0.02)
    with House(database, keep_days=30.0) as house:
        ann = house.person()
        old, new = ann.lays_out(ME, SCREEN), ann.lays_out(ME, SCREEN)
        with house.store.database.writing() as db:
            db.execute(sa.update(tables).where(tables.c.id == old).values(touched=0.0))
        until(lambda: house.store.version(old) is None)
        assert house.store.version(new)


@pytest.mark.parametrize("into", ["sqlite", "postgres"])
def test_a_backup_while_people_play_is_restored_anywhere(
    served: House,
    admin: Admin,
    into: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = served.person()
    done, table = ann.lays_out(ME, BOT, turn_limit=1), ann.lays_out(ME, SCREEN, clock=60)
    while ann.waits_for_turn(done)["table"]["stage"] != "over":
        ann.answers(done)
    ann.answers(table)
    file = tmp_path / "backup.sqlite"
    file.write_text("an older one")
    admin("backup", str(file))
    kept = everything(served.settings.database)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup.sqlite"]
    ann.answers(table)  # not in the backup

    make: Callable[[], str] = request.getfixturevalue("new_database")
    target = make() if into == "postgres" else f"sqlite:///{tmp_path / 'restored.sqlite'}"
    monkeypatch.setenv("DATABASE_URL", target)
    admin("restore", str(file))
    assert everything(target) == kept
    assert "is not empty" in admin("restore", str(file), status=2)
    admin("restore", str(file), "--replace")
    assert everything(target) == kept
    assert "all is well" in admin("check")
    with House(target) as other:
        ann.moves_to(other.address)
        ann.told.clear()
        assert ann.state(table)["plies"] == 1
        ann.answers(table)


def test_a_backup_is_whole_or_not_there(served: House, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    file.write_text("an older one")

    class Interrupted(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Interrupted

    served.person().lays_out(ME, SCREEN)
    with pytest.raises(Interrupted):
        back_up(served.store.database, file, stop)
    assert file.read_text() == "an older one"
    assert not list(tmp_path.glob("*.part"))


def test_a_restore_that_fails_changes_nothing(served: House, tmp_path: Path) -> None:
    served.person().lays_out(ME, SCREEN)
    file = tmp_path / "backup.sqlite"
    back_up(served.store.database, file)
    served.person().lays_out(ME, SCREEN)
    before = everything(served.settings.database)
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE seats")
    with pytest.raises((CenturyError, sa.exc.SQLAlchemyError)):
        restore(served.store.database, file, replace=True)
    assert everything(served.settings.database) == before


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_what_is_no_backup_is_refused(admin: Admin, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    assert "century: " in admin("restore", str(file), status=2)


def test_a_database_of_another_version_is_refused(admin: Admin) -> None:
    assert "tables of another version" in admin("tables", "list", status=2)


def test_checking_finds_what_does_not_fit(served: House, admin: Admin) -> None:
    ann = served.person()
    sound, cut, wrong = (ann.lays_out(ME, SCREEN) for _ in range(3))
    for table in (sound, cut, wrong):
        ann.answers(table)
        ann.answers(table)
    assert "3 tables: all is well" in admin("check")
    with served.store.database.writing() as db:
        db.execute(sa.delete(actions).where((actions.c.table == cut) & (actions.c.ply == 0)))
        db.execute(sa.update(tables).where(tables.c.id == wrong).values(stage="over", actor=None))
    found = admin("check", status=1)
    assert f"table {cut}: answer" in found
    assert f"table {wrong}: it is noted as over, the game is playing" in found
    assert sound not in found
