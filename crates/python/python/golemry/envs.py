"""The environments of PettingZoo. They need ``pip install golemry[envs]``."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from golemry._errors import Error
from golemry._golemry import Game
from golemry._rewards import Rewards
from golemry.gym import RENDER_MODES, SEEDS, checked_render_mode, observations, shown


def _spaces(game: Game, tokens: int) -> spaces.Dict:
    return spaces.Dict({"observation": observations(game), "action_mask": spaces.Box(0, 1, (tokens,), np.int8)})


def _metadata(game: Game, kind: str) -> dict[str, Any]:
    return {"name": f"{game.id}_{kind}_v{game.encoding}", "render_modes": RENDER_MODES, "is_parallelizable": False}


class Aec(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """See :func:`golemry.aec_env`. Without shaping, rewards come at the end, from -1 to 1."""

    def __init__(self, game: Game, shaping: float = 0.0, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.metadata = _metadata(game, "aec")
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _spaces(game, game.tokens) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.tokens) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._rewards = Rewards(shaping)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.state_now = self.game.new_state(int(self._seeds.integers(SEEDS)))
        self._rewards.begin(self.state_now)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        self._show()

    def _select(self) -> bool:
        """Turns to the agent that chooses next; whether there is one."""
        seat = self.state_now.current_player()
        self.agent_selection = self.possible_agents[seat or 0]
        return seat is not None

    def observe(self, agent: str) -> dict[str, Any]:
        observation, mask = self.state_now.observe(self._seat_of[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        complete = self.state_now.apply_token(self._seat_of[agent], action)
        shaped = self._rewards.shaping != 0.0
        if shaped:
            self._cumulative_rewards[agent] = 0.0
            self._clear_rewards()
        if complete:
            goes_on = self._select()
            if shaped or not goes_on:
                self.rewards = dict(zip(self.possible_agents, self._rewards.of(self.state_now), strict=True))
                self._accumulate_rewards()
            if not goes_on:
                self.terminations = dict.fromkeys(self.agents, True)
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a spectator sees it, as text."""
        return shown(self.render_mode, self.state_now)

    def close(self) -> None:
        pass

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    def __repr__(self) -> str:
        return f"golemry.aec_env({self.game.id!r})"

    __str__ = __repr__


class Parallel(ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """See :func:`golemry.parallel_env`."""

    def __init__(self, game: Game, shaping: float = 0.0, render_mode: str | None = None) -> None:
        self.game = game
        self.metadata = _metadata(game, "parallel")
        self.render_mode = checked_render_mode(render_mode)
        #: The token of an agent that has nothing to decide.
        self.wait = game.tokens
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.observation_spaces = {agent: _spaces(game, game.tokens + 1) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(game.tokens + 1) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()
        self._rewards = Rewards(shaping)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _observations(self) -> dict[str, dict[str, Any]]:
        to_act = self.state_now.players_to_act()
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            observation, mask = self.state_now.observe(seat)
            found[agent] = {"observation": observation, "action_mask": np.append(mask, np.int8(seat not in to_act))}
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.state_now = self.game.new_state(int(self._seeds.integers(SEEDS)))
        self._rewards.begin(self.state_now)
        self.agents = self.possible_agents[:]
        self._show()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents = self.agents
        to_act = self.state_now.players_to_act()
        # Everything is tried on a copy: if one token is refused, nothing has changed.
        after = self.state_now.clone()
        for agent, token in actions.items():
            seat = self.possible_agents.index(agent)
            if token != self.wait:
                after.apply_token(seat, int(token))
            elif seat in to_act:
                raise Error(f"{agent} has something to decide and cannot wait", "token/not-offered")
        missing = [self.possible_agents[seat] for seat in to_act if self.possible_agents[seat] not in actions]
        if missing:
            raise Error(f"no token for {', '.join(missing)}", "token/missing")
        self.state_now = after
        over = after.is_terminal()
        rewards = dict(zip(agents, self._rewards.of(after), strict=True))
        observations = self._observations()
        self.agents = [] if over else agents
        self._show()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a spectator sees it, as text."""
        return shown(self.render_mode, self.state_now)

    def close(self) -> None:
        pass

    def __repr__(self) -> str:
        return f"golemry.parallel_env({self.game.id!r})"

    __str__ = __repr__
