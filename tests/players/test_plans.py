"""Plans: what positions are worth, the beam and the tree that look for the best turns."""

from random import Random
from typing import Any

import numpy as np
import pytest

import century
from century.engine.actions import ACTIONS, BUILDING, RETURNING, action_of
from century.engine.contract import forget, legal
from century.engine.match import Match
from century.engine.state import MOST_OFFERS
from century.mechanisms.common.value import closeness, gain_of
from century.players import beam, player, tree
from century.players.desk import RECORDS, Desk, Search, blank_desk
from century.players.habits import trim
from century.players.master import INNER, Master
from century.players.nodes import keep_best
from century.players.planner import MANNERS, Planner, weights_of
from century.players.tree import Growth
from century.players.turns import others_move
from century.players.worth import measure, names_of, settled, time_left, worth
from tests.helpers import options, play, random_match, refresh, spice_road
from tests.rules.a_new_world.table import a_new_world
from tests.rules.eastern_wonders.table import eastern_wonders

SKETCHING = MANNERS["sketcher"].search


def planned(match: Match, width: int = 4, depth: int = 2, *, interpreted: bool = False) -> tuple[Any, Any]:
    """The line and the hopes of who is asked."""
    known = match.known(match.actor or 0)
    search = Search(width, depth, 2, depth, 60)
    if not interpreted:
        desk = thought(match, search)
    else:  # plain Python reads fields of records by name
        desk = readable(blank_desk(known.state.dtype, width, depth))
        desk.states[0] = known.state[0]
        box = np.asarray(match.game.box(match.catalogue)).view(np.recarray)[0]
        beam.find_line(desk, box, weights_of(match.game), known.seat, search)
    return desk.plans[known.seat], desk.hopes


def readable(desk: Desk) -> Desk:
    """A desk whose records have their fields as attributes."""
    return desk._replace(**{name: getattr(desk, name).view(np.recarray) for name in RECORDS})


def thought(match: Match, search: Search) -> Desk:
    """The desk after compiled code has found a line of who is asked."""
    known = match.known(match.actor or 0)
    desk = blank_desk(known.state.dtype, search.width, search.depth)
    desk.states[0] = known.state[0]
    tree.think(tree.tree(known.state.dtype, 1), desk, task(match, search), tree.NO_TREE)
    return desk


def task(match: Match, search: Search) -> tree.Task:
    """To think about a position, equally far everywhere."""
    box = np.asarray(match.game.box(match.catalogue))
    return tree.Task(box, weights_of(match.game), match.actor or 0, Growth(), search, search)


@pytest.mark.parametrize("name", century.games())
def test_every_measure_is_linear_in_its_weights(name: str) -> None:
    match = random_match(name, 2, 3, 60)
    game, box = match.game, match.game.box(match.catalogue)
    count = len(names_of(game))
    found, points = np.zeros((1, count + 4)), np.zeros(1, np.int64)
    states = match.state_array()
    measure(states, np.asarray(box), np.array([0]), 40.0, found, points)
    s = states.view(np.recarray)[0]
    weights = np.random.default_rng(1).normal(size=count)
    left = float(time_left(s, box[0], 40.0))
    assert worth(s, box[0], 0, weights, left) == pytest.approx(float(found[0, :count] @ weights))
    assert found[0, count] == left
    assert points[0] == settled(s, box[0], 0) <= match.totals()[0]


def test_a_cost_is_the_nearer_the_more_of_it_is_there() -> None:
    cost = np.array([0, 2, 0, 1])
    assert closeness(np.array([0, 2, 0, 1]), cost) == 1
    assert closeness(np.array([0, 0, 0, 0]), cost) == 0
    halfway = closeness(np.array([0, 2, 0, 0]), cost)
    assert 0 < halfway < closeness(np.array([4, 2, 0, 0]), cost) < 1  # other cubes help a little


