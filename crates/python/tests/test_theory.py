import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from conftest import play_some

import golemry
from golemry import theory

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def test_chance_can_be_chosen():
    game = golemry.load("its-alive", seats=2)
    state = game.new_state(1, open_chance=True)
    assert state.is_chance_node() and not state.is_terminal() and state.current_player() is None
    assert state.outcomes() == [({"type": "first", "seat": seat}, 0.5) for seat in range(2)]
    before = state.clone()
    for wrong, code in [({"type": "first", "seat": 2}, "action/malformed"), ("heads", "action/malformed")]:
        with pytest.raises(golemry.Error) as error:
            state.apply_chance(wrong)
        assert error.value.code == code and state == before
    with pytest.raises(golemry.Error, match="chance is to act"):
        state.position()
    assert state.apply_chance({"type": "first", "seat": 1}) == {"chance": {"type": "first", "seat": 1}}
    # A shuffle cannot be listed: the seed decides.
    while state.is_chance_node():
        assert state.outcomes() is None
        state.apply_chance()
    assert state.current_player() == 1 and state.outcomes() is None
    with pytest.raises(golemry.Error, match="chance is not to act"):
        state.apply_chance()
    state.apply(1, {"type": "roll"})
    faces = state.outcomes()
    assert [outcome["face"] for outcome, _ in faces] == [1, 2, 3, 4, 5, 6]
    assert [chance for _, chance in faces] == pytest.approx([1 / 6] * 6)
    state.apply_chance({"type": "roll", "face": 5})
    assert state.record().events[-1] == {"chance": {"type": "roll", "face": 5}}
    # What the seed brings is what it brings where nobody asks.
    asked, unasked = game.new_state(3, open_chance=True), game.new_state(3)
    while asked.is_chance_node():
        asked.apply_chance()
    assert asked == unasked and hash(asked) == hash(unasked)


def test_open_chance_survives_copies(game):
    state = game.new_state(2, open_chance=True)
    rng = np.random.default_rng(1)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_chance()
        else:
            seat = state.current_player()
            state.apply_token(seat, int(rng.choice(np.flatnonzero(state.legal_mask(seat)))))
        for other in [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), state.clone()]:
            assert other == state and other.is_chance_node() == state.is_chance_node()


def test_positions_preset_dice(game):
    state = play_some(game.new_state(4), 30)
    position = state.position()
    again = game.from_position(position)
    # Unfinished actions are not part of it.
    assert again.position() == position and again == state.record().replay()
    its = golemry.load("its-alive", seats=2)
    start = its.new_state(1).position()
    rolls = []
    state = its.from_position({**start, "dice": [2, 5]}, seed=1)
    assert state != its.from_position(start, seed=1)
    for _ in range(2):
        clone = its.from_position({**start, "dice": [5 if rolls else 2]})
        rolls.append([event["chance"]["face"] for event in clone.apply(clone.current_player(), {"type": "roll"}) if "chance" in event])
    assert rolls == [[2], [5]]
    for wrong in [{}, [], {**start, "dice": [7]}, {**start, "turn": 9}]:
        with pytest.raises(golemry.Error) as error:
            its.from_position(wrong)
        assert error.value.code == "setup/position"


def test_states_are_equal_if_the_situation_is(game):
    states = [play_some(game.new_state(seed), steps) for seed in (1, 2) for steps in (0, 5, 30)]
    for place, state in enumerate(states):
        same = [other == state for other in states]
        assert same[place] and all(hash(other) == hash(state) for other, it in zip(states, same, strict=True) if it)
        assert state == state.record().replay() or any(state.chosen(seat) for seat in range(game.seats))
    assert states[0] != states[2] and states[0] != "state" and len({*states, *(state.clone() for state in states)}) == len(set(states))


def test_keys_are_what_a_seat_remembers():
    """What a seat cannot see does not change its key; what it saw long ago does."""
    deals = {}
    for first in "JQK":
        for second in set("JQK") - {first}:
            state = golemry.load("kuhn").new_state(0, open_chance=True)
            state.apply_chance(first), state.apply_chance(second)
            deals[first, second] = [state.information_state_key(seat) for seat in range(2)]
    for (first, second), keys in deals.items():
        for (other, another), others in deals.items():
            assert (keys[0] == others[0]) == (first == other) and (keys[1] == others[1]) == (second == another)
    # A secret bid is in the key of its bidder alone.
    keys = []
    for card in (1, 2):
        state = golemry.load("goofspiel").new_state(1)
        state.apply(0, {"type": "bid", "card": card})
        keys.append([state.information_state_key(seat) for seat in range(2)])
    assert keys[0][0] != keys[1][0] and keys[0][1] == keys[1][1]


