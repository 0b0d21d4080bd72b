"""Tournaments as JSON: everything that is needed to look at one again, or to go on with it; and as a table."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from century import __version__
from century.errors import CenturyError, whole_number
from century.lab.one_game import Played
from century.lab.ratings import places
from century.lab.sequential import BOUND, ELO, ERROR
from century.lab.tables import arrow
from century.lab.tournament import Tournament, place_of
from century.players import names_of

FORMAT = "century tournament 1"
SETTINGS = ("game", "players", "seats", "seed", "turn_limit", "patience")


def as_json(tournament: Tournament) -> dict[str, Any]:
    """A tournament, ready for JSON."""
    test = tournament.test
    return {
        "format": FORMAT,
        "version": __version__,
        **settings_of(tournament),
        "until_sure": tournament.until_sure,
        "deals": tournament.deals,
        "standings": [asdict(standing) for standing in tournament.standings()],
        "test": test
        and {
            "verdict": test.verdict(tournament.players),
            "sure": test.is_sure,
            "stronger": None if test.stronger is None else tournament.players[test.stronger],
            "deals": test.deals,
            "log_likelihood_ratios": test.ratios,
            "bound": BOUND,
            "elo": ELO,
            "error": ERROR,
        },
        "games": [asdict(game) for game in tournament.in_order()],
    }


def as_text(tournament: Tournament) -> str:
    """The file: JSON with a line for each game."""
    saved = as_json(tournament)
    games = ",\n  ".join(json.dumps(game) for game in saved.pop("games"))
    return json.dumps(saved, indent=1).removesuffix("\n}") + f',\n "games": [\n  {games}\n ]\n}}\n'


def as_parquet(tournament: Tournament) -> bytes:
    """A Parquet file with a row for each game and seat, in the columns of simulations as far as they are known."""
    pa = arrow()
    import pyarrow.parquet as pq

    rows = [
        {
            "game": tournament.game.name,
            "seed": tournament.seed + game.deal,
            "table": game.table + 1,
            "seat": seat + 1,
            "bot": tournament.players[number],
            "points": game.scores[seat],
            "won": game.winner == seat,
            "rank": places(game)[seat] + 1,
            "stopped": not game.is_decided,
            "rounds": game.rounds,
            "answers": game.answers[seat],
            "seconds": game.seconds[seat],
            "failed": game.failed if game.lost == seat else "",
        }
        for game in tournament.in_order()
        for seat, number in enumerate(game.seats)
    ]
    buffer = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows), buffer, compression="zstd")
    data: bytes = buffer.getvalue().to_pybytes()
    return data


def settings_of(tournament: Tournament) -> dict[str, Any]:
    """What makes the games what they are."""
    return {
        "game": tournament.game.name,
        "players": tournament.players,
        "seats": tournament.seats,
        "seed": tournament.seed,
        "turn_limit": tournament.turn_limit,
        "patience": tournament.patience,
    }


def resumed(path: Path, given: Mapping[str, Any]) -> Tournament:
    """The tournament of a file, to go on with. What is given must be as in the file; only games may be more."""
    saved = _read(path)
    named = {**given, "players": names_of(given["players"])} if "players" in given else given
    asked = {"version": __version__, **{name: named[name] for name in SETTINGS if name in named}}
    differ = [
        f"{name} {_words(saved[name])}, not {_words(value)}" for name, value in asked.items() if saved[name] != value
    ]
    if differ:
        raise CenturyError(f"{path}: was played with " + "; ".join(differ))
    try:
        settings = {name: saved[name] for name in SETTINGS} | {"players": ",".join(saved["players"])}
        until_sure = bool(saved["until_sure"] or given.get("until_sure"))
        made = Tournament(**settings, games=given.get("games"), until_sure=until_sure)
        if "games" not in given and until_sure == saved["until_sure"]:
            made.deals = whole_number("the number of deals", saved["deals"], 1, 10_000_000)
        games = [_game(entry) for entry in saved["games"]]
        _check(made, games)
    except (TypeError, ValueError, AttributeError) as error:
        _refuse(path, error)
    for game in games:
        made.add(game)
    return made


def _read(path: Path) -> dict[str, Any]:
    try:
        saved = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise CenturyError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        _refuse(path, f"it is no JSON ({error})")
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        _refuse(path, f"it does not say {FORMAT!r}")
    missing = [name for name in ("version", *SETTINGS, "until_sure", "deals", "games") if name not in saved]
    if missing:
        _refuse(path, f"without {', '.join(missing)}")
    return saved


def _game(entry: dict[str, Any]) -> Played:
    lists = {name: tuple(value) for name, value in entry.items() if isinstance(value, list)}
    return Played(**{**entry, **lists})


def _check(tournament: Tournament, games: list[Played]) -> None:
    """Raise ValueError for games that are not of this tournament."""
    sittings, seats, seen = set(tournament.sittings()), range(tournament.seats), set()
    for number, game in enumerate(games, 1):
        is_whole = (
            isinstance(game.deal, int)
            and game.deal >= 0
            and all(len(values) == len(seats) for values in (game.scores, game.seconds, game.answers))
            and all(isinstance(value, int) for value in (*game.scores, *game.answers, game.rounds))
            and all(isinstance(value, float | int) for value in game.seconds)
            and game.winner in (None, *seats)
            and game.lost in (None, *seats)
            and isinstance(game.failed, str)
        )
        if not is_whole:
            raise ValueError(f"game {number} is damaged")
        if (game.table, game.seats) not in sittings:
            raise ValueError(f"game {number} is none of this tournament")
        if place_of(game) in seen:
            raise ValueError(f"game {number} is there twice")
        seen.add(place_of(game))


def _words(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _refuse(path: Path, reason: object) -> NoReturn:
    raise CenturyError(f"{path}: is no result of a tournament to go on with: {reason}")
