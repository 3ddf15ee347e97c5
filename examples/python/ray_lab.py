"""A paired experiment and self-play on a Ray cluster (`pip install golemry[ray]`).

    python examples/python/ray_lab.py --games 2000

Without `--address` Ray starts on this machine. The rows are those of a single process, whatever the number of workers: `--check` plays
everything a second time in this process and compares.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import ray

import golemry


def ray_map(work: Callable[[Any], Any], tasks: Iterable[Any]) -> list[Any]:
    """What `map=` of the lab takes: every task goes to some worker, the results come back in order."""
    remote = ray.remote(work)
    return ray.get([remote.remote(task) for task in tasks])


def self_play(task: tuple[str, int, int]) -> dict[str, np.ndarray]:
    """Random matches with these seeds: what was seen, what was chosen, and how it ended for the seat that chose."""
    name, first, count = task
    game = golemry.load(name)
    obs, token, outcome = [], [], []
    for seed in range(first, first + count):
        state, rng = game.new_state(seed), np.random.default_rng(seed)
        seats = []
        while (seat := state.current_player()) is not None:
            obs.append(state.observation_tensor(seat))
            token.append(int(rng.choice(np.flatnonzero(state.legal_mask(seat)))))
            seats.append(seat)
            state.apply_token(seat, token[-1])
        returns = state.returns()
        outcome.extend(returns[seat] for seat in seats)
    return {"obs": np.array(obs), "token": np.array(token), "outcome": np.array(outcome, np.float32)}


def same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    def equal(x: np.ndarray, y: np.ndarray) -> bool:
        return np.array_equal(x, y, equal_nan=x.dtype.kind == "f")

    return a.keys() == b.keys() and all(equal(np.asarray(a[name]), np.asarray(b[name])) for name in a)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--address", help="a running cluster; left out, Ray starts here")
    parser.add_argument("--workers", type=int, help="how many, if Ray starts here")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--check", action="store_true", help="compare with a single process")
    arguments = parser.parse_args()
    ray.init(address=arguments.address, num_cpus=None if arguments.address else arguments.workers, log_to_driver=False)

    def experiment(map: Any) -> dict[str, Any]:
        steal = {"options": {"steal_from": 3}}
        return golemry.lab.compare("its-alive", {}, steal, ["normal"], games=arguments.games, map=map, size=16)

    def rows(map: Any) -> dict[str, Any]:
        bots = ["normal", "easy", "random"]
        return golemry.lab.run("golem-it", bots, games=arguments.games // 10, seats=3, map=map, size=3)

    def matches(map: Any) -> list[dict[str, np.ndarray]]:
        return list(map(self_play, [("golem-it", first, 5) for first in range(0, 20, 5)]))

    start = time.monotonic()
    found, each, played = experiment(ray_map), rows(ray_map), matches(ray_map)
    print(
        f"{arguments.games} deals at two tables, {len(each['deal'])} single matches and "
        f"{sum(len(it['token']) for it in played)} steps of self-play: {time.monotonic() - start:.1f} s"
    )
    real = found["corrected"] < 0.05
    for place in np.flatnonzero(real):
        print(f"{found['measure'][place]:>32}  {found['a'][place]:8.3f} -> {found['b'][place]:8.3f}")
    if arguments.check:
        assert same(found, experiment(map)), "another result than a single process has"
        assert same(each, rows(map)), "other rows than a single process has"
        assert all(same(*pair) for pair in zip(played, matches(map), strict=True)), "other matches than a single process plays"
        print("the same as from a single process, row by row")


if __name__ == "__main__":
    main()
