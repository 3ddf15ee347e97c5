from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import golemry


def equal(a, b):
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name], equal_nan=isinstance(a[name], np.ndarray)) for name in a)


def test_rows_do_not_depend_on_who_plays_them():
    alone = golemry.lab.run("golem-it", ["normal", "random", "random"], games=30, seed=3, seats=3)
    with ThreadPoolExecutor(2) as pool:
        together = golemry.lab.run("golem-it", ["normal", "random", "random"], games=30, seed=3, seats=3, map=pool.map, size=3)
    assert equal(alone, together)
    assert len(alone["deal"]) == 30 and set(alone["bot_0"]) == {"normal", "random"}


def test_a_row_is_a_match_of_the_engine():
    rows = golemry.lab.run("its-alive", ["random"], games=3, seed=8, seats=2)
    assert set(rows["deal"]) == {0, 1, 2} and {"score_0", "score_1", "turns"} <= rows.keys()
    assert all(sum(pair) == 2 for pair in zip(rows["score_0"], rows["score_1"], strict=True))


def test_a_comparison_is_paired():
    same = golemry.lab.compare("its-alive", {}, {}, ["random"], games=20, seats=2)
    assert not np.any(same["difference"])
    longer = golemry.lab.compare("its-alive", {}, {"options": {"round_limit": 20}}, ["random"], games=20, seats=2)
    cut = longer["measure"].index("cut_short")
    assert longer["b"][cut] >= longer["a"][cut] and longer["deals"][cut] == 20


def test_the_better_bot_is_rated_higher():
    rated = golemry.lab.arena("golem-it", ["random", "normal"], games=60, seats=3)
    assert rated["bot"][0] == "normal" and rated["share"][0] > 0.5 and rated["low"][0] <= rated["rating"][0]


def test_intervals_have_a_width():
    """Also where every deal came out alike: that may be luck."""
    found = golemry.lab.compare("its-alive", {}, {"options": {"round_limit": 20}}, ["random"], games=3, seats=2)
    same = golemry.lab.compare("its-alive", {}, {}, ["random"], games=3, seats=2)
    alone = golemry.lab.compare("its-alive", {}, {"options": {"round_limit": 20}}, ["random"], games=1, seats=2)
    for each in (found, same, alone):
        assert len(each["low"]) and (each["low"] < each["high"]).all()
        assert ((each["low"] <= each["difference"]) & (each["difference"] <= each["high"])).all()
    assert (alone["p_value"] == 1).all()
    rated = golemry.lab.arena("capek", ["random", "normal"], games=4)
    assert (rated["low"] < rated["high"]).all() and (rated["low"] <= rated["rating"]).all() and (rated["rating"] <= rated["high"]).all()


def test_mistakes_are_named():
    for mistake in [
        lambda: golemry.lab.run("golem-it", "normal"),
        lambda: golemry.lab.run("golem-it", ["normal"], games=0),
        lambda: golemry.lab.run("golem-it", ["normal", "random"], seats=3),
        lambda: golemry.lab.arena("golem-it", ["normal"]),
        lambda: golemry.lab.run("golem-it", ["normal", 3, "normal"], seats=3),
    ]:
        with pytest.raises(golemry.Error):
            mistake()
