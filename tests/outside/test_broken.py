"""A broken file of a game is refused with the file, the line, and what to do."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from century import plugins
from century.errors import GameFileError
from tests.outside.conftest import SILK_FAIR

PYTHON, TOML = SILK_FAIR.read_text("utf-8"), SILK_FAIR.with_suffix(".toml").read_text("utf-8")

Break = Callable[[str, str], Path]


@pytest.fixture
def broken(tmp_path: Path) -> Break:
    """A copy of Silk Fair in which one text stands in the place of another."""

    def write(old: str, new: str) -> Path:
        assert (PYTHON + TOML).count(old) == 1
        file = tmp_path / "my_fair.py"
        file.write_text(PYTHON.replace(old, new), "utf-8")
        (tmp_path / "silk_fair.toml").write_text(TOML.replace(old, new), "utf-8")
        return file

    return write


def refused(file: Path, line: str | None, says: str, name: str = "my_fair.py") -> None:
    """Check that the error names the line that begins like this, and what is wrong."""
    lines = (file.parent / name).read_text("utf-8").splitlines()
    numbers = [number for number, text in enumerate(lines, 1) if line and text.strip().startswith(line)]
    assert len(numbers) == 1 or not line, numbers
    where = f"{file.parent / name}:{numbers[0]}: " if line else f"{file.parent / name}: "
    with pytest.raises(GameFileError, match=f"^{re.escape(where)}.*{re.escape(says)}"):
        plugins.game_in(file)
    assert plugins.loaded() == []


def test_the_copy_itself_is_a_game(broken: Break) -> None:
    assert plugins.game_in(broken("def haggling()", "def haggling ()")).title == "Silk Fair"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("def hand_over(s):", "def hand_over(s:", "def hand_over(s:", "'(' was never closed: correct the syntax"),
        ('title="Silk Fair",', "title=Silk,", "title=Silk", "NameError: name 'Silk' is not defined"),
        ('title="Silk Fair",', 'titel="Silk Fair",', "Game(", "unexpected keyword argument 'titel'"),
        (
            "from century.engine.part import Choice,",
            "from century.engine.part import Chance,",
            "from century.engine.part",
            "cannot import name 'Chance'",
        ),
    ],
)
def test_python_that_does_not_run(broken: Break, old: str, new: str, line: str, says: str) -> None:
    refused(broken(old, new), line, says)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "    @rule\n    def do(s, box, index):\n        s.busy = NONE\n        me(s).cubes[YELLOW] += 1\n",
            "",
            "class Stroll(",
            "the choice Stroll has no 'do': write the rule do(s, box, index)",
        ),
        (
            "    @rule\n    def options(s, box, offers):\n        offer(offers, LEAVE)\n",
            "",
            "class LeaveBolt(",
            "the choice LeaveBolt has no 'options': write the rule options(s, box, offers)",
        ),
        ("    block = TAKE\n", "", "class TakeBolt(", "the choice TakeBolt has no 'block': name the block"),
        (
            "    @rule\n    def options(s, box, offers):\n        offer(offers, TAKE)",
            "    def options(s, box, offers):\n        offer(offers, TAKE)",
            "class TakeBolt(",
            "TakeBolt.options is no rule: write @rule above it",
        ),
        (
            '    name = N_("collections")\n',
            "",
            "class Collections(",
            "the item Collections has no 'name': give it a name",
        ),
    ],
)
def test_a_missing_rule(broken: Break, old: str, new: str, line: str, says: str) -> None:
    file = broken(old, new)
    if "is no rule" in says:
        line = "def options(s, box, offers):\n        offer(offers, TAKE)"
        number = file.read_text("utf-8").partition(line)[0].count("\n") + 1
        with pytest.raises(GameFileError, match=f"my_fair.py:{number}: .*{re.escape(says)}"):
            plugins.game_in(file)
    else:
        refused(file, line, says)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "def hand_over(s):\n",
            "def hand_over(s):\n    finish(s)\n\n\n@rule\ndef finish(s):\n    hand_over(s)\n\n\n"
            "@rule\ndef rest_of(s):\n",
            None,
            "rules call each other in a circle: hand_over -> finish -> hand_over: break it up",
        ),
        (
            "@rule\ndef open_stalls(s, box):\n",
            "from century.engine.contract import happen\nfrom century.engine.part import event\n\n"
            'OPENED = event("opened")\n\n\n'
            "@rule\ndef opened(s, box):\n    happen(s, box, OPENED)\n\n\n@rule\ndef open_stalls(s, box):\n",
            None,
            "in a circle: opened -> the event 'opened' -> opened: break it up",
        ),
    ],
)
def test_a_circle_of_rules(broken: Break, old: str, new: str, line: str | None, says: str) -> None:
    file = broken(old, new)
    if "OPENED" in new:
        text = file.read_text("utf-8").replace(
            "        end=enough_bolts,", "        events={OPENED: [opened]},\n        end=enough_bolts,"
        )
        file.write_text(text, "utf-8")
    with pytest.raises(GameFileError, match=rf"my_fair\.py:\d+: silk-fair: .*{re.escape(says)}"):
        plugins.game_in(file)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'LEAVE = SPACE.block("leave it")',
            'LEAVE = SPACE.block("take it")',
            "there is an action 'take it' already, in block 'take it'",
        ),
        (
            'LEAVE = SPACE.block("leave it")',
            'LEAVE = SPACE.block("Done")',
            "there is an action 'Done' already, in block 'done': choose another",
        ),
        ('LEAVE = SPACE.block("leave it")', 'LEAVE = SPACE.block("leave, then")', "words without commas"),
        (
            'PAYING = SPACE.decision("paying", ',
            'PAYING = SPACE.decision("turn", ',
            "there is a decision 'turn' already",
        ),
    ],
)
def test_a_clash_of_actions_or_decisions(broken: Break, old: str, new: str, says: str) -> None:
    refused(broken(old, new), new.rstrip(), says)


def test_actions_of_another_space(broken: Break) -> None:
    with pytest.raises(
        GameFileError, match=r"my_fair\.py:\d+: silk-fair: block 'stall' of WorkStall is not of the game"
    ):
        plugins.game_in(broken("        space=SPACE,\n", ""))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'name="silk-fair"',
            'name="spice-road"',
            "there is a game 'spice-road' already, of this package: give it another",
        ),
        ('letters="SF"', 'letters="SR"', "spice-road has rule numbers with 'SR', too: choose other letters"),
        (
            'name="silk-fair"',
            'name="Silk Fair"',
            "the name of a game may contain only small letters, digits and hyphens, not 'Silk Fair'",
        ),
        ('        version="1.2",\n', "", "its version must be a text such as '1.0', not ''"),
        ("        file=__file__,\n", "", "needs file=__file__ and a version"),
        (
            '("seller", np.int8),',
            '("bolt", np.int8),',
            "its parts do not fit together: field 'bolt' occurs more than once",
        ),
    ],
)
def test_a_declaration_that_clashes_or_lacks_something(broken: Break, old: str, new: str, says: str) -> None:
    with pytest.raises(GameFileError, match=rf"my_fair\.py:\d+: .*{re.escape(says)}"):
        plugins.game_in(broken(old, new))


def test_a_game_of_the_same_name_in_another_file(broken: Break) -> None:
    first = plugins.game_in(broken("def haggling()", "def haggling ()"))
    other = Path(first.file).with_name("other_fair.py")
    other.write_text(PYTHON, "utf-8")
    text = f"there is a game 'silk-fair' already, of {first.file}: give it another name"
    with pytest.raises(GameFileError, match=re.escape(text)):
        plugins.game_in(other)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "commissions = 2  #",
            'commissions = "two"  #',
            "commissions =",
            "[setup]: commissions must be a whole number from 1 to 3, not 'two'",
        ),
        ("limit = 9", "limt = 9", "[caravan]", "[caravan]: limit is missing"),
        ("limit = 9", "limit = 9\nspeed = 3", "speed = 3", "[caravan]: no rule reads 'speed': remove it"),
        ('id = "B07"\n', 'id = "B07"\nprice = 3\n', "price = 3", "B07: no rule reads 'price': remove it"),
        (
            'id = "C04"\npattern = "carp"',
            'id = "C04"\npattern = "cat"',
            'pattern = "cat"',
            "C04: pattern must be one of 'crane', 'carp', 'lotus', 'dragon', not 'cat'",
        ),
        ('take = "RR"', 'take = "XX"', 'take = "XX"', 'tavern: take "XX": unknown cube X; cubes are Y, R, G and B'),
        ("upgrade = 2", "upgrade = 2.5", "upgrade = 2.5", "dyer: upgrade must be a whole number from 1 to 10, not 2.5"),
        ("[score]", "[scores]", None, "[score]: no such table; available: caravan, setup, end, scores"),
        ('id = "B07"', 'id = "B70"', None, "bolt: the ids must be B01 to B24 in order"),
        ("[score]", "[score", "[score", "Expected ']' at the end of a table declaration"),
    ],
)
def test_wrong_components(broken: Break, old: str, new: str, line: str | None, says: str) -> None:
    file = broken(old, new)
    toml = file.with_name("silk_fair.toml")
    with pytest.raises(GameFileError) as caught:
        plugins.game_in(file)
    message = str(caught.value)
    assert says in message
    if line:
        (number,) = (n for n, text in enumerate(toml.read_text("utf-8").splitlines(), 1) if text.startswith(line))
        assert f"{toml}" in message
        assert re.search(rf"\b{number}\b", message), message


def test_components_that_are_not_there(broken: Break) -> None:
    file = broken("def haggling()", "def haggling ()")
    file.with_name("silk_fair.toml").unlink()
    with pytest.raises(GameFileError, match=r"silk_fair\.toml: the file does not exist"):
        plugins.game_in(file)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "        imagine=[imagine_commissions],\n",
            "",
            "def hide_commissions(",
            "a part has 'hide' but no 'imagine': list rules that fill in what 'hide' has removed, at random",
        ),
        (
            "        hide=[hide_commissions],\n",
            "",
            "def imagine_commissions(",
            "a part has 'imagine' but no 'hide': list rules that remove what a seat does not know",
        ),
        (
            "            ANSWERING: [TakeBolt, LeaveBolt],  # SF-31\n",
            "",
            "def expected_answer(",
            "there is a reply to 'answering', which the game never asks: add it to decisions, or remove the reply",
        ),
        (
            '        settings={N_("length"): LENGTHS},  # SF-14\n',
            "",
            "def prepare(",
            "a part prepares for the setting 'length', which the game does not have: add it to settings",
        ),
        (
            'sets=["bolts"]',
            'sets=["silks"]',
            "GAME = register(",
            "a part names the field 'silks' of a seat, which no part adds: correct the name, or add the part",
        ),
    ],
)
def test_a_part_that_lacks_something(broken: Break, old: str, new: str, line: str, says: str) -> None:
    refused(broken(old, new), line, says)


def without_rule(name: str) -> tuple[str, str]:
    """The definition of a rule without @rule."""
    return f"@rule\ndef {name}(", f"def {name}("


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (*without_rule("expected_answer"), None, "replies: expected_answer is no rule: write @rule above it"),
        (*without_rule("bolts_progress"), None, "progress: bolts_progress is no rule: write @rule above it"),
        (
            "    @rule\n    def trim(s, box, offers):\n        if s.question.decision != PRICING:",
            "    def trim(s, box, offers):\n        if s.question.decision != PRICING:",
            None,
            "SensiblePrice: SensiblePrice.trim is no rule: write @rule above it",
        ),
        (
            "    @rule\n    def worth(s, box, seat, weights):",
            "    def worth(s, box, seat, weights):",
            None,
            "Patterns: Patterns.worth is no rule: write @rule above it",
        ),
        (
            "    def worth(s, box, seat, weights):",
            "    def worth(s, box, seat):",
            None,
            "Patterns.worth takes (s, box, seat), but is called with (s, box, seat, weights): correct its arguments",
        ),
        (
            "    def worth(s, box, seat, weights):",
            "    def value(s, box, seat, weights):",
            "class Patterns(",
            "no 'worth'",
        ),
        ('    name = "busy"\n', "", "class Busy(", "the piece Busy has no 'name': give it a name"),
        (
            "habits=[UpgradeAll]",
            "habits=[open_stalls]",
            "def open_stalls(",
            "open_stalls is not a habit: write a subclass of Habit",
        ),
        (
            "    def do(s, box, index):\n        ask_next(s, s.seller, index + 1)",
            "    def do(s, index):\n        ask_next(s, s.seller, index + 1)",
            None,
            "NamePrice.do takes (s, index), but is called with (s, box, index): correct its arguments",
        ),
    ],
)
def test_rules_that_nobody_could_call(broken: Break, old: str, new: str, line: str | None, says: str) -> None:
    file = broken(old, new)
    if line:
        refused(file, line, says)
    else:
        number = file.read_text("utf-8").partition(new)[0].count("\n") + 1
        with pytest.raises(GameFileError, match=rf"my_fair\.py:{number}: .*{re.escape(says)}"):
            plugins.game_in(file)


def test_a_part_that_only_the_score_misses(broken: Break) -> None:
    """The rule that fails is one of the package, so the error names the declaration."""
    refused(
        broken("            cube_points(),  # SF-51\n", ""),
        "Game(",
        "no part adds the field 'cube_points': correct the name, or add the part (in CubesLeft.points)",
    )


def test_a_rule_that_fails_only_in_mid_game(broken: Break) -> None:
    """The game is played for a trial."""
    refused(
        broken("        me(s).cubes[index] -= 1\n", "        me(s).cubs[index] -= 1\n"),
        "me(s).cubs[index] -= 1",
        "no part adds the field 'cubs': correct the name, or add the part (in PayCube.do)",
    )


def test_a_set_up_that_fails(broken: Break) -> None:
    refused(
        broken("    s.bolt = NONE\n\n\n@rule\ndef forget", "    s.blot = NONE\n\n\n@rule\ndef forget"),
        "s.blot = NONE",
        "blot",
    )


def test_files_without_a_game(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match=r"none\.py: the file does not exist"):
        plugins.game_in(tmp_path / "none.py")
    (tmp_path / "empty.py").write_text("GAME = None\n", "utf-8")
    with pytest.raises(GameFileError, match=r"empty\.py: declares no game: end it with GAME = register\(Game"):
        plugins.game_in(tmp_path / "empty.py")


def test_files_that_load_each_other(tmp_path: Path) -> None:
    for name, other in (("one", "other"), ("other", "one")):
        load = f"GAME = century.game(Path(__file__).with_name('{other}.py'))"
        (tmp_path / f"{name}.py").write_text(f"from pathlib import Path\n\nimport century\n\n{load}\n", "utf-8")
    with pytest.raises(
        GameFileError, match=r"game files load each other in a circle: .*one\.py -> .*other\.py -> .*one\.py"
    ):
        plugins.game_in(tmp_path / "one.py")
