"""The command `century play`: a person against bots."""

import argparse
from contextlib import closing
from pathlib import Path

from rich.text import Text

import century
from century.drawing.pieces import Pieces
from century.drawing.table import draw, score_table, show_end
from century.engine.actions import Action
from century.engine.deeds import Deed, Question
from century.engine.match import Match, Position
from century.engine.record import turns
from century.engine.signs import Cubes
from century.engine.view import View
from century.errors import CenturyError, whole_number
from century.lab.background_compiler import BackgroundCompiler
from century.lab.files import write
from century.players import AT_A_TABLE, Player, names_of
from century.players.readiness import is_simpler, player_for_now
from century.terminal.console import PlainConsole
from century.terminal.options import settings

_HELP = """Type the number or the text of an answer, or one of:
  t  show the table              s  show the score
  u  undo your last answer       l  list the moves so far
  w FILE  save the record        q  quit"""


def play(options: argparse.Namespace) -> int:
    """Play until the game ends or the person quits."""
    game = century.game(options.game)
    players = game.check_players(options.players)
    seat = whole_number("your seat", options.seat, 1, players) - 1
    start = None if options.start is None else whole_number("the seat that starts", options.start, 1, players) - 1
    bots = names_of(options.bots, game.name)
    specs = [bots[number % len(bots)] for number in range(players)]
    names = [f"{spec.partition(':')[0].capitalize()} {number + 1}" for number, spec in enumerate(specs)]
    names[seat] = options.name
    match = game.new(
        players=options.players,
        seed=options.seed,
        start=start,
        turn_limit=options.turn_limit,
        components=options.components,
        edition=options.edition,
        names=names,
        **settings(game, options),
        interpreted=True,  # fast enough for a person, and needs no compilation
    )
    table = _Table(match, seat, [AT_A_TABLE.get(spec, spec) for spec in specs], options.save)
    with closing(BackgroundCompiler()) as compiler:
        compiler.want_also([game.name] if table.waits else [])
        return table.play()


class _Table:
    def __init__(self, match: Match, seat: int, specs: list[str], save: Path | None) -> None:
        self.match = match
        self.seat = seat
        self.save = save
        self.console = PlainConsole()
        view = match.view(seat)
        self.pieces = Pieces(view["edition"], view["words"])
        self.specs = specs
        self.bots = [self.bot(number) for number in range(len(specs))]
        self.waits = any(is_simpler(bot) for number, bot in enumerate(self.bots) if number != seat)
        self.shown = -1  # the turn for which the table was drawn last
        self.before: list[Position] = []  # the positions before each of the person's answers

    def play(self) -> int:
        if self.save:
            write(self.save, self.match.record())  # now, to report at once if the file cannot be written
        others = ", ".join(name for number, name in enumerate(self.match.options.names) if number != self.seat)
        self.console.print(f"You play against {others}. Choose other bots with --bots.", style="dim")
        self.console.print(f"Seed {self.match.options.seed}. Type ? for help, q to quit.\n", style="dim")
        if self.waits:
            text = "The bots are warming up (first game only, half a minute). Until then, they look less far ahead.\n"
            self.console.print(text, style="dim")
        try:
            while not self.match.over:
                self.others()
                if not self.match.over and not self.person():
                    break
        finally:
            if self.save:
                write(self.save, self.match.record())
        if self.match.over:
            self.console.print(draw(self.match.view()))
            show_end(self.console, self.match.view())
        if self.save:
            self.console.print(f"Record saved to {self.save}", style="dim")
        return 0

    def bot(self, seat: int) -> Player:
        """Return the bot for a seat."""
        return player_for_now(self.specs[seat], self.match.game.name, seed=self.match.options.seed + seat)

    def others(self) -> None:
        """Let the bots play, and print a line for each turn."""
        while not self.match.over and self.match.actor != self.seat:
            actor, label, given = self.match.actor, self.match.label, list[tuple[Action, Deed]]()
            while self.match.actor == actor and self.match.label == label:
                assert actor is not None
                action = self.bots[actor].choose(self.match.view(actor))
                given.append((action, self.match.deed(action)))
                self.match.play(action)
            assert actor is not None
            if is_simpler(self.bots[actor]):  # its compiled code may be ready now
                self.bots[actor] = self.bot(actor)
            names = self.match.options.names
            self.console.print(self.pieces.turn(f"{label} {names[actor]}", given, names))

    def person(self) -> bool:
        """Ask the person until the game changes. Return False if the person quits."""
        view = self.match.view(self.seat)
        if self.match.turn != self.shown:
            self.console.print(draw(view))
            self.shown = self.match.turn
        while True:
            self.ask(view)
            try:
                line = input("> ").strip()
            except EOFError:
                self.console.print("\nNo more input: the game ends here.")
                return False
            if line in ("q", "quit", "exit"):
                return False
            try:
                if self.answered(line, view):
                    return True
            except CenturyError as error:
                self.console.print(str(error), style="red")

    def ask(self, view: View) -> None:
        asked, names = view.question() or Question(""), self.match.options.names
        question = self.pieces.message(asked.text, names)
        question.stylize("bold")
        for cubes in view.seats_shown[self.seat].values():
            if isinstance(cubes, Cubes):
                question.append("  ").append_text(self.pieces.cubes(cubes))
        self.console.print(question)
        self.console.print(self.pieces.message(asked.help, names), style="dim")
        for number, (action, deed) in enumerate(view.deeds(), 1):
            line = Text.assemble((f"{number:4} ", "cyan"), f"{action.text:16}")
            self.console.print(line.append_text(self.pieces.signs(deed.signs)))

    def answered(self, line: str, view: View) -> bool:
        """Carry out a line of input. Return whether the game has changed."""
        word, _, rest = line.partition(" ")
        if line in ("", "?", "h", "help"):
            self.console.print(_HELP)
        elif line == "t":
            self.console.print(draw(view))
        elif line == "s":
            self.console.print(score_table(view))
        elif line == "l":
            replayed = Match(self.match.game, self.match.options, self.match.catalogue, interpreted=True)
            for _, answers in turns(self.match):
                self.console.print(*self.pieces.turns(replayed, answers), sep="\n")
        elif word == "w" and rest:
            write(Path(rest), self.match.record())
            self.console.print(f"Record saved to {rest}", style="dim")
        elif line == "u":
            return self.take_back()
        elif line.isdecimal():
            if not 1 <= int(line) <= len(view.actions):
                raise CenturyError(f"the answers have the numbers 1 to {len(view.actions)}, not {line}")
            return self.play_own(view.actions[int(line) - 1])
        else:
            return self.play_own(line)
        return False

    def play_own(self, answer: Action | str) -> bool:
        """Play an answer of the person."""
        before = self.match.position()
        self.match.play(answer)
        self.before.append(before)
        return True

    def take_back(self) -> bool:
        """Go back to the person's last answer."""
        if not self.before:
            raise CenturyError("you have not answered yet: there is nothing to undo")
        self.match = self.match.at(self.before.pop())
        return True
