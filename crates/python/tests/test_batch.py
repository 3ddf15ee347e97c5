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
    return [batch.obs, batch.mask, batch.seat, batch.reward, batch.done, batch.final_obs]


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
    cases = [wrong, -good - 1, good.astype(np.float32), good[:3], good.reshape(2, 2), good.tolist(), None]
    for tokens, code in zip(cases, ["token/not-offered"] * 2 + ["batch/tokens"] * 5, strict=True):
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
