"""Many matches between bots, and what they tell. Results are columns: a dictionary of arrays that ``pandas.DataFrame``,
``polars.DataFrame`` and DuckDB read as they are.

``map`` is any executor's map, such as ``ProcessPoolExecutor().map``, ``ThreadPoolExecutor().map`` or one made of Ray tasks. A match
depends on the seed, its deal and its seating only, so the rows do not depend on who played them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from golemry import _golemry
from golemry._errors import Error
from golemry._golemry import Agent, Bot

Columns = dict[str, Any]
#: Who plays: a bot's name, a bot or a function of yours.
Player = str | Bot | Agent
#: Who says how much was luck: ``"estimate"``, the game's own and quick, or a number of playouts, which are slow.
Judge = str | int | None
Task = tuple[Any, ...]
Map = Callable[[Callable[[Task], Columns], Iterable[Task]], Iterable[Columns]]


def play(task: Task) -> Columns:
    """Plays the deals of one task; what ``map`` is called with."""
    return _golemry.play_deals(*task)


def _game(game: str | _golemry.Game, table: dict[str, Any]) -> _golemry.Game:
    from golemry import load

    return load(game, **table)


def _tasks(
    spec: Any, bots: Sequence[str | Agent], seed: int, deals: int, size: int, seatings: list[list[int]] | None, judge: Judge
) -> list[Task]:
    judged = None if judge is None else str(judge)
    return [(spec, list(bots), seed, first, min(size, deals - first), seatings, judged) for first in range(0, deals, size)]


def _together(pieces: Iterable[Columns]) -> Columns:
    rows = list(pieces)
    if not rows:
        return {}

    def join(name: str) -> Any:
        if isinstance(rows[0][name], np.ndarray):
            return np.concatenate([piece[name] for piece in rows])
        return [value for piece in rows for value in piece[name]]

    return {name: join(name) for name in rows[0]}


def _name(player: str | Agent) -> str:
    return player.name if isinstance(player, Agent) else player


def _check(games: int, bots: Sequence[Player]) -> list[str | Agent]:
    """The players, if they and the number of games make sense."""
    if games < 1:
        raise Error(f"games is at least 1, not {games}", "lab/games")
    if not bots or isinstance(bots, str | Bot | Agent):
        raise Error("bots are a list of players, such as ['normal']", "lab/bots")
    players = [bot.player if isinstance(bot, Bot) else bot for bot in bots]
    names = [_name(player) for player in set(players)]
    if len(set(names)) < len(names):
        raise Error(f"two agents have the same name: {', '.join(sorted(names))}", "lab/bots")
    return players


def run(
    game: str | _golemry.Game,
    bots: Sequence[Player] = ("normal",),
    games: int = 1000,
    seed: int = 1,
    map: Map = map,
    size: int = 64,
    judge: Judge = None,
    **table: Any,
) -> Columns:
    """Plays at least so many matches: a row each, with bots, scores and everything the lab measures.

    One bot sits on all seats; otherwise give one for each seat, and every deal is played in all rotations. ``size`` is how many
    deals go to the executor at a time. With a ``judge`` there is a column with the luck of each seat, ``luck_0`` and so on: what dice and
    shuffles did to its chance to win, 0 on average.

    >>> rows = golemry.lab.run("golem-it", ["random"], games=10, seats=3)
    >>> len(rows["deal"]), "turns" in rows
    (10, True)
    """
    players = _check(games, bots)
    setup = _game(game, table)
    setup.warn(players)
    deals = games if len(set(players)) == 1 else -(-games // setup.seats)
    return _together(map(play, _tasks(setup.spec, players, seed, deals, size, None, judge)))


def compare(
    game: str | _golemry.Game,
    a: dict[str, Any],
    b: dict[str, Any],
    bots: Sequence[Player] = ("normal",),
    games: int = 1000,
    seed: int = 1,
    map: Map = map,
    size: int = 64,
    judge: Judge = None,
    **table: Any,
) -> Columns:
    """Plays two tables with the same seeds and compares everything that is measured: a row for each measure.

    ``a`` and ``b`` are what differs, such as ``{"options": {"play_on": True}}``. Intervals are those of the paired difference, and never
    of width zero: if all deals differ alike, one that differs otherwise is added in thought. ``corrected`` is the p-value after
    Holm's correction. With a ``judge``, ``adjusted`` is the difference of a seat's share of the wins without luck, with its interval and
    how many times the games that ``saves``; its p-value counts then.

    >>> found = golemry.lab.compare("its-alive", {}, {"options": {"steal_from": 2}}, ["random"], games=20, seats=2)
    >>> sorted(found)[:4]
    ['a', 'b', 'corrected', 'deals']
    """
    players = _check(games, bots)
    tables = [_game(game, {**table, **side}) for side in (a, b)]
    for setup in tables:
        setup.warn(players)
    deals = games if len(set(players)) == 1 else -(-games // min(it.seats for it in tables))
    work = [_tasks(it.spec, players, seed, deals, size, None, judge) for it in tables]
    played = list(map(play, [*work[0], *work[1]]))
    sides = [_together(played[: len(work[0])]), _together(played[len(work[0]) :])]
    names = [
        name
        for name, values in sides[0].items()
        if name in sides[1]
        and name not in ("deal", "seed", "seating")
        and not name.startswith(("bot_", "score_", "luck_"))
        and isinstance(values, np.ndarray)
    ]
    columns = ["measure", "deals", "a", "b", "difference", "low", "high", "p_value"]
    without_luck = [] if judge is None else ["adjusted", "adjusted_low", "adjusted_high", "saves"]
    found: Columns = {name: [] for name in columns + without_luck}
    for name in names:
        # A deal counts once, however many seatings it was played in: they are not independent.
        means = [_by_deal(side[name], deals) for side in sides]
        count, *numbers = _golemry.difference(*(mean.tolist() for mean in means))
        if count == 0 or numbers[0] == numbers[1] == 0:
            continue
        adjusted = [np.nan] * len(without_luck)
        luck = name.replace("win_seat_", "luck_")
        if without_luck and luck != name:
            values, lucks = (of[1] - of[0] for of in (means, [_by_deal(side[luck], deals) for side in sides]))
            _, *adjusted = _golemry.without_luck(values.tolist(), lucks.tolist())
            numbers[-1] = _golemry.p_value(*adjusted[:3])
        for column, value in zip(found, [name, count, *numbers, *adjusted], strict=True):
            found[column].append(value)
    found["corrected"] = _golemry.holm(found["p_value"])
    return {name: np.array(values) if name != "measure" else values for name, values in found.items()}


def _by_deal(values: Any, deals: int) -> Any:
    of_deal = values.reshape(deals, -1)
    there = ~np.isnan(of_deal)
    sums = np.where(there, of_deal, 0.0).sum(axis=1)
    return np.divide(sums, there.sum(axis=1), out=np.full(deals, np.nan), where=there.any(axis=1))


def arena(
    game: str | _golemry.Game,
    bots: Sequence[Player],
    games: int = 1000,
    seed: int = 1,
    map: Map = map,
    size: int = 64,
    judge: Judge = None,
    **table: Any,
) -> Columns:
    """Every pair of bots plays the same deals, in all seatings: a row for each bot, the strongest first.

    ``rating`` is the strength by Bradley and Terry on Elo's scale (mean 1500), with its 95 % interval from deals drawn again and
    again; ``share`` is what the bot won of its matches. With a ``judge`` both are without luck.

    >>> rated = golemry.lab.arena("golem-it", ["random", "normal"], games=20, seats=3)
    >>> rated["bot"]
    ['normal', 'random']
    """
    players = _check(games, bots)
    setup = _game(game, table)
    setup.warn(players)
    if len(set(players)) != len(players) or len(players) < 2:
        raise Error("an arena needs two or more different bots", "lab/bots")
    pairs = [(one, other) for other in range(len(players)) for one in range(other)]
    seatings = {pair: _pair_seatings(pair, setup.seats) for pair in pairs}
    a_deal = sum(len(rows) for rows in seatings.values())
    deals = -(-games // a_deal)
    work = {pair: _tasks(setup.spec, players, seed, deals, size, seatings[pair], judge) for pair in pairs}
    played = iter(list(map(play, [task for tasks in work.values() for task in tasks])))
    shares = np.zeros((deals, len(pairs)))
    for number, pair in enumerate(pairs):
        rows = _together(next(played) for _ in work[pair])
        won = np.zeros(len(rows["deal"]))
        chairs = np.array(seatings[pair])[rows["seating"]]
        luck = np.zeros(len(won))
        for seat in range(setup.seats):
            # A joint loss is split among all, like a draw.
            share = rows[f"win_seat_{seat}"] + rows["joint_loss"] / setup.seats
            own = chairs[:, seat] == pair[0]
            won += np.where(own, share, 0.0)
            if judge is not None:
                luck += np.where(own, rows[f"luck_{seat}"], 0.0)
        shares[:, number] = _by_deal(won, deals)
        if judge is not None:
            shares[:, number], *_ = _golemry.without_luck(shares[:, number].tolist(), _by_deal(luck, deals).tolist())

    def rate(shares: Any) -> Any:
        wins = np.zeros((len(players), len(players)))
        for number, (one, other) in enumerate(pairs):
            # Without luck, what a much weaker bot has won of few deals may come to less than nothing.
            wins[one, other] = max(shares[:, number].sum(), 0.0)
            wins[other, one] = max((1 - shares[:, number]).sum(), 0.0)
        return 1500 + 400 / np.log(10) * np.array(_golemry.bradley_terry(wins.tolist()))

    ratings = rate(shares)
    rng = np.random.default_rng(seed)
    # One more deal that might have gone anyhow: who won them all may still lose the next one, so no interval is of width zero.
    again = np.array([rate(np.vstack([shares[rng.integers(deals, size=deals)], rng.random(len(pairs))])) for _ in range(200)])
    low, high = np.quantile(again, [0.025, 0.975], axis=0)
    low, high = np.minimum(low, ratings), np.maximum(high, ratings)
    share = np.array(
        [np.mean([_won(shares[:, number], pair, bot) for number, pair in enumerate(pairs) if bot in pair]) for bot in range(len(players))]
    )
    order = np.argsort(-ratings, kind="stable")
    return {
        "bot": [_name(players[bot]) for bot in order],
        "rating": ratings[order],
        "low": low[order],
        "high": high[order],
        "share": share[order],
        "games": np.full(len(players), deals * a_deal),
    }


def _won(shares: Any, pair: tuple[int, int], bot: int) -> float:
    mean = float(shares.mean())
    return mean if bot == pair[0] else 1 - mean


def _pair_seatings(pair: tuple[int, int], seats: int) -> list[list[int]]:
    """The two take turns round the table, in all rotations and with the roles exchanged."""
    found: list[list[int]] = []
    for start in range(2):
        chairs = [pair[(seat + start) % 2] for seat in range(seats)]
        for turn in range(seats):
            turned = chairs[-turn:] + chairs[:-turn] if turn else chairs
            if turned not in found:
                found.append(turned)
    return found


def tasks() -> list[str]:
    """The ids of the benchmark's tasks, each with the edition of its game's rules.

    >>> golemry.lab.tasks()[0]
    'its-alive-v3/2-normal'
    """
    return _golemry.task_ids()


def benchmark(
    player: Player,
    tasks: Sequence[str] = (),
    games: int = 200,
    seed: int = 1,
    threads: int = 0,
    told: Callable[[dict[str, Any]], object] = lambda result: None,
) -> dict[str, Any]:
    """Measures a player at the tasks of the benchmark: what ``golemry lab benchmark --json`` prints, on the same deals.

    The result has the ``skill`` of the player, 0 for the fair share and 1 for winning every match, with its 95 % ``interval``, and what it
    did at each of the ``tasks``. Name some of them, or games such as ``its-alive-v3``, to play only those. ``told`` is called with
    the result of each task that is finished, since all of them can take long. ``threads`` of 0 are all cores.

    >>> found = golemry.lab.benchmark("random", ["its-alive-v3/2-normal"], games=20)
    >>> found["tasks"][0]["score"] < 0.3
    True
    """
    if games < 2:
        raise Error(f"games is at least 2, not {games}", "lab/games")
    if isinstance(tasks, str):
        raise Error("tasks are a list of ids, such as ['its-alive-v3/2-normal']", "lab/refused")
    return _golemry.benchmark(player, list(tasks), games, seed, threads, told)
