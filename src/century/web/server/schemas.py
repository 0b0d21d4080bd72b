"""What is sent to the API and what it answers: the shapes of its JSON."""

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from century.engine.match import MOST_SEED, MOST_TURNS
from century.errors import CenturyError
from century.web.tables.service import CLOCKS
from century.words import say


def checked_name(name: str) -> str:
    """A name without signs that do not show."""
    if not name.isprintable() or name != name.strip():
        raise CenturyError(say("a name is 1 to 40 printable characters without spaces around"))
    return name


TableId = Annotated[str, Path(min_length=1, max_length=24, pattern="^[A-Za-z0-9_-]+$", description="A table's id")]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^\S(.*\S)?$"), AfterValidator(checked_name)]
Version = Annotated[int, Field(ge=0, le=2**62, description="The version of the state that is answered")]
AtLeast = Annotated[
    int,
    Query(
        ge=0,
        le=2**62,
        description="The latest version that you know of, from an answer or an event: what you get is not older, "
        "even if another server process told you of it",
    ),
]


class Model(BaseModel):
    """What is sent is exactly what is asked for."""

    model_config = ConfigDict(extra="forbid")


class Error(BaseModel):
    """What is wrong, and what would be right."""

    error: str


class Named(Model):
    """A person's name."""

    name: Name


class PersonShown(BaseModel):
    """A person."""

    id: str
    name: str


class TokenShown(PersonShown):
    """A person, with the token that stands for them: it is shown this once."""

    token: str


class SeatWanted(Model):
    """Who shall sit on a seat: `me`; someone else on this `screen`; a `friend` by link; a `bot`; or whoever comes."""

    kind: Literal["me", "screen", "friend", "bot", "open"]
    level: Literal["novice", "apprentice", "trader", "merchant", "master"] | None = None
    name: Name | None = None


class TableWanted(Model):
    """A table to be laid out."""

    game: str = Field(max_length=32, examples=["spice-road"])
    seats: list[SeatWanted] = Field(min_length=2, max_length=5)
    seed: int | None = Field(None, ge=0, le=MOST_SEED)
    start: int | None = Field(None, ge=0, le=4, description="The seat that starts; by chance if not given")
    turn_limit: int | None = Field(None, ge=1, le=MOST_TURNS)
    edition: str | None = Field(None, max_length=20)
    settings: dict[str, str] = Field(default_factory=dict, max_length=4, description="The map or the board, by name")
    private: bool = Field(False, description="Neither listed nor to be watched")
    takebacks: bool = Field(True, description="Whether answers can be taken back where only bots play against one")
    clock: int | None = Field(None, ge=CLOCKS[0], le=CLOCKS[1], description="Seconds for a turn")


class SeatShown(BaseModel):
    """Who sits on a seat."""

    seat: int
    kind: str
    name: str
    level: str | None
    mine: bool


class TableShown(BaseModel):
    """A table, without what lies on it."""

    id: str
    game: str
    title: str
    stage: str
    version: int
    actor: int | None
    seats: list[SeatShown]
    host: bool
    private: bool
    takebacks: bool
    clock: int | None
    result: dict[str, Any] | None
    rematch: str | None


class StateShown(BaseModel):
    """A table as one's seat sees it; `view` holds the legal actions if one is to answer."""

    table: TableShown
    version: int
    seat: int | None
    acting: bool
    plies: int
    can_undo: bool
    view: dict[str, Any]


class Answer(Model):
    """An answer to the question, by number or text."""

    action: Annotated[int, Field(ge=0, le=10_000)] | Annotated[str, Field(max_length=40)]
    version: Version
    seat: int | None = Field(None, ge=0, le=4, description="Only where one sits on several seats, to be sure")


class At(Model):
    """For which version of a table something is asked."""

    version: Version


class Done(BaseModel):
    """What the table is like now."""

    version: int
    over: bool
    actor: int | None


class Sit(Model):
    """The seat to sit on, or the secret of an invitation."""

    seat: int | None = Field(None, ge=0, le=4)
    secret: str | None = Field(None, max_length=64)


class StandIn(Model):
    """The level of a bot that takes a seat over; none gives the seat back."""

    level: Literal["novice", "apprentice", "trader", "merchant", "master"] | None


class PlayOn(Model):
    """From where to go on, against whom, and on which seat."""

    plies: int = Field(ge=0, le=1_000_000)
    level: Literal["novice", "apprentice", "trader", "merchant", "master"] = "trader"
    seat: int | None = Field(None, ge=0, le=4)


class GameShown(BaseModel):
    """A game of the series."""

    name: str
    title: str
    players: tuple[int, int]
    minutes: int
    settings: dict[str, list[str]]
    editions: list[str]
    stand_ins: int
    levels: list[str]


class ActionShown(BaseModel):
    """An action, by number and text."""

    id: int
    text: str
