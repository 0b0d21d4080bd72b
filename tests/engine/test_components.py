"""Components: the printed data, and packs that replace entries of it."""

import datetime
from pathlib import Path
from typing import Any

import pytest

import century
from tests.helpers import random_match

GREEDY = {"give": "Y", "take": "RRRRRRRRRR", "circle_symbol": "", "exploration": ""}
GAME = century.game("spice-road")


def test_the_box_is_complete() -> None:
    catalogue = GAME.catalogue()
    merchants = [entry.values for entry in catalogue.entries("merchant")]
    points = [entry.values for entry in catalogue.entries("point")]
    assert (len(merchants), len(points)) == (43, 36)
    kinds = [next(key for key in ("gain", "upgrade", "give") if key in values) for values in merchants]
    assert {kind: kinds.count(kind) for kind in kinds} == {"gain": 8, "upgrade": 1, "give": 34}
    assert sum(values["points"] for values in points) == 468


def test_a_pack_replaces_entries_by_id(tmp_path: Path) -> None:
    pack = tmp_path / "my_box.toml"
    pack.write_text('[[merchant]]\nid = "M12"\ngain = "BB"\n[[point]]\nid = "P01"\ncost = "Y"\npoints = 99\n')
    match = GAME.new(seed=1, components=pack)
    assert match.box.effects[13].taken.tolist() == [0, 0, 0, 2]
    assert (match.box.point_cards[0].cost.tolist(), match.box.point_cards[0].points) == ([1, 0, 0, 0], 99)
    assert match.box.effects[12].given.tolist() == [2, 0, 0, 0]  # M11 as printed
    assert GAME.new(seed=1).box.point_cards[0].points == 6


def test_a_pack_replaces_numbers_of_the_rules() -> None:
    match = GAME.new(seed=1, components={"setup": {"merchant_row": 4}, "caravan": {"limit": 3}})
    assert len(match.view()["merchant_row"]) == 4
    assert match.play("play S01").view()["question"]["decision"] == "returning"


@pytest.mark.parametrize(
    ("pack", "says"),
    [
        ({"merchant": [{"id": "M12", "give": "YYX", "take": "B"}]}, r'M12: give "YYX": unknown cube X'),
        ({"merchant": [{"id": "M44", "gain": "Y"}]}, "M44: no such merchant; available: M01 to M43"),
        ({"merchant": [{"gain": "Y"}]}, r"\[\[merchant\]\]: an entry has no id"),
        ({"merchant": {"id": "M12"}}, r"\[merchant\]: must be a list"),
        ({"merchant": [{"id": "M12"}]}, "M12: needs exactly one of"),
        ({"merchant": [{"id": "M12", "gain": "Y", "upgrade": 2}]}, "M12: needs exactly one of"),
        ({"merchant": [{"id": "M12", "give": "Y"}]}, "M12: take is missing"),
        ({"merchant": [{"id": "M12", "give": "Y", "take": "YR"}]}, "M12: .* could go on for ever"),
        ({"merchant": [{"id": "M12", "gain": ""}]}, 'M12: gain "": must be 1 to 10 cubes'),
        ({"merchant": [{"id": "M12", "upgrade": "two"}]}, "M12: upgrade must be a whole number from 1 to 10"),
        (
            {"merchant": [{"id": "M12", "gain": "Y", "colour": "red"}]},
            "M12: 'colour' cannot be changed: no rule reads it",
        ),
        ({"point": [{"id": "P01", "cost": "YY"}]}, "P01: points is missing"),
        ({"point": [{"id": "P01", "cost": 5, "points": 1}]}, "P01: cost must be cubes"),
        (
            {"setup": {"merchant_row": 7}},
            r"\[setup\]: merchant_row must be a whole number from 1 to 6, not 7",
        ),
        ({"setup": {"market_row": 7}}, r"\[setup\]: no key 'market_row'"),
        ({"setup": {"start_cubes": ["Y"]}}, r"\[setup\]: start_cubes must be 5 strings"),
        ({"setup": 5}, r"\[setup\]: must be a table"),
        ({"supply": {"unlimited": False}}, r"\[supply\]: 'unlimited' cannot be changed: no rule reads it"),
        ({"end": {"point_cards": "x"}}, r"\[end\]: point_cards must be a whole number from 1 to 17, not 'x'"),
        ({"game": {"year": datetime.date(2020, 1, 1)}}, "only texts, numbers, lists and tables"),
        ({"camels": []}, r"\[camels\]: no such table; available: "),
    ],
)
def test_a_pack_that_breaks_the_game_is_refused_with_the_entry(pack: dict[str, Any], says: str) -> None:
    with pytest.raises(century.ComponentError, match=says):
        GAME.new(components=pack)


