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
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from golemry import _golemry, lab, theory
from golemry._errors import Error
from golemry._golemry import IS_DEVELOPMENT, VERSION, Agent, Batch, Bot, Game, Record, State, Turn, games
from golemry.theory import exploitability

if TYPE_CHECKING:
    from golemry.envs import Aec, Parallel
    from golemry.gym import Gym, Policy
    from golemry.vec import Vec

__all__ = [
    "Agent",
    "Batch",
    "Bot",
    "Error",
    "Game",
    "Record",
    "State",
    "Turn",
    "aec_env",
    "batch",
    "evaluate",
    "exploitability",
    "games",
    "gym_env",
    "join",
    "lab",
    "load",
    "parallel_env",
    "theory",
    "vec_env",
]

#: The version of the package. One that was built for development says so.
__version__ = f"{VERSION}+dev" if IS_DEVELOPMENT else VERSION

if IS_DEVELOPMENT:
    warnings.warn(
        "this golemry was built for development and is several times slower than a release: measure nothing with it",
        RuntimeWarning,
        stacklevel=2,
    )

#: Who plays: a bot's name, a bot or a function of yours.
Player = str | Bot | Agent

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
    opponents: Player | Sequence[Player] | None = None,
    shaping: float = 0.0,
    **table: Any,
) -> Batch:
    """Many matches stepped at once; see :class:`Batch`. Row *r* depends on the seed and on *r* only, not on the threads.

    With ``opponents`` (a bot such as ``"normal"``, or an :class:`Agent`), row *r* learns on seat *r* modulo the seats, and they play the
    others. A list is mixed: its players take the other seats clockwise from the learner, and in each following round of rows they
    begin one further, so that with two seats the rows meet them in turn.

    With ``shaping``, what a step changes in the game's own :meth:`estimates <State.estimates>`, times this number, is paid at once and
    taken off again at the end: all rewards of a match together are its returns, as without it.

    >>> batch = golemry.batch("golem-it", n=8, seats=3, opponents="normal")
    >>> batch.seat.tolist()
    [0, 1, 2, 0, 1, 2, 0, 1]
    """
    return Batch(load(game, **table), n, seed, threads, opponents, shaping)


def evaluate(
    game: str | Game,
    policy: Callable[[NDArray[np.float32], NDArray[np.bool_]], Any],
    opponents: Player | Sequence[Player] = "normal",
    matches: int = 1000,
    seed: int = 12345,
    **table: Any,
) -> dict[str, float]:
    """How a policy does as one player among bots, on every seat in turn: the shares ``won`` and ``shared``, and the mean ``return``.

    Won is what the policy won alone; a draw or a win with others is shared, and a second place is neither.

    The policy gets the observations and masks of many matches, and returns a token for each.

    >>> found = golemry.evaluate("its-alive", lambda obs, mask: mask.argmax(axis=1), opponents="random", matches=60)
    >>> 0 <= found["won"] <= 1
    True
    """
    rows = Batch(load(game, **table), matches, seed, opponents=opponents)
    row = np.arange(matches)
    returns, won, over = np.zeros(matches), np.zeros(matches), np.zeros(matches, bool)
    while not over.all():
        rows.step(policy(rows.obs, rows.mask))
        # The first match of each row counts: short matches would be over-represented among the first that end.
        ends = rows.done & ~over
        learner = row[ends] % rows.game.seats
        returns[ends], won[ends] = rows.reward[ends, learner], rows.won[ends, learner]
        over |= ends
    return {"won": float((won == 1).mean()), "shared": float(((won > 0) & (won < 1)).mean()), "return": float(returns.mean())}


