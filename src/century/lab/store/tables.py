"""Results as tables: their columns, and outcomes as Arrow record batches."""

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from century.engine.game import Game
from century.engine.part import Item
from century.engine.taken import kinds_of, things_of
from century.errors import CenturyError, unknown
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan
from century.types import JsonDict

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

COLOURS = ("yellow", "red", "green", "brown")
_THINGS = "things"  # the type of a list of things


def arrow() -> ModuleType:
    """Import PyArrow; an error says how to install it."""
    try:
        import pyarrow
    except ImportError as error:
        raise CenturyError("tables and files of games need PyArrow: pip install 'century[lab]'") from error
    return cast("ModuleType", pyarrow)


class Results:
    """The results of a plan: in memory, or in a file."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def batches(self, columns: list[str] | None = None) -> "Iterator[pa.RecordBatch]":
        """Yield the rows as Arrow record batches, in the order of games and seats; all columns, or some."""
        raise NotImplementedError

    def __len__(self) -> int:
        return self.plan.games

    def __repr__(self) -> str:
        return f"<{len(self):,} games: {self.plan.title}>"

    def __iter__(self) -> Iterator[JsonDict]:
        for batch in self.batches():
            yield from batch.to_pylist()

    def to_arrow(self, columns: list[str] | None = None) -> "pa.Table":
        """Return the rows as an Arrow table."""
        pa = arrow()
        check_columns(self.plan, columns)
        batches = list(self.batches(columns))
        return pa.Table.from_batches(batches, batches[0].schema)

    def to_polars(self, columns: list[str] | None = None) -> "pl.DataFrame":
        """Return the rows as a frame of Polars, which has to be installed."""
        import polars

        frame = polars.from_arrow(self.to_arrow(columns))
        assert isinstance(frame, polars.DataFrame)
        return frame

    def to_pandas(self, columns: list[str] | None = None) -> "pd.DataFrame":
        """Return the rows as a frame of pandas, which has to be installed."""
        frame: pd.DataFrame = self.to_arrow(columns).to_pandas()
        return frame


def check_columns(plan: Plan, columns: list[str] | None) -> None:
    """Raise an error for columns that the results do not have."""
    known = columns_of(plan.declared, plan.is_tournament)
    for name in columns or ():
        if name not in known:
            raise unknown("column", name, known)


Columns = dict[str, tuple[str, str]]  # the type of each column, by its name in Arrow, and its meaning

TOURNAMENT_COLUMNS: Columns = {
    "sitting": ("int32", "which of the games of its seed, counted from 1"),
    "seconds": ("float64", "how long the seat thought"),
    "failed": ("string", "why it has lost at once, if so"),
}


def columns_of(game: Game, tournament: bool = False) -> Columns:
    """Return the columns of a game's table, with a row for each game and seat."""
    return {
        "game": ("string", "the name of the game"),
        "seed": ("int64", "its seed: `century play` with this seed deals the same cards"),
        "seat": ("int8", "the seat, counted from 1"),
        "place": ("int8", "its place in turn order: 1 is the start player"),
        "bot": ("string", "who sat there"),
        "points": ("int32", "the score"),
        "won": ("bool", "whether it has won"),
        "rank": ("int8", "1 for the winner, then by points; equal points share a rank"),
        "stopped": ("bool", "whether the game was ended by the turn limit; nobody has won then"),
        "rounds": ("int32", "how many rounds the game took"),
        "turns": ("int32", "how many turns, of all seats"),
        "answers": ("int32", "how many answers the seat gave"),
        **{column: ("int32", f"points of {item.name}") for item, column in score_columns(game).items()},
        **{column: ("int32", f"{kind}s taken, all of them together") for kind, column in count_columns(game).items()},
        "taken": (_THINGS, "a list of things that the seat took: kind, id, the round of the first time, and how often"),
        **(TOURNAMENT_COLUMNS if tournament else {}),
    }


TURN_COLUMNS: Columns = {
    "seed": ("int64", "the seed of the game"),
    "turn": ("int32", "the turn, counted from 1"),
    "round": ("int32", "the round, counted from 1"),
    "seat": ("int8", "whose turn it was, counted from 1"),
    "action": ("string", "the first answer of the turn"),
    "answers": ("int32", "how many answers the turn took"),
    "points": ("int32", "the score of the seat as it stood after the turn"),
    **{colour: ("int8", f"{colour} cubes in its storage after the turn") for colour in COLOURS},
}


def turn_columns(tournament: bool = False) -> Columns:
    """Return the columns of a table with a row for each turn."""
    return TURN_COLUMNS | ({"sitting": TOURNAMENT_COLUMNS["sitting"]} if tournament else {})


@cache
def score_columns(game: Game) -> dict[type[Item], str]:
    """Return the column of each item of the score."""
    return {item: "score_" + item.name.replace(" ", "_") for item in game.scoring}


@cache
def count_columns(game: Game) -> dict[str, str]:
    """Return the column that counts each kind of thing that can be taken."""
    names = {kind.name: None for kind in kinds_of(game)}
    return {name: "took_" + name.lower().replace(" ", "_") + "s" for name in names}


@cache
def game_schema(game: Game, tournament: bool = False) -> "pa.Schema":
    """Return the types of the columns of games."""
    return _schema(columns_of(game, tournament))


@cache
def turn_schema(tournament: bool = False) -> "pa.Schema":
    """Return the types of the columns of turns."""
    return _schema(turn_columns(tournament))


