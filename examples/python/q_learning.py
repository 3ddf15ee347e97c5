"""Deep Monte Carlo in the manner of DouZero: a net scores each offered choice by itself, Q(s, a), and is trained on how matches end.

    python examples/python/q_learning.py --game golem-it --minutes 15
    python examples/python/q_learning.py --game capek --minutes 15

It plays against itself and against bots, all at once. A beginner hardly ever wins, so at first half of what a match is worth is how far
the player had come when it ended; this half fades away as the net learns. It uses a GPU if there is one.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import golemry

#: How far a player has come, from 0 to 1, read from that player's part of an observation.
PROGRESS = {
    # The share of the cards that are gone; the number of cards stands first.
    "golem-it": lambda player: 1 - player[..., 0],
    # The share of the golem that is built; it stands last: six body cards, each with its markers and its set.
    "capek": lambda player: player[..., -12:].mean(-1),
}
#: A match is kept up to so many choices; in a longer one the last choice stands for the rest.
LONGEST = 1024


class Scorer(nn.Module):
    """What a choice is worth in a situation. It is not squeezed between -1 and 1: where nearly all is lost, it would hardly learn."""

    def __init__(self, observation: int, features: int, width: int) -> None:
        super().__init__()
        self.situation = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width))
        # There are many more choices than situations, so their part of the net is narrow.
        half = width // 2
        self.choice = nn.Sequential(nn.Linear(features, half), nn.ReLU(), nn.Linear(half, width))
        self.both = nn.Sequential(nn.ReLU(), nn.Linear(width, half), nn.ReLU(), nn.Linear(half, 1))

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
    best = order[np.append(np.flatnonzero(np.diff(row)), len(row) - 1)]
    return token[best], features[best]


class Table:
    """Matches against one kind of opponent, and everything that was chosen in them since they began."""

    def __init__(self, game: golemry.Game, opponents: str, rows: int, seed: int) -> None:
        bots = None if opponents == "self" else opponents
        self.batch = golemry.batch(game, n=rows, seed=seed, threads=torch.get_num_threads(), opponents=bots)
        self.obs = np.zeros((rows, LONGEST, game.observation_len), np.float32)
        self.features = np.zeros((rows, LONGEST, game.feature_len), np.float32)
        self.seat = np.zeros((rows, LONGEST), np.int32)
        self.length = np.zeros(rows, np.int32)

    def play(self, net: Scorer, device: torch.device, careless: float, shaped: float, rng: np.random.Generator) -> list:
        """One step in every row; returns the matches that ended: what was seen, what was chosen, and what it was worth to the chooser."""
        batch = self.batch
        tokens, features = choose(batch, net, device, careless, rng)
        now = np.arange(len(batch)), np.minimum(self.length, LONGEST - 1)
        self.obs[now], self.features[now], self.seat[now] = batch.obs, features, batch.seat
        self.length = now[1] + 1
        batch.step(tokens)
        ended = []
        for row in np.flatnonzero(batch.done):
            kept = slice(self.length[row])
            # Only a win counts. In capek to lose is better than to lose together, and a beginner would learn to let the other win.
            worth = np.where(batch.reward[row] > 0, batch.reward[row], np.float32(-1))
            if shaped:
                worth += shaped * (self.progress(row) * 2 - 1 - worth)
            ended.append((self.obs[row, kept].copy(), self.features[row, kept].copy(), worth[self.seat[row, kept]]))
        self.length[batch.done] = 0
        return ended

    def progress(self, row: int) -> np.ndarray:
        """How far each seat had come in the match that ended."""
        game = self.batch.game
        begin, end = next((begin, end) for name, begin, end in game.layout() if name == "players")
        players = self.batch.final_obs[row, begin:end].reshape(game.seats, -1)
        # The last to choose comes first in what they see.
        return np.roll(PROGRESS[game.id](players), self.seat[row, self.length[row] - 1])


def strength(game: golemry.Game, net: Scorer, bot: str, matches: int, device: torch.device) -> tuple[float, float]:
    """What matches are worth to the net as one player among bots, from 0 to 1, and the share it wins.

    In capek a half is a loss, and 0 that both lose.
    """
    batch = golemry.batch(game, n=matches, seed=12345, threads=torch.get_num_threads(), opponents=bot)
    learner, rng = np.arange(matches) % game.seats, np.random.default_rng(0)
    worth, over = np.zeros(matches), np.zeros(matches, bool)
    while not over.all():
        tokens, _ = choose(batch, net, device, 0.0, rng)
        batch.step(tokens)
        # The first match of each row counts: short matches would be over-represented among the first that end.
        ends = np.flatnonzero(batch.done & ~over)
        worth[ends] = (batch.reward[ends, learner[ends]] + 1) / 2
        over |= batch.done
    return worth.mean(), (worth > 0.5).mean()


def learn(net: Scorer, optimizer: torch.optim.Optimizer, matches: list, device: torch.device) -> float:
    """Twice through these matches; the mean squared error of the last part."""
    obs, chosen, goal = (torch.from_numpy(np.concatenate(column)).to(device) for column in zip(*matches, strict=True))
    for part in torch.cat([torch.randperm(len(goal), device=device) for _ in range(2)]).split(1024):
        worth = net(obs[part], torch.arange(len(part), device=device), chosen[part])
        loss = (worth - goal[part]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="golem-it", choices=PROGRESS)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--rows", type=int, help="matches at once against each kind of opponent; 64, or 512 on a GPU")
    parser.add_argument("--opponents", nargs="+", default=["random", "easy", "normal", "self"])
    parser.add_argument("--width", type=int, help="of the net; 128, or 512 on a GPU")
    parser.add_argument("--careless", type=float, default=0.05, help="how often any offer is taken at first; it falls to a tenth")
    parser.add_argument("--shaped", type=float, default=0.5, help="how much progress counts at first; it falls to nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="*", default=["random", "easy", "normal"])
    parser.add_argument("--report", type=float, default=2.0, help="minutes between two lines of the curve")
    parser.add_argument("--save", help="where the net is written to with every line")
    parser.add_argument("--threads", type=int, help="of PyTorch and of each batch; 1 on a machine that others use too")
    parser.add_argument("--smoke", action="store_true", help="a few steps only, to see that it runs")
    arguments = parser.parse_args()
    sample, matches, last_matches = 8192, 200, 1000
    if arguments.smoke:
        arguments.rows, arguments.width, arguments.minutes = 8, 32, 0.0
        sample, matches, last_matches = 256, 8, 8
    torch.manual_seed(arguments.seed)
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    rng = np.random.default_rng(arguments.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rows = arguments.rows or (512 if device.type == "cuda" else 64)
    game = golemry.load(arguments.game, seats=arguments.seats)
    width = arguments.width or (512 if device.type == "cuda" else 128)
    net = Scorer(game.observation_len, game.feature_len, width).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    tables = [Table(game, it, rows, arguments.seed + place) for place, it in enumerate(arguments.opponents)]
    played: list = []
    start, steps, rounds, reported, loss = time.monotonic(), 0, 0, -1e9, float("nan")
    print("worth to the net from 0 to 1, and the share of matches it wins")
    print("minutes      steps     loss  " + "  ".join(f"{bot:>13}" for bot in arguments.against), flush=True)
    while True:
        spent = (time.monotonic() - start) / 60
        done = min(spent / max(arguments.minutes, 1e-9), 1.0)
        over = done == 1.0 and rounds > 0
        if spent - reported >= arguments.report or over:
            reported = spent
            count = last_matches if over else matches
            found = [strength(game, net, bot, count, device) for bot in arguments.against]
            line = "  ".join(f"{worth:6.3f} {won:6.3f}" for worth, won in found)
            print(f"{spent:7.1f} {steps:10,} {loss:8.4f}  {line}", flush=True)
            if arguments.save:
                torch.save(net.state_dict(), arguments.save)
        if over:
            break
        for table in tables:
            played.extend(table.play(net, device, arguments.careless * (1 - 0.9 * done), arguments.shaped * (1 - done), rng))
            steps += rows
        if sum(len(goal) for _, _, goal in played) >= sample:
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * (1 - 0.9 * done)
            loss = learn(net, optimizer, played, device)
            played, rounds = [], rounds + 1


if __name__ == "__main__":
    main()
