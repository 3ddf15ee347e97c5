import pickle
import traceback
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import play_some

import golemry


def first(turn):
    """The first token that is offered."""
    return int(turn.mask.argmax())


def by_offer(turn):
    """A token that depends on the seed of the question."""
    return turn.offers[turn.seed % len(turn.offers)]["token"]


def test_an_agent_gets_what_its_seat_knows(table):
    state = play_some(table.new_state(4), 20)
    seat = state.current_player()
    if seat is None:
        state = table.new_state(4)
        seat = state.current_player()
    # A decision is asked for as a whole: what was chosen of it is forgotten.
    fresh = state.record().replay()
    asked = []

    def look(turn):
        asked.append((turn.game, turn.seats, turn.seat, turn.view, turn.observation, turn.mask, turn.offers))
        return first(turn)

    action = golemry.Bot(golemry.Agent(look)).act(fresh, seat)
    game, seats, asked_seat, view, observation, mask, offers = asked[0]
    assert (game, seats, asked_seat, view) == (table.id, table.seats, seat, fresh.view(seat))
    assert np.array_equal(observation, fresh.observation_tensor(seat)) and np.array_equal(mask, fresh.legal_mask(seat))
    key = lambda offer: offer["token"]  # noqa: E731
    assert sorted(offers, key=key) == sorted(fresh.offers(seat), key=key)
    # By tokens the same action is built, and each question shows what was chosen before.
    other = fresh.clone()
    for _, _, _, _, observation, mask, _ in asked:
        assert np.array_equal(observation, other.observation_tensor(seat)) and np.array_equal(mask, other.legal_mask(seat))
        other.apply_token(seat, int(mask.argmax()))
    fresh.apply(seat, action)
    assert fresh == other


def test_an_agent_sits_wherever_a_bot_does(game):
    agent = golemry.Agent(by_offer, "by offer")
    assert golemry.evaluate(game, lambda obs, mask: mask.argmax(axis=1), agent, matches=game.seats)["won"] <= 1
    batch = golemry.batch(game, n=4, seed=1, opponents=[agent, "random"])
    for step in range(10):
        batch.step(batch.random_tokens(step))
    rows = golemry.lab.run(game, [agent, *["random"] * (game.seats - 1)], games=game.seats, seed=2)
    assert {"by offer", "random"} == set(rows["bot_0"])
    rated = golemry.lab.arena(game, [agent, golemry.Bot("random")], games=1)
    assert set(rated["bot"]) == {"by offer", "random"}
    env = golemry.gym_env(game, opponents=agent)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))


def test_an_agent_may_answer_with_whole_actions():
    """What another bot would do, asked with the same views, gives the same matches."""
    game = golemry.load("its-alive", seats=2)
    state = game.new_state(1)
    agent = golemry.Bot(golemry.Agent(lambda turn: {"type": turn.offers[0]["label"]}))
    assert agent.act(state, state.current_player()) == {"type": "roll"}


def test_matches_with_agents_repeat():
    agent = golemry.Agent(by_offer)
    rows = [golemry.lab.run("golem-it", [agent, "random", agent], games=6, seed=3, seats=3) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        rows.append(golemry.lab.run("golem-it", [agent, "random", agent], games=6, seed=3, seats=3, map=pool.map, size=1))
    assert all(np.array_equal(rows[0]["score_0"], other["score_0"]) for other in rows)


def test_agents_pickle():
    for it in [golemry.Agent(by_offer, "mine"), golemry.Bot(golemry.Agent(by_offer, "mine"))]:
        assert pickle.loads(pickle.dumps(it)).name == "mine"
    assert golemry.Bot(golemry.Bot("hard:50")).name == "hard:50"


def broken(turn):
    raise KeyError("no such thing")


MISTAKES = {
    "agent/raised": [broken],
    "agent/illegal": [lambda turn: int((~turn.mask).argmax()), lambda turn: -1, lambda turn: {"type": "pass", "return": 0}],
    "agent/malformed": [lambda turn: "pass", lambda turn: None, lambda turn: 1.5, lambda turn: {"type": object()}],
}


@pytest.mark.parametrize(("code", "function"), [(code, function) for code, each in MISTAKES.items() for function in each])
def test_what_an_agent_does_wrong_is_named(code, function):
    """The error names the agent, the seat and the reason; what its function raised is the cause."""
    agent = golemry.Agent(function, "clumsy")
    game = golemry.load("golem-it", seats=3, options={"first": 1})
    state = game.new_state(1)
    before = state.record()
    acts = [
        lambda: golemry.Bot(agent).act(state, 1),
        lambda: golemry.batch(game, n=3, opponents=agent).step(np.zeros(3, np.int64)),
        lambda: golemry.lab.run(game, [agent, "random", "random"], games=3),
        lambda: golemry.evaluate(game, lambda obs, mask: mask.argmax(axis=1), ["random", agent], matches=3),
        lambda: golemry.gym_env(game, opponents=agent).reset(seed=1),
    ]
    for act in acts:
        with pytest.raises(golemry.Error, match=r"agent \"clumsy\" on seat \d: ") as error:
            act()
        assert error.value.code == code
        if function is broken:
            assert isinstance(error.value.__cause__, KeyError)
            assert "broken" in "".join(traceback.format_exception(error.value.__cause__))
    assert state.record() == before


def test_an_illegal_action_names_its_clause():
    state = golemry.load("golem-it", options={"first": 0}).new_state(1)
    with pytest.raises(golemry.Error, match="GI-10"):
        golemry.Bot(golemry.Agent(lambda turn: {"type": "pass", "return": 0})).act(state, 0)


def test_a_batch_whose_agent_failed_goes_no_further():
    asked = []

    def tires(turn):
        asked.append(turn.seat)
        return first(turn) if len(asked) < 20 else None

    batch = golemry.batch("golem-it", n=2, seats=3, opponents=golemry.Agent(tires))
    with pytest.raises(golemry.Error, match="it returned a NoneType"):
        for step in range(1000):
            batch.step(batch.random_tokens(step))
    before = batch.obs.copy()
    with pytest.raises(golemry.Error, match="it returned a NoneType"):
        batch.step(batch.random_tokens(1))
    assert np.array_equal(batch.obs, before)


def test_ctrl_c_is_nobodys_mistake():
    def interrupted(turn):
        raise KeyboardInterrupt

    state = golemry.load("its-alive").new_state(1)
    with pytest.raises(KeyboardInterrupt):
        golemry.Bot(golemry.Agent(interrupted)).act(state, state.current_player())


def test_an_agent_is_a_function():
    for wrong in [lambda: golemry.Agent("normal"), lambda: golemry.Bot(3), lambda: golemry.batch("duel", n=1, opponents=[None])]:
        with pytest.raises(golemry.Error):
            wrong()
    with pytest.raises(golemry.Error, match="two agents have the same name"):
        golemry.lab.run("duel", [golemry.Agent(first), golemry.Agent(first)])