LOCATION = {"settlers": 1, "circle_symbol": "", "exploration": ""}


@pytest.mark.parametrize(
    ("name", "pack", "says"),
    [
        ("a-new-world", {"location": [{"id": "loc_a1_3", "board": "A1", "kind": "market"} | LOCATION]},
         "loc_a1_3: a market cannot be used in this game"),
        ("a-new-world", {"location": [{"id": "loc_a1_2", "board": "A1", "kind": "fort", "fort": 1} | LOCATION]},
         "loc_a1_2: there is another fort 1 in play"),
        ("a-new-world", {"location": [{"id": "loc_a1_2", "board": "B1", "kind": "fort", "fort": 2} | LOCATION]},
         "loc_a1_2: board must be 'A1', not 'B1'"),
        ("a-new-world", {"game": {"point_cards_to_end": 12}}, "2 players may claim 24 besides the row of 4"),
        ("a-new-world", {"bonus_space": [{"id": "stack_b1_1", "board": "B1", "fort": 3, "count": 12}]},
         "the stacks hold 24 tiles, but only 17 are in use"),
        ("a-new-world", {"bonus_tile": [{"id": "bonus_flat_1", "kind": "flat", "points": 4}]},
         "bonus_flat_1: marks is missing"),
        ("a-new-world", {"player_board": {"A": {"bonus_spacs": 9}}}, r"\[player_board\] A: no key 'bonus_spacs'"),
        ("eastern-wonders", {"bonus_kind": [{"id": "bonus_points", "count": 4, "points": [300, 1, 1, 1]}]},
         "bonus_points points: each must be a whole number from 0 to 100, not 300"),
        ("eastern-wonders", {"game": {"points_per_cube": 3}}, r"\[game\]: points_per_cube must be a table"),
        ("eastern-wonders", {"vp_tile": [{"id": "vp_20_a", "cost": "B", "points": 1}] * 2}, "vp_20_a: occurs twice"),
    ],
)  # fmt: skip
def test_packs_of_the_other_games_are_checked_too(name: str, pack: dict[str, Any], says: str) -> None:
    with pytest.raises(century.ComponentError, match=says):
        century.game(name).new(components=pack)


@pytest.mark.parametrize("name", century.games())
def test_a_copy_of_what_is_printed_is_a_pack(name: str) -> None:
    game = century.game(name)
    tables = {key: value for key, value in game.catalogue().tables.items() if isinstance(value, list | dict)}
    dealt = [game.new(seed=1, components=pack, interpreted=True).state.tobytes() for pack in (tables, None)]
    assert dealt[0] == dealt[1]


APART = {  # keys whose values are in order by themselves, and what is said where they do not fit the others
    "market_tiles_removed_per_symbol": "tiles would be laid on the",
    "sea_tiles_used": "tiles would be laid on the",
    "settlers_per_player": "start_settlers_2p must be",
    "boards": "location: forts 1 to 4 must be in play",
}


def is_named(message: str, table: str, entry: dict[str, Any], key: str) -> bool:
    """Whether a refusal says where in a pack the trouble is."""
    if (key in APART and APART[key] in message) or (key in ("id", "code") and f"no such {table};" in message):
        return True
    names = [f"{table} ", f"[{table}]", f"[[{table}]]", *(str(entry[name]) for name in ("id", "code") if name in entry)]
    return key in message and any(name in message for name in names)


