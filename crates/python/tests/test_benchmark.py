import json
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from conftest import GAMES
from gymnasium.utils.env_checker import check_env

import golemry

EDITIONS = {game["id"]: game["rules_version"] for game in golemry.games()}
TASKS = ["its-alive-v3/2-normal", "duel-v3/2-normal"]


def test_the_same_as_the_command():
    here = golemry.lab.benchmark("easy", TASKS, games=8, seed=3)
    command = [sys.executable, "-W", "ignore", "-m", "golemry", "lab", "benchmark", "easy", "--json", "--games", "8", "--seed", "3"]
    ran = subprocess.run([*command, "--tasks", ",".join(TASKS)], capture_output=True, text=True, check=True)
    assert here == json.loads(ran.stdout)
    assert [task["task"] for task in here["tasks"]] == TASKS and here["of"] == len(golemry.lab.tasks())


def test_an_agent_is_measured():
    told = []
    agent = golemry.Agent(lambda turn: int(turn.mask.argmax()), name="first")
    found = golemry.lab.benchmark(agent, ["its-alive-v3/2-normal"], games=4, told=told.append)
    assert found["player"] == "first" and found["tasks"] == told and found["tasks"][0]["games"] == 4
    broken = golemry.Agent(lambda turn: "no", name="broken")
    with pytest.raises(golemry.Error, match="broken"):
        golemry.lab.benchmark(broken, TASKS, games=4)


def test_an_agent_knows_its_table():
    seen = set()

    def look(turn):
        seen.add((turn.game, turn.variant, turn.seats))
        return int(turn.mask.argmax())

    golemry.lab.benchmark(golemry.Agent(look), ["inner-circle-v3/single-2-normal"], games=2)
    assert seen == {("inner-circle", "single", 2)}


@pytest.mark.parametrize(
    ("player", "arguments", "why"),
    [
        ("normal", {"tasks": ["its-alive-v2/2-normal"]}, "there is no task"),
        ("normal", {"tasks": "its-alive-v3"}, "tasks are a list"),
        ("normal", {"games": 0}, "games is at least 2"),
        ("grandma", {}, "there is no bot"),
        (7, {}, "a player is a bot's name"),
    ],
)
def test_what_makes_no_sense_is_refused(player, arguments, why):
    with pytest.raises(golemry.Error, match=why):
        golemry.lab.benchmark(player, **arguments)


@pytest.mark.parametrize("id", GAMES)
def test_gymnasium_knows_every_game(id):
    env = gymnasium.make(f"golemry/{id}-v{EDITIONS[id]}", opponents="random", illegal="lose")
    check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_passes_arguments_on():
    make = lambda **table: gymnasium.make("golemry/golem-it-v3", opponents="easy", **table).unwrapped  # noqa: E731
    env = make(variant="tournament", seats=5, options={"magic": "own"})
    assert (env.game.variant, env.game.seats, env.game.options["magic"]) == ("tournament", 5, "own")
    first, again, other = (make(seed=seed).reset()[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again) and not np.array_equal(first, other)


@pytest.mark.parametrize("version", [1, 99])
def test_another_edition_is_refused(version):
    with pytest.raises(gymnasium.error.Error, match="v3"):
        gymnasium.make(f"golemry/its-alive-v{version}")


def test_every_number_is_explained(table):
    told = table.fields()
    parts = {part["part"]: (part["at"], part["at"] + part["times"] * part["stride"]) for part in told["parts"]}
    assert parts == {name: (first, end) for name, first, end in table.layout()}
    assert sum(field["size"] for field in told["features"]) == table.feature_len
    high = table.observation_high()
    for part in told["parts"]:
        for field in part["fields"]:
            assert field["meaning"] and field["highest"] >= high[field["at"] : field["at"] + field["size"]].max() - 1e-6


def test_a_judge_takes_luck_out():
    rows = golemry.lab.run("its-alive", ["easy", "normal"], games=40, seats=2, judge="estimate")
    assert np.any(rows["luck_0"]) and abs(rows["luck_0"].mean()) < 0.3
    plain = golemry.lab.run("its-alive", ["easy", "normal"], games=40, seats=2)
    assert "luck_0" not in plain and np.array_equal(plain["score_0"], rows["score_0"])
    found = golemry.lab.compare("its-alive", {}, {"options": {"hand_limit": 1}}, ["normal"], games=200, seats=2, judge="estimate")
    seat = found["measure"].index("win_seat_0")
    assert found["adjusted_low"][seat] < found["adjusted"][seat] < found["adjusted_high"][seat] and found["saves"][seat] > 1
    assert np.isnan(found["adjusted"][found["measure"].index("turns")])
    judged, rated = (golemry.lab.arena("its-alive", ["easy", "normal"], games=200, seats=2, judge=judge) for judge in ("estimate", None))
    assert judged["high"][0] - judged["low"][0] < rated["high"][0] - rated["low"][0]
    with pytest.raises(golemry.Error, match="is no judge"):
        golemry.lab.run("its-alive", ["normal"], games=2, judge="grandma")
