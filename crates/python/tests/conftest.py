import numpy as np
import pytest

import golemry

GAMES = ["its-alive", "inner-circle", "capek", "duel", "golem-it"]
# Every variant, at the fewest seats it takes.
TABLES = [(game["id"], variant["id"], variant["seats"][0]) for game in golemry.games() for variant in game["variants"]]


@pytest.fixture(params=GAMES)
def game(request):
    return golemry.load(request.param)


@pytest.fixture(params=TABLES, ids=lambda table: "-".join(map(str, table)))
def table(request):
    id, variant, seats = request.param
    return golemry.load(id, variant=variant, seats=seats)


def random_token(state, seat, rng):
    return int(rng.choice(np.flatnonzero(state.legal_mask(seat))))


def play_some(state, steps, seed=0):
    """Plays so many random tokens, or until the match is over."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        seat = state.current_player()
        if seat is None:
            break
        state.apply_token(seat, random_token(state, seat, rng))
    return state
