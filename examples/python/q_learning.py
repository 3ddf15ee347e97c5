"""Deep Monte Carlo in the manner of DouZero: a net scores each offered choice by itself, Q(s, a), and is trained on how matches end.

    python examples/python/q_learning.py --game golem-it --minutes 15
    python examples/python/q_learning.py --game capek --minutes 15

It plays against bots of every strength and against itself, all at once. Self-play alone is a slow start: beginners learn to beat
beginners, and in capek both of them lose nearly every match, so there is nothing to learn from. Against strong bots alone a beginner
never wins, which teaches as little. It uses a GPU if there is one.
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
        # There are many more choices than situations, so their part of the net is narrow.
        half = width // 2
        self.choice = nn.Sequential(nn.Linear(features, half), nn.ReLU(), nn.Linear(half, width))
        self.both = nn.Sequential(nn.ReLU(), nn.Linear(width, half), nn.ReLU(), nn.Linear(half, 1), nn.Tanh())

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


class Table:
    """Matches against one kind of opponent, with everything chosen in them that is still to be held against how they end."""

    def __init__(self, game: golemry.Game, opponents: str, rows: int, seed: int) -> None:
        self.batch = golemry.batch(game, n=rows, seed=seed, opponents=None if opponents == "self" else opponents)
        self.open: list[list[tuple[np.ndarray, np.ndarray, int]]] = [[] for _ in range(rows)]

    def play(self, net: Scorer, device: torch.device, careless: float, rng: np.random.Generator) -> list:
        """One step in every row; returns what was seen and chosen in the matches that ended, and their worth to who chose."""
        batch = self.batch
        tokens, features = choose(batch, net, device, careless, rng)
        seen, seats = batch.obs.copy(), batch.seat.tolist()
        for row, moments in enumerate(self.open):
            moments.append((seen[row], features[row], seats[row]))
        batch.step(tokens)
        ended = []
        for row in np.flatnonzero(batch.done):
            worth = batch.reward[row].tolist()
            ended.extend((obs, chosen, worth[seat]) for obs, chosen, seat in self.open[row])
            self.open[row] = []
        return ended


def strength(game: golemry.Game, net: Scorer, bot: str, matches: int, device: torch.device) -> tuple[float, float]:
    """What matches are worth to the net as one player among bots, from 0 to 1, and the share it wins.

    In capek a half is a loss, and 0 that both lose.
    """
    batch = golemry.batch(game, n=min(matches, 128), seed=12345, opponents=bot)
    rows, learner = np.arange(len(batch)), np.arange(len(batch)) % game.seats
    rng = np.random.default_rng(0)
    worth: list[float] = []
    while len(worth) < matches:
        tokens, _ = choose(batch, net, device, 0.0, rng)
        batch.step(tokens)
        worth.extend((batch.reward[rows, learner][batch.done] + 1) / 2)
    return float(np.mean(worth[:matches])), float(np.mean(np.array(worth[:matches]) > 0.5))


def learn(net: Scorer, optimizer: torch.optim.Optimizer, moments: list, device: torch.device) -> float:
    """Twice through these moments; the mean squared error of the last part."""
    obs, chosen, goal = (torch.from_numpy(np.array(column, np.float32)).to(device) for column in zip(*moments))
    for part in torch.cat([torch.randperm(len(goal), device=device) for _ in range(2)]).split(1024):
        worth = net(obs[part], torch.arange(len(part), device=device), chosen[part])
        loss = (worth - goal[part]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="golem-it")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--rows", type=int, default=64, help="matches at once against each kind of opponent")
    parser.add_argument("--opponents", nargs="+", default=["random", "easy", "normal", "self"])
    parser.add_argument("--width", type=int, help="of the net; 128, or 512 on a GPU")
    parser.add_argument("--careless", type=float, default=0.1, help="how often any offer is taken at first; it falls to a tenth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="*", default=["random", "easy", "normal"])
    parser.add_argument("--save", help="where the net is written to")
    parser.add_argument("--smoke", action="store_true", help="a few steps only, to see that it runs")
    arguments = parser.parse_args()
    sample, matches, last_matches, report = 8192, 200, 1000, 150.0
    if arguments.smoke:
        arguments.rows, arguments.width, arguments.minutes = 8, 32, 0.0
        sample, matches, last_matches = 256, 8, 8
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    game = golemry.load(arguments.game, seats=arguments.seats)
    width = arguments.width or (512 if device.type == "cuda" else 128)
    net = Scorer(game.observation_len, game.feature_len, width).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    tables = [Table(game, it, arguments.rows, arguments.seed + place) for place, it in enumerate(arguments.opponents)]
    moments: list = []
    start, steps, rounds, reported, loss = time.monotonic(), 0, 0, -report, float("nan")
    print("worth to the net from 0 to 1, and the share of matches it wins")
    print("minutes     steps     loss  " + "  ".join(f"{bot:>13}" for bot in arguments.against), flush=True)
    while True:
        spent = time.monotonic() - start
        done = min(spent / 60 / max(arguments.minutes, 1e-9), 1.0)
        over = done == 1.0 and rounds > 0
        if spent - reported >= report or over:
            reported = spent
            count = last_matches if over else matches
            found = [strength(game, net, bot, count, device) for bot in arguments.against]
            line = "  ".join(f"{worth:6.3f} {won:6.3f}" for worth, won in found)
            print(f"{spent / 60:7.1f} {steps:9,} {loss:8.4f}  {line}", flush=True)
        if over:
            break
        for table in tables:
            moments.extend(table.play(net, device, arguments.careless * (1 - 0.9 * done), rng))
            steps += arguments.rows
        if len(moments) >= sample:
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * (1 - 0.9 * done)
            loss = learn(net, optimizer, moments, device)
            moments, rounds = [], rounds + 1
    if arguments.save:
        torch.save(net.state_dict(), arguments.save)


if __name__ == "__main__":
    main()
