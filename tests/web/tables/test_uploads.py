"""Records from strangers: no table waits for them, and none of them costs more than a limit."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import century
from century.errors import CenturyError
from century.web.tables.errors import Busy
from century.web.tables.new_tables import NewTable
from century.web.tables.record_reader import MOST_ANSWERS, WAITING, WAITING_EACH, RecordReader, _Upload
from tests.waiting import until
from tests.web.house import API, ME, SCREEN, House, Person
from tests.web.tables.test_records import upload

RECORD = century.game("spice-road").new(players=2, seed=7, start=0, interpreted=True).play("play S01").record()


def test_tables_go_on_while_records_wait(house: House, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    reader, release = house.service._records, asyncio.Event()
    read = reader._read

    async def waits(upload: _Upload) -> NewTable:
        await release.wait()
        return await read(upload)

    def sent(_: int) -> httpx.Response:
        return upload(ann, RECORD)

    with monkeypatch.context() as patch, ThreadPoolExecutor(8) as pool:
        patch.setattr(reader, "_read", waits)
        sending = [pool.submit(sent, number) for number in range(8)]
        refused = until(lambda: [one.result() for one in sending if one.done()])
        assert {(one.status_code, one.headers["retry-after"]) for one in refused} == {(503, "5")}
        ann.answers(id)
        assert ann.get("/").status_code == 200
        until(lambda: sum(one.done() for one in sending) == 8 - WAITING_EACH)
        house.in_its_thread(release.set)
    assert sorted(one.result().status_code for one in sending) == [201] * WAITING_EACH + [503] * (8 - WAITING_EACH)
    assert not reader._waiting


def test_only_so_many_records_wait_however_many_clients_send_them() -> None:
    async def several() -> None:
        reader, never = RecordReader(), asyncio.Event()
        reader._read = lambda upload: never.wait()  # type: ignore[method-assign,assignment,return-value]
        reading = [asyncio.create_task(reader.read("ann", RECORD, f"client {number}")) for number in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await reader.read("bo", RECORD, "another client")
        for one in reading:
            one.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        assert not reader._waiting

    asyncio.run(several())


def test_a_record_that_takes_too_long_is_given_up() -> None:
    async def read() -> None:
        reader = RecordReader(seconds=0.0)
        with pytest.raises(CenturyError, match="takes too long"):
            await reader.read("ann", RECORD, "a client")
        assert reader._pool is None, "its process is gone"
        reader._seconds = 600.0
        assert len((await reader.read("ann", RECORD, "a client")).answers) == 1
        reader.close()

    asyncio.run(read())


def test_a_record_with_too_many_answers_is_not_even_replayed(house: House, ann: Person) -> None:
    head, _, end = RECORD.partition("1.1 play S01\n")
    before = house.service._records._pool
    for text in (head + "1.1 rest\n" * (MOST_ANSWERS + 1) + end, head + f"1.1 {', '.join(['rest'] * 6000)}\n" + end):
        for ends in ("\n", "\r\n"):
            refused = upload(ann, text.replace("\n", ends))
            assert (refused.status_code, f"at most {MOST_ANSWERS} answers" in refused.text) == (422, True)
    assert house.service._records._pool is before
    assert ann.ask("GET", f"{API}/me").status_code == 200
