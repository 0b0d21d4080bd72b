"""The command `century tune`."""

import argparse
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import century
from century.errors import CenturyError, whole_number
from century.lab.files import check_writable, write
from century.lab.tuning.duels import climb
from century.lab.tuning.fit import fit
from century.lab.tuning.openings import Lesson, first_opening, lessons, opening_from
from century.lab.tuning.weight_search import Stride, Variation, fade, kept, slopes, variations, walk, way_of
from century.lab.tuning.weights_file import as_toml, begun, common_weights, from_toml
from century.players.planner import weights_in
from century.terminal.console import PlainConsole
from century.terminal.progress import progress_line

SHOWN = 12  # slopes, the steepest ones


def tune(options: argparse.Namespace) -> int:
    """Fit, vary, then climb; each step is shown, and its weights are kept."""
    game = century.game(options.game).name
    for what, name, least in (
        ("the number of games for the opening", "opening", 0),
        ("the number of fits", "fit", 0),
        ("the number of deals to vary on", "vary", 0),
        ("how often to vary", "times", 1),
        ("the number of games", "games", 1),
        ("the number of trials", "trials", 0),
        ("the number of deals", "deals", 1),
        ("the width", "width", 1),
        ("a seed", "seed", 0),
    ):
        whole_number(what, getattr(options, name), least, 10_000_000)
    weighed = options.fit or options.vary or options.trials
    if not options.opening and not weighed:
        raise CenturyError(
            "nothing to do: --fit 3 explains points by measures, --vary 400 changes all weights at once, "
            "--trials 100 tries single ones, --opening 2000 finds what early cards and tiles are worth"
        )
    if options.opening and (weighed or options.start):
        raise CenturyError(
            "--opening is found alone, with the weights of the game: leave --fit, --vary, --trials and --start out"
        )
    if options.pieces and not options.fit:
        raise CenturyError("--pieces takes single cards and tiles from fits, and there are none: add --fit 3")
    if options.fresh and options.start:
        raise CenturyError(
            "--fresh begins with what is common to all games, --start with a file: leave one of them out"
        )
    if options.out:
        check_writable(options.out)
    if options.opening:
        return _opening(game, options)
    start = from_toml(options.start, game) if options.start else common_weights(game) if options.fresh else None
    names, weights = begun(game, start)
    console = PlainConsole()
    more = {"width": options.width, "workers": options.workers}
    seed = options.seed  # of the next part: each has new deals, so that luck is not learned
    try:
        fits = {"games": options.games, "times": options.fit, "pieces": options.pieces}
        for step in fit(game, weights, seed=seed, **fits, **more):
            weights = _keep(game, step.weights, options)
            console.print(
                f"fit: {step.positions:,} positions, {step.explained:.1%} explained; "
                f"{step.rounds:.1f} rounds, {step.points_a_round:.2f} points a round"
            )
        seed += options.fit * options.games
        reach, seen = 1.0, []
        for _ in range(options.times if options.vary else 0):
            new = _seen(
                game, variations(game, weights, deals=options.vary, seed=seed, reach=reach, **more), options, console
            )
            seen += new
            told = slopes(game, seen)
            for slope in told[:SHOWN]:
                console.print(f"more {slope.name}: {slope.gain:+.1%} ± {slope.error:.1%}")
            if len(new) < options.vary:
                raise KeyboardInterrupt
            seed += options.vary
            stride = _best(
                walk(game, way_of(told), weights, deals=options.deals, seed=seed, reach=reach, **more), console
            )
            seed += options.deals
            if stride:
                weights, seen = _keep(game, stride.weights, options), fade(seen)
            else:
                reach, seen = reach / 2, []
        for trial, found in climb(game, weights, trials=options.trials, deals=options.deals, seed=seed, **more):
            weights = _keep(game, found, options)
            console.print(
                f"{trial.name} {trial.before:.3f} -> {trial.after:.3f}: {trial.share:.1%} of {2 * trial.deals} games"
                + (", kept" if trial.kept else "")
            )
    except KeyboardInterrupt:
        console.print("interrupted")
        return 130
    finally:
        text = as_toml({game: dict(zip(names, weights.tolist(), strict=True))})
        if options.out:
            write(options.out, text)
        else:
            console.print(text, markup=False, soft_wrap=True)
    return 0


def _seen(
    game: str, played: Iterable[Variation], options: argparse.Namespace, console: PlainConsole
) -> list[Variation]:
    """The deals as they are played; those that are finished when interrupted."""
    found: list[Variation] = []
    with progress_line(console) as bar, suppress(KeyboardInterrupt):
        task = bar.add_task(f"weights of {game}", total=2 * options.vary)
        for variation in played:
            found.append(variation)
            bar.advance(task, 2)  # games
    return found


def _best(walked: Iterable[Stride], console: PlainConsole) -> Stride | None:
    """Show how strides went; the one that is kept."""
    strides = []
    for stride in walked:
        strides.append(stride)
        console.print(f"stride of {stride.length:g}: {stride.share:.1%} of {stride.games} games")
    best = kept(strides)
    console.print(f"kept: the stride of {best.length:g}" if best else "kept: none; the next changes are half as large")
    return best


def _opening(game: str, options: argparse.Namespace) -> int:
    """Find what early cards and tiles are worth; an interrupted search tells what the games say that are finished."""
    console = PlainConsole()
    opening = first_opening(century.game(game), fresh=options.fresh)
    more = {"width": options.width, "seed": options.seed, "workers": options.workers}
    learned: list[Lesson] = []
    with progress_line(console) as bar, suppress(KeyboardInterrupt):
        task = bar.add_task(f"opening of {game}", total=options.opening)
        for lesson in lessons(game, opening, games=options.opening, **more):
            learned.append(lesson)
            bar.advance(task)
    found = opening_from(game, opening, learned)
    console.print(f"opening: {len(learned):,} games, {found.explained:.1%} of who wins explained by the opening")
    text = as_toml({f"opening.{game}": found.weights})
    if options.out:
        write(options.out, text)
    else:
        console.print(text, markup=False, soft_wrap=True)
    return 130 if len(learned) < options.opening else 0


def _keep(game: str, found: Mapping[str, float], options: argparse.Namespace) -> Any:
    if options.out:
        write(options.out, as_toml({game: found}))
    return weights_in(century.game(game), found)
