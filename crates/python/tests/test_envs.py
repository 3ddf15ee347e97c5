import copy
import pickle
import sys

import numpy as np
import pytest
from conftest import GAMES
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import golemry


@pytest.mark.parametrize("id", GAMES)
def test_aec_keeps_pettingzoos_rules(id):
    api_test(golemry.aec_env(id), num_cycles=200)
    seed_test(lambda: golemry.aec_env(id), num_cycles=200)


@pytest.mark.parametrize("id", ["duel", "golem-it"])
def test_parallel_keeps_pettingzoos_rules(id):
    parallel_api_test(golemry.parallel_env(id), num_cycles=200)


@pytest.mark.parametrize("id", GAMES)
def test_gym_keeps_gymnasiums_rules(id):
    check_env(golemry.gym_env(id, illegal="lose"), skip_render_check=True)


@pytest.mark.parametrize("shaping", [0.0, 0.7])
@pytest.mark.parametrize("id", GAMES)
def test_rewards_add_up_to_the_returns(id, shaping):
    """Without shaping they come at the end; with it some come before, and the sum is the same."""
    env = golemry.aec_env(id, shaping=shaping)
    env.reset(seed=1)
    total, early, rng = dict.fromkeys(env.agents, 0.0), False, np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        done = termination or truncation
        early |= reward != 0 and not done
        env.step(None if done else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert list(total.values()) == pytest.approx(env.state_now.returns(), abs=1e-5)
    # In one game of golem-it everyone seems to stand alike until it is over.
    assert early == (shaping > 0 and id != "golem-it")

    env = golemry.gym_env(id, opponents="random", shaping=shaping)
    env.reset(seed=1)
    rewards, over = [], False
    while not over:
        _, reward, over, _, _ = env.step(env.action_space.sample(mask=env.action_masks().astype(np.int8)))
        rewards.append(reward)
    assert sum(rewards) == pytest.approx(env.state_now.returns()[0], abs=1e-5)
    assert not any(rewards[:-1]) or early


def test_a_parallel_environment_pays_the_same():
    env = golemry.parallel_env("duel", shaping=0.7)
    observations, _ = env.reset(seed=1)
    total, rng = dict.fromkeys(env.agents, 0.0), np.random.default_rng(1)
    while env.agents:
        tokens = {agent: int(rng.choice(np.flatnonzero(seen["action_mask"]))) for agent, seen in observations.items()}
        observations, rewards, *_ = env.step(tokens)
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    assert list(total.values()) == pytest.approx(env.state_now.returns(), abs=1e-5)


def test_the_duel_is_decided_in_secret():
    """What the second player sees does not depend on the program that the first has committed."""
    seen = []
    for order in ["F", "R"]:
        state = golemry.load("duel", options={"bonus": "none"}).new_state(4)
        state.apply(0, {"type": "program", "slots": [order]})
        assert state.players_to_act() == [1]
        seen.append((state.view(1), state.observation_tensor(1).tobytes(), state.offers(1)))
    assert seen[0] == seen[1]


def test_who_has_finished_a_program_waits():
    env = golemry.parallel_env("duel", options={"bonus": "none"})
    observations, _ = env.reset(seed=4)
    label = {env.game.token_label(token): token for token in range(env.wait)}
    env.step({"player_0": label["F"], "player_1": label["F"]})
    observations, *_ = env.step({"player_0": label["done"], "player_1": label["F"]})
    assert np.flatnonzero(observations["player_0"]["action_mask"]).tolist() == [env.wait]
    assert not observations["player_1"]["action_mask"][env.wait]
    observations, *_ = env.step({"player_0": env.wait, "player_1": label["done"]})
    assert not observations["player_0"]["action_mask"][env.wait]


def test_waiting_is_refused_when_there_is_something_to_decide():
    env = golemry.parallel_env("duel")
    observations, _ = env.reset(seed=1)
    before = env.state_now.record()
    legal = int(np.flatnonzero(observations["player_1"]["action_mask"])[0])
    for actions in [{"player_0": env.wait, "player_1": legal}, {"player_1": legal}, {"player_0": 13, "player_1": legal}]:
        with pytest.raises(golemry.Error):
            env.step(actions)
        assert env.state_now.record() == before and env.state_now.chosen(1) == []


def test_a_gym_learner_meets_bots_or_a_function():
    asked = []

    def policy(state, seat):
        asked.append(seat)
        return int(state.legal_mask(seat).argmax())

    env = golemry.gym_env("golem-it", seat=1, opponents=policy, seats=3)
    env.reset(seed=2)
    for _ in range(200):
        _, _, over, _, _ = env.step(env.action_space.sample(mask=env.action_masks().astype(np.int8)))
        if over:
            break
    assert set(asked) == {0, 2}


def test_a_token_that_is_not_offered_is_refused_or_loses():
    env = golemry.gym_env("its-alive", seats=2)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    before = env.state_now.record()
    with pytest.raises(golemry.Error):
        env.step(wrong)
    assert env.state_now.record() == before
    env = golemry.gym_env("its-alive", seats=2, illegal="lose")
    env.reset(seed=1)
    assert env.step(wrong)[1:3] == (-1.0, True)


@pytest.mark.parametrize(
    ("make", "needs", "extra"),
    [
        ("gym_env", "gymnasium", "envs"),
        ("aec_env", "pettingzoo", "envs"),
        ("parallel_env", "pettingzoo", "envs"),
        ("vec_env", "stable_baselines3", "sb3"),
    ],
)
def test_what_is_missing_is_named(make, needs, extra, monkeypatch):
    for module in list(sys.modules):
        if module in ("golemry.gym", "golemry.envs", "golemry.vec") or module.startswith(f"{needs}."):
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, needs, None)
    with pytest.raises(ImportError, match=rf"{needs} is not installed: pip install golemry\[{extra}\]"):
        getattr(golemry, make)("duel")
    if needs != "gymnasium":
        golemry.gym_env("duel")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_of_a_gym_go_on_by_themselves(copied):
    """A copy has a generator of its own for its opponents: whoever is played first, both go on alike."""
    env = golemry.gym_env("golem-it", opponents="normal", seats=3)
    env.reset(seed=3)
    other = copied(env)

    def ahead(env):
        seen = []
        for _ in range(40):
            observation, _, over, _, _ = env.step(int(env.action_masks().argmax()))
            seen.append(observation.tobytes())
            if over:
                observation, _ = env.reset()
                seen.append(observation.tobytes())
        return seen

    assert ahead(other) == ahead(env)


