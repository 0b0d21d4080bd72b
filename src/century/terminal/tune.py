"""The command `century tune`."""

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import century
from century.errors import CenturyError, whole_number
from century.lab.climb import climb
from century.lab.files import check_writable, write
from century.lab.fit import fit
from century.lab.openings import Lesson, lessons, opening_from
from century.lab.varied import Slope, Stride, Variation, fade, kept, slopes, variations, walk, way_of
from century.lab.weights import as_toml, common_weights, from_toml
from century.players.planner import weights_in
from century.players.worth import names_of
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
    if options.opening and (weighed or options.start or options.fresh):
        raise CenturyError(
            "--opening is found alone, with the weights of the game: "
            "leave --fit, --vary, --trials, --fresh and --start out"
        )
    if options.fresh and options.start:
        raise CenturyError(
            "--fresh begins with what is common to all games, --start with a file: leave one of them out"
        )
    if options.out:
        check_writable(options.out)
    if options.opening:
        return _opening(game, options)
    weights = from_toml(options.start, game) if options.start else common_weights(game) if options.fresh else None
    console = PlainConsole()
    more = {"width": options.width, "workers": options.workers}
    seed = options.seed  # of the next part: each has new deals, so that luck is not learned
    try:
        for step in fit(game, weights, games=options.games, times=options.fit, seed=seed, **more):
            weights = _keep(game, step.weights, options)
            console.print(
                f"fit: {step.positions:,} positions, {step.explained:.1%} explained; "
                f"{step.rounds:.1f} rounds, {step.points_a_round:.2f} points a round"
            )
        seed += options.fit * options.games
        reach, seen = 1.0, []
        for _ in range(options.times if options.vary else 0):
            seen += _varied(game, weights, reach, seed, console, options)
            stride = _stride(game, weights, seen, reach, seed + options.vary, console, options)
            if stride:
                weights, seen = _keep(game, stride.weights, options), fade(seen)
            else:
                reach, seen = reach / 2, []
            seed += options.vary + options.deals
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
        if weights is not None and not options.out:
            found = dict(zip(names_of(century.game(game)), weights.tolist(), strict=True))
            console.print(as_toml({game: found}), markup=False, soft_wrap=True)
    return 0


def _varied(
    game: str, weights: Any, reach: float, seed: int, console: PlainConsole, options: argparse.Namespace
) -> list[Variation]:
    """Vary all weights at once; when interrupted, say what the finished deals say."""
    more = {"width": options.width, "workers": options.workers}
    found: list[Variation] = []
    with progress_line(console) as bar, suppress(KeyboardInterrupt):
        task = bar.add_task(f"weights of {game}", total=2 * options.vary)
        for variation in variations(game, weights, deals=options.vary, seed=seed, reach=reach, **more):
            found.append(variation)
            bar.advance(task, 2)  # games
    if len(found) < options.vary:
        _show(slopes(game, found) if found else [], console)
        raise KeyboardInterrupt
    return found


def _stride(
    game: str,
    weights: Any,
    seen: Sequence[Variation],
    reach: float,
    seed: int,
    console: PlainConsole,
    options: argparse.Namespace,
) -> Stride | None:
    """Try where the deals lead that were seen."""
    told = slopes(game, seen)
    _show(told, console)
    strides = []
    more = {"width": options.width, "workers": options.workers}
    for stride in walk(game, way_of(told), weights, deals=options.deals, seed=seed, reach=reach, **more):
        console.print(f"stride of {stride.length:g}: {stride.share:.1%} of {stride.games} games")
        strides.append(stride)
    best = kept(strides)
    console.print(f"kept: the stride of {best.length:g}" if best else "kept: none; the next changes are half as large")
    return best


def _show(told: Sequence[Slope], console: PlainConsole) -> None:
    for slope in told[:SHOWN]:
        console.print(f"more {slope.name}: {slope.gain:+.1%} ± {slope.error:.1%}")


def _opening(game: str, options: argparse.Namespace) -> int:
    """Find what early cards and tiles are worth; an interrupted search tells what the games say that are finished."""
    console = PlainConsole()
    more = {"width": options.width, "seed": options.seed, "workers": options.workers}
    learned: list[Lesson] = []
    with progress_line(console) as bar, suppress(KeyboardInterrupt):
        task = bar.add_task(f"opening of {game}", total=options.opening)
        for lesson in lessons(game, games=options.opening, **more):
            learned.append(lesson)
            bar.advance(task)
    found = opening_from(game, learned)
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
