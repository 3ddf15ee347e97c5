"""Trains the network of the `master` bot: matches of a bot against itself, then a small net that learns what positions are worth,
then matches of the new master against itself, and so on.

    cargo build --release -p golemry-registry --example selfplay
    python train_master.py its-alive 2 standard --selfplay target/release/examples/selfplay --out data/networks/its-alive.net

A generation ends after a number of matches, never by the clock: the same arguments and seed give the same matches, and on the
same kind of machine the same network, byte for byte.
"""

from __future__ import annotations

import argparse
import os
import struct
import subprocess
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("seats")
    parser.add_argument("variant")
    parser.add_argument("--selfplay", required=True, help="the program that plays")
    parser.add_argument("--out", type=Path, required=True, help="the network to write")
    parser.add_argument("--teacher", default="quick", help="who plays the first generation; quick: as in playouts")
    parser.add_argument("--learner", default="master:100", help="who plays the others")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--first", type=int, default=500_000, help="the matches of the first generation")
    parser.add_argument("--matches", type=int, default=20_000, help="the matches of each other one")
    parser.add_argument("--strays", default="6", help="of a hundred decisions, how many are random")
    parser.add_argument("--kept", default="6", help="of a hundred positions of the first generation, how many are learnt from")
    parser.add_argument("--widths", default="128,32", help="of the hidden layers")
    parser.add_argument("--trust", type=float, default=0.7, help="how much a learner's expectation counts, beside the outcome")
    parser.add_argument("--epochs", default="4,2", help="of the first generation and of the others")
    parser.add_argument("--start", type=Path, help="a network to begin with: then all generations are the learner's")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    # Without this some sums depend on which part of the device was first.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.use_deterministic_algorithms(True)
    network: Path | None = args.start
    net = read(network).to(device) if network else None
    lessons: list[Positions] = []
    for generation in range(args.generations):
        begin = time.time()
        file = args.out.with_suffix(f".lessons{generation}")
        seed = args.seed * 100 + generation
        play(args, seed, file, network)
        lessons = [*lessons[-1:], Positions(file, device, args.trust)] if net else [Positions(file, device, 0.0)]
        file.unlink()
        played = time.time()
        torch.manual_seed(seed)
        epochs = int(args.epochs.split(",")[0 if net is None else 1])
        rate = 2e-3 if net is None else 5e-4
        if net is None:
            net = fresh(lessons[0].inputs, [int(width) for width in args.widths.split(",")]).to(device)
        train(net, lessons, epochs, rate, device)
        network = args.out.with_suffix(f".net{generation}")
        write(net, lessons[-1].trained_for, network)
        if len(lessons) == 1 and generation == 0 and args.start is None:
            # The search's expectations replace the outcomes of quick play.
            lessons = []
        print(f"{args.game} generation {generation}: played {played - begin:.0f} s, trained {time.time() - played:.0f} s", flush=True)
    assert network is not None
    args.out.write_bytes(network.read_bytes())


def play(args: argparse.Namespace, seed: int, file: Path, network: Path | None) -> None:
    first = network is None
    command = [args.selfplay, "positions", args.game, args.seats, args.variant]
    command += [args.teacher if first else args.learner, str(args.first if first else args.matches), str(seed)]
    command += [args.strays, args.kept if first else "100", str(file)]
    command += [str(network)] if network else []
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    print(args.game, command[5], done.stdout.strip(), flush=True)