VALUES: tuple[Any, ...] = (None, [], 5, -1, 99999, "zzz", {"a": 1}, True, [["x"]])  # None: the key is left out


@pytest.mark.parametrize("few", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("name", century.games())
def test_whatever_stands_in_a_pack_it_plays_or_is_refused_by_name(name: str, few: bool) -> None:
    """Each key of each kind of entry left out, or with a value of another type; a third of these by default."""
    game, played, refused, turn = century.game(name), 0, 0, 0
    for table, entries in game.catalogue().tables.items():
        whole = entries[0] if isinstance(entries, list) else entries
        for key in whole if isinstance(whole, dict) else ():
            turn += 1
            for value in VALUES[turn % 3 :: 3] if few else VALUES:
                entry = {other: whole[other] for other in whole if other != key} | (
                    {} if value is None else {key: value}
                )
                pack = {table: [entry]} if isinstance(entries, list) else {table: {key: value or 0}}
                try:
                    match = game.new(seed=1, components=pack, interpreted=True)
                except century.ComponentError as error:
                    refused += is_named(str(error), table, whole | entry, key) or pytest.fail(f"{pack}: {error}")
                else:
                    match.play(match.actions()[0])
                    played += 1
    assert played > 20
    assert refused > 50


def test_points_of_cubes_are_printed() -> None:
    pack = {"spice": [{"code": "Y", "end_points": 5}]}
    match = GAME.new(seed=1, start=0, components=pack)
    assert (match.scores()[0]["cubes"], match.view()["words"]["Y"]) == (15, "Y")


@pytest.mark.parametrize("name", century.games())
def test_extreme_packs_run_the_same_interpreted_and_compiled(name: str) -> None:
    packs: dict[str, dict[str, Any]] = {
        "spice-road": {
            "caravan": {"limit": 32},
            "merchant": [{"id": f"M{n}", "give": "Y", "take": "RRRRRRRRRR"} for n in range(10, 44)],
        },
        "eastern-wonders": {
            "player_board": {"hold_capacity": 32},
            "market_tile": [
                {"id": f"market_{symbol}_{n}", "symbol": symbol, "give": "Y", "take": "RRRRRRRRRR"}
                for symbol in ("ginger", "tea")
                for n in range(1, 7)
            ],
        },
        "a-new-world": {
            "game": {"storage_capacity": 32},
            "location": [
                {"id": f"loc_a1_{n}", "board": "A1", "kind": "trade", "settlers": 1} | GREEDY for n in (3, 5)
            ],
        },
    }  # fmt: skip
    packs["sand-to-sea"] = {
        "sand_to_sea": {"hold_capacity": 32},
        "merchant": packs["spice-road"]["merchant"],
        "market_tile": packs["eastern-wonders"]["market_tile"],
    }
    packs["east-to-west-1"] = {
        "player_board": {"A": {"storage": 32}},
        "location": packs["a-new-world"]["location"],
        "merchant": packs["spice-road"]["merchant"],
    }
    packs["east-to-west-2"] = {
        "player_board": {"B": {"storage": 32}},
        "market_tile": packs["eastern-wonders"]["market_tile"],
    }
    packs["east-to-west-3"] = packs["east-to-west-2"] | {"merchant": packs["spice-road"]["merchant"]}
    for seed in range(3):
        compiled, plain = (
            random_match(name, 2, seed, answers=400, components=packs[name], interpreted=interpreted)
            for interpreted in (False, True)
        )
        assert compiled.state.tobytes() == plain.state.tobytes()
        assert (compiled.state.seats["cubes"] >= 0).all()


def test_a_file_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(century.ComponentError, match="cannot be read: No such file"):
        GAME.new(components=tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("[[merchant\n")
    with pytest.raises(century.ComponentError, match="invalid TOML"):
        GAME.new(components=tmp_path / "bad.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(century.ComponentError, match="not a UTF-8 text file"):
        GAME.new(components=tmp_path / "picture.toml")