def test_the_gain_of_a_card_counts_steps_of_colour() -> None:
    box = century.game("spice-road").new(seed=1).game.box(century.game("spice-road").new(seed=1).catalogue)[0]
    first = box.first_merchant
    assert gain_of(box.effects[first]) == 2  # S01 gives two yellow cubes
    assert gain_of(box.effects[first + 1]) == 2  # S02 upgrades twice


def test_the_game_gets_shorter_with_each_claim_and_round() -> None:
    match = century.game("spice-road").new(players=2, seed=1)
    s, box = match.state_array().view(np.recarray)[0], match.game.box(match.catalogue)[0]
    assert time_left(s, box, 40.0) == 1
    s.seats[1].claimed = 0b111
    assert time_left(s, box, 40.0) == 0.5
    s.turn = 20
    assert time_left(s, box, 40.0) == 0.375


def test_the_beam_finds_the_same_interpreted() -> None:
    match = random_match("spice-road", 2, 4, 40)
    compiled = planned(match)
    with np.errstate(over="ignore"):  # keys wrap around
        plain = planned(match, interpreted=True)
    assert np.array_equal(compiled[0], plain[0])
    assert np.allclose(compiled[1], plain[1])


FIVE = "P01 P02 P03 P04 P05"
ROW = "P17 P34 P07 P26 P14"


@pytest.mark.parametrize("spec", ["planner:20", "master:40"])
def test_a_player_ends_a_game_that_it_wins(spec: str) -> None:
    match = spice_road(storage=["YYRRGGBB", "Y"], claimed=[FIVE, ""], points=ROW)
    assert player(spec, seed=1).choose(match.view(0)).text.startswith("claim")


@pytest.mark.parametrize("spec", ["planner:20", "master:40"])
def test_a_player_does_not_end_a_game_that_it_loses(spec: str) -> None:
    match = spice_road(storage=["YYRRGGBB", "Y"], claimed=[FIVE, "P30"], points=ROW, coins=[(0, 0), (30, 0)])
    assert "claim P34" in options(match)
    assert not player(spec, seed=1).choose(match.view(0)).text.startswith("claim")


def grown(match: Match, visits: int, nodes: int = 500) -> tree.Tree:
    """The tree of who is asked."""
    known = match.known(match.actor or 0)
    made, looks = tree.tree(known.state.dtype, nodes), INNER
    room = made, blank_desk(known.state.dtype, looks.width, looks.depth), task(match, looks)
    made.states[-1] = known.state[0]
    tree.think(*room, tree.PLANT)
    tree.think(*room, visits)
    return made


def after_a_turn_of_another(match: Match, *answers: str) -> Any:
    """What seat 0 thinks that the table is like when seat 1 has followed its plan, and the others have passed."""
    s, desk = match.state, readable(blank_desk(match.game.state_type, 1, 1))
    desk.plans[1, 0, : len(answers)] = [action_of(text).id for text in answers]
    desk.course.seat, desk.course.planned, desk.course.first_turn = 0, 1, int(s.turn) - 1
    others_move(s, match.box, desk.course[0], desk.plans, desk.others_offers)
    assert s.question.seat == 0
    return s


@pytest.mark.parametrize("name", century.games())
def test_of_too_many_cubes_few_colours_are_looked_at_where_turns_are_long(name: str) -> None:
    offered, looked_at = cubes_to_give(name, RETURNING)
    assert offered == {"cube Y", "cube R", "cube G", "cube B"}
    assert looked_at == (offered if name == "spice-road" else {"cube Y", "cube G"})  # the cheapest, and of the most


@pytest.mark.parametrize("name", [name for name in century.games() if "outposts" in century.game(name).fields])
def test_an_outpost_is_paid_with_the_cheapest_cubes(name: str) -> None:
    offered, looked_at = cubes_to_give(name, BUILDING)
    assert offered == {"cube Y", "cube R", "cube G", "cube B"}
    assert looked_at == {"cube Y"}