class Positions:
    """Positions with what they turned out to be worth: the outcome of the match, or with `trust` also what the search expected."""

    def __init__(self, file: Path, device: str, trust: float) -> None:
        with file.open("rb") as stream:
            self.trained_for, width, count = stream.readline().decode().rstrip("\n").split("\t")
            rows, self.inputs = int(count), int(width)
            observations = np.fromfile(stream, np.float16, rows * self.inputs).reshape(rows, self.inputs)
            outcomes = np.fromfile(stream, np.float32, rows)
            expected = np.fromfile(stream, np.float32, rows)
        if trust > 0:
            known = ~np.isnan(expected)
            observations, outcomes, expected = observations[known], outcomes[known], expected[known]
            outcomes = (1 - trust) * outcomes + trust * expected
        # The last rows are of matches that nothing else was seen of: they tell how well the net judges.
        split = len(outcomes) - len(outcomes) // 20
        x, y = torch.from_numpy(observations).to(device), torch.from_numpy(outcomes).to(device)
        self.seen, self.unseen = (x[:split], y[:split]), (x[split:], y[split:])


def fresh(inputs: int, widths: list[int]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for before, after in zip([inputs, *widths], [*widths, 1], strict=True):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def train(net: nn.Sequential, lessons: list[Positions], epochs: int, rate: float, device: str, batch: int = 4096) -> None:
    """Trains, and keeps the epoch that judges unseen matches best."""
    x = torch.cat([lesson.seen[0] for lesson in lessons])
    y = torch.cat([lesson.seen[1] for lesson in lessons])
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    batches = max(1, len(x) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2 * rate, total_steps=batches * epochs, pct_start=0.1)
    loss_of = nn.BCEWithLogitsLoss()

    def unseen() -> float:
        x, y = lessons[-1].unseen
        with torch.no_grad():
            return loss_of(net(x.float()).squeeze(1), y).item()

    x_last, y_last = lessons[-1].unseen
    hunch = loss_of(4 * x_last[:, -1].float(), y_last).item()
    best, kept = unseen(), {name: value.clone() for name, value in net.state_dict().items()}
    report = [f"{len(x)} positions, unseen before {best:.4f}, by the game's estimate {hunch:.4f}, after each epoch"]
    for _ in range(epochs):
        order = torch.randperm(len(x), device=device)
        total = torch.zeros((), device=device)
        for step in range(batches):
            rows = order[step * batch : (step + 1) * batch]
            loss = loss_of(net(x[rows].float()).squeeze(1), y[rows])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        now = unseen()
        report.append(f"{total.item() / batches:.4f}/{now:.4f}")
        if now < best:
            best, kept = now, {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(kept)
    print(*report, flush=True)


def read(file: Path) -> nn.Sequential:
    data = file.read_bytes()[8:-8]
    (length,) = struct.unpack_from("<I", data)
    at = 4 + length
    (count,) = struct.unpack_from("<I", data, at)
    widths = struct.unpack_from(f"<{count}I", data, at + 4)
    at += 4 + 4 * count
    net = fresh(widths[0], list(widths[1:-1]))
    linear = [layer for layer in net if isinstance(layer, nn.Linear)]
    for layer, before, after in zip(linear, widths[:-1], widths[1:], strict=True):
        numbers = np.frombuffer(data, "<f2", before * after + after, at).astype(np.float32)
        at += 2 * len(numbers)
        layer.weight.data = torch.from_numpy(numbers[: before * after].reshape(before, after).T.copy())
        layer.bias.data = torch.from_numpy(numbers[before * after :].copy())
    return net


def write(net: nn.Sequential, trained_for: str, file: Path) -> None:
    """Writes the format that `crates/bots/src/network.rs` reads."""
    linear = [layer for layer in net if isinstance(layer, nn.Linear)]
    widths = [linear[0].in_features, *[layer.out_features for layer in linear]]
    text = trained_for.encode()
    out = b"GOLEMNET" + struct.pack("<I", len(text)) + text + struct.pack(f"<{len(widths) + 1}I", len(widths), *widths)
    for layer in linear:
        out += layer.weight.detach().T.contiguous().cpu().numpy().astype("<f2").tobytes()
        out += layer.bias.detach().cpu().numpy().astype("<f2").tobytes()
    file.write_bytes(out + struct.pack("<Q", fnv(out)))


def fnv(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


if __name__ == "__main__":
    main()
