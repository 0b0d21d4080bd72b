"""Effects: what a merchant card, a market tile or a location does with cubes (SR-4).

A spice effect gives cubes, an upgrade effect turns cubes into the next colour, and a trade swaps
cubes as often as wanted. All effects of a game stand in one table of its box.
"""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import TIMES, TRADING, TRADING_ON, UPGRADE, UPGRADING
from century.engine.compile import rule
from century.engine.part import Choice, Part
from century.engine.pieces import piece, write_zeros
from century.engine.state import PLAYING, ask, me, offer
from century.mechanisms.common import words
from century.mechanisms.common.cubes import BROWN, COLOURS, covers, gain, offer_colours, pay
from century.mechanisms.common.observe import EFFECT_COLUMNS, EFFECT_SIZE, write_effect
from century.mechanisms.common.printed import EFFECT, SPICE, TRADE, Source, read_effect
from century.words import N_, say

MOST_TIMES = len(TIMES.labels)


@rule
def most_times(cubes, effect):
    """Return how many times a trade can be carried out; the cubes that one yields pay for the next (SR-4)."""
    if not covers(cubes, effect.given):
        return 0
    most = MOST_TIMES
    for colour in range(COLOURS):
        loss = np.int64(effect.given[colour]) - effect.taken[colour]
        if loss > 0:
            most = min(most, (np.int64(cubes[colour]) - effect.given[colour]) // loss + 1)
    return most


@rule
def can_upgrade(cubes):
    """Whether there is a cube that is not of the highest colour (SR-2)."""
    for colour in range(BROWN):
        if cubes[colour] > 0:
            return True
    return False


@rule
def is_possible(cubes, effect):
    """Whether an effect can be carried out: a trade at least once (SR-E1), an upgrade on some cube (SR-E2)."""
    if effect.kind == TRADE:
        return covers(cubes, effect.given)
    return effect.kind == SPICE or can_upgrade(cubes)


@rule
def carry_out(s, box, number):
    """Carry out an effect of the table: a spice effect at once (SR-31), the others by asking."""
    effect = box.effects[number]
    if effect.kind == SPICE:
        gain(me(s).cubes, effect.taken)
    elif effect.kind == TRADE:
        ask(s, TRADING, number)
    elif can_upgrade(me(s).cubes):
        ask(s, UPGRADING, effect.upgrades)


class UpgradeCube(Choice):
    """Swap a cube for one of the next colour; it may be chosen again (SR-2, SR-4, EW-E12, ANW-2, ANW-32)."""

    block = UPGRADE
    appeal = 10
    closed = say("you have no such cube (SR-2, EW-2, ANW-2)")

    @rule
    def options(s, box, offers):
        offer_colours(offers, UPGRADE, me(s).cubes, BROWN)

    @rule
    def do(s, box, index):
        cubes = me(s).cubes
        cubes[index] -= 1
        cubes[index + 1] += 1
        if s.question.number > 1 and can_upgrade(cubes):
            ask(s, UPGRADING, s.question.number - 1)


class TradeTimes(Choice):
    """Trade once or more, at most as often as the cubes allow (SR-4, SR-33, EW-44, EW-E13, ANW-33)."""

    block = TIMES
    appeal = 20

    @rule
    def options(s, box, offers):
        for times in range(most_times(me(s).cubes, box.effects[s.question.number])):
            offer(offers, TIMES + times)

    @rule
    def do(s, box, index):
        effect = box.effects[s.question.number]
        pay(me(s).cubes, effect.given, index + 1)
        gain(me(s).cubes, effect.taken, index + 1)
        if index + 1 == MOST_TIMES and covers(me(s).cubes, effect.given):
            ask(s, TRADING_ON, s.question.number)  # more trades than can be named at once

    @staticmethod
    def why_not(s, box, index):
        most = most_times(me(s).cubes, box.effects[s.question.number])
        return say("your cubes allow at most {most} (SR-4, EW-44, ANW-33)", most=most)


def part(**sources: Source) -> Part:
    """One table of all effects; those of source `name` begin at `first_name` of the box."""

    def read(box, catalogue: Catalogue) -> None:
        first = 0
        for name, (size, entries) in sources.items():
            box[f"first_{name}"] = first
            for number, entry in enumerate(entries(catalogue)):
                if entry:
                    read_effect(box.effects[first + number], entry)
            first += size

    def show(s, box, catalogue: Catalogue):
        """Show the trade of the question, if there is one."""
        asked = not s.over and s.question.decision in (TRADING, TRADING_ON)
        return {"trade": words.effect(box.effects[s.question.number]) if asked else None}

    total = sum(size for size, _ in sources.values())
    return Part(
        box=[("effects", EFFECT, total), *((f"first_{name}", np.int16) for name in sources)],
        read=read,
        show=show,
        observed=[_observe_trade],
        labels={"trade": N_("trade")},
        deeds={TradeTimes: words.traded, UpgradeCube: words.upgraded},
        questions={UPGRADING: words.ask_upgrades, TRADING: words.ASK_TRADES, TRADING_ON: words.ASK_TRADES_IF_ANY},
    )


@piece("trade", 40, "the trade that is asked about; zeros if none is", columns=EFFECT_COLUMNS)
def _observe_trade(s, box, seat, out, at):
    decision = s.question.decision
    if s.over == PLAYING and (decision == TRADING or decision == TRADING_ON):  # noqa: SIM109
        write_effect(out, at, box, s.question.number)
    else:
        write_zeros(out, at, EFFECT_SIZE)
