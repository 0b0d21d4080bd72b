"""The JSON that the API takes and returns."""

from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from century.engine.actions import END_OF_ACTIONS
from century.engine.match import MOST_SEED, MOST_TURNS
from century.errors import CenturyError
from century.words import say

CLOCKS = (10, 3600)  # seconds for a turn, at least and at most


def checked_name(name: str) -> str:
    """Return a name; raise CenturyError if it has invisible characters or spaces around."""
    if not name.isprintable() or name != name.strip():
        raise CenturyError(say("a name must have 1 to 40 printable characters and no spaces at either end"))
    return name


TABLE_ID = "^[A-Za-z0-9_-]{1,24}$"
TableId = Annotated[str, Path(min_length=1, max_length=24, pattern=TABLE_ID, description="A table's id")]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^\S(.*\S)?$"), AfterValidator(checked_name)]
Level = Literal["novice", "apprentice", "trader", "merchant", "master"]
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


class RequestModel(BaseModel):
    """A request body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Error(BaseModel):
    """What is wrong, and what is allowed."""

    error: str


class NameRequest(RequestModel):
    """A person's name."""

    name: Name


class SignOutRequest(RequestModel):
    """Whether to sign out on all devices, and to make tokens invalid."""

    everywhere: bool = False


class PersonInfo(BaseModel):
    """A person."""

    id: str
    name: str


class TokenInfo(PersonInfo):
    """A person, with the token that stands for them: it is shown this once."""

    token: str


class DeviceLink(BaseModel):
    """A link that makes another device the same person's, and its QR code as a data URI."""

    url: str
    seconds: int
    picture: str


class SecretRequest(RequestModel):
    """The secret of a link."""

    secret: str = Field(min_length=1, max_length=64)


class SeatRequest(RequestModel):
    """A seat: for `me`, someone else on this `screen`, a `friend` by link, a `bot`, or `open` for anybody."""

    kind: Literal["me", "screen", "friend", "bot", "open"]
    level: Level | None = None
    name: Name | None = None


class TableRequest(RequestModel):
    """A table that is to be created."""

    game: str = Field(max_length=32, examples=["spice-road"])
    seats: list[SeatRequest] = Field(min_length=2, max_length=5)
    seed: int | None = Field(None, ge=0, le=MOST_SEED)
    start: int | None = Field(None, ge=0, le=4, description="The seat that starts; by chance if not given")
    turn_limit: int | None = Field(None, ge=1, le=MOST_TURNS)
    edition: str | None = Field(None, max_length=20)
    settings: dict[str, str] = Field(default_factory=dict, max_length=4, description="The map or the board, by name")
    private: bool = Field(False, description="Neither listed nor to be watched")
    takebacks: bool = Field(True, description="Whether answers can be taken back where only bots play against one")
    hints: bool = Field(False, description="Whether hints are allowed where other people play; the log shows them")
    clock: int | None = Field(None, ge=CLOCKS[0], le=CLOCKS[1], description="Seconds for a turn")


class SeatInfo(BaseModel):
    """A seat at a table, as one visitor sees it."""

    seat: int
    kind: str = Field(description="person, bot, open (anybody may sit down) or invited (by link)")
    name: str
    level: str | None = Field(None, description="Of the bot, also of one that stands in for a person")
    mine: bool = False
    here: bool = Field(True, description="Whether the person has the table open")
    stand_in: bool = Field(False, description="Whether a bot plays for the person for now")


class TableInfo(BaseModel):
    """A table without its cards and pieces."""

    id: str
    game: str
    title: str
    stage: str
    version: int
    actor: int | None
    seats: list[SeatInfo]
    host: bool
    private: bool
    takebacks: bool
    hints: bool
    clock: int | None
    result: Mapping[str, object] | None
    rematch: str | None


class StateInfo(BaseModel):
    """A table as one's seat sees it; `view` holds the legal actions if it is one's turn."""

    table: TableInfo
    version: int
    seat: int | None
    acting: bool
    plies: int
    can_undo: bool
    view: dict[str, object]


class AnswerRequest(RequestModel):
    """An answer to the question, by number or text."""

    action: Annotated[int, Field(ge=0, lt=END_OF_ACTIONS)] | Annotated[str, Field(max_length=40)]
    version: Version
    seat: int | None = Field(None, ge=0, le=4, description="Only where one sits on several seats, to be sure")


class UndoRequest(RequestModel):
    """The version of the table at which an answer is taken back."""

    version: Version


class AnswerResult(BaseModel):
    """The table after an answer."""

    version: int
    over: bool
    actor: int | None


class SitRequest(RequestModel):
    """The seat to sit on, or the secret of an invitation."""

    seat: int | None = Field(None, ge=0, le=4)
    secret: str | None = Field(None, max_length=64)


class StandInRequest(RequestModel):
    """The level of a bot that takes the seat over; null gives the seat back."""

    level: Level | None


class PlayOnRequest(RequestModel):
    """The position to continue from, the level of the bots, and one's seat."""

    plies: int = Field(ge=0, le=1_000_000)
    level: Level = "trader"
    seat: int | None = Field(None, ge=0, le=4)


class GameInfo(BaseModel):
    """A game of the series."""

    name: str
    title: str
    players: tuple[int, int]
    minutes: int
    settings: dict[str, list[str]]
    editions: list[str]
    stand_ins: int
    levels: list[str]


class ActionInfo(BaseModel):
    """An action, by number and text."""

    id: int
    text: str