@contextmanager
def _optional(extra: str) -> Iterator[None]:
    """Says what to install if something that is imported here is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        name = (missing.name or "").partition(".")[0]
        raise ImportError(f"{name} is not installed: pip install golemry[{extra}]") from missing


def aec_env(game: str | Game, shaping: float = 0.0, render_mode: str | None = None, **table: Any) -> Aec:
    """A PettingZoo environment in which agents act in turn. A step is one token. For ``shaping`` see :func:`batch`.

    With ``render_mode="ansi"``, ``render()`` returns the table as text; with ``"human"`` every step prints it.

    >>> env = golemry.aec_env("inner-circle", seats=2)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> sorted(observation)
    ['action_mask', 'observation']
    """
    with _optional("envs"):
        from golemry.envs import Aec

    return Aec(load(game, **table), shaping, render_mode)


def parallel_env(game: str | Game, shaping: float = 0.0, render_mode: str | None = None, **table: Any) -> Parallel:
    """A PettingZoo environment in which all agents act at once, made for the duel.

    The last token means to wait, and is the only one offered to an agent that has nothing to decide. For ``shaping`` see
    :func:`batch`, for ``render_mode`` :func:`aec_env`.

    >>> env = golemry.parallel_env("duel")
    >>> observations, infos = env.reset(seed=1)
    >>> sorted(observations)
    ['player_0', 'player_1']
    """
    with _optional("envs"):
        from golemry.envs import Parallel

    return Parallel(load(game, **table), shaping, render_mode)


def gym_env(
    game: str | Game,
    seat: int = 0,
    opponents: Player | Policy = "normal",
    illegal: Literal["raise", "lose"] = "raise",
    shaping: float = 0.0,
    render_mode: str | None = None,
    seed: int | None = None,
    **table: Any,
) -> Gym:
    """A Gymnasium environment: one seat learns, bots or a function play the others. ``action_masks()`` is what MaskablePPO of
    sb3-contrib asks for.

    A token that is not offered raises an error; with ``illegal="lose"`` it loses the match, for learners without masks. Matches are drawn
    from ``seed`` until ``reset`` gets another. For ``shaping`` see :func:`batch`, for ``render_mode`` :func:`aec_env`.

    >>> env = golemry.gym_env("capek", opponents="easy")
    >>> observation, info = env.reset(seed=1)
    >>> bool(env.action_masks().any())
    True

    Gymnasium knows all games by the edition of their rules, with the same arguments:

    >>> import gymnasium
    >>> env = gymnasium.make("golemry/its-alive-v3", seats=2, opponents="easy", seed=1)
    """
    with _optional("envs"):
        from golemry.gym import Gym

    return Gym(load(game, **table), seat, opponents, illegal, shaping, render_mode, seed)


def join(url: str, agent: Agent, name: str | None = None) -> dict[str, Any]:
    """Sits an agent down at a friend's table and plays the match to its end; returns its ``seat``, the ``scores`` and the ``winners``.

    The link is the one that the page shows for a free seat, such as ``http://localhost:4646/m/ID#1.SECRET``. The agent plays under its
    own name, or the one given, and takes its part in drawing the seed. If the connection is lost it is opened again. What the agent does
    wrong is an :class:`Error` as elsewhere; the seat then waits for you.
    """
    with _optional("join"):
        from golemry.table import join

    return join(url, agent, name)


def vec_env(
    game: str | Game,
    n: int = 64,
    opponents: Player | Sequence[Player] = "random",
    seed: int = 0,
    threads: int = 0,
    shaping: float = 0.0,
    **table: Any,
) -> Vec:
    """A :func:`batch` as a vectorised environment of Stable-Baselines3, with ``action_masks()`` for MaskablePPO of sb3-contrib.

    Row *r* learns on seat *r* modulo the seats, and bots play the others: somebody has to, so ``opponents`` cannot be ``None``. For
    self-play use a :func:`batch`. For ``shaping`` see there.
    """
    with _optional("sb3"):
        from golemry.vec import Vec

    return Vec(load(game, **table), n, opponents, seed, threads, shaping)


def _register() -> None:
    """Tells Gymnasium about all games, if it is installed: an id is a game and the edition of its rules."""
    try:
        from gymnasium.envs.registration import register
    except ModuleNotFoundError:
        return
    for game in games():
        register(f"golemry/{game['id']}-v{game['rules_version']}", "golemry:gym_env", kwargs={"game": game["id"]})


_register()
