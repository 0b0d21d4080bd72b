"""Pages know actions by their numbers: their texts are notation, which only the engine writes and reads."""

import ast
import re
from pathlib import Path

import pytest

import century
from century.engine.actions import BLOCKS, PACKAGE, Action
from century.web import render
from century.web.render.drawing import draw
from tests.web.seeing import GAMES, Watched, seat_views

RENDER = Path(render.__file__).parent
NAMES = ["Ines", "Okan"]


def drawn(game: str) -> list[str]:
    """A game as its actor and a watcher see it, without the notation beside its log."""
    watched, chairs, pages = Watched(game, 2, seed=3), seat_views(NAMES), []
    for number in range(72):
        for seat in (watched.match.actor, None) if number % 4 == 0 else ():
            pages.append(re.sub(r' title="[^"]*"', "", draw(watched.seen(seat, chairs, hint=number % 8 == 0))))
        watched.play()
    return pages


@pytest.mark.parametrize("game", GAMES)
def test_a_page_does_not_depend_on_the_texts_of_actions(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reasons why answers are not open are left out: messages of the engine may quote its notation."""
    monkeypatch.setattr("tests.web.seeing._refusals", lambda match: {})
    before = drawn(game)
    assert any("data-action" in page for page in before)
    for number, block in enumerate(BLOCKS):
        monkeypatch.setattr(block, "word", f"renamed{number}")
        for action, text in enumerate(block.texts(), block):
            monkeypatch.setitem(PACKAGE.actions, action, Action(action, text))
    assert century.game(game).new(players=2, seed=3, interpreted=True).actions()[0].text.startswith("renamed")
    assert drawn(game) == before


def literals(path: Path) -> list[str]:
    """The text literals of a module, or of the expressions of a template."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    expressions = re.findall(r"\{\{(.*?)\}\}|\{%(.*?)%\}", text, re.DOTALL)
    return [
        literal
        for pair in expressions
        for literal in re.findall(r"\"([^\"]*)\"|'([^']*)'", "".join(pair))
        for literal in literal
    ]


@pytest.mark.parametrize("path", sorted([*RENDER.rglob("*.py"), *RENDER.rglob("*.html")]), ids=lambda path: path.name)
def test_no_text_of_an_action_is_built_or_taken_apart(path: Path) -> None:
    beginnings = {f"{block.word} " for block in BLOCKS}
    texts = {text for block in BLOCKS for text in block.texts() if len(block.labels) > 1}
    assert not [literal for literal in literals(path) if literal in beginnings | texts]
