import numpy as np
import pytest

import golemry

pytest.importorskip("sb3_contrib", reason="pip install golemry[sb3]")
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor


def test_rows_are_those_of_a_batch(game):
    env = golemry.vec_env(game, n=5, opponents="random", seed=3, shaping=0.5)
    batch = golemry.batch(game, n=5, opponents="random", seed=3, shaping=0.5)
    obs, ended, step = env.reset(), 0, 0
    assert is_masking_supported(env)
    while ended < 3:
        step += 1
        assert np.array_equal(obs, batch.obs) and np.array_equal(get_action_masks(env), batch.mask)
        tokens = batch.random_tokens(step)
        batch.step(tokens)
        before = obs.copy()
        after, reward, done, infos = env.step(tokens)
        assert np.array_equal(obs, before)
        obs = after
        assert np.array_equal(reward, batch.reward[np.arange(5), np.arange(5) % game.seats])
        assert np.array_equal(done, batch.done) and [bool(info) for info in infos] == done.tolist()
        for row in np.flatnonzero(done):
            assert np.array_equal(infos[row]["terminal_observation"], batch.final_obs[row])
            assert -1.001 < infos[row]["episode"]["r"] < 1.001 and not infos[row]["TimeLimit.truncated"]
            ended += 1


def test_seeds_repeat():
    env = golemry.vec_env("golem-it", n=3, seed=3)
    first, second = env.reset(), env.reset()
    env.seed(3)
    assert np.array_equal(env.reset(), first) and not np.array_equal(first, second)


def test_it_trains():
    env = VecMonitor(golemry.vec_env("golem-it", n=8))
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, gamma=1.0, seed=1)
    model.learn(1024)
    assert len(model.ep_info_buffer) > 0


def test_what_a_batch_cannot_do_is_refused():
    env = golemry.vec_env("duel", n=3)
    with pytest.raises(AttributeError):
        env.env_method("render")
    with pytest.raises(AttributeError):
        env.set_attr("opponents", "hard")
    with pytest.raises(golemry.Error):
        golemry.vec_env("duel", opponents="nobody")
    with pytest.raises(golemry.Error, match="name who plays the others"):
        golemry.vec_env("duel", opponents=None)
