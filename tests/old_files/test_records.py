"""Records of before replay to the same game: the same legal answers in every position, and the same end."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

import century
from tests.old_files import FOLDER, differences
from tests.old_files.meaning import meaning

RECORDS = FOLDER / "records"
MEANINGS = json.loads((RECORDS / "meanings.json").read_text("utf-8"))


@pytest.mark.parametrize("name", MEANINGS)
def test_a_record_means_the_same(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text("utf-8")
    match = century.replay(text, interpreted=True)
    assert differences(MEANINGS[name], {**meaning(match), "view": json.loads(json.dumps(match.view()))}) == []
    assert match.record() == text


def test_there_are_records_of_all_games_and_stages() -> None:
    texts = [path.read_text("utf-8") for path in sorted(Path(RECORDS).glob("*.txt"))]
    assert len(texts) == len(MEANINGS)
    for game in century.games():
        for stage in ("finished", "stopped", "unfinished"):
            assert any(f"\ngame: {game}\n" in text and f" actions, {stage}, " in text for text in texts), (game, stage)


EARLIER = FOLDER / "records_of_b9f0c31"


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_record_from_before_stand_ins_were_corrected_replays_with_those_of_then(path: Path) -> None:
    """Five locations of boards A2, D2 and E2 had another number of settlers; the record itself names its end."""
    text = path.read_text("utf-8")
    if re.search(r"^game: east-to-west-[23]$", text, re.MULTILINE):
        with pytest.raises(century.RecordError, match=r"^line \d+: "):
            century.replay(text, interpreted=True)
        text = with_components(text, json.loads((EARLIER / "locations.json").read_text("utf-8")))
    assert century.replay(text, interpreted=True).record() == text


def with_components(text: str, pack: dict[str, Any]) -> str:
    """The record of the same answers with a pack of components."""
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("seat "))
    lines.insert(place, f"components: {json.dumps(pack)}")
    check = hashlib.sha256("\n".join(lines[:-1]).encode()).hexdigest()[:8]
    return "\n".join([*lines[:-1], lines[-1][:-8] + check]) + "\n"
