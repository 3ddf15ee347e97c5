"""The environment of Gymnasium. It needs ``pip install gymnasium``, or ``golemry[envs]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from golemry._errors import Error
from golemry._golemry import Agent, Bot, Game, State
from golemry._rewards import Rewards

#: Plays a seat that is to act: returns an action, or a token.
Policy = Callable[[State, int], "dict[str, Any] | int"]

#: Seeds that are drawn, where none is given, are below this.
SEEDS = 2**63


def observations(game: Game) -> spaces.Box:
    """What a seat can observe."""
    high = game.observation_high()
    return spaces.Box(np.where(np.isfinite(high), np.float32(0), np.float32(-np.inf)), high, dtype=np.float32)


#: How an environment can show itself: as text that ``render()`` returns, or printed at every step.
RENDER_MODES = ["ansi", "human"]


def checked_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode not in (None, *RENDER_MODES):
        raise Error(f"the render modes are {', '.join(RENDER_MODES)} and None, not {mode!r}", "env/render-mode")
    return mode


def shown(mode: str | None, state: State, seat: int | None = None) -> str | None:
    """What ``render()`` returns in this mode."""
    text = state.render(seat) if mode else None
    if mode == "human":
        print(text)
        return None
    return text


class Gym(gymnasium.Env[Any, Any]):
    """See :func:`golemry.gym_env`."""

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012 - as gymnasium declares it

    def __init__(
        self,
        game: Game,
        seat: int = 0,
        opponents: str | Bot | Agent | Policy = "normal",
        illegal: Literal["raise", "lose"] = "raise",
        shaping: float = 0.0,
        render_mode: str | None = None,
        seed: int | None = None,
    ) -> None:
        if not 0 <= seat < game.seats:
            raise Error(f"there is no seat {seat}: this table has seats 0 to {game.seats - 1}", "request/seat")
        self.game, self.seat, self.render_mode = game, seat, checked_render_mode(render_mode)
        self.opponents: Bot | Policy = Bot(opponents) if isinstance(opponents, str | Agent) else opponents
        if isinstance(self.opponents, Bot):
            game.warn(self.opponents)
        self.observation_space = observations(game)
        self.action_space = spaces.Discrete(game.tokens)
        self.illegal = illegal
        self._rewards = Rewards(shaping)
        if seed is not None:
            super().reset(seed=seed)

    def _choice(self, state: State, seat: int) -> dict[str, Any] | int:
        """What an opponent does. Bots draw from this environment's own generator, so copies of it go on by themselves."""
        if isinstance(self.opponents, Bot):
            return self.opponents.act(state, seat, int(self.np_random.integers(SEEDS)))
        return self.opponents(state, seat)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            self.state_now = self.game.new_state(int(self.np_random.integers(SEEDS)))
            self._others()
            # A match can be over before the learner is ever asked.
            if not self.state_now.is_terminal():
                break
        self._rewards.begin(self.state_now)
        self._show()
        return self._observation(), {}

    def _others(self) -> None:
        state = self.state_now
        while True:
            seats = state.players_to_act()
            if not seats or seats[0] == self.seat:
                return
            choice = self._choice(state, seats[0])
            if isinstance(choice, dict):
                state.apply(seats[0], choice)
            else:
                state.apply_token(seats[0], int(choice))

    def _observation(self) -> Any:
        return self.state_now.observation_tensor(self.seat)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            complete = self.state_now.apply_token(self.seat, int(action))
        except Error as error:
            if self.illegal == "lose" and error.code in ("token/not-offered", "token/unknown"):
                paid = self._rewards.paid[self.seat] if self._rewards.shaping else 0.0
                return self._observation(), -1.0 - float(paid), True, False, {"illegal": str(error)}
            raise
        if complete:
            self._others()
        reward = float(self._rewards.of(self.state_now)[self.seat]) if complete else 0.0
        self._show()
        return self._observation(), reward, self.state_now.is_terminal(), False, {}

    def action_masks(self) -> Any:
        """The tokens that can be chosen now, as MaskablePPO asks for them."""
        return self.state_now.legal_mask(self.seat)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the learner sees it, as text."""
        return shown(self.render_mode, self.state_now, self.seat)
