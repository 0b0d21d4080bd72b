"""Deeds and questions: what an answer is about, how the log reports it, and how a question is phrased."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from century.engine.rows import Row
from century.engine.signs import NO_CUBES, Cubes, Sign
from century.engine.things import Thing


@dataclass(frozen=True)
class Deed:
    """An answer in the words of its mechanism, described before it is given; it holds nothing that is hidden.

    `sentence` tells it in the past tense, without the player's name: a message, or a function that makes sentences of
    it and of the deeds that follow. A deed without a sentence is not told.
    """

    sentence: "str | Callable[[Deeds], Iterable[str]]" = ""
    label: str = ""  # what the answer does, as a short message, if its text and its signs do not say it
    about: Thing | None = None
    kind: str = ""  # by which the deeds before it find it, to tell it in their sentence
    cubes: Cubes = NO_CUBES  # that are given, taken or upgraded
    times: int = 1  # how often it is done at once
    drawn: Sequence[Sign] | None = None  # in place of the signs of its thing or its cubes

    @property
    def signs(self) -> Sequence[Sign]:
        """What shows the answer where people choose."""
        if self.drawn is not None:
            return self.drawn
        return self.about.signs if self.about else [self.cubes] if self.cubes else ()


class Deeds:
    """The deeds of a turn that are not told yet."""

    def __init__(self, deeds: Iterable[Deed]) -> None:
        self._left = list(deeds)

    def next_is(self, kind: str) -> bool:
        """Whether the next deed is of a kind."""
        return bool(self._left) and self._left[0].kind == kind

    def run(self, *kinds: str) -> list[Deed]:
        """Take the deeds of some kinds that come next."""
        run = list(takewhile(lambda deed: deed.kind in kinds, self._left))
        del self._left[: len(run)]
        return run

    def sentences(self) -> Iterator[str]:
        """Tell all of them."""
        while self._left:
            sentence = self._left.pop(0).sentence
            if callable(sentence):
                yield from sentence(self)
            elif sentence:
                yield sentence


Describe: TypeAlias = Deed | Callable[[Row, Row, int], Deed]  # fixed, or by state, box, and index in the block


@dataclass(frozen=True)
class Question:
    """A question in friendly words, and a sentence that helps to answer it."""

    text: str
    help: str = ""


# How a question is put: a sentence that helps with it, a question in other words than those of its decision, or a
# function of the state, the box and the numbers of the open answers that returns either.
Ask: TypeAlias = str | Question | Callable[[Row, Row, Sequence[int]], str | Question]
