"""Tree counts: how many ways there are to answer so many questions in a row.

python -m tests.engine.perft > tests/perft.toml
"""

import century
from century.engine.match import Match


def count(match: Match, depth: int) -> int:
    """The sequences of `depth` answers; a game that ends earlier counts once."""
    actions = match.actions()
    if depth == 1 or not actions:
        return max(len(actions), 1)
    return sum(count(match.copy().play(action), depth - 1) for action in actions)


def counts(match: Match, depth: int) -> list[int]:
    """The counts for 1, 2, ... `depth` answers."""
    return [count(match, answers) for answers in range(1, depth + 1)]


def enough_counts(match: Match) -> list[int]:
    """The counts up to the first one above 1000."""
    depth = 1
    while depth < 8 and count(match, depth) <= 1000:
        depth += 1
    return counts(match, depth)


def walk(match: Match, answers: int) -> Match:
    """Go some way into a game: the answer k is number 7 k of the legal ones, counted around."""
    for number in range(answers):
        actions = match.actions()
        match.play(actions[7 * number % len(actions)])
    return match


def main() -> None:
    print("# Sequences of 1, 2, 3, ... answers, from the start of a game and from positions in it.")
    print("# Made by: python -m tests.engine.perft > tests/perft.toml")
    for name in century.games():
        game = century.game(name)
        for players in range(game.least_players, game.most_players + 1):
            for seed, after in ((1, 0), (2, 60), (3, 200)):
                match = walk(game.new(players=players, seed=seed), after)
                print(f'\n[[count]]\ngame = "{name}"\nplayers = {players}\nseed = {seed}\nafter = {after}')
                print(f"counts = {enough_counts(match)}")


if __name__ == "__main__":
    main()
