"""The command `century rules`: a rule with its code and its tests, or a whole digest."""

import argparse

from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.text import Text

import century
from century import plugins, rulebook
from century.errors import unknown
from century.terminal.console import PlainConsole, dim


def show(options: argparse.Namespace) -> int:
    """Show a rule by its number, a digest by its game, or the list of digests."""
    what: str | None = options.what
    console = PlainConsole()
    by_name = rulebook.digest_names()
    if what is None or not ({what.lower()} & by_name.keys() or {what.upper()} & rulebook.rules().keys()):
        for name in plugins.installed():  # a rule or a game of this package does not need them
            century.game(name)
        by_name = rulebook.digest_names()
    if what is None:
        console.print("Rules digests (century rules NAME), each with its first rule (century rules NUMBER):")
        for name, path in by_name.items():
            first = next(rule for rule in rulebook.rules().values() if rule.file == path.name)
            console.print(f"  {name:20} {first.number}")
    elif what.lower() in by_name:
        console.print(Markdown(by_name[what.lower()].read_text("utf-8")))
    elif "-" in what and any(letter.isdigit() for letter in what):
        _show_rule(console, what)
    else:
        raise unknown("digest", what, [*by_name, *(f"(or a number such as {n})" for n in list(rulebook.rules())[:1])])
    return 0


def _show_rule(console: PlainConsole, number: str) -> None:
    rule = rulebook.rule(number)
    console.print(dim(f"{rule.file}, {rule.section}"))
    console.print(Markdown(rule.text))
    code, tests = rulebook.code_of(rule.number), rulebook.tests_of(rule.number)
    console.print(Text.assemble("\n", ("Code", "bold"), f" ({len(code)})"))
    for place in code:
        console.print(Text.assemble((f"{place.file}:{place.line}", "cyan"), f"  {place.name}"))
        console.print(Syntax(place.source, "python", background_color="default", indent_guides=False, word_wrap=True))
    console.print(Text.assemble("\n", ("Tests", "bold"), f" ({len(tests)})"))
    for place in tests:
        name = place.name.removeprefix("test_").replace("_", " ")
        console.print(Text.assemble((f"{place.file}:{place.line}", "cyan"), f"  {name}"))
    if not tests:
        playable = rule.file.removesuffix(".md").replace("_", "-") in century.games()
        console.print(
            "  none here: the tests are in the source tree" if playable else "  none: this game is not implemented yet"
        )
