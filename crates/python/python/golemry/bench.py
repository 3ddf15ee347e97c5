"""``python -m golemry.bench``: steps a second, beside other packages where they are installed.

A step is one token: one choice on the way to an action, with the next observation and mask written. Tokens are drawn at random
from those offered, inside the measured time: by ``batch.random_tokens`` for a batch, with numpy for single environments.

On a machine that is busy with other work, ``--busy`` measures processor time instead of the clock: what it would reach alone.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import golemry

#: Token steps a second that a batch of 1024 on two threads should reach.
AIMS = {"its-alive": 5_000_000, "golem-it": 2_000_000}
#: A single environment should be so many times as fast as PettingZoo's Leduc.
SINGLE_AIM = 20


#: Reads the time in seconds.
Clock = Callable[[], float]


def batch_speed(game: str, n: int, threads: int, seconds: float, clock: Clock = time.perf_counter) -> float:
    """Token steps a second."""
    batch = golemry.batch(game, n=n, seed=1, threads=threads)
    steps, start = 0, clock()
    while clock() - start < seconds:
        for _ in range(20):
            batch.step(batch.random_tokens(steps))
            steps += 1
    return steps * n / (clock() - start)


def play_aec(env: Any, seed: int | None, rng: np.random.Generator) -> int:
    """Plays one match of an environment in PettingZoo's loop, with masks and random legal actions; how many steps it took."""
    steps = 0
    env.reset(seed=seed)
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        offered = observation["action_mask"].nonzero()[0]
        env.step(int(offered[int(rng.random() * len(offered))]))
        steps += 1
    return steps


def aec_speed(make: Callable[[], Any], seconds: float, clock: Clock = time.perf_counter) -> float:
    """Steps a second of an environment in PettingZoo's loop."""
    env, rng = make(), np.random.default_rng(1)
    # The first match loads and makes what later ones use again. Only that one is seeded: Leduc makes everything anew for a seed.
    play_aec(env, 1, rng)
    steps, start = 0, clock()
    while clock() - start < seconds:
        steps += play_aec(env, None, rng)
    return steps / (clock() - start)


def others(seconds: float, clock: Clock) -> dict[str, float]:
    """Other packages, where they are installed."""
    found: dict[str, float] = {}
    try:
        from pettingzoo.classic import leduc_holdem_v4  # type: ignore[import-untyped]

        found["PettingZoo leduc_holdem_v4"] = aec_speed(leduc_holdem_v4.env, seconds, clock)
    except Exception as missing:  # noqa: BLE001 - whatever keeps it from starting, it is left out by name
        print(f"left out: PettingZoo's Leduc ({type(missing).__name__}: {missing})")
    try:
        import pyspiel  # type: ignore[import-not-found]

        game = pyspiel.load_game("leduc_poker")
        rng = np.random.default_rng(1)
        steps, start = 0, clock()
        while clock() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.observation_tensor(state.current_player())
                    steps += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
        found["OpenSpiel leduc_poker"] = steps / (clock() - start)
    except Exception as missing:  # noqa: BLE001 - the same
        print(f"left out: OpenSpiel ({type(missing).__name__}: {missing})")
    try:
        env = import_module("rlcard").make("leduc-holdem", config={"seed": 1})
        rng = np.random.default_rng(1)
        steps, start = 0, clock()
        while clock() - start < seconds:
            seen, _ = env.reset()
            while not env.is_over():
                legal = list(seen["legal_actions"])
                seen, _ = env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        found["RLCard leduc-holdem"] = steps / (clock() - start)
    except Exception as missing:  # noqa: BLE001 - the same
        print(f"left out: RLCard ({type(missing).__name__}: {missing})")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures steps a second.")
    parser.add_argument("--n", type=int, default=1024, help="matches in a batch")
    parser.add_argument("--threads", type=int, default=2, help="threads of a batch")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each thing is measured")
    parser.add_argument("--busy", action="store_true", help="measure processor time, on a machine that others use too")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.busy else time.perf_counter
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"{os.cpu_count()} cores, load {load:.1f}, n = {arguments.n}, {arguments.threads} threads\n")
    print(f"{'batch':<16}{'steps/s':>14}{'aim':>14}{'of aim':>9}")
    for game in (it["id"] for it in golemry.games()):
        speed = batch_speed(game, arguments.n, arguments.threads, arguments.seconds, clock)
        # Processor time adds up over the threads.
        speed *= arguments.threads if arguments.busy else 1
        aim = AIMS.get(game)
        print(f"{game:<16}{speed:>14,.0f}" + (f"{aim:>14,}{speed / aim:>9.2f}" if aim else ""))
    if find_spec("pettingzoo") is None:
        print("\nleft out: single environments (pip install golemry[envs])")
        return
    beside = others(arguments.seconds, clock)
    leduc = beside.get("PettingZoo leduc_holdem_v4", 11_500.0)
    print(f"\n{'one environment':<32}{'steps/s':>12}{'× Leduc':>10}")  # noqa: RUF001 - it is a multiplication sign
    for name, speed in beside.items():
        print(f"{name:<32}{speed:>12,.0f}{speed / leduc:>10.1f}")
    for game in (it["id"] for it in golemry.games()):
        speed = aec_speed(partial(golemry.aec_env, game), arguments.seconds, clock)
        print(f"{'aec_env ' + game:<32}{speed:>12,.0f}{speed / leduc:>10.1f}")


if __name__ == "__main__":
    main()
