import copy
import itertools
import json
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from conftest import play_some, random_token

import golemry


def test_random_matches_replay_and_verify(table):
    """The events of a match played by tokens are those of the Rust engine: its record replays and verifies there."""
    for seed in range(2):
        state = play_some(table.new_state(seed), 100_000, seed)
        assert state.is_terminal() and len(state.scores()) == table.seats
        record = state.record()
        assert record.verify()["scores"] == state.scores()
        assert record.replay().record() == record


def test_whole_actions_and_tokens_lead_to_the_same_match(game):
    """Each action that tokens make is legal as a whole, and playing it gives the same events."""
    rng = np.random.default_rng(3)
    by_token = game.new_state(5)
    by_action = game.new_state(5)
    for _ in range(40):
        seat = by_token.current_player()
        if seat is None:
            break
        while not by_token.apply_token(seat, random_token(by_token, seat, rng)):
            pass
        action = [event["action"] for event in by_token.record().events if event.get("seat") == seat][-1]
        by_action.apply(seat, action)
        assert by_action.record() == by_token.record()


def test_offers_have_the_tokens_of_the_mask(game):
    state = play_some(game.new_state(1), 30)
    for seat in state.players_to_act():
        offers = state.offers(seat)
        assert offers and state.legal_actions(seat, limit=5)
        assert sorted(offer["token"] for offer in offers) == np.flatnonzero(state.legal_mask(seat)).tolist()
        assert state.offer_features(seat).shape == (len(offers), game.feature_len)


def test_hidden_things_stay_hidden(table):
    """Two states that differ only in what a seat does not know give it equal observations, offers and views."""
    state = play_some(table.new_state(11), 25, seed=2)
    if state.is_terminal():
        state = table.new_state(11)
    for seat in range(table.seats):
        for seed in range(3):
            other = state.resample(seat, seed)
            assert other.view(seat) == state.view(seat)
            assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
            assert np.array_equal(other.legal_mask(seat), state.legal_mask(seat))
            if seat in state.players_to_act():
                assert other.offers(seat) == state.offers(seat)
                assert np.array_equal(other.offer_features(seat), state.offer_features(seat))


def test_resampling_changes_what_is_hidden():
    state = golemry.load("golem-it").new_state(4)
    hands = {repr(state.resample(0, seed).view(1)["hand"]) for seed in range(20)}
    assert len(hands) > 10


def test_pickles_and_copies_go_on_alike(game):
    # In the middle of an action too: some of these states have unfinished choices.
    for steps in range(20, 26):
        state = play_some(game.new_state(7), steps)
        for other in [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), state.clone()]:
            seats = range(game.seats)
            assert [other.chosen(seat) for seat in seats] == [state.chosen(seat) for seat in seats]
            a = play_some(state.clone(), 60, seed=1)
            assert play_some(other, 60, seed=1).record() == a.record()
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(state.record())) == state.record()


def test_a_clone_is_a_match_of_its_own(game):
    state = game.new_state(1)
    before = state.record()
    play_some(state.clone(), 50)
    assert state.record() == before


def test_observations_go_into_a_buffer(game):
    state = play_some(game.new_state(2), 10)
    out = np.full(game.observation_len, 7, np.float32)
    assert state.observation_tensor(0, out) is out
    assert np.array_equal(out, state.observation_tensor(0))
    parts = game.layout()
    assert parts[0][1] == 0 and parts[-1][2] == game.observation_len
    assert all(before[2] == after[1] for before, after in itertools.pairwise(parts))


def test_observations_keep_their_bounds(table):
    batch, high = golemry.batch(table, n=16, seed=3), table.observation_high()
    for step in range(150):
        batch.step(batch.random_tokens(step))
        assert (batch.obs >= 0).all() and (batch.obs <= high).all()
    # Nearly all are shares of something.
    assert (high == 1).mean() > 0.9 and np.isfinite(high).all()


def test_negative_and_huge_numbers_are_refused(game):
    state, batch, bot = game.new_state(1), golemry.batch(game, n=2), golemry.Bot("random")
    seat = state.current_player()
    for number in [-1, 2**64]:
        for act in [game.new_state, state.clone, partial(state.resample, 0), batch.random_tokens, partial(bot.act, state, seat)]:
            refused("request/seed", partial(act, number))
        for act in [state.view, state.offers, state.legal_mask, state.observe, state.render, state.information_state_key]:
            refused("request/seat", partial(act, number))
        refused("request/number", partial(batch.seed_of, number))
        refused("request/number", partial(state.legal_actions, seat, number))
        refused("request/seed", partial(golemry.batch, game, n=2, seed=number))
    refused("request/number", lambda: golemry.batch(game, n=-1))
    refused("request/seed", lambda: golemry.lab.run(game, ["random"], games=1, seed=-1))