@pytest.mark.parametrize("make", [golemry.aec_env, golemry.parallel_env, golemry.gym_env])
def test_environments_show_themselves(make, capsys):
    env = make("duel", render_mode="ansi")
    env.reset(seed=1)
    assert "energy 10" in env.render() and capsys.readouterr().out == ""
    env = make("duel", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None and "energy 10" in capsys.readouterr().out
    env = make("duel")
    env.reset(seed=1)
    assert env.render() is None and capsys.readouterr().out == ""
    with pytest.raises(golemry.Error, match="the render modes are ansi, human and None, not 'rgb_array'"):
        make("duel", render_mode="rgb_array")


def test_agents_are_opponents_of_a_gym():
    seats = set()

    def choose(turn):
        seats.add(turn.seat)
        return int(turn.mask.argmax())

    env = golemry.gym_env("golem-it", seat=1, opponents=golemry.Agent(choose), seats=3)
    env.reset(seed=2)
    while not env.step(env.action_space.sample(mask=env.action_masks().astype(np.int8)))[2]:
        pass
    assert seats == {0, 2}


def test_environments_pickle():
    env = golemry.aec_env("capek")
    env.reset(seed=3)
    other = pickle.loads(pickle.dumps(env))
    assert other.state_now.record() == env.state_now.record() and other.agent_selection == env.agent_selection
