import numpy as np
import pytest

import golemry

pytest.importorskip("pyspiel", reason="pip install golemry[open_spiel]")
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from golemry import open_spiel, theory

TINY = ["kuhn", "goofspiel"]


@pytest.mark.parametrize("id", TINY)
def test_tiny_games_pass_openspiels_basic_tests(id):
    pyspiel.random_sim_test(open_spiel.load(id), num_sims=10, serialize=False, verbose=False)


@pytest.mark.parametrize("id", ["duel", "golem-it", "capek"])
def test_games_pass_openspiels_basic_tests(id):
    """The longer games pass them, too, in half a minute each."""
    pyspiel.random_sim_test(open_spiel.load(id, seed=3), num_sims=1, serialize=False, verbose=False)


def test_openspiel_solves_our_kuhn_poker():
    """Its exploitability is ours, and its CFR comes near the value -1/18; returns are half the chips."""
    game = open_spiel.load("kuhn")
    uniform = golemry.exploitability("kuhn", theory.uniform)["exploitability"]
    assert exploitability.exploitability(game, policy.UniformRandomPolicy(game)) == pytest.approx(uniform)
    solver = cfr.CFRSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert exploitability.exploitability(game, found) < 0.01
    # The same policy, asked by our states.
    spiel = {key: found.action_probability_array[place] for key, place in found.state_lookup.items()}
    value = theory.values(theory.tree("kuhn"), lambda state, seat: spiel[state.information_state_key(seat)])
    assert value[0] == pytest.approx(-1 / 36, abs=0.005)


def test_states_are_ours(game):
    spiel = open_spiel.load(game, seed=5)
    state, ours = spiel.new_initial_state(), game.new_state(5, open_chance=True)
    observer = spiel.make_py_observer()
    rng = np.random.default_rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            listed = ours.outcomes() if spiel.explicit else None
            assert state.chance_outcomes() == [(number, chance) for number, (_, chance) in enumerate(listed or [(None, 1.0)])]
            state.apply_action(0)
            ours.apply_chance(listed[0][0] if listed else None)
            continue
        seat = state.current_player()
        assert seat == ours.current_player()
        assert state.legal_actions() == np.flatnonzero(ours.legal_mask(seat)).tolist()
        observer.set_from(state, seat)
        assert np.array_equal(observer.tensor, ours.observation_tensor(seat))
        token = int(rng.choice(state.legal_actions()))
        assert state.action_to_string(seat, token)
        copied = state.clone()
        state.apply_action(token)
        ours.apply_token(seat, token)
        assert copied.match != state.match and state.match == ours