def test_keys_tell_worlds_apart_that_differ(table):
    """Another world that looks the same is, from its beginning, the same to the seat and to nobody who sees more."""
    state = table.new_state(6)
    for seat in range(table.seats):
        a, b = (state.resample(seat, seed) for seed in (1, 2))
        assert a.information_state_key(seat) == b.information_state_key(seat)


def test_the_tree_of_kuhn_poker():
    root = theory.tree("kuhn", worth=golemry.State.scores)
    sets, ends = set(), 0

    def look(node):
        nonlocal ends
        ends += node.worth is not None
        if node.seat is not None:
            sets.add(node.key)
        for child in node.children:
            look(child)

    look(root)
    # Kuhn 1950: twelve information sets, and five ways to bet for each of six deals.
    assert (len(sets), ends) == (12, 30)
    # All who choose any action: the first player wins an eighth of a chip.
    assert theory.values(root, theory.uniform) == pytest.approx([1 / 8, -1 / 8])
    assert theory.best_response(root, theory.uniform, 0)[0] == pytest.approx(float(Fraction(1, 2)))
    assert theory.best_response(root, theory.uniform, 1)[0] == pytest.approx(float(Fraction(5, 12)))


def kuhn_equilibrium(state, seat):
    """The solution with alpha 0 (Kuhn 1950); token 0 passes, token 1 bets."""
    card, history = state.view(seat)["card"], state.view(seat)["history"]
    if seat == 0:
        bets = {"J": 0, "Q": 0, "K": 0} if not history else {"J": 0, "Q": 1 / 3, "K": 1}
    else:
        bets = {"J": 1 / 3, "Q": 0, "K": 1} if history == ["pass"] else {"J": 0, "Q": 1 / 3, "K": 1}
    return [1 - bets[card], bets[card]]


def test_an_equilibrium_cannot_be_exploited():
    assert theory.values(theory.tree("kuhn", worth=golemry.State.scores), kuhn_equilibrium)[0] == pytest.approx(-1 / 18)
    found = golemry.exploitability("kuhn", kuhn_equilibrium)
    assert found["exact"] and found["exploitability"] == pytest.approx(0, abs=1e-9)
    # By returns, which are half the chips: (1/2 + 5/12) / 2 chips.
    assert golemry.exploitability("kuhn", theory.uniform)["exploitability"] == pytest.approx((1 / 2 + 5 / 12) / 4)


def test_goofspiel_is_fair():
    root = theory.tree("goofspiel", options={"cards": 3})
    assert theory.values(root, theory.uniform) == [0, 0]
    best = [theory.best_response(root, theory.uniform, seat)[0] for seat in range(2)]
    assert best[0] == pytest.approx(best[1]) and best[0] > 0.1
    # Who knows the other's bid wins more: the keys keep the bids of the same round apart.
    found = golemry.exploitability("goofspiel", theory.uniform, options={"cards": 2})
    assert found["exact"] and 0 <= found["exploitability"] < 1


def test_larger_games_are_sampled():
    """Who plays any token can be exploited; the bound says so with an interval."""
    found = golemry.exploitability("goofspiel", theory.uniform, most=1000, matches=40, worlds=2, options={"cards": 6})
    assert not found["exact"] and found["low"] < found["exploitability"] < found["high"]
    kuhn, again = (golemry.exploitability("kuhn", theory.uniform, most=10, matches=300, worlds=8) for _ in range(2))
    assert kuhn == again and 0.0 < kuhn["low"] < (1 / 2 + 5 / 12) / 4


def test_shuffled_games_are_sampled():
    """Their chance cannot be listed, so there is no tree."""
    always = golemry.exploitability(
        "golem-it", lambda state, seat: state.legal_mask(seat) / state.legal_mask(seat).sum(), matches=2, worlds=1
    )
    assert not always["exact"] and np.isfinite([always["low"], always["high"]]).all()


def test_what_is_asked_wrongly_is_refused():
    for code, act in [
        ("theory/size", lambda: theory.tree("kuhn", most=20)),
        ("theory/chance", lambda: theory.tree("golem-it")),
        ("theory/policy", lambda: golemry.exploitability("kuhn", lambda state, seat: [0.5, 0.6])),
        ("theory/policy", lambda: golemry.exploitability("kuhn", lambda state, seat: {0: -1, 1: 2})),
        ("theory/matches", lambda: golemry.exploitability("golem-it", theory.uniform, matches=0)),
    ]:
        with pytest.raises(golemry.Error) as error:
            act()
        assert error.value.code == code


@pytest.mark.parametrize(("arguments", "value"), [([], -1 / 18), (["--game", "goofspiel", "--rounds", "60"], 0.0)])
def test_the_example_solves(arguments, value):
    ran = subprocess.run([sys.executable, EXAMPLES / "cfr.py", *arguments], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    found = [float(line.split(":")[1]) for line in ran.stdout.splitlines()]
    assert found[0] == pytest.approx(value, abs=2e-3) and 0 <= found[1] < 5e-3
