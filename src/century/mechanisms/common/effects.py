"""Effects: what a merchant card, a market tile or a location does with cubes (SR-4).

A spice effect gives cubes, an upgrade effect turns cubes into the next colour, and a trade swaps
cubes as often as wanted. All effects of a game stand in one table of its box.
"""

from collections.abc import Callable, Sequence

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.actions import TIMES, TRADING, TRADING_ON, UPGRADE, UPGRADING
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import ask, me, offer, record
from century.mechanisms.common.cubes import BROWN, COLOURS, covers, gain, pay
from century.words import say

SPICE, UPGRADES, TRADE = range(3)
MOST_TIMES = len(TIMES.labels)

EFFECT = record(
    ("kind", np.int8),
    ("upgrades", np.int8),
    ("given", np.int8, COLOURS),
    ("taken", np.int8, COLOURS),  # for spice, too
)


# How many there are, and where they are printed; a thing without an effect has no entry.
Source = tuple[int, Callable[[Catalogue], Sequence[Entry | None]]]


def read_effect(effect, entry: Entry) -> None:
    """Read an entry with `gain`, with `upgrade`, or with `give` and `take`."""
    kinds = [keys for keys in ({"gain"}, {"upgrade"}, {"give", "take"}) if keys & entry.values.keys()]
    if len(kinds) != 1:
        raise entry.wrong("needs exactly one of: gain; upgrade; give and take")
    if "gain" in entry.values:
        effect.kind = SPICE
        effect.taken = entry.cubes("gain")
    elif "upgrade" in entry.values:
        effect.kind = UPGRADES
        effect.upgrades = entry.number("upgrade", 1, 10)
    else:
        effect.kind = TRADE
        effect.given, effect.taken = entry.cubes("give"), entry.cubes("take")
        if covers(effect.taken, effect.given):
            raise entry.wrong("what it takes covers what it gives: the trade could go on for ever")


@rule
def most_times(cubes, effect):
    """How many times a trade can be carried out, what one yields paying for the next (SR-4)."""
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
    """Swap a cube for one of the next colour; the same one perhaps again (SR-2, SR-4, EW-E12, ANW-2, ANW-32)."""

    block = UPGRADE

    @rule
    def options(s, box, offers):
        cubes = me(s).cubes
        for colour in range(BROWN):
            if cubes[colour] > 0:
                offer(offers, UPGRADE + colour)

    @rule
    def do(s, box, index):
        cubes = me(s).cubes
        cubes[index] -= 1
        cubes[index + 1] += 1
        if s.question.number > 1 and can_upgrade(cubes):
            ask(s, UPGRADING, s.question.number - 1)

    @staticmethod
    def why_not(s, box, index):
        return say("you have no such cube (SR-2, EW-2, ANW-2)")


class TradeTimes(Choice):
    """Trade once or more, perhaps fewer times than the cubes would allow (SR-4, SR-33, EW-44, EW-E13, ANW-33)."""

    block = TIMES

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
