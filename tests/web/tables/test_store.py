"""What is written down stays, in SQLite and in PostgreSQL; what is late or doubled changes nothing."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import alembic.op
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from century.errors import CenturyError
from century.web.tables import schema
from century.web.tables.database import Database
from century.web.tables.people_store import PeopleStore
from century.web.tables.rows import AnswerRow, NewAnswer, SeatRow, TableRow
from century.web.tables.table_store import StaleVersion, TableStore
from tests.waiting import until


@pytest.fixture
def people(store: TableStore) -> PeopleStore:
    return PeopleStore(store.database)


@pytest.fixture
def store(database: str) -> Iterator[TableStore]:
    store = TableStore(Database(database))
    store.database.migrate()
    yield store
    store.database.close()


SEATS = [SeatRow(0, "person", "ann", "Ann", None), SeatRow(1, "bot", None, "Wren", "novice")]
ROW = {
    "game": "spice-road",
    "options": {"seed": 2**62 + 1, "turn_limit": 7},
    "rules": "0.1.0",
    "host": "ann",
    "actor": 0,
    "stage": "playing",
    "private": False,
    "takebacks": True,
    "clock": None,
}


def new(store: TableStore, seats: list[SeatRow] | None = None, **more: Any) -> str:
    return store.create({**ROW, **more}, seats or SEATS)


def found(store: TableStore, id: str) -> tuple[TableRow, list[AnswerRow]]:
    both = store.table(id)
    assert both
    return both


def answer(store: TableStore, id: str, version: int, ply: int, action: int = 3) -> None:
    given = AnswerRow(action, ply % 2, "ann")
    if store.add_answers([NewAnswer(id, version, ply, given, {"actor": (ply + 1) % 2})]) != [True]:
        raise StaleVersion


def rows(store: TableStore, table: sa.Table) -> list[Any]:
    with store.database.engine.connect() as db:
        return list(db.execute(sa.select(table)))


def names(store: TableStore) -> set[str]:
    return set(sa.inspect(store.database.engine).get_table_names())


# --- migrations ---------------------------------------------------------------------------------------


def test_migrations_make_exactly_the_tables_of_the_schema(store: TableStore) -> None:
    with store.database.engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    assert names(store) == {*schema.metadata.tables, "alembic_version"}


def test_migrating_again_changes_nothing(store: TableStore) -> None:
    id = new(store)
    store.database.migrate()
    other = TableStore(Database(store.database.url.render_as_string(hide_password=False)))
    other.database.migrate()
    other.database.close()
    assert found(store, id)[0].id == id


def test_a_migration_is_made_whole_or_not_at_all(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = TableStore(Database(database))

    def broken(*_: Any) -> None:
        raise RuntimeError("the power is gone")

    with monkeypatch.context() as patch:
        patch.setattr(alembic.op, "create_index", broken)
        with pytest.raises(RuntimeError, match="the power is gone"):
            store.database.migrate()
    assert names(store) == set()
    store.database.migrate()
    assert "actions" in names(store)
    store.database.close()


def test_servers_that_start_at_once_do_not_disturb_each_other(database: str) -> None:
    wrong: list[BaseException] = []

    def start() -> None:
        store = TableStore(Database(database))
        try:
            store.database.migrate()
        except BaseException as error:
            wrong.append(error)
        finally:
            store.database.close()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("url", ["", "no address", "mysql://ann:topsecret@here/x", "sqlite+odd:///x", "://topsecret@"])
def test_an_address_that_is_none_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(CenturyError, match="DATABASE_URL") as refused:
        TableStore(Database(url))
    assert "topsecret" not in str(refused.value)
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


# --- tables -------------------------------------------------------------------------------------------


def test_a_table_is_kept_as_it_was_made(store: TableStore) -> None:
    given = [AnswerRow(5, 0, "record"), AnswerRow(6, 1, "record")]
    id = store.create(ROW, SEATS, given)
    row, answers = found(store, id)
    assert row.options == ROW["options"]
    assert (row.version, row.plies, row.rules, row.seats) == (1, 2, "0.1.0", tuple(SEATS))
    assert answers == given
    assert store.table("nothing") is None
    assert (store.version(id), store.version("nothing")) == (1, None)


def test_an_answer_is_one_row_and_moves_the_table_on(store: TableStore) -> None:
    id = new(store)
    answer(store, id, 1, 0, action=9)
    answer(store, id, 2, 1, action=8)
    row, answers = found(store, id)
    assert (row.version, row.plies, row.actor) == (3, 2, 0)
    assert answers == [AnswerRow(9, 0, "ann"), AnswerRow(8, 1, "ann")]
    assert [(one.ply, one.action) for one in rows(store, schema.actions)] == [(0, 9), (1, 8)]


@pytest.mark.parametrize("version", [0, 1, 3])
def test_what_was_meant_for_another_version_changes_nothing(store: TableStore, version: int) -> None:
    id = new(store)
    answer(store, id, 1, 0)
    before = found(store, id), rows(store, schema.actions)
    for change in (
        lambda: answer(store, id, version, 1),
        lambda: answer(store, id, version, 0),
        lambda: store.take_back(id, version, 0, {}),
        lambda: store.change_seat(id, version, {"stage": "over"}, replace(SEATS[0], name="Eve")),
        lambda: store.create(ROW, SEATS, rematch_of=(id, version)),
    ):
        with pytest.raises(StaleVersion):
            change()
    assert (found(store, id), rows(store, schema.actions)) == before
    assert len(rows(store, schema.tables)) == 1, "no table is left of a rematch that was not to be"


def test_answers_written_together_do_not_share_their_fate(store: TableStore) -> None:
    ids = [new(store) for _ in range(3)]
    answer(store, ids[1], 1, 0)
    together = [NewAnswer(id, 1, 0, AnswerRow(7, 0, "ann"), {"actor": 1}) for id in ids]
    assert store.add_answers(together) == [True, False, True]
    assert [[one.action for one in found(store, id)[1]] for id in ids] == [[7], [3], [7]]
    assert [found(store, id)[0].version for id in ids] == [2, 2, 2]


def test_of_many_who_answer_at_once_one_does(store: TableStore) -> None:
    id = new(store)
    done: list[int] = []

    def try_it(number: int) -> None:
        try:
            answer(store, id, 1, 0, action=number)
            done.append(number)
        except StaleVersion:
            pass

    threads = [threading.Thread(target=try_it, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 1
    assert found(store, id)[1] == [AnswerRow(done[0], 0, "ann")]


def test_a_table_and_its_answers_are_of_one_moment(store: TableStore) -> None:
    id = new(store)
    stop = threading.Event()

    def play() -> None:
        version = 1
        while not stop.is_set():
            for ply in range(3):
                answer(store, id, version + ply, ply)
            store.take_back(id, version + 3, 0, {})
            version += 4

    playing = threading.Thread(target=play)
    playing.start()
    try:
        for _ in range(150):
            row, answers = found(store, id)
            assert len(answers) == row.plies == (row.version - 1) % 4
    finally:
        stop.set()
        playing.join()


def test_answers_taken_back_are_gone(store: TableStore) -> None:
    id = new(store)
    for ply in range(3):
        answer(store, id, 1 + ply, ply)
    store.take_back(id, 4, 1, {"actor": 1})
    row, answers = found(store, id)
    assert (row.version, row.plies, row.actor, len(answers)) == (5, 1, 1, 1)


def test_lists(store: TableStore) -> None:
    free = [SEATS[0], SeatRow(1, "open", None, "?", None)]
    invited = [SEATS[0], SeatRow(1, "invited", None, "?", None)]
    playing, over = new(store), new(store, stage="over")
    waiting, by_link = new(store, free, stage="waiting"), new(store, invited, stage="waiting", host="bo")
    hidden = new(store, free, stage="waiting", private=True, host="bo")
    new(store, [SeatRow(0, "bot", None, "Wren", "novice")], private=True, host="bo")
    assert {row.id for row in store.open()} == {waiting}
    assert {row.id for row in store.watchable()} == {playing}
    mine = [row.id for row in store.mine("ann")]
    assert set(mine) == {playing, over, waiting, by_link, hidden}
    assert mine[-1] == over, "those in play come first"
    assert store.mine("eve") == []


def test_a_rematch_is_noted_with_the_table_that_it_is(store: TableStore) -> None:
    id = new(store, stage="over")
    again = store.create(ROW, SEATS, rematch_of=(id, 1))
    assert (found(store, id)[0].rematch, found(store, id)[0].version) == (again, 2)


# --- people -------------------------------------------------------------------------------------------


def test_a_token_is_kept_as_a_digest_and_replaced_by_the_next(store: TableStore, people: PeopleStore) -> None:
    people.add("ann", "Ann")
    first = people.new_token("ann")
    assert people.token_owner(first) == "ann"
    assert first not in str(rows(store, schema.tokens))
    second = people.new_token("ann")
    assert (people.token_owner(first), people.token_owner(second), people.token_owner("x")) == (None, "ann", None)


def test_a_new_name_shows_where_one_plays_on_one_seat(store: TableStore, people: PeopleStore) -> None:
    people.add("ann", "Ann")
    one, over = new(store), new(store, stage="over")
    both = new(store, [SEATS[0], SeatRow(1, "person", "ann", "Other", None)])
    assert store.rename("ann", "Zoë") == [one]
    assert people.name("ann") == "Zoë"
    assert [found(store, id)[0].seats[0].name for id in (one, over, both)] == ["Zoë", "Ann", "Ann"]
    assert [found(store, id)[0].version for id in (one, over, both)] == [2, 1, 1]
    people.add("ann", "Late")
    assert people.name("ann") == "Zoë"


def test_an_error_of_the_database_does_not_tell_the_seed(store: TableStore) -> None:
    with store.database.engine.begin() as db:
        db.execute(sa.text("ALTER TABLE tables RENAME TO elsewhere"))
    with pytest.raises(sa.exc.SQLAlchemyError, match="INSERT INTO tables") as refused:
        new(store)
    assert str(2**62 + 1) not in str(refused.value)


def test_one_process_thinks_for_the_bots(store: TableStore) -> None:
    if store.database.is_sqlite:
        pytest.skip("with SQLite there is one process")
    id = new(store)
    claim = store.claim_bots(id, 1, 60)
    assert claim
    assert not store.claim_bots(id, 1, 60)
    longer = store.extend_claim(id, claim, 90)
    assert longer
    assert longer > claim
    assert store.extend_claim(id, longer, 0) == 0
    assert not store.claim_bots(id, 2, 60), "of another version"
    assert store.claim_bots(id, 1, 0.0)
    assert store.claim_bots(id, 1, 60), "whoever had it has been silent for too long"


def test_a_process_that_lost_its_claim_does_not_free_that_of_another(store: TableStore) -> None:
    if store.database.is_sqlite:
        pytest.skip("with SQLite there is one process")
    id = new(store)
    first = store.claim_bots(id, 1, 0.001)
    assert first
    second = until(lambda: store.claim_bots(id, 1, 60))
    assert second
    assert store.extend_claim(id, first, 60) is None
    assert store.extend_claim(id, first, 0) is None
    assert not store.claim_bots(id, 1, 60), "the second still has it"
    assert store.extend_claim(id, second, 0) == 0
    assert store.claim_bots(id, 1, 60)


def test_claims_are_no_changes_of_the_table(store: TableStore) -> None:
    id = new(store)
    before = store.table(id)
    claim = store.claim_bots(id, 1, 60)
    assert claim
    longer = store.extend_claim(id, claim, 60)
    assert longer
    assert store.extend_claim(id, longer, 0) == 0
    assert store.table(id) == before
