"""PPO in plain PyTorch: a net learns `its-alive` by playing against itself, and the curve against fixed bots is printed.

    python examples/python/selfplay.py --minutes 15

Everything is seeded; on one machine with one version of PyTorch a run repeats.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import golemry


class Net(nn.Module):
    """A policy over tokens, and a guess at the return of the seat that chooses."""

    def __init__(self, observation: int, tokens: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, tokens)
        self.value = nn.Linear(width, 1)

    def forward(self, obs: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(obs)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, dim=1), self.value(hidden).squeeze(1)


def collect(batch: golemry.Batch, net: Net, steps: int, device: torch.device) -> dict[str, torch.Tensor]:
    """Plays so many steps in every row. All seats are played by the same net."""
    kept: dict[str, list] = {name: [] for name in ("obs", "mask", "seat", "token", "chance", "value", "reward", "done")}
    obs, mask = torch.from_numpy(batch.obs), torch.from_numpy(batch.mask)
    for _ in range(steps):
        with torch.no_grad():
            seen, offered = obs.to(device, copy=True), mask.to(device, copy=True)
            chances, value = net(seen, offered)
            token = torch.multinomial(chances.exp(), 1).squeeze(1)
        for name, item in [
            ("obs", seen),
            ("mask", offered),
            ("seat", batch.seat.copy()),
            ("token", token),
            ("value", value),
            ("chance", chances.gather(1, token[:, None]).squeeze(1)),
        ]:
            kept[name].append(item)
        batch.step(token.cpu().numpy())
        kept["reward"].append(batch.reward.copy())
        kept["done"].append(batch.done.copy())
    with torch.no_grad():
        _, last = net(obs.to(device), mask.to(device))
    advantage, known = advantages(kept, batch.seat.copy(), last.cpu().numpy())
    flat = {name: torch.stack(kept[name]).flatten(0, 1) for name in ("obs", "mask", "token", "chance", "value")}
    flat["advantage"] = torch.from_numpy(advantage).flatten().to(device)
    flat["known"] = torch.from_numpy(known).flatten().to(device)
    return flat


def advantages(kept: dict[str, list], seat: np.ndarray, last: np.ndarray, fade: float = 0.95):
    """Generalised advantage estimates. A seat's next state is the next one in which that seat chooses."""
    value = torch.stack(kept["value"]).cpu().numpy()
    steps, rows = value.shape
    seats = kept["reward"][0].shape[1]
    every = np.arange(rows)
    next_value, next_advantage = np.zeros((rows, seats), np.float32), np.zeros((rows, seats), np.float32)
    reward, reached = np.zeros((rows, seats), np.float32), np.zeros((rows, seats), bool)
    next_value[every, seat], reached[every, seat] = last, True
    found, known = np.zeros((steps, rows), np.float32), np.zeros((steps, rows), bool)
    for step in reversed(range(steps)):
        done = kept["done"][step]
        next_value[done], next_advantage[done] = 0.0, 0.0
        reward[done], reached[done] = 0.0, True
        reward += kept["reward"][step]
        chose = kept["seat"][step]
        known[step] = reached[every, chose]
        error = reward[every, chose] + next_value[every, chose] - value[step]
        found[step] = np.where(known[step], error + fade * next_advantage[every, chose], 0.0)
        next_value[every, chose], next_advantage[every, chose] = value[step], found[step]
        reward[every, chose], reached[every, chose] = 0.0, True
    return found, known


def learn(net: Net, optimizer: torch.optim.Optimizer, data: dict[str, torch.Tensor], epochs: int, size: int) -> None:
    """PPO's clipped objective, with a bonus for entropy."""
    places = data["known"].nonzero().squeeze(1)
    advantage, goal = data["advantage"], data["advantage"] + data["value"]
    scale = advantage[places].std() + 1e-6
    for _ in range(epochs):
        for part in places[torch.randperm(len(places), device=places.device)].split(size):
            chances, value = net(data["obs"][part], data["mask"][part])
            chance = chances.gather(1, data["token"][part, None]).squeeze(1)
            ratio = (chance - data["chance"][part]).exp()
            weight = advantage[part] / scale
            gain = torch.minimum(ratio * weight, ratio.clamp(0.8, 1.2) * weight).mean()
            entropy = -(chances.exp() * chances).sum(1).mean()
            loss = -gain + 0.5 * (value - goal[part]).pow(2).mean() - 0.01 * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def strength(game: golemry.Game, net: Net, bot: str, matches: int, device: torch.device) -> float:
    """The share of matches that the net wins as one player among bots; the most probable token is played."""

    def play(obs: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            chances, _ = net(torch.from_numpy(obs).to(device), torch.from_numpy(mask).to(device))
        return chances.argmax(1).cpu().numpy()

    return golemry.evaluate(game, play, bot, matches)["won"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="its-alive")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--shaping", type=float, default=0.0, help="how much of the game's own estimates is paid at once")
    parser.add_argument("--rows", type=int, default=512)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="*", default=["random", "easy", "normal"])
    parser.add_argument("--save", help="where the net is written to")
    parser.add_argument("--threads", type=int, help="of PyTorch and of each batch; 1 on a machine that others use too")
    parser.add_argument("--smoke", action="store_true", help="a few steps only, to see that it runs")
    arguments = parser.parse_args()
    if arguments.smoke:
        arguments.rows, arguments.steps, arguments.minutes, arguments.width = 16, 8, 0.0, 32
    torch.manual_seed(arguments.seed)
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    game = golemry.load(arguments.game, seats=arguments.seats)
    net = Net(game.observation_len, game.tokens, arguments.width).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    threads, shaping = torch.get_num_threads(), arguments.shaping
    batch = golemry.batch(game, n=arguments.rows, seed=arguments.seed, threads=threads, shaping=shaping)
    matches = 16 if arguments.smoke else 1000
    start, rounds = time.monotonic(), 0
    print("minutes     steps  " + "  ".join(f"{bot:>8}" for bot in arguments.against), flush=True)
    while True:
        spent = (time.monotonic() - start) / 60
        over = spent >= arguments.minutes and rounds > 0
        if rounds % 40 == 0 or over:
            shares = [strength(game, net, bot, matches, device) for bot in arguments.against]
            steps = rounds * arguments.rows * arguments.steps
            print(f"{spent:7.1f} {steps:9,}  " + "  ".join(f"{share:8.3f}" for share in shares), flush=True)
        if over:
            break
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * max(0.05, 1 - spent / max(arguments.minutes, 1e-9))
        data = collect(batch, net, arguments.steps, device)
        learn(net, optimizer, data, epochs=2, size=4096)
        rounds += 1
    if arguments.save:
        torch.save(net.state_dict(), arguments.save)


if __name__ == "__main__":
    main()
