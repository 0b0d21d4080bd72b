"""The command `century tune`."""

import argparse
from collections.abc import Mapping

import century
from century.errors import CenturyError, whole_number
from century.lab.files import check_writable, write
from century.lab.tuning import weight_search
from century.lab.tuning.duels import SelfPlay
from century.lab.tuning.fit import fit
from century.lab.tuning.openings import Advantage, advantages, first_opening, opening_from
from century.lab.tuning.trials import trials
from century.lab.tuning.weights_file import as_toml, declared_weights, from_toml, named, starting_weights
from century.players.planner import weights_in
from century.terminal.console import PlainConsole
from century.terminal.progress import progress_line

SHOWN = 12  # the steepest slopes


def tune(options: argparse.Namespace) -> int:
    """Tune weights or an opening. Ctrl-C keeps the results so far."""
    _check(options)
    console = PlainConsole()
    search = OpeningSearch(options, console) if options.opening else WeightSearch(options, console)
    try:
        search.run()
    except KeyboardInterrupt:
        console.print("interrupted")
        return 130
    finally:
        search.finish()
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise an error for conflicting options."""
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
    changes_weights = options.fit or options.vary or options.trials
    if not options.opening and not changes_weights:
        raise CenturyError(
            "nothing to do: add --fit 3 to fit measures to points, --vary 400 to vary all weights at once, "
            "--trials 100 to try single weights, or --opening 2000 to tune the value of early cards and tiles"
        )
    if options.opening and (changes_weights or options.start):
        raise CenturyError(
            "--opening cannot be combined with --fit, --vary, --trials or --start: it uses the weights of the game"
        )
    if options.pieces and not options.fit:
        raise CenturyError("--pieces needs a fit: add --fit 3")
    if options.fresh and options.start:
        raise CenturyError(
            "--fresh and --start cannot be combined: one uses the default weights, the other those of a file"
        )
    if options.out:
        check_writable(options.out)


class WeightSearch:
    """Fits, then variations, then trials. Each step prints its result and saves its weights."""

    def __init__(self, options: argparse.Namespace, console: PlainConsole) -> None:
        """Start from the weights of a file, the default weights, or those of the game."""
        self.options, self.console = options, console
        self.game = century.game(options.game).name
        start = None
        if options.start or options.fresh:
            start = from_toml(options.start, self.game) if options.start else declared_weights(self.game)
        self.names, self.weights = starting_weights(self.game, start)
        self.seed: int = options.seed  # of the next part: each has new deals, so that luck is not learned
        self.reach = 1.0  # of variations and strides
        self.counted: list[weight_search.Variation] = []  # those that still count
        self.unreported = 0  # variations, the last of those

    def run(self) -> None:
        """Run the requested steps."""
        if self.options.fit:
            self._fit()
        for _ in range(self.options.times if self.options.vary else 0):
            self._vary()
            self._stride()
        self._try_changes()

    def finish(self) -> None:
        """Show the slopes of an interrupted variation, and print or write the weights."""
        if self.unreported:
            self._show_slopes()
        _output(as_toml(self.game, named(self.names, self.weights)), self.options, self.console)

    def _fit(self) -> None:
        times, games = self.options.fit, self.options.games
        play = self._next_games(games, times)
        for step in fit(self.game, play, self.weights, times=times, pieces=self.options.pieces):
            self._keep(step.weights)
            self.console.print(
                f"fit: {step.positions:,} positions, {step.explained:.1%} explained; "
                f"{step.rounds:.1f} rounds, {step.points_a_round:.2f} points per round"
            )

    def _next_games(self, games: int, times: int = 1) -> SelfPlay:
        """Return games that were not played yet; the next part has later seeds."""
        play = SelfPlay(games, self.options.width, self.seed, self.options.workers)
        self.seed += games * times
        return play

    def _vary(self) -> None:
        deals = self.options.vary
        played = weight_search.variations(self.game, self._next_games(deals), self.weights, reach=self.reach)
        with progress_line(self.console) as bar:
            task = bar.add_task(f"weights of {self.game}", total=2 * deals)
            for variation in played:
                self.counted.append(variation)
                self.unreported += 1
                bar.advance(task, 2)  # games

    def _stride(self) -> None:
        """Follow the slopes if a stride along them wins; else halve the changes."""
        direction, play = weight_search.direction_of(self._show_slopes()), self._next_games(self.options.deals)
        played: list[weight_search.Stride] = []
        for stride in weight_search.strides(self.game, play, direction, self.weights, reach=self.reach):
            played.append(stride)
            self.console.print(f"stride of {stride.length:g}: {stride.share:.1%} of {stride.games} games")
        if best := weight_search.best_stride(played):
            self.console.print(f"kept: the stride of {best.length:g}")
            self._keep(best.weights)
            self.counted = weight_search.faded(self.counted)
        else:
            self.console.print("kept: no stride; the next changes are half as large")
            self.reach, self.counted = self.reach / 2, []

    def _show_slopes(self) -> list[weight_search.Slope]:
        self.unreported = 0
        estimates = weight_search.slopes(self.game, self.counted)
        for slope in estimates[:SHOWN]:
            self.console.print(f"more {slope.name}: {slope.gain:+.1%} ± {slope.error:.1%}")
        return estimates

    def _try_changes(self) -> None:
        options = self.options
        for trial in trials(self.game, self._next_games(options.deals), self.weights, times=options.trials):
            self._keep(trial.weights)
            self.console.print(
                f"{trial.name} {trial.before:.3f} -> {trial.after:.3f}: {trial.share:.1%} of {2 * trial.deals} games"
                + (", kept" if trial.kept else "")
            )

    def _keep(self, weights: Mapping[str, float]) -> None:
        if self.options.out:
            write(self.options.out, as_toml(self.game, weights))
        self.weights = weights_in(century.game(self.game), weights)


class OpeningSearch:
    """Games that measure the value of early cards and tiles."""

    def __init__(self, options: argparse.Namespace, console: PlainConsole) -> None:
        self.options, self.console = options, console
        self.game = century.game(options.game).name
        self.opening = first_opening(century.game(self.game), fresh=options.fresh)
        self.played: list[Advantage] = []

    def run(self) -> None:
        """Play the games."""
        options = self.options
        play = SelfPlay(options.opening, options.width, options.seed, options.workers)
        with progress_line(self.console) as bar:
            task = bar.add_task(f"opening of {self.game}", total=options.opening)
            for game in advantages(self.game, self.opening, play):
                self.played.append(game)
                bar.advance(task)

    def finish(self) -> None:
        """Print or write the opening that explains the games best."""
        fitted = opening_from(self.game, self.opening, self.played)
        count, explained = f"{len(self.played):,} games", f"{fitted.explained:.1%}"
        self.console.print(f"opening: {count}, {explained} of the results explained by the opening")
        _output(as_toml(self.game, fitted.weights, "opening"), self.options, self.console)


def _output(text: str, options: argparse.Namespace, console: PlainConsole) -> None:
    if options.out:
        write(options.out, text)
    else:
        console.print(text, markup=False, soft_wrap=True)