def _schema(columns: Columns) -> "pa.Schema":
    pa = arrow()
    words = pa.string()  # plain: files keep each word once anyway, and not all readers know other forms in lists
    thing = pa.struct([("kind", words), ("id", words), ("round", pa.int32()), ("times", pa.int32())])
    things = pa.list_(pa.field("element", thing, nullable=False))
    types = {name: things if kind == _THINGS else pa.type_for_alias(kind) for name, (kind, _) in columns.items()}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in types.items()])


def game_rows(plan: Plan, outcomes: Outcomes) -> "pa.RecordBatch":
    """Return the rows of games: one for each game and seat."""
    pa = arrow()
    game, players, games = plan.declared, plan.players, len(outcomes)
    seats = np.arange(players, dtype=np.int8)
    scores = outcomes.scores
    won = outcomes.winners[:, None] == seats
    keys = np.where(won, scores.max(axis=1, keepdims=True) + 1, scores)  # the winner first, whatever broke the tie
    numbers = np.repeat(np.arange(games, dtype=np.int64) + outcomes.first, players)
    deals, sittings = np.divmod(numbers, len(plan.sittings))
    bots = np.array(plan.sittings, np.int16)[sittings[::players]].ravel()
    columns: dict[str, object] = {
        "game": _words(np.zeros(games * players, np.int16), [plan.game]),
        "seed": plan.seed + deals,
        "seat": np.tile(seats + 1, games).astype(np.int8),
        "place": ((seats - outcomes.starts[:, None]) % players + 1).astype(np.int8).ravel(),
        "bot": _words(bots, list(plan.bots)),
        "points": scores.ravel(),
        "won": won.ravel(),
        "rank": (1 + (keys[:, None, :] > keys[:, :, None]).sum(axis=2)).astype(np.int8).ravel(),
        "stopped": np.repeat(outcomes.stopped, players),
        "rounds": np.repeat(-(-outcomes.turns // players), players),
        "turns": np.repeat(outcomes.turns, players),
        "answers": outcomes.answers.ravel(),
    }
    for number, column in enumerate(score_columns(game).values()):
        columns[column] = np.ascontiguousarray(outcomes.items[:, :, number]).ravel()
    _, kind_of, _ = _things(game)
    for number, column in enumerate(count_columns(game).values()):
        mine = kind_of[outcomes.taken] == number
        counts = np.bincount(outcomes.taken_by[mine], outcomes.taken_times[mine], games * players)
        columns[column] = counts.astype(np.int32)
    columns["taken"] = _taken(game, outcomes, games * players)
    schema = game_schema(game, plan.is_tournament)
    if plan.is_tournament:
        columns["sitting"] = (sittings + 1).astype(np.int32)
        columns["seconds"] = pa.array(outcomes.seconds, pa.float64())
        columns["failed"] = pa.array(outcomes.failed, pa.string())
    return pa.RecordBatch.from_arrays(
        [
            pa.array(columns[name], field.type) if isinstance(columns[name], np.ndarray) else columns[name]
            for name, field in zip(schema.names, schema, strict=True)
        ],
        schema=schema,
    )


def turn_rows(plan: Plan, outcomes: Outcomes) -> "pa.RecordBatch":
    """Return the rows of the turns of games."""
    pa = arrow()
    rows = outcomes.turn_rows
    starts = np.cumsum(outcomes.turns) - outcomes.turns
    turn = np.arange(len(rows), dtype=np.int32) - np.repeat(starts, outcomes.turns).astype(np.int32)
    texts = plan.declared.space.actions
    used, action = np.unique(rows["action"], return_inverse=True)
    numbers = np.repeat(np.arange(len(outcomes), dtype=np.int64) + outcomes.first, outcomes.turns)
    deals, sittings = np.divmod(numbers, len(plan.sittings))
    columns: dict[str, object] = {
        "seed": plan.seed + deals,
        "turn": turn + 1,
        "round": turn // plan.players + 1,
        "seat": rows["seat"] + 1,
        "action": _words(action.astype(np.int16), [texts[number].text for number in used.tolist()]),
        "answers": rows["answers"],
        "points": rows["points"],
        **{colour: rows["cubes"][:, number] for number, colour in enumerate(COLOURS)},
        "sitting": sittings + 1,
    }
    schema = turn_schema(plan.is_tournament)
    arrays = [
        columns[name]
        if name == "action"
        else pa.array(np.asarray(columns[name]).astype(field.type.to_pandas_dtype()), field.type)
        for name, field in zip(schema.names, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


@cache
def _things(game: Game) -> tuple[list[str], NDArray[np.int16], list[str]]:
    """Return the kinds of things, the kind of each thing, and the id of each."""
    kinds, things = list(count_columns(game)), things_of(game)
    return kinds, np.array([kinds.index(kind) for kind, _ in things], np.int16), [id for _, id in things]


def _words(numbers: NDArray[np.int16], words: list[str]) -> "pa.Array":
    pa = arrow()
    return pa.array(words, pa.string()).take(pa.array(numbers))


def _taken(game: Game, outcomes: Outcomes, rows: int) -> "pa.ListArray":
    """Return a list of the things taken for each row."""
    pa = arrow()
    kinds, kind_of, ids = _things(game)
    ends = np.cumsum(np.bincount(outcomes.taken_by, minlength=rows))
    offsets = np.concatenate([[0], ends]).astype(np.int32)
    kind = game_schema(game).field("taken").type
    things = pa.StructArray.from_arrays(
        [
            _words(kind_of[outcomes.taken], kinds),
            _words(outcomes.taken, ids),
            pa.array(outcomes.taken_in, pa.int32()),
            pa.array(outcomes.taken_times, pa.int32()),
        ],
        fields=list(kind.value_type),
    )
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), things, type=kind)