def cubes_to_give(name: str, decision: int) -> tuple[set[str], set[str]]:
    """Which cubes can be given in answer to a question, with YYYRRGGGGGBBB in storage, and which a planner looks at."""
    match = century.game(name).new(players=2, seed=1, interpreted=True)
    s, offers = match.state, np.zeros(MOST_OFFERS + 1, np.int16)
    s.seats[s.question.seat].cubes[:] = [3, 2, 5, 3]
    s.question.decision, s.question.number, s.question.of = decision, 3, 0
    found = []
    for step in (legal, trim):
        step(s, match.box, offers)
        found.append({ACTIONS[answer].text for answer in offers[1 : offers[0] + 1]})
    return found[0], found[1]


def test_a_planner_does_not_look_at_both_orders_at_a_fort() -> None:
    match = play(a_new_world(storage=["YRG"], forts="pc_12 pc_20 pc_13 pc_27"), "work b1_1")
    assert options(match) == {"tile b1_1", "tile b1_2", "claim", "claim first"}
    offers = np.zeros(MOST_OFFERS + 1, np.int16)
    for step in (legal, trim):
        step(match.state, match.box, offers)
    left = {ACTIONS[answer].text for answer in offers[1 : offers[0] + 1]}
    assert left == {"tile b1_1", "tile b1_2", "claim"}


def test_nobody_counts_on_the_tolls_of_others() -> None:
    """They have planned with the boat where it is now, and will not run into it elsewhere (EW-33)."""
    match = eastern_wonders(start=1, storage=["Y", "RR"], boats=["cloves_1", "chili_2"])
    s = after_a_turn_of_another(match, "step cloves_1", "anchor", "cube R", "done")
    assert (s.seats[1].boat, s.seats[1].cubes.tolist()) == (s.seats[0].boat, [0, 1, 0, 0])
    assert s.seats[0].cubes.tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(("players", "home"), [(2, 2), (3, 0), (4, 0)])
def test_nobody_counts_on_several_others_to_send_settlers_home(players: int, home: int) -> None:
    """Of one it is likely enough; of several each has planned as if alone (ANW-26)."""
    match = a_new_world(players=players, start=1, home=[0, 6], placed=[{"a1_5": 2}])
    assert after_a_turn_of_another(match, "work a1_5").seats[0].home == home
    match = a_new_world(players=players, start=1, home=[0, 6], placed=[{"a1_5": 2}])
    assert after_a_turn_of_another(match, "work c1_1").seats[1].home == 4  # elsewhere they may go


def test_players_have_the_weights_of_their_game_or_their_own() -> None:
    match = eastern_wonders()
    assert match.actor is not None
    known, tables = match.known(match.actor), [weights_of(match.game, own).tolist() for own in ("", "levels", "near")]
    assert tables[0] != tables[1] != tables[2] != tables[0]
    for own, names in enumerate(("planner master sketcher", "merchant trader", "greedy novice apprentice")):
        for name in names.split():
            made = player(name)
            assert isinstance(made, Planner)
            assert made._weights_for(known).tolist() == tables[own], name


@pytest.mark.parametrize("values", [[5, 5, 5, 9], [9, 5, 5, 5], [5, 9, 5, 9], [1, 2, 3, 9], [5, 5, 5, 5]])
def test_nodes_that_are_equal_to_the_last_in_a_beam_leave_room_for_better_ones(values: list[float]) -> None:
    desk = readable(blank_desk(century.game("spice-road").state_type, 2, 1))
    desk.candidates.value[:4] = values
    desk.course.width, desk.course.next_nodes = 2, 4
    keep_best(desk)
    assert desk.course[0].nodes == 2
    assert sorted(desk.kept.value) == sorted(values)[-2:]


