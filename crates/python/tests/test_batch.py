import os
import subprocess
import sys

import numpy as np
import pytest

import golemry


def run(batch, steps, seed=0):
    ended = 0
    for step in range(steps):
        batch.step(batch.random_tokens(seed + step))
        ended += int(batch.done.sum())
    return ended


def arrays(batch):
    return [batch.obs, batch.mask, batch.seat, batch.reward, batch.won, batch.done, batch.final_obs]


def test_rows_are_states_that_begin_again(table):
    """Every row is the match that `new_state` plays from its seed, step by step."""
    batch = golemry.Batch(table, 3, seed=5)
    states = [table.new_state(batch.seed_of(row)) for row in range(3)]
    episodes = [0, 0, 0]
    for step in range(150):
        for row, state in enumerate(states):
            seat = state.current_player()
            assert batch.seat[row] == seat
            observation, mask = state.observe(seat)
            assert np.array_equal(batch.obs[row], observation) and np.array_equal(batch.mask[row], mask)
        tokens = batch.random_tokens(step)
        chose = batch.seat.copy()
        batch.step(tokens)
        for row, state in enumerate(states):
            state.apply_token(int(chose[row]), int(tokens[row]))
            assert batch.done[row] == state.is_terminal()
            if state.is_terminal():
                assert np.allclose(batch.reward[row], state.returns())
                assert np.array_equal(batch.final_obs[row], state.observation_tensor(int(chose[row])))
                episodes[row] += 1
                states[row] = table.new_state(batch.seed_of(row, episodes[row]))
            else:
                assert not batch.reward[row].any()


def test_threads_change_nothing(game):
    one, three = (golemry.batch(game, n=50, seed=9, threads=threads) for threads in (1, 3))
    before = [array.copy() for array in arrays(one)]
    run(one, 60)
    run(three, 60)
    assert all(np.array_equal(a, b) for a, b in zip(arrays(one), arrays(three), strict=True))
    assert not np.array_equal(before[0], one.obs)


def test_arrays_are_made_once(game):
    batch = golemry.batch(game, n=4, threads=2)
    obs, mask = batch.obs, batch.mask
    run(batch, 10)
    assert obs is batch.obs and mask is batch.mask and mask.any(axis=1).all()


def test_matches_end_and_are_scored():
    batch = golemry.batch("golem-it", n=16, seats=3, seed=2)
    assert run(batch, 300) > 0


def test_opponents_play_the_other_seats(game):
    batch = golemry.batch(game, n=6, seed=3, opponents="normal")
    for step in range(30):
        run(batch, 1, seed=step)
        assert batch.seat.tolist() == [row % game.seats for row in range(6)]


def test_bad_tokens_change_nothing(game):
    batch = golemry.batch(game, n=4, threads=2)
    good = batch.mask.argmax(axis=1)
    before = [array.copy() for array in arrays(batch)]
    wrong = good.copy()
    wrong[3] = game.tokens
    refused = [int(np.flatnonzero(~batch.mask[0])[0]), *good[1:]]
    unreadable = [good.astype(np.float32), good[:3], good.reshape(2, 2), good.astype(bool), ["roll"], None]
    cases = {"token/not-offered": [refused], "token/unknown": [wrong, -good - 1], "batch/tokens": unreadable}
    for code, tokens in [(code, tokens) for code, each in cases.items() for tokens in each]:
        with pytest.raises(golemry.Error) as error:
            batch.step(tokens)
        assert error.value.code == code
    assert all(np.array_equal(a, b) for a, b in zip(before, arrays(batch), strict=True))
    # Whatever was written over the arrays, tokens are checked against the rules.
    batch.mask[:] = True
    with pytest.raises(golemry.Error):
        batch.step(wrong)
    batch.obs.flags.writeable = False
    with pytest.raises(golemry.Error) as error:
        batch.step(good)
    assert error.value.code == "batch/busy"
    batch.obs.flags.writeable = True
    batch.step(good.astype(np.int32))
    batch.step(batch.mask.argmax(axis=1))


class Tensor:
    """Numbers of another library, which speaks DLPack."""

    def __init__(self, numbers):
        self.numbers = np.asarray(numbers)

    def __dlpack__(self, **options):
        return self.numbers.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.numbers.__dlpack_device__()


def test_tokens_come_in_many_forms(game):
    """Lists, arrays of any width and tensors do the same."""
    forms = [list, tuple, np.int8, np.uint16, np.int32, np.int64, Tensor]
    batches = [golemry.batch(game, n=4, seed=8) for _ in forms]
    for step in range(20):
        tokens = batches[0].random_tokens(step)
        for form, batch in zip(forms, batches, strict=True):
            batch.step(tokens.astype(form) if isinstance(form, type) and issubclass(form, np.generic) else form(tokens.tolist()))
            assert np.array_equal(batch.obs, batches[0].obs)


