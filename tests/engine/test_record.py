"""Records: what is wrong with one is said with its line, and nothing is half loaded."""

import re

import pytest

import century
from century import __version__
from tests.helpers import played_on, random_match

PACK = {"merchant": [{"id": "M12", "gain": "BB"}], "caravan": {"limit": 12}}


def record() -> str:
    match = century.game("spice-road").new(players=3, seed=7, start=1, names=["Ann", "Bo", "Cy"])
    return played_on(match.play("play S01"), seed=7, answers=39).record()


def test_a_record_is_a_small_readable_text() -> None:
    assert record().startswith(
        f"century record 1\ncentury: {__version__}\ngame: spice-road\nplayers: 3\nseed: 7\n"
        "start: 2\nseat 1: Ann\nseat 2: Bo\nseat 3: Cy\n\n1.2 play S01\n"
    )
    assert re.search(r"\nend: 40 actions, unfinished, points \d+ \d+ \d+, check [0-9a-f]{8}\n$", record())


def test_all_options_are_kept() -> None:
    match = random_match("spice-road", 2, seed=3, answers=30, start=1, turn_limit=50, edition="golem", components=PACK)
    again = century.replay(match.record())
    assert (again.options, again.catalogue) == (match.options, match.catalogue)
    assert again.state.tobytes() == match.state.tobytes()
    assert again.view() == match.view()


@pytest.mark.parametrize("stage", ["finished", "stopped"])
def test_an_ended_game_says_how(stage: str) -> None:
    match = random_match("spice-road", 2, seed=3, answers=9999, turn_limit=20 if stage == "stopped" else None)
    assert f", {stage}, " in match.record()
    assert century.replay(match.record()).over


def test_it_can_be_played_on() -> None:
    match = century.replay(record())
    assert match.play(match.actions()[0]).history[-1]


def test_a_pack_with_odd_letters_comes_back() -> None:
    pack = {"merchant": [{"id": "M12", "gain": "BB", "name": "caf\u00e9 \u2028 \u0085"}]}
    match = century.game("spice-road").new(seed=1, components=pack)
    assert century.replay(match.record()).catalogue.overlay == pack


def test_only_a_text_is_a_record() -> None:
    with pytest.raises(century.RecordError, match="a record must be a text, not NoneType"):
        century.replay(None)  # type: ignore[arg-type]


def test_line_ends_of_another_system_do_not_matter() -> None:
    assert century.replay(record().replace("\n", "\r\n")).record() == record()


def test_every_cut_is_noticed() -> None:
    text = record().rstrip("\n")
    for length in range(len(text)):
        with pytest.raises(century.RecordError, match=r"^line \d+: "):
            century.replay(text[:length])


def test_every_change_of_a_character_is_noticed() -> None:
    text = record()
    for at in range(0, len(text) - 1, 3):
        changed = text[:at] + ("X" if text[at] != "X" else "Y") + text[at + 1 :]
        with pytest.raises(century.RecordError, match=r"^line \d+: "):
            century.replay(changed)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("century record 1", "[Event]", 1, "not a record"),
        ("century record 1", "century record 2", 1, "newer record format"),
        (f"century: {__version__}", "century: 99.0.0", 2, "written by century 99.0.0, which is newer"),
        ("game: spice-road", "game: chess", 3, "unknown game 'chess'"),
        ("players: 3", "players: three", 4, "must be a number"),
        ("players: 3", "players: 9", 4, "from 2 to 5, not 9"),
        ("seed: 7", "seed: 9999999999999999999", 5, "a seed must be a whole number"),
        ("start: 2", "start: 4", 6, "start must be a seat from 1 to 3, not 4"),
        ("start: 2", "edition: gold", 6, "unknown edition 'gold'"),
        ("start: 2", "map: atoll", 6, "the header of spice-road has no line 'map'"),
        ("start: 2", "components: {", 6, "components are not JSON"),
        ("start: 2", "components: " + "[" * 9999, 6, "components are not JSON"),
        ("start: 2", 'components: {"camels": 1}', 6, "no such table"),
        ("century record 1", "century record 0", 1, "not a record"),
        (f"century: {__version__}", "century: " + "9" * 5000, 2, "which is newer"),
        ("seed: 7", "seed: 7\nseed: 7", 6, "twice"),
        ("seat 3: Cy\n", "", 8, "3 players need a list of 3 names"),
        ("seat 3: Cy", "colour: red", 9, "the header of spice-road has no line 'colour'"),
        ("\n1.2 ", "\n9.9 ", 11, "out of order"),
        ("\n1.2 play S01", "\n1.2 play M40", 11, "Bo cannot answer 'play M40': it is not in your hand"),
        ("\n1.2 play S01", "\n1.2 fly M40", 11, "unknown action 'fly M40'"),
        ("\n1.2 play S01", "\n1.2 play S01\nnonsense", 12, "is not a turn"),
        (", check", ", cheque", None, "incomplete"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int | None, says: str) -> None:
    text = record()
    assert old in text
    where = line or len(text.splitlines())
    with pytest.raises(century.RecordError, match=f"^line {where}: .*{re.escape(says)}"):
        century.replay(text.replace(old, new, 1))


def test_a_legal_change_is_noticed_by_the_check() -> None:
    lines = record().splitlines()
    last = lines[-2].split(", ")
    with pytest.raises(century.RecordError, match="the text above was changed"):
        century.replay("\n".join([*lines[:-2], ", ".join(last[:-1]) if len(last) > 1 else lines[-2] + " ", lines[-1]]))


def test_something_after_the_end_is_noticed() -> None:
    with pytest.raises(century.RecordError, match=r"line \d+: "):
        century.replay(record() + "1.1 rest\n")