def test_the_same_search_finds_the_same_again() -> None:
    match = random_match("spice-road", 2, 4, 60)
    assert match.actor is not None
    known = match.known(match.actor)
    made = Planner(SKETCHING)
    first = made.plan(known)
    assert made._desk
    behind = made._desk.behind.copy()
    assert made.plan(known) == first
    assert np.array_equal(made._desk.behind, behind)  # nothing was taken for seen that the search before had seen


def test_first_turns_that_leave_the_beam_are_behind_those_that_stay() -> None:
    match = random_match("spice-road", 2, 4, 60)
    assert match.actor is not None
    made = Planner(SKETCHING)
    made.plan(match.known(match.actor))
    assert made._desk
    behind, last = made._desk.behind, made._desk.last
    looked_at = np.isfinite(behind)
    assert behind.min() == 0
    assert looked_at.sum() > 3  # all that the first beam held, though few of them have a line in the last one
    stayed = last == SKETCHING.depth - 1
    assert 0 < stayed.sum() < looked_at.sum()
    assert (behind[looked_at & ~stayed] > 0).all()


def test_nodes_have_several_turns() -> None:
    made = grown(random_match("spice-road", 2, 4, 60), 60)
    turns = made.nodes["turns"][: int(made.used[0])]
    assert np.median(turns) == tree.TURNS


def test_who_has_moved_in_this_round_looks_one_turn_less_far() -> None:
    match = random_match("spice-road", 2, 4, 60)
    while match.actor == int(match.state_array()["start"][0]) or match.state_array()["question"]["decision"][0]:
        match.play(match.actions()[0])
    search = Search(4, 3, 4, 3)
    other = 1 - (match.actor or 0)
    even, longer = (thought(match, search._replace(even=even)).hopes for even in (True, False))
    shorter = thought(match, search._replace(other_depth=2)).hopes
    assert even[other] == shorter[other] != longer[other]


@pytest.mark.parametrize("players", [2, 4])
def test_chances_at_the_nodes_of_a_tree_add_up_to_one(players: int) -> None:
    made = grown(random_match("spice-road", players, 4, 60), 60)
    used = int(made.used[0])
    assert used > 30
    chances = made.nodes["chances"][:used]
    assert np.allclose(chances.sum(axis=1), 1)
    assert not chances[:, players:].any()


def test_every_visit_of_a_tree_is_counted_once() -> None:
    made = grown(random_match("spice-road", 2, 4, 60), 50)
    turns = int(made.nodes[0]["turns"])
    assert made.turns[0]["visits"][:turns].sum() == 50
    assert made.nodes[0]["visits"] == 50


def test_a_full_tree_goes_on_without_growing() -> None:
    made = grown(random_match("spice-road", 2, 4, 60), 200, nodes=20)
    assert made.used[0] == 20
    assert made.nodes[0]["visits"] == 200


def test_a_turn_that_reveals_nothing_leads_to_one_node() -> None:
    kinds = set()
    for seed in range(8):
        made = grown(random_match("spice-road", 2, seed, 4), 120)
        for turn in range(int(made.nodes[0]["turns"])):
            text = ACTIONS[int(made.answers[0, turn, 0])].text.split()[0]
            if text != "cube" and made.turns[0, turn]["visits"] > 10:  # one that was begun before
                kinds.add(text)
                assert (made.turns[0, turn]["nodes"] > 1) == (text in ("acquire", "claim"))
    assert {"acquire", "play"} <= kinds


def test_the_tree_is_kept_between_moves() -> None:
    match = random_match("spice-road", 2, 4, 60)
    made = Master(60, seed=1)
    while True:  # until both have made a turn that reveals nothing
        seat, before = match.actor, match.turn
        while match.turn == before:
            assert match.actor is not None
            match.play(made.answer(match.known(match.actor)) if match.actor == seat else match.actions()[0])
        used = made._rooms[0][0].used if made._rooms else None
        if used is not None and used[1] > 0:
            break
        assert match.turn < 200
    assert used[0] > used[1] > 0


