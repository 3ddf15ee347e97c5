"""The learners of docs/benchmark.md: trains small nets for every table of the benchmark, and measures them.

    python examples/python/baselines.py train ppo --seed 1 --out nets      # PPO against itself, as selfplay.py does it
    python examples/python/baselines.py train q --seed 1 --out nets        # deep Q-learning against itself
    python examples/python/baselines.py measure nets/ppo-1.npz --seed 1    # needs no PyTorch

A run has a number of rounds, not of minutes, so that it is the same on fast and slow machines.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import golemry

#: The tables of the benchmark: game, variant, seats.
TABLES = [
    ("its-alive", "standard", 2),
    ("its-alive", "standard", 4),
    ("inner-circle", "single", 2),
    ("inner-circle", "match", 4),
    ("capek", "standard", 2),
    ("duel", "standard", 2),
    ("golem-it", "standard", 4),
    ("golem-it", "two-player", 2),
]
#: The layers of a net, as PyTorch names them: two hidden ones, then a number for each token.
LAYERS = ["body.0", "body.2", "policy"]


def train(kind: str, seed: int, rounds: int, width: int, out: Path, tables: list) -> None:
    """Trains a net for every table, all into one file of 16-bit floats."""
    import torch
    from selfplay import Net, collect, learn

    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights: dict[str, np.ndarray] = {}
    for id, variant, seats in tables:
        torch.manual_seed(seed)
        game = golemry.load(id, variant=variant, seats=seats)
        net = Net(game.observation_len, game.tokens, width).to(device)
        optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
        # Where hardly anybody wins at first, the game's own estimates say who came closer.
        batch = golemry.batch(game, n=512, seed=seed, threads=1, shaping=0.5)
        rng = np.random.default_rng(seed)
        for round in range(rounds):
            done = round / rounds
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * max(0.05, 1 - done)
            if kind == "ppo":
                learn(net, optimizer, collect(batch, net, 64, device), epochs=2, size=4096)
            else:
                learn_worth(net, optimizer, batch, 0.3 * (1 - done) + 0.02, rng, device)
        for layer, part in [(layer, part) for layer in LAYERS for part in ("weight", "bias")]:
            values = net.get_parameter(f"{layer}.{part}").detach().cpu().numpy()
            weights[f"{id}/{variant}/{seats}/{layer}.{part}"] = values.astype(np.float16)
        print(f"{kind} {seed}: {id} {variant} {seats}", flush=True)
        out.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(out / f"{kind}-{seed}.npz", **weights)


def learn_worth(net, optimizer, batch: golemry.Batch, careless: float, rng: np.random.Generator, device, steps: int = 64) -> None:
    """A step of deep Q-learning: a token is worth what its seat is paid until it chooses again, and what that choice is worth then."""
    import torch

    def worths(obs, mask):
        hidden = net.body(torch.from_numpy(obs).to(device))
        return net.policy(hidden).masked_fill(~torch.from_numpy(mask).to(device), -1e9)

    rows, seats = len(batch), batch.game.seats
    every = np.arange(rows)
    kept: dict[str, list] = {name: [] for name in ("obs", "mask", "seat", "token", "best", "reward", "done")}
    for _ in range(steps + 1):
        with torch.no_grad():
            worth = worths(batch.obs, batch.mask).cpu().numpy()
        any_offer = np.where(batch.mask, rng.random(batch.mask.shape), -1.0).argmax(1)
        token = np.where(rng.random(rows) < careless, any_offer, worth.argmax(1))
        kept["best"].append(worth.max(1))
        for name, item in [("obs", batch.obs.copy()), ("mask", batch.mask.copy()), ("seat", batch.seat.copy()), ("token", token)]:
            kept[name].append(item)
        batch.step(token)
        kept["reward"].append(batch.reward.copy())
        kept["done"].append(batch.done.copy())
    # Backwards: what each seat is paid until it chooses again, and what it hopes for then. The worth of the
    # next choice is the best one, mixed with what came of the one that was made (Peng's Q(λ)).
    hope, paid, reached = np.zeros((rows, seats), np.float32), np.zeros((rows, seats), np.float32), np.zeros((rows, seats), bool)
    goals, known = [], []
    for step in reversed(range(steps + 1)):
        done, chose = kept["done"][step], kept["seat"][step]
        hope[done], paid[done], reached[done] = 0.0, 0.0, True
        paid += kept["reward"][step]
        goal = paid[every, chose] + hope[every, chose]
        goals.append(goal)
        known.append(reached[every, chose].copy())
        follows = 0.8 * reached[every, chose]
        hope[every, chose] = follows * goal + (1 - follows) * kept["best"][step]
        paid[every, chose], reached[every, chose] = 0.0, True
    known = np.concatenate(known[::-1])
    obs, mask, token = (np.concatenate(kept[name]) for name in ("obs", "mask", "token"))
    goal = torch.from_numpy(np.concatenate(goals[::-1])).to(device)
    token = torch.from_numpy(token).to(device)
    places = np.flatnonzero(known)
    for part in np.array_split(rng.permutation(places), max(1, len(places) // 2048)):
        chosen = worths(obs[part], mask[part]).gather(1, token[part, None]).squeeze(1)
        loss = (chosen - goal[part]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def agent(file: Path) -> golemry.Agent:
    """The nets of a file as a player: it takes the best token."""
    with np.load(file) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files}

    def play(turn: golemry.Turn) -> int:
        hidden = turn.observation
        for layer in LAYERS:
            name = f"{turn.game}/{turn.variant}/{turn.seats}/{layer}"
            hidden = weights[f"{name}.weight"] @ hidden + weights[f"{name}.bias"]
            if layer != "policy":
                hidden = np.maximum(hidden, 0)
        return int(np.where(turn.mask, hidden, -np.inf).argmax())

    return golemry.Agent(play, name=file.stem)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train")
    training.add_argument("kind", choices=["ppo", "q"])
    training.add_argument("--rounds", type=int, default=60, help="each has 512 matches take 64 steps")
    training.add_argument("--width", type=int, default=64)
    training.add_argument("--out", type=Path, default=Path("nets"))
    measuring = commands.add_parser("measure")
    measuring.add_argument("file", type=Path)
    measuring.add_argument("--tasks", nargs="*", default=[])
    measuring.add_argument("--games", type=int, default=200)
    measuring.add_argument("--out", type=Path, help="the result as JSON")
    for command in (training, measuring):
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--smoke", action="store_true", help="a few steps only, to see that it runs")
    arguments = parser.parse_args()
    if arguments.command == "train":
        rounds, width, tables = arguments.rounds, arguments.width, TABLES
        if arguments.smoke:
            rounds, width, tables = 1, 8, TABLES[:1]
        train(arguments.kind, arguments.seed, rounds, width, arguments.out, tables)
        return
    tasks, games = arguments.tasks, arguments.games
    if arguments.smoke:
        tasks, games = golemry.lab.tasks()[:1], 4
    found = golemry.lab.benchmark(agent(arguments.file), tasks, games, arguments.seed, told=lambda task: print(task["task"], task["score"]))
    print(found["skill"], found["interval"])
    if arguments.out:
        arguments.out.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
