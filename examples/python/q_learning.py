"""Deep Monte Carlo in the manner of DouZero: a net scores each offered choice by itself, Q(s, a), and is trained on how matches end.

    python examples/python/q_learning.py --game golem-it --minutes 20
    python examples/python/q_learning.py --game capek --minutes 20

It uses a GPU if there is one.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import golemry


class Scorer(nn.Module):
    """What a choice is worth in a situation, from -1 to 1."""

    def __init__(self, observation: int, features: int, width: int) -> None:
        super().__init__()
        self.situation = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width))
        self.choice = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width))
        self.both = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1), nn.Tanh())

    def forward(self, obs: torch.Tensor, row: torch.Tensor, features: torch.Tensor) -> torch.Tensor:
        """The worth of each choice; `row` says to which observation it belongs."""
        return self.both(self.situation(obs)[row] + self.choice(features)).squeeze(1)


def choose(batch: golemry.Batch, net: Scorer, device: torch.device, careless: float, rng: np.random.Generator):
    """The best offer of each row, or now and then any: the tokens and the features of what was chosen."""
    row, token, features = batch.offers()
    with torch.no_grad():
        at = torch.from_numpy(row).to(device)
        worth = net(torch.from_numpy(batch.obs).to(device), at, torch.from_numpy(features).to(device)).cpu().numpy()
    any_offer = rng.random(len(batch)) < careless
    score = np.where(any_offer[row], rng.random(len(row)), worth)
    # Offers of a row are neighbours: sorted by row, then by score, the last of each row is its best.
    order = np.lexsort((score, row))
    best = order[np.append(np.flatnonzero(np.diff(row[order])), len(row) - 1)]
    return token[best], features[best]


def strength(game: golemry.Game, net: Scorer, bot: str, matches: int, device: torch.device) -> float:
    """What matches are worth to the net as one player among bots, from 0 to 1. In capek a half is a loss, and 0 that both lose."""
    batch = golemry.batch(game, n=min(matches, 128), seed=12345, opponents=bot)
    rows, learner = np.arange(len(batch)), np.arange(len(batch)) % game.seats
    rng = np.random.default_rng(0)
    won: list[float] = []
    while len(won) < matches:
        tokens, _ = choose(batch, net, device, 0.0, rng)
        batch.step(tokens)
        won.extend((batch.reward[rows, learner][batch.done] + 1) / 2)
    return float(np.mean(won[:matches]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="golem-it")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--rows", type=int, default=256)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--careless", type=float, default=0.05, help="how often any offer is taken")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="*", default=["random", "easy", "normal"])
    parser.add_argument("--save", help="where the net is written to")
    parser.add_argument("--smoke", action="store_true", help="a few steps only, to see that it runs")
    arguments = parser.parse_args()
    sample, matches, report = 16384, 500, 60.0
    if arguments.smoke:
        arguments.rows, arguments.width, arguments.minutes, sample, matches = 8, 32, 0.0, 256, 8
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    game = golemry.load(arguments.game, seats=arguments.seats)
    net = Scorer(game.observation_len, game.feature_len, arguments.width).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-4)
    batch = golemry.batch(game, n=arguments.rows, seed=arguments.seed)
    # By row: what was chosen in the match that goes on, to be held against how it ends.
    open_matches: list[list[tuple[np.ndarray, np.ndarray, int]]] = [[] for _ in range(arguments.rows)]
    obs: list[np.ndarray] = []
    chosen: list[np.ndarray] = []
    goal: list[float] = []
    start, steps, rounds, reported = time.monotonic(), 0, 0, -report
    print("minutes     steps     loss  " + "  ".join(f"{bot:>8}" for bot in arguments.against), flush=True)
    loss = torch.zeros(())
    while True:
        spent = time.monotonic() - start
        over = spent >= 60 * arguments.minutes and rounds > 0
        if spent - reported >= report or over:
            reported = spent
            shares = [strength(game, net, bot, matches, device) for bot in arguments.against]
            line = "  ".join(f"{share:8.3f}" for share in shares)
            print(f"{spent / 60:7.1f} {steps:9,} {loss.item():8.4f}  {line}", flush=True)
        if over:
            break
        tokens, features = choose(batch, net, device, arguments.careless, rng)
        for row in range(arguments.rows):
            open_matches[row].append((batch.obs[row].copy(), features[row], int(batch.seat[row])))
        batch.step(tokens)
        steps += arguments.rows
        for row in np.flatnonzero(batch.done):
            for seen, choice, seat in open_matches[row]:
                obs.append(seen)
                chosen.append(choice)
                goal.append(float(batch.reward[row, seat]))
            open_matches[row].clear()
        if len(goal) >= sample:
            data = [torch.from_numpy(np.array(it, np.float32)).to(device) for it in (obs, chosen, goal)]
            for part in torch.randperm(len(goal), device=device).split(2048):
                worth = net(data[0][part], torch.arange(len(part), device=device), data[1][part])
                loss = (worth - data[2][part]).pow(2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            obs, chosen, goal = [], [], []
            rounds += 1
    if arguments.save:
        torch.save(net.state_dict(), arguments.save)


if __name__ == "__main__":
    main()
