"""What compiled playouts write down is what happened."""

import numpy as np
import pytest

import century
from century.engine.actions import ACTIONS
from century.engine.taken import Taking, kinds_of, taken, things_of
from century.lab.play.game_task import GameTask
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan, SimulationPlan
from century.lab.simulation import simulate
from century.lab.stats.summary import Tally
from tests.helpers import played_on
from tests.lab.games import GAMES

NOTE = [-1.0, 0.0]


def block_of(plan: Plan, *, with_turns: bool = False) -> Outcomes:
    return GameTask(plan, 0, plan.games, with_turns).run(list(NOTE))


@pytest.mark.parametrize("name", GAMES)
def test_things_taken_are_those_that_plain_python_sees(name: str) -> None:
    """The interpreted rules, answer by answer, beside the compiled playout of the same answers."""
    plan = SimulationPlan.checked(name, players=2, games=1, seed=11, turn_limit=120)
    script: list[int] = []
    match = century.game(name).new(players=2, seed=11, turn_limit=120, interpreted=True)
    count = len(things_of(match.game))
    before = np.zeros((2, len(kinds_of(match.game))), np.uint64)
    first, times = np.zeros((2, count), np.int64), np.zeros((2, count), np.int64)
    for seat in range(2):
        taken(match.state, seat, -1, 0, Taking(before[seat], first[seat].copy(), times[seat].copy()))
    generator = np.random.default_rng(11)
    while not match.over:
        actions = match.actions()
        claims = [action for action in actions if action.text.split()[0] in ("claim", "build", "tile", "explore")]
        action = (claims or actions)[generator.integers(len(claims or actions))]
        seat, round = match.state.question.seat, match.state.turn // 2 + 1
        match.play(action)
        script.append(action.id)
        taken(match.state, seat, action.id, round, Taking(before[seat], first[seat], times[seat]))
    block = GameTask(plan, 0, 1)._replayed([script])
    by, thing = np.nonzero(times)
    assert len(by) > 10
    assert (block.taken_by.tolist(), block.taken.tolist()) == (by.tolist(), thing.tolist())
    assert block.taken_in.tolist() == first[by, thing].tolist()
    assert block.taken_times.tolist() == times[by, thing].tolist()
    assert [sum(row) for row in block.items[0].tolist()] == match.totals()
    assert [list(items.values()) for items in match.scores()] == block.items[0].tolist()
    assert (int(block.turns[0]), bool(block.stopped[0])) == (match.state.turn, match.stopped)


def test_a_row_for_each_turn_tells_how_the_game_went() -> None:
    plan = SimulationPlan.checked("spice-road", players=3, games=3, seed=5)
    block = block_of(plan, with_turns=True)
    assert len(block.turn_rows) == block.turns.sum()
    ends = np.cumsum(block.turns)
    for game in range(3):
        rows = block.turn_rows[ends[game] - block.turns[game] : ends[game]]
        assert rows["seat"].tolist() == [(int(block.starts[game]) + turn) % 3 for turn in range(len(rows))]
        last = {int(row["seat"]): int(row["points"]) for row in rows}
        assert [last[seat] for seat in range(3)] == block.scores[game].tolist()
        assert rows["answers"].sum() == block.answers[game].sum()
    assert all(
        ACTIONS[row["action"]].text.split()[0] in ("play", "acquire", "claim", "rest") for row in block.turn_rows
    )


def test_casual_players_claim_whenever_they_can() -> None:
    casual, random = (simulate("spice-road", games=300, seed=1, bots=bots) for bots in ("casual", "random"))
    assert casual.rounds.mean() < 0.6 * random.rounds.mean()
    mixed = simulate("spice-road", games=300, seed=1, bots="casual,random", turn_limit=200)
    wins = np.bincount(mixed.winners[~mixed.stopped], minlength=2)
    assert wins[0] > 5 * wins[1]


def test_a_compiled_game_ends_like_the_match_of_the_same_answers() -> None:
    match = played_on(century.game("a-new-world").new(players=2, seed=4), 4, 10**6)
    plan = SimulationPlan.checked("a-new-world", games=1, seed=4)
    script = [action.id for action in match.history]
    block = GameTask(plan, 0, 1)._replayed([script])
    assert block.scores[0].tolist() == match.totals()
    assert (block.winners[0], block.answers.sum()) == (match.winner, len(script))


def test_a_tally_gives_percentiles() -> None:
    tally = Tally()
    tally.add(np.arange(101))
    assert [tally.percentile(share) for share in (0, 5, 50, 95, 100)] == [0, 5, 50, 95, 100]
