"""Counterfactual regret minimisation (Zinkevich et al. 2007, with CFR+'s clipping): it solves Kuhn poker.

    python examples/python/cfr.py
    python examples/python/cfr.py --game goofspiel --cards 3

The value of Kuhn poker is -1/18 chips for the first player; Goofspiel is worth nothing to either.
"""

from __future__ import annotations

import argparse

import golemry
from golemry import theory


class Regrets:
    """What an information set regrets not to have played, and what it has played so far."""

    def __init__(self, moves: int) -> None:
        self.regrets, self.played = [0.0] * moves, [0.0] * moves

    def now(self) -> list[float]:
        total = sum(self.regrets)
        return [regret / total for regret in self.regrets] if total > 0 else [1 / len(self.regrets)] * len(self.regrets)

    def mean(self) -> list[float]:
        total = sum(self.played)
        return [played / total for played in self.played] if total > 0 else self.now()


def improve(node: theory.Node, sets: dict[str, Regrets], seat: int, own: float, others: float, weight: float) -> float:
    """Walks the tree for one seat, and returns what it is worth to it. `own` and `others` say how probable it is to come here."""
    if node.worth is not None:
        return node.worth[seat]
    if node.seat is None:
        below = zip(node.chances, node.children, strict=True)
        return sum(chance * improve(child, sets, seat, own, others * chance, weight) for chance, child in below)
    here = sets.setdefault(node.key, Regrets(len(node.moves)))
    shares = here.now()
    if node.seat != seat:
        below = zip(shares, node.children, strict=True)
        return sum(share * improve(child, sets, seat, own, others * share, weight) for share, child in below)
    worth = [improve(child, sets, seat, own * share, others, weight) for share, child in zip(shares, node.children, strict=True)]
    mean = sum(share * each for share, each in zip(shares, worth, strict=True))
    for move, (share, each) in enumerate(zip(shares, worth, strict=True)):
        here.regrets[move] = max(0.0, here.regrets[move] + others * (each - mean))
        here.played[move] += weight * own * share
    return mean


def solve(root: theory.Node, rounds: int, seats: int = 2) -> theory.Policy:
    """The mean of what was played in all rounds, later ones counting more: it approaches an equilibrium of two players."""
    sets: dict[str, Regrets] = {}
    for number in range(1, rounds + 1):
        for seat in range(seats):
            improve(root, sets, seat, 1.0, 1.0, float(number))

    def policy(state: golemry.State, seat: int) -> dict[int, float]:
        tokens = sorted(offer["token"] for offer in state.offers(seat))
        here = sets.get(state.information_state_key(seat), Regrets(len(tokens)))
        return dict(zip(tokens, here.mean(), strict=True))

    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="kuhn", choices=["kuhn", "goofspiel"])
    parser.add_argument("--cards", type=int, default=3, help="of each player in Goofspiel")
    parser.add_argument("--rounds", type=int, default=500)
    arguments = parser.parse_args()
    options = {"cards": arguments.cards} if arguments.game == "goofspiel" else {}
    # In Kuhn poker scores are chips.
    root = theory.tree(arguments.game, worth=golemry.State.scores, options=options)
    policy = solve(root, arguments.rounds)
    value = theory.values(root, policy)[0] - (1.0 if arguments.game == "goofspiel" else 0.0)
    found = golemry.exploitability(arguments.game, policy, options=options)
    print(f"value for the first player: {value:.4f}")
    print(f"exploitability: {found['exploitability']:.4f}")


if __name__ == "__main__":
    main()
