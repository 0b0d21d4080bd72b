"""A game as a declaration: parts, decisions, what ends a turn and a game, and what scores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from century.components.catalogue import Catalogue
from century.engine.actions import PACKAGE, Action, ActionSpace, Decision
from century.engine.batch import Batch
from century.engine.checking import check
from century.engine.code_cache import add_sources, digest_of_sources
from century.engine.deeds import Ask, Deed, Describe, Question
from century.engine.match import Match, Options
from century.engine.native import NOTHING
from century.engine.part import Choice, Event, Item, Part
from century.engine.pickling import find
from century.engine.registry import add, registered
from century.engine.rows import RecordType, Row, Rows
from century.engine.signs import Strong
from century.engine.state import record, table
from century.errors import ComponentError, DeclarationError, unknown, whole_number
from century.types import Components, Rule
from century.version import __version__
from century.words import Phrase, say


@dataclass(frozen=True, eq=False)
class Game:
    """A game of the series. Get one with `century.game(name)`.

    >>> import century
    >>> game = century.game("spice-road")
    >>> game.title, game.least_players, game.most_players
    ('Century: Spice Road', 2, 5)
    """

    name: str
    title: str
    letters: str  # of its rule numbers: SR-12
    least_players: int
    most_players: int
    components: Sequence[str]  # the file of the box; then lists of other boxes, as in "spice_road.toml merchant"
    parts: Sequence[Part]
    decisions: Mapping[Decision, Sequence[type[Choice]]]
    turn_end: Sequence[Rule]  # in order; one that asks is done again when its questions are answered
    next_turn: Rule
    end: Rule
    scoring: Sequence[type[Item]]
    winner: Rule
    events: Mapping[Event, Sequence[Rule]] = field(default_factory=dict)  # in the order in which they are answered
    editions: Sequence[str] = ()
    settings: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what can be chosen, the default first
    space: ActionSpace = PACKAGE
    file: str = ""  # of a game from outside the package: __file__; its components and its digest are in the same folder
    version: str = ""  # of a game from outside
    summary: str = ""  # a sentence
    minutes: int = 45  # about how long a game takes
    page: str = ""  # the layout of the page, and its variants; without one the page sorts things into zones
    questions: Mapping[Decision, Ask] = field(default_factory=dict)  # put in other words than those of the parts
    _boxes: dict[Catalogue, Rows] = field(default_factory=dict, repr=False)

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[str, ...]]:
        return find, (self.name, self.file) if self.file else (self.name,)

    @cached_property
    def state_type(self) -> RecordType:
        """The record of a state of this game."""
        return table(
            self.most_players,
            [fields for part in self.parts for fields in part.table],
            [fields for part in self.parts for fields in part.seat],
        )

    @cached_property
    def fields(self) -> frozenset[str]:
        """The names of all fields of its table and its seats."""
        assert self.state_type.names
        return frozenset({*self.state_type.names, *(self.state_type["seats"].base.names or ())})

    @cached_property
    def has_secrets(self) -> bool:
        """Whether seats know things that others do not."""
        return any(part.hide for part in self.parts)

    @cached_property
    def box_type(self) -> RecordType:
        """The record of the printed things of this game."""
        return record(*(fields for part in self.parts for fields in part.box))

    @cached_property
    def action_count(self) -> int:
        """How many actions a mask of this game covers."""
        return max(choice.block + len(choice.block.labels) for choices in self.decisions.values() for choice in choices)

    @cached_property
    def _decision_by_number(self) -> dict[int, Decision]:
        return {int(decision): decision for decision in self.decisions}

    def decision(self, number: int) -> Decision:
        """The decision with this number, such as that of a question of a state."""
        return self._decision_by_number[number]

    def text_of(self, action: int) -> str:
        """An action in quotation marks for messages; its number if there is no such action."""
        found = self.space.actions.get(int(action))
        return repr(found.text) if found and found.id < self.action_count else f"action {action}"

    @cached_property
    def _describe(self) -> dict[type[Choice], Describe]:
        return {choice: describe for part in self.parts for choice, describe in part.deeds.items()}

    def deed(self, s: Row, box: Row, action: Action) -> Deed:
        """Describe an answer to the question of a state, before it is given."""
        for choice in self.decisions[s.question.decision]:
            index = action.id - choice.block
            if 0 <= index < len(choice.block.labels):
                describe = next((self._describe[kind] for kind in choice.__mro__ if kind in self._describe), None)
                if describe:
                    return describe if isinstance(describe, Deed) else describe(s, box, index)
        return Deed(Phrase("{answer}", {"answer": Strong(action.text)}))

    @cached_property
    def _ask(self) -> dict[int, Ask]:
        found: dict[int, Ask] = {}
        for questions in (*(part.questions for part in self.parts), self.questions):
            found.update({int(decision): ask for decision, ask in questions.items()})
        return found

    @cached_property
    def labels(self) -> dict[str, str]:
        """What people read for the names in a view, where a part says it."""
        return {name: label for part in self.parts for name, label in part.labels.items()}

    def question(self, s: Row, box: Row, answers: Sequence[int]) -> Question:
        """Put the question of a state in friendly words; `answers` are the numbers of those that are open."""
        asked = s.question
        ask = self._ask.get(int(asked.decision), "")
        question = ask(s, box, answers) if callable(ask) else ask
        if isinstance(question, Question):
            return question
        return Question(say(self.decision(asked.decision).words, number=int(asked.number), of=int(asked.of)), question)

    def illegal_in(self, number: int, action: int, mask: NDArray[np.bool_]) -> str:
        """Return the message that an action is illegal in a game of a batch, given the mask of legal ones."""
        if not mask.any():
            return f"game {number} is over: its action must be {NOTHING} (nothing), not {action}"
        legal = ", ".join(map(self.text_of, np.flatnonzero(mask).tolist()))
        return f"game {number}: {self.text_of(action)} is not legal; legal are: {legal}"

    def catalogue(self, components: Components = None) -> Catalogue:
        """The printed things, with an overlay pack (a path or a parsed TOML) over them."""
        return Catalogue.load(self.components, components, self._folder) if components is not None else self._printed

    @cached_property
    def _printed(self) -> Catalogue:
        return Catalogue.load(self.components, folder=self._folder)

    @property
    def _folder(self) -> str:
        return str(Path(self.file).parent) if self.file else ""

    @property
    def rules_version(self) -> str:
        """The version of its rules: that of this package, or its own."""
        return self.version or __version__

    @cached_property
    def code_name(self) -> str:
        """A name under which code compiled for this game can be kept: another one for other rules."""
        return f"{self.name}-{digest_of_sources(self.file)}" if self.file else self.name

    def box(self, catalogue: Catalogue) -> Rows:
        """The printed things as an array of one record, checked."""
        if catalogue not in self._boxes:
            boxes = np.zeros(1, self.box_type)
            try:
                for part in self.parts:
                    if part.read:
                        part.read(Rows(boxes)[0], catalogue)
                catalogue.check_read()
            except ComponentError as error:
                raise ComponentError(f"{catalogue.place_of(error)}{error}", error.entry, error.key) from error
            boxes.setflags(write=False)
            self._boxes[catalogue] = Rows(boxes)
        return self._boxes[catalogue]

    def new(
        self,
        players: int = 2,
        seed: int | None = None,
        *,
        start: int | None = None,
        turn_limit: int | None = None,
        components: Components = None,
        edition: str | None = None,
        names: Sequence[str] | None = None,
        interpreted: bool = False,
        **settings: str,
    ) -> "Match":
        """Start a match.

        `seed` is drawn at random if not given; `start` is the seat of the start player (random by
        the seed if not given); `turn_limit` stops the match after that number of turns; `components` is an
        overlay pack; `edition` chooses the words for cubes and coins; `interpreted` runs the rules
        in plain Python, for a debugger. Other options are settings of the game, such as its map.

        >>> import century
        >>> match = century.game("spice-road").new(players=3, seed=7, names=["Ann", "Bo", "Cy"])
        >>> match.play("acquire 1").round
        1
        """
        options = Options.checked(
            self,
            players,
            seed,
            start=start,
            turn_limit=turn_limit,
            edition=edition,
            names=names,
            settings=settings,
        )
        return Match(self, options, self.catalogue(components), interpreted=interpreted)

    def batch(
        self,
        games: int,
        players: int = 2,
        seed: int = 0,
        *,
        start: int | None = None,
        turn_limit: int | None = None,
        components: Components = None,
        restart: bool = False,
        **settings: str,
    ) -> "Batch":
        """Start many games at once, as arrays; game k is the game of seed + k.

        With `restart`, the step after the end of a game deals a new one.

        >>> import century
        >>> batch = century.game("spice-road").batch(4, players=2, seed=1)
        >>> actors = batch.step(batch.sample()).actors
        """
        options = Options.checked(self, players, seed, start=start, turn_limit=turn_limit, settings=settings)
        return Batch(self, options, self.catalogue(components), games, restart=restart)

    def check_players(self, players: int) -> int:
        """Refuse a number of players that the game is not for."""
        what = say("the number of players of {game}", game=self.name)
        return whole_number(what, players, self.least_players, self.most_players)

    def check_settings(self, settings: Mapping[str, str]) -> dict[str, str]:
        """All settings, given or by default; refuse those that the game does not have."""
        for name, value in settings.items():
            if name not in self.settings:
                raise unknown(say("option"), name, [*_OPTIONS, *self.settings])
            if value not in self.settings[name]:
                raise unknown(say(name), value, self.settings[name])
        return {name: settings.get(name, values[0]) for name, values in self.settings.items()}

    def check_edition(self, edition: str | None) -> None:
        """Refuse an edition that the game does not have."""
        if edition is not None and edition not in self.editions:
            raise unknown(say("edition"), edition, self.editions or ["none for this game"])


_OPTIONS = ("players", "seed", "start", "turn_limit", "components", "edition", "names", "interpreted")


def register(game: Game) -> Game:
    """Check a game, and make it known to `legal`, `apply`, `setup`, `score` and `ended` by the type of its state."""
    check(game)
    try:
        known = registered().get(game.state_type, game)
    except ValueError as error:  # of NumPy: a field twice
        raise DeclarationError(f"{game.name}: its parts do not fit together: {error}") from error
    if known.name != game.name:
        text = f"{game.name} and {known.name} have the same state record: compiled code needs a difference"
        raise DeclarationError(f"{text}; give the table of one a field of its own")
    add(game.state_type, game)
    if game.file:
        add_sources(game.state_type, digest_of_sources(game.file))
    return game
