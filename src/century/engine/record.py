"""Records: a match as a small text file. A seed, the options and the answers make the same state again.

    century record 1
    century: 0.1.0
    game: spice-road
    players: 2
    seed: 7
    start: 2
    seat 1: Ann
    seat 2: Bo

    1.2 play S01
    1.1 acquire 2, cube Y
    2.2 play S02, upgrade Y, upgrade Y
    end: 6 actions, unfinished, points 0 2, check c9fdec4d

A line of the game is a turn: its round, the seat, and the answers given in it. The last line closes the
record, so that one cut off or changed by accident is not taken for a whole one.

A game from outside the package has a version of its own, in a line "version: 1.0" after that of the game. The record
of an older version is replayed if the rules still lead to the same end; that of a newer one is refused.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NoReturn

from century.engine.actions import Action
from century.errors import CenturyError, RecordError, UnknownName
from century.types import JsonDict
from century.version import __version__
from century.words import N_, say

if TYPE_CHECKING:
    from century.engine.game import Game
    from century.engine.match import Match

_FIRST_LINE = "century record 1"
_END = re.compile(r"end: (\d{1,9}) actions, (finished|stopped|unfinished), points ([-\d ]+), check ([0-9a-f]{8})")
_TURN = re.compile(r"(\d+\.\d+) (\S.*)")
_NUMBERS = {"players": "players", "seed": "seed", "start": "start", "turn limit": "turn_limit"}
_KEYS = ("century", "game", "version", *_NUMBERS, "edition", "components")


def write(match: "Match") -> str:
    """The record of a match."""
    if match.is_imagined:
        raise CenturyError(say("an imagined match has no record, because its hidden information is invented"))
    options = match.options
    lines = [_FIRST_LINE, f"century: {__version__}", f"game: {match.game.name}"]
    if match.game.version:
        lines.append(f"version: {match.game.version}")
    lines += [f"players: {options.players}", f"seed: {options.seed}"]
    if options.start is not None:
        lines.append(f"start: {options.start + 1}")
    if options.turn_limit is not None:
        lines.append(f"turn limit: {options.turn_limit}")
    if options.edition is not None:
        lines.append(f"edition: {options.edition}")
    lines += [f"{name}: {value}" for name, value in options.settings.items()]
    if match.catalogue.overlay:
        lines.append(f"components: {json.dumps(match.catalogue.overlay)}")
    lines += [f"seat {seat}: {name}" for seat, name in enumerate(options.names, 1)]
    lines.append("")
    for label, answers in turns(match):
        lines.append(f"{label} {', '.join(action.text for action in answers)}")
    lines.append(_end_line(match, lines))
    return "\n".join(lines) + "\n"


def turns(match: "Match") -> Iterator[tuple[str, list[Action]]]:
    """The turns of a match so far: their labels, and the answers given in each."""
    for turn, pairs in groupby(zip(match.history_turns, match.history, strict=True), key=lambda pair: pair[0]):
        yield match.label_of(turn), [action for _, action in pairs]


def _end_line(match: "Match", lines: list[str]) -> str:
    return f"end: {len(match.history)} actions, {_stage(match)}, points {_points(match)}, check {_check(lines)}"


def _stage(match: "Match") -> str:
    return "stopped" if match.stopped else "finished" if match.over else "unfinished"


def _points(match: "Match") -> str:
    return " ".join(map(str, match.totals()))


def _check(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def read(text: str, game: "Callable[[str], Game]", *, interpreted: bool = False) -> "Match":
    """Replay a record; `game` finds a game by its name. An error names the line that is wrong."""
    if not isinstance(text, str):
        raise RecordError(say("a record must be a text, not {kind}", kind=type(text).__name__))
    return _Reader(text.replace("\r\n", "\n").split("\n"), interpreted).match(game)


class _Reader:
    def __init__(self, lines: list[str], interpreted: bool) -> None:
        self.interpreted = interpreted
        end = len(lines)
        while end and not lines[end - 1].strip():
            end -= 1
        self.lines = lines[:end]
        self.number = 0
        self.doubt = ""  # why the record may not be replayed, whatever goes wrong

    def wrong(self, what: str) -> NoReturn:
        raise self.error(what)

    def error(self, what: str) -> RecordError:
        if self.doubt:
            what = say("{what} ({doubt})", what=what, doubt=self.doubt)
        return RecordError(say("line {line}: {what}", line=self.number, what=what))

    def numbered(self) -> Iterator[str]:
        """The lines not yet read, keeping count."""
        while self.number < len(self.lines):
            self.number += 1
            yield self.lines[self.number - 1]

    def match(self, game: "Callable[[str], Game]") -> "Match":
        self.first_line()
        if not self.lines[-1].startswith("end: "):
            self.number = len(self.lines)
            self.wrong(say("the record is incomplete: its last line, which begins with 'end:', is missing"))
        match = self.started(self.header(), game)
        for line in self.numbered():
            if line.startswith("end: "):
                self.close(match, line)
                break
            self.turn(match, line)
        return match

    def first_line(self) -> None:
        self.number = 1
        first = self.lines[0] if self.lines else ""
        if first != _FIRST_LINE:
            form = re.fullmatch(r"century record (\d{1,9})", first)
            if form and int(form[1]) > 1:
                text = N_("{first} is a newer record format than this century {version} can read: update century")
                self.wrong(say(text, first=repr(first), version=__version__))
            self.wrong(say("not a record: the first line must be {first}", first=repr(_FIRST_LINE)))

    def header(self) -> dict[str, tuple[int, str]]:
        """The keys of the header, with their lines and values."""
        lines: dict[str, tuple[int, str]] = {}
        for line in self.numbered():
            if not line.strip():
                return lines
            key, colon, value = line.partition(": ")
            if not colon:
                text = N_("{line} is not a header line; an empty line must follow the header")
                self.wrong(say(text, line=repr(line)))
            if key in lines:
                self.wrong(say("{key} occurs twice", key=repr(key)))
            if key == "century" and _version(value) > _version(__version__):
                text = N_("written by century {value}, which is newer than this {version}: update century")
                self.wrong(say(text, value=value, version=__version__))
            lines[key] = self.number, value
        self.wrong(say("the header does not end: an empty line must follow it"))

    def started(self, header: dict[str, tuple[int, str]], game: "Callable[[str], Game]") -> "Match":
        """The match that the header tells of; each line is checked by itself, so that an error names it."""
        for key in ("century", "game", "players", "seed"):
            if key not in header:
                self.wrong(say("the header has no line {key}", key=repr(key)))
        at_end, options = self.number, JsonDict(interpreted=self.interpreted)
        seats = sorted(key for key in header if key.startswith("seat "))
        played = self.game(header, game)
        name = played.name
        try:
            known = (*(key for key in _KEYS if key != "version" or played.version), *played.settings)
            for key in header:
                if key not in known and not re.fullmatch("seat [1-9]", key):
                    self.number = header[key][0]
                    text = N_("the header of {game} has no line {key}; available: {known}, seat 1, ...")
                    self.wrong(say(text, key=repr(key), game=name, known=", ".join(known)))
            for key in (*known[2:], *seats[-1:]):
                if key in header and key != "version":
                    self.number, value = header[key]
                    if key in _NUMBERS:
                        options[_NUMBERS[key]] = self.seat_or_number(key, value, options)
                    elif key == "components":
                        options[key] = self.components(value)
                    elif key in seats:
                        options["names"] = [header[seat][1] for seat in seats]
                    else:
                        options[key] = value
                    match = played.new(**{"seed": 0, **options})
        except RecordError:
            raise
        except CenturyError as error:
            raise self.error(error.said) from error
        self.number = at_end
        return match

    def game(self, header: dict[str, tuple[int, str]], find: "Callable[[str], Game]") -> "Game":
        """The game that the header names; one from outside must be there, and no older than the record."""
        self.number, name = header["game"]
        version = header["version"][1] if "version" in header else ""
        try:
            played = find(name)
        except UnknownName as error:
            if not version:
                raise self.error(error.said) from error
            text = N_(
                "{game} {version} is a game from outside this package, and is not here: install its package, or name "
                "its file (--game FILE, or in CENTURY_GAMES)"
            )
            raise self.error(say(text, game=name, version=version)) from error
        except CenturyError as error:
            raise self.error(error.said) from error
        if played.version and not version:
            self.wrong(say("the header has no line {key}", key=repr("version")))
        if played.version and _version(version) > _version(played.version):
            text = N_("written by {game} {value}, which is newer than this {version}: update the game")
            self.wrong(say(text, game=name, value=version, version=played.version))
        if played.version and _version(version) < _version(played.version):
            text = N_("it was written by {game} {value}, and this is {version}")
            self.doubt = say(text, game=name, value=version, version=played.version)
        return played

    def seat_or_number(self, key: str, value: str, options: JsonDict) -> int:
        if not re.fullmatch(r"\d{1,19}", value):
            self.wrong(say("{key} must be a number, not {value}", key=key, value=repr(value)))
        if key == "start":
            if not 1 <= int(value) <= options["players"]:
                text = N_("start must be a seat from 1 to {players}, not {value}")
                self.wrong(say(text, players=options["players"], value=value))
            return int(value) - 1
        return int(value)

    def components(self, value: str) -> JsonDict:
        try:
            pack = json.loads(value)
        except (ValueError, RecursionError):
            self.wrong(say("components are not JSON"))
        if not isinstance(pack, dict):
            self.wrong(say("components must be a JSON object"))
        return pack

    def turn(self, match: "Match", line: str) -> None:
        if not (form := _TURN.fullmatch(line)):
            self.wrong(say("{line} is not a turn, such as '3.1 play M12, times 2'", line=repr(line)))
        label, answers = form.groups()
        for answer in answers.split(", "):
            if not match.over and label != match.label:
                self.wrong(say("turn {label} is out of order: turn {now} was expected", label=label, now=match.label))
            try:
                match.play(answer)
            except CenturyError as error:
                raise self.error(error.said) from error

    def close(self, match: "Match", line: str) -> None:
        if not (form := _END.fullmatch(line)):
            self.wrong(
                say(
                    "the last line is incomplete; it should be like "
                    "'end: N actions, finished, points N N, check XXXXXXXX'"
                )
            )
        if self.number < len(self.lines):
            self.number += 1
            self.wrong(say("the record continues after its last line"))
        actions, stage, points, check = form.groups()
        if check != _check(self.lines[: self.number - 1]):
            self.wrong(say("the checksum does not match: the text above was changed after it was written"))
        if (int(actions), stage, points) != (len(match.history), _stage(match), _points(match)):
            text = N_(
                "the replay gives {actions} actions, {stage}, points {points}: "
                "the rules have changed since the record was written"
            )
            self.wrong(say(text, actions=len(match.history), stage=_stage(match), points=_points(match)))


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", text)[:3])
