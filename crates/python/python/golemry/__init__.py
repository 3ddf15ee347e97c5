"""Five golem games for reinforcement learning.

>>> import golemry
>>> state = golemry.load("golem-it", seats=3).new_state(seed=7)
>>> while not state.is_terminal():
...     seat = state.current_player()
...     _ = state.apply_token(seat, int(state.legal_mask(seat).argmax()))
>>> state.scores()
[0, 0, 2]
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from golemry import lab
from golemry import _golemry
from golemry._errors import Error
from golemry._golemry import Batch, Bot, Game, Record, State, games

if TYPE_CHECKING:
    from golemry.envs import Aec, Gym, Parallel, Policy

__all__ = [
    "Batch",
    "Bot",
    "Error",
    "Game",
    "Record",
    "State",
    "aec_env",
    "batch",
    "games",
    "gym_env",
    "lab",
    "load",
    "parallel_env",
]

#: A deck or board: its content, or the path of a TOML file.
Material = Mapping[str, Any] | str | os.PathLike[str]


def load(
    game: str | Game,
    variant: str | None = None,
    seats: int | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    deck: Material | None = None,
    board: Material | None = None,
) -> Game:
    """Sets up a game. What is left out takes the game's default; :func:`games` lists what there is.

    >>> golemry.load("golem-it", variant="tournament", seats=3, options={"magic": "own"})
    <golemry.Game golem-it, tournament, 3 seats>
    >>> golemry.load("golem-it", seats=9)
    Traceback (most recent call last):
    golemry._errors.Error: variant standard is for 3 to 6 seats, not 9
    """
    if isinstance(game, Game):
        return game
    return _golemry.load(game, variant, seats, dict(options or {}), _content(deck), _content(board))


def _content(material: Material | None) -> Any:
    """A file's text, or the content itself."""
    if material is None or isinstance(material, Mapping):
        return None if material is None else dict(material)
    try:
        return Path(material).read_text(encoding="utf-8")
    except OSError as error:
        raise Error(str(error), "setup/material") from error


def batch(
    game: str | Game,
    n: int = 1024,
    seed: int = 0,
    threads: int = 0,
    opponents: str | None = None,
    **table: Any,
) -> Batch:
    """Many matches stepped at once; see :class:`Batch`. Row *r* depends on the seed and on *r* only, not on the threads.

    With ``opponents`` (a bot such as ``"normal"``), row *r* learns on seat *r* modulo the seats, and bots play the others.

    >>> batch = golemry.batch("golem-it", n=8, seats=3, opponents="normal")
    >>> batch.seat.tolist()
    [0, 1, 2, 0, 1, 2, 0, 1]
    """
    return Batch(load(game, **table), n, seed, threads, opponents)


def aec_env(game: str | Game, **table: Any) -> Aec:
    """A PettingZoo environment in which agents act in turn. A step is one token.

    >>> env = golemry.aec_env("inner-circle", seats=2)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> sorted(observation)
    ['action_mask', 'observation']
    """
    from golemry.envs import Aec

    return Aec(load(game, **table))


def parallel_env(game: str | Game, **table: Any) -> Parallel:
    """A PettingZoo environment in which all agents act at once, made for the duel.

    The last token means to wait, and is the only one offered to an agent that has nothing to decide.

    >>> env = golemry.parallel_env("duel")
    >>> observations, infos = env.reset(seed=1)
    >>> sorted(observations)
    ['player_0', 'player_1']
    """
    from golemry.envs import Parallel

    return Parallel(load(game, **table))


def gym_env(
    game: str | Game,
    seat: int = 0,
    opponents: str | Policy = "normal",
    illegal: Literal["raise", "lose"] = "raise",
    **table: Any,
) -> Gym:
    """A Gymnasium environment: one seat learns, bots or a function play the others. ``action_masks()`` is what MaskablePPO of
    sb3-contrib asks for.

    A token that is not offered raises an error; with ``illegal="lose"`` it loses the match, for learners without masks.

    >>> env = golemry.gym_env("capek", opponents="easy")
    >>> observation, info = env.reset(seed=1)
    >>> bool(env.action_masks().any())
    True
    """
    from golemry.envs import Gym

    return Gym(load(game, **table), seat, opponents, illegal)
