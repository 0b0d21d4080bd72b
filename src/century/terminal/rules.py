"""A rule, its code and its tests; or a whole digest."""

from rich.console import Console
from rich.markdown import Markdown
from rich.syntax import Syntax

from century import rulebook, trilogy
from century.errors import unknown


def show(what: str | None) -> int:
    """Show a rule by its number, a digest by its game, or the list of digests."""
    console = Console(highlight=False)
    by_name = {path.stem.replace("_", "-"): path for path in rulebook.digests()}
    if what is None:
        console.print("Rules digests (century rules NAME), and a rule of each (century rules NUMBER):")
        for name, path in by_name.items():
            first = next(rule for rule in rulebook.rules().values() if rule.file == path.name)
            console.print(f"  {name:20} {first.number}")
    elif what in by_name:
        console.print(Markdown(by_name[what].read_text("utf-8")))
    elif "-" in what and any(letter.isdigit() for letter in what):
        _show_rule(console, what)
    else:
        raise unknown(
            "digest", what, [*by_name, *(f"(or a number such as {n})" for n in list(rulebook.rules())[:1])]
        )
    return 0


def _show_rule(console: Console, number: str) -> None:
    rule = rulebook.rule(number)
    console.print(f"[dim]{rule.file}, {rule.section}[/dim]")
    console.print(Markdown(rule.text))
    code, tests = rulebook.code_of(rule.number), rulebook.tests_of(rule.number)
    console.print(f"\n[bold]Code[/bold] ({len(code)})")
    for place in code:
        console.print(f"[cyan]{place.file}:{place.line}[/cyan]  {place.name}")
        console.print(
            Syntax(place.source, "python", background_color="default", indent_guides=False, word_wrap=True)
        )
    console.print(f"\n[bold]Tests[/bold] ({len(tests)})")
    for place in tests:
        console.print(
            f"[cyan]{place.file}:{place.line}[/cyan]  {place.name.removeprefix('test_').replace('_', ' ')}"
        )
    if not tests:
        games = {title.name for title in trilogy.TITLES}
        playable = rule.file.removesuffix(".md").replace("_", "-") in games
        console.print(
            "  none at hand: tests are in the source tree" if playable else "  none: the game is not there yet"
        )