def test_threads_think_together_and_the_same_again() -> None:
    match = random_match("spice-road", 2, 4, 60)
    assert match.actor is not None
    known = match.known(match.actor)
    first = Master(60, seed=1, threads=3)
    second = Master(60, seed=1, threads=3)
    assert first.plan(known) == second.plan(known)
    assert len(first._rooms) == 3
    assert all(room[0].nodes[0]["visits"] == 20 for room in first._rooms)


def test_a_temper_takes_good_turns_more_often() -> None:
    match = random_match("spice-road", 2, 4, 60)
    assert match.actor is not None
    known = match.known(match.actor)
    wide = SKETCHING
    best = Planner(wide).plan(known)
    mild = sum(Planner(wide, temper=1.0, seed=seed).plan(known) == best for seed in range(60))
    wild = sum(Planner(wide, temper=20.0, seed=seed).plan(known) == best for seed in range(60))
    assert 60 > mild > wild > 0


# --- the last round -------------------------------------------------------------------------------


def whole_turns(match: Match) -> list[Match]:
    """The match after each turn of who is asked, with every answer that there is."""
    ends: list[Match] = []
    todo = [match]
    while todo:
        here = todo.pop()
        for answer in here.actions():
            after = here.copy().play(answer)
            (ends if after.over or after.turn > match.turn else todo).append(after)
    return ends


def end_of(match: Match, seat: int) -> tuple[bool, int]:
    """Whether a seat wins, and its points, when all that are still to move do so as well as they can."""
    while not match.over:
        mover = match.actor
        assert mover is not None
        match = max(whole_turns(match), key=lambda after: end_of(after, mover))
    return match.winner == seat, match.totals()[seat]


def near_the_end(seed: int, first: str, second: str) -> Match:
    """A table at which seats have claimed these, with few cards and random cubes; nothing is left in the decks."""
    chance = Random(seed)
    row = chance.sample([f"P{number:02}" for number in range(13, 37)], 5)
    storage = ["".join(chance.choices("YRGB", k=chance.randint(4, 8))) for _ in range(2)]
    hand = [f"S01 S02 {card}" for card in chance.sample(["M03", "M11", "M14", "M22", "M30"], 2)]
    coins = [(0, 0), (0, chance.randint(0, 30))]
    match = spice_road(
        storage=storage,
        hand=hand,
        played=["M01", "M02"],
        claimed=[first, second],
        points=" ".join(row),
        coins=coins,
    )
    forget(match.state, match.box)
    return refresh(match)


def claims(match: Match) -> int:
    """How many cards the first seat has claimed."""
    return int(match.state.seats[0].claimed).bit_count()


def after_its_turn(match: Match, spec: str) -> Match:
    """The match after a player's whole turn."""
    made, turn = player(spec, seed=1), match.turn
    while not match.over and match.turn == turn:
        assert match.actor is not None
        match.play(made.choose(match.view(match.actor)))
    return match


@pytest.mark.parametrize("seed", range(12))
def test_the_last_turn_of_a_game_is_the_best_of_all(seed: int) -> None:
    match = near_the_end(seed, f"{FIVE} P06", "P07 P08 P09").play("rest")
    best = max(end_of(after, 1) for after in whole_turns(match))
    assert end_of(after_its_turn(match, "planner:60"), 1) == best


def test_who_can_end_a_game_does_so_when_it_wins_whatever_the_others_do() -> None:
    ended, went_on = 0, 0
    for seed in range(40):
        match = near_the_end(seed, FIVE, "P07 P08 P09")
        ends = [after for after in whole_turns(match) if claims(after) == 6]
        if not ends:
            continue
        wins = [after for after in ends if end_of(after, 0)[0]]
        after = after_its_turn(match, "planner:60")
        if claims(after) == 6:
            assert end_of(after, 0)[0], seed
            ended += 1
        else:
            assert not wins, seed
            went_on += 1
    assert min(ended, went_on) > 5
