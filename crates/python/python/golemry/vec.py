"""The vectorised environment of Stable-Baselines3. It needs ``pip install golemry[sb3]``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv  # type: ignore[import-not-found,unused-ignore]

from golemry._errors import Error
from golemry._golemry import Batch, Game
from golemry.gym import observations


class Vec(VecEnv):  # type: ignore[misc,unused-ignore]
    """See :func:`golemry.vec_env`. What it returns are copies: trainers keep them while the batch goes on."""

    def __init__(self, game: Game, n: int, opponents: Any, seed: int, threads: int, shaping: float) -> None:
        if opponents is None:
            # A row would change seats, and its rewards would be another player's.
            raise Error("vec_env learns on one seat of each match: name who plays the others, such as 'random'", "env/opponents")
        self.game, self.opponents, self.threads, self.shaping = game, opponents, threads, shaping
        #: Which seat learns in each row.
        self.learner = np.arange(n) % game.seats
        super().__init__(n, observations(game), spaces.Discrete(game.tokens))
        # Matches are made at once, so that mistakes show here. Trainers begin them again, with the same seed.
        self._next_seed = seed
        self.reset()
        self._next_seed = seed

    def reset(self) -> NDArray[np.float32]:
        """Begins all matches anew, from the seed that was given last; from the next one if it was used already."""
        seed = self._next_seed if self._seeds[0] is None else self._seeds[0]
        self._next_seed = seed + 1
        self._reset_seeds()
        self.batch = Batch(self.game, self.num_envs, seed, self.threads, self.opponents, self.shaping)
        self._total, self._steps = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        return self.batch.obs.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._tokens = np.ascontiguousarray(actions, np.int64)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        batch = self.batch
        batch.step(self._tokens)
        reward = batch.reward[np.arange(self.num_envs), self.learner]
        self._total += reward
        self._steps += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(batch.done):
            # A draw is 0, whatever the rounding of shaped rewards leaves.
            total = round(float(self._total[row]), 4)
            infos[row] = {
                "terminal_observation": batch.final_obs[row].copy(),
                "TimeLimit.truncated": False,
                # What Stable-Baselines3's own monitor would add: it shows in the trainer's log.
                "episode": {"r": total, "l": int(self._steps[row])},
                "is_success": bool(batch.won[row, self.learner[row]] == 1),
            }
        self._total[batch.done], self._steps[batch.done] = 0.0, 0
        return batch.obs.copy(), reward, batch.done.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The tokens that can be chosen now, a row for each match."""
        return self.batch.mask.copy()

    def close(self) -> None:
        pass

    def _rows(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError(f"{attr_name} is the same in all matches of a batch: make another environment")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"the matches of a batch have no method {method_name}, only action_masks")
        masks = self.action_masks()
        return [masks[row] for row in self._rows(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: int | Iterable[int] | None = None) -> list[bool]:
        return [False for _ in self._rows(indices)]