def test_a_clone_with_a_seed_meets_other_dice():
    game = golemry.load("its-alive", seats=2)
    state = play_some(game.new_state(5), 40)

    def ahead(state):
        return play_some(state, 60, seed=1).view()

    assert ahead(state.clone()) == ahead(state.clone())
    assert state.clone(seed=1) == state
    views = {str(ahead(state.clone(seed=seed))) for seed in range(8)}
    assert len(views) > 4
    # The match begins at that position, and can be verified.
    other = play_some(state.clone(seed=3), 60)
    assert other.record().verify() and pickle.loads(pickle.dumps(other)) == other


def test_long_listings_say_so_and_have_pages():
    state = golemry.load("golem-it", options={"first": 0}).new_state(1)
    with pytest.warns(UserWarning, match="more legal actions than the 1000"):
        first = state.legal_actions(0)
    total = state.count_legal_actions(0)
    assert len(first) == 1000 and total > 1000 and state.count_legal_actions(0, most=1000) is None
    pages = [state.legal_actions(0, limit=777, offset=offset) for offset in range(0, total + 777, 777)]
    assert sum(map(len, pages)) == total and [*pages[0], *pages[1]][:1000] == first and pages[-1] == []
    few = golemry.load("its-alive").new_state(1)
    assert few.count_legal_actions(few.current_player()) == len(few.legal_actions(few.current_player()))


def test_a_level_that_plays_as_another_says_so():
    table = {"variant": "tournament", "seats": 4}
    state = golemry.load("golem-it", **table).new_state(1)
    game = golemry.load("golem-it", **table)
    plays = [
        lambda: golemry.Bot("master:1").act(state, state.current_player()),
        lambda: golemry.batch(game, n=1, opponents="master:1"),
        lambda: golemry.gym_env("golem-it", **table, opponents="master:1"),
        lambda: golemry.lab.run("golem-it", ["random", "random", "random", "master:1"], **table, games=1),
    ]
    for play in plays:
        with pytest.warns(UserWarning, match="master plays as hard at this table: the network was trained for .*variant standard"):
            play()


def test_bots_vary_without_a_seed():
    state = golemry.load("golem-it", options={"first": 0}).new_state(1)
    bot = golemry.Bot("random")
    assert len({str(bot.act(state, 0)) for _ in range(20)}) > 5
    assert bot.act(state, 0, seed=4) == bot.act(state, 0, seed=4)
    random.seed(1)
    first = [bot.act(state, 0) for _ in range(5)]
    random.seed(1)
    assert [bot.act(state, 0) for _ in range(5)] == first


def test_a_state_can_be_read_by_people(table):
    state = play_some(table.new_state(3), 10)
    text = state.render(0)
    assert text.count("\n") > 3 and "{" not in text and str(state) == state.render()
    if table.id == "golem-it":
        assert "your hand" in text and "your hand" not in str(state)


def test_returns_add_up_as_described(table):
    """With two seats to 0 unless both lose; wins of any table to 1 or, for a joint loss, to 0."""
    for seed in range(3):
        state = play_some(table.new_state(seed), 100_000, seed)
        assert sum(state.won()) == pytest.approx(1.0) or not any(state.won())
        if table.seats == 2 and any(state.won()) and table.id != "capek":
            assert sum(state.returns()) == pytest.approx(0.0)


def test_bots_play_legal_actions(game):
    state = game.new_state(9)
    bot = golemry.Bot("normal")
    for step in range(10):
        seat = state.current_player()
        if seat is None:
            break
        again = bot.act(state, seat, seed=step)
        assert bot.act(state, seat, seed=step) == again
        state.apply(seat, again)


def test_threads_share_a_game(game):
    def play(seed):
        return play_some(game.new_state(seed), 200, seed).record()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(8))) == [play(seed) for seed in range(8)]


def test_a_repr_shows_the_table(game):
    assert game.id in repr(game.new_state(1)) and "viewer" not in repr(golemry.Bot("hard:50"))


def refused(code, act):
    with pytest.raises(golemry.Error) as error:
        act()
    assert error.value.code == code, error.value
    return error.value


def test_bad_input_is_refused_and_changes_nothing(game):
    state = play_some(game.new_state(3), 5)
    seat = state.current_player()
    before = (state.record(), [state.chosen(it) for it in range(game.seats)])
    not_offered = int(np.flatnonzero(~state.legal_mask(seat))[0])
    refused("token/not-offered", partial(state.apply_token, seat, not_offered))
    for token in [game.tokens, -1, 10**12, 10**30, -(10**30)]:
        refused("token/unknown", partial(state.apply_token, seat, token))
        refused("token/unknown", partial(game.token_label, token))
    refused("request/seat", lambda: state.apply_token(99, 0))
    refused("request/seat", lambda: state.view(game.seats))
    refused("action/malformed", lambda: state.apply(seat, {"type": "fly"}))
    refused("request/data", lambda: state.apply(seat, {"type": object()}))
    others = [it for it in range(game.seats) if it not in state.players_to_act()]
    for other in others:
        refused("action/turn", partial(state.apply_token, other, 0))
    for wrong in [np.zeros(3, np.float32), np.zeros(game.observation_len), np.zeros((1, 2), np.float32), [1.0]]:
        refused("request/array", partial(state.observation_tensor, seat, wrong))
    frozen = np.zeros(game.observation_len, np.float32)
    frozen.flags.writeable = False
    refused("request/array", lambda: state.observation_tensor(seat, frozen))
    assert before == (state.record(), [state.chosen(it) for it in range(game.seats)])