def test_winners_are_those_of_the_rules(table):
    """A second place is worth something, and no win."""
    batch, ends = golemry.batch(table, n=8, seed=2, opponents="random"), 0
    while ends < 4:
        batch.step(batch.random_tokens(ends))
        assert not batch.won[~batch.done].any()
        for row in np.flatnonzero(batch.done):
            ends += 1
            assert batch.won[row].sum() == pytest.approx(1.0) or not batch.won[row].any()
            assert (batch.reward[row] == batch.reward[row].max())[batch.won[row] > 0].all()


def test_second_place_is_not_won():
    """With `play_on`, second of three earns 0 and the last -1; only the first wins."""
    returns, won = [], []
    for seed in range(5):
        state = golemry.load("golem-it", seats=3, options={"play_on": True}).new_state(seed)
        while not state.is_terminal():
            state.apply(state.current_player(), golemry.Bot("normal").act(state, state.current_player(), seed=1))
        returns.append(sorted(state.returns())), won.append(sorted(state.won()))
    assert [-1.0, 0.0, 1.0] in returns and [0.0, 0.0, 1.0] in won
    found = golemry.evaluate("golem-it", lambda obs, mask: mask.argmax(axis=1), "normal", matches=30, seats=6, options={"play_on": True})
    assert found["won"] < 0.5 and found["return"] <= 1.0
    # Beginners draw nearly all duels: nobody won those.
    drawn = golemry.evaluate("duel", lambda obs, mask: mask.argmax(axis=1), "random", matches=40)
    assert drawn["shared"] > 0.5 and drawn["won"] + drawn["shared"] <= 1.0


def test_a_batch_goes_on_in_a_forked_process():
    """The child has none of its parent's threads: it makes its own."""
    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    program = """
import os, sys, warnings
warnings.simplefilter("ignore")
import golemry
batch, same = (golemry.batch("its-alive", n=64, seed=1, threads=2) for _ in range(2))
batch.step(batch.random_tokens(1)), same.step(same.random_tokens(1))
child = os.fork()
if child == 0:
    for step in range(50):
        batch.step(batch.random_tokens(step))
    # Without another step there are no new threads either; to drop it must not hang.
    del same
    os._exit(7)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=100).returncode == 7


def test_opponents_can_be_mixed():
    """The players of a list take the other seats clockwise, and begin one further in each round of rows."""
    met = {}

    def player(name):
        def choose(turn):
            met.setdefault(name, set()).add(turn.seat)
            return int(turn.mask.argmax())

        return golemry.Agent(choose, name)

    # Three seats: in rows 0 to 2 the learner sits on seats 0 to 2, and "a" to the left of it.
    batch = golemry.batch("golem-it", n=1, seats=3, seed=1, opponents=[player("a"), "random"])
    for step in range(30):
        batch.step(batch.random_tokens(step))
    assert met == {"a": {1}}
    met.clear()
    batch = golemry.batch("golem-it", n=6, seats=3, seed=1, opponents=[player("a"), player("b")])
    for step in range(30):
        batch.step(batch.random_tokens(step))
    assert met == {"a": {0, 1, 2}, "b": {0, 1, 2}}


def test_a_batch_needs_rows():
    for n in [0, 1 << 30]:
        with pytest.raises(golemry.Error):
            golemry.batch("duel", n=n)


def test_shaped_rewards_add_up_to_the_returns(game):
    """The same matches against bots, with and without shaping."""
    plain, shaped = (golemry.batch(game, n=4, seed=6, opponents="random", shaping=it) for it in (0.0, 0.7))
    total, ended, step = np.zeros_like(plain.reward), 0, 0
    while ended < 1:
        step += 1
        tokens = plain.random_tokens(step)
        plain.step(tokens)
        shaped.step(tokens)
        assert np.array_equal(plain.obs, shaped.obs) and np.array_equal(plain.done, shaped.done)
        total += shaped.reward
        assert np.allclose(total[plain.done], plain.reward[plain.done], atol=1e-4)
        total[plain.done] = 0.0
        ended += plain.done.sum()


def test_shaping_is_a_number():
    for shaping in [float("nan"), float("inf")]:
        with pytest.raises(golemry.Error) as error:
            golemry.batch("duel", n=2, shaping=shaping)
        assert error.value.code == "batch/shaping"


def test_offers_are_those_of_the_mask(game):
    batch = golemry.batch(game, n=5, seed=4, threads=2)
    run(batch, 20)
    row, token, features = batch.offers()
    mask = np.zeros_like(batch.mask)
    mask[row, token] = True
    assert np.array_equal(mask, batch.mask) and features.shape == (len(row), game.feature_len)
    assert np.all(np.diff(row) >= 0)


def test_random_tokens_are_those_offered(game):
    batch = golemry.batch(game, n=40, seed=4, threads=3)
    run(batch, 7)
    drawn = np.zeros_like(batch.mask)
    for seed in range(300):
        tokens = batch.random_tokens(seed)
        assert np.array_equal(tokens, batch.random_tokens(seed))
        drawn[np.arange(40), tokens] = True
    few = batch.mask.sum(axis=1) <= 20
    assert np.array_equal(drawn[few], batch.mask[few]) and not (drawn & ~batch.mask).any()