def test_a_finished_match_takes_nothing_more(game):
    state = play_some(game.new_state(1), 100_000)
    record = state.record()
    assert state.current_player() is None and not state.legal_mask(0).any() and state.legal_actions(0) == []
    refused("action/over", lambda: state.apply_token(0, 0))
    refused("action/over", lambda: state.offers(0))
    refused("action/over", lambda: golemry.Bot("random").act(state, 0))
    assert state.record() == record


def test_a_rule_that_is_broken_is_named():
    state = golemry.load("golem-it", options={"first": 0}).new_state(1)
    error = refused("action/illegal", lambda: state.apply(0, {"type": "pass", "return": 0}))
    assert (error.clause, error.reason) == ("GI-10", "leader_returns_nothing")
    assert pickle.loads(pickle.dumps(error)).clause == "GI-10"


def test_tables_that_do_not_exist_are_refused(tmp_path):
    refused("setup/game", lambda: golemry.load("chess"))
    refused("setup/variant", lambda: golemry.load("golem-it", variant="blitz"))
    refused("setup/seats", lambda: golemry.load("golem-it", seats=1))
    refused("setup/option", lambda: golemry.load("golem-it", options={"speed": 3}))
    refused("setup/option", lambda: golemry.load("golem-it", options={"magic": "none"}))
    refused("setup/material", lambda: golemry.load("golem-it", deck={"ring": []}))
    refused("setup/material", lambda: golemry.load("its-alive", deck={"ring": ["a"]}))
    refused("setup/material", lambda: golemry.load("its-alive", deck=tmp_path / "missing.toml"))
    refused("bot/unknown", lambda: golemry.Bot("genius"))
    refused("record/malformed", lambda: golemry.Record.from_json("{}"))
    refused("record/file", lambda: golemry.Record.load(tmp_path / "missing.json"))


def test_a_view_is_enough_to_choose(table):
    """Observation, mask, offers and, in the end, the action come from a view as from the state."""
    rng, state = np.random.default_rng(4), table.new_state(8)
    for _ in range(25):
        seat = state.current_player()
        if seat is None:
            break
        view, chosen, after = json.loads(json.dumps(state.view(seat))), [], state.clone()
        for other in [*range(table.seats), None]:
            if other is None or other not in state.players_to_act():
                idle = table.from_view(state.view(other))
                assert idle.offers == [] and not idle.mask.any() and idle.action is None
        while (turn := table.from_view(view, chosen)).action is None:
            assert turn.seat == seat and turn.view == view
            assert np.array_equal(turn.observation, after.observation_tensor(seat))
            assert np.array_equal(turn.mask, after.legal_mask(seat))
            assert {offer["token"]: offer["label"] for offer in turn.offers} == {it["token"]: it["label"] for it in after.offers(seat)}
            chosen.append(int(rng.choice(np.flatnonzero(turn.mask))))
            after.apply_token(seat, chosen[-1])
        state.apply(seat, turn.action)
        assert state == after


def test_what_is_no_view_is_refused(game):
    state = play_some(game.new_state(2), 30)
    seat = state.current_player()
    view = state.view(seat)
    # (A duel without `last` has not played a round yet.)
    wrong = [{}, [], None, {**view, "viewer": 7}, {**view, "secret": 1}, *({**view, name: "x"} for name in view)]
    wrong += [
        {name: value for name, value in view.items() if name != left_out}
        for left_out in view
        if view[left_out] is not None and left_out != "last"
    ]
    for each in wrong:
        refused("request/malformed", partial(game.from_view, each))
    refused("token/not-offered", lambda: game.from_view(view, [game.tokens]))
    other = next(name for name in ["its-alive", "golem-it"] if name != game.id)
    refused("request/malformed", lambda: golemry.load(other).from_view(view))


def test_own_decks_change_the_vocabulary(tmp_path):
    parts = {part: {"copies": 1} for part in ["head", "torso", "arm", "leg"]}
    own = golemry.load("its-alive", deck={"ring": ["a", "b", "c", "d"], "parts": parts})
    assert own.tokens < golemry.load("its-alive").tokens
    assert play_some(own.new_state(1), 100_000).record().verify()["scores"]
    assert pickle.loads(pickle.dumps(own)) == own


def test_records_are_files(tmp_path):
    state = play_some(golemry.load("capek").new_state(1), 50)
    state.record().save(tmp_path / "match.json")
    record = golemry.Record.load(tmp_path / "match.json")
    assert record == state.record() and record.replay().view(0) == state.view(0)
    forged = record.to_json().replace('"seed":1,', '"seed":2,', 1)
    refused("record/seed", lambda: golemry.Record.from_json(forged).verify())
