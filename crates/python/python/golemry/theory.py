"""Game theory on states: the whole tree of a small game, best responses and exploitability.

A policy is a function of a state and a seat that returns the probabilities of the tokens that are offered: an array with one for each
token, or a dictionary. It must depend on what the seat knows only, as :meth:`golemry.State.information_state_key` or an observation do.
Seats that decide at once are asked one after the other; what has been decided shows in nobody's key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from golemry._errors import Error
from golemry._golemry import Game, State

#: The probabilities of tokens, for a seat that is to act in a state.
Policy = Callable[[State, int], "Mapping[int, float] | Sequence[float] | Any"]

#: More nodes are refused, unless more are asked for.
MOST_NODES = 200_000


@dataclass(slots=True)
class Node:
    """A node of a game tree."""

    state: State
    #: What it is worth to each seat, at the end of the match.
    worth: list[float] | None = None
    #: Who chooses, `None` for chance.
    seat: int | None = None
    #: The information set: the same at all nodes that the seat cannot tell apart.
    key: str = ""
    #: The tokens offered; outcomes at a chance node.
    moves: list[Any] = field(default_factory=list)
    #: The chances of the outcomes, at a chance node.
    chances: list[float] = field(default_factory=list)
    #: What each move leads to.
    children: list[Node] = field(default_factory=list)


def tree(
    game: str | Game,
    most: int = MOST_NODES,
    worth: Callable[[State], Sequence[float] | None] = State.returns,
    **table: Any,
) -> Node:
    """The whole tree of a small game, chance included. ``worth`` says what its ends are worth: `State.returns`, or `State.scores`.

    >>> from golemry import theory
    >>> root = theory.tree("kuhn")
    >>> len(root.children), root.chances[0] == 1 / 3
    (3, True)
    """
    from golemry import load

    left = most

    def grow(state: State) -> Node:
        nonlocal left
        left -= 1
        if left < 0:
            raise Error(f"the tree has more than {most} nodes", "theory/size")
        node = Node(state)
        if state.is_terminal():
            node.worth = [float(it) for it in worth(state) or ()]
        elif state.is_chance_node():
            outcomes = state.outcomes()
            if outcomes is None:
                raise Error("this chance event cannot be listed: there are too many ways to shuffle", "theory/chance")
            node.moves, node.chances = [it[0] for it in outcomes], [it[1] for it in outcomes]
            for outcome in node.moves:
                after = state.clone()
                after.apply_chance(outcome)
                node.children.append(grow(after))
        else:
            seat = state.current_player() or 0
            node.seat, node.key = seat, state.information_state_key(seat)
            node.moves = sorted(offer["token"] for offer in state.offers(seat))
            for token in node.moves:
                after = state.clone()
                after.apply_token(seat, token)
                node.children.append(grow(after))
        return node

    return grow(load(game, **table).new_state(0, open_chance=True))


def uniform(state: State, seat: int) -> dict[int, float]:
    """The policy that chooses any token."""
    offered = np.flatnonzero(state.legal_mask(seat)).tolist()
    return dict.fromkeys(offered, 1 / len(offered))


def _shares(policy: Policy, state: State, seat: int, moves: Sequence[int]) -> list[float]:
    """The probabilities of these tokens."""
    given = policy(state, seat)
    found = [float(given.get(token, 0.0) if isinstance(given, Mapping) else given[token]) for token in moves]
    if min(found) < 0 or not abs(sum(found) - 1) < 1e-6:
        raise Error(f"a policy gives the tokens offered probabilities that add up to 1, not {found}", "theory/policy")
    return found


def values(root: Node, policy: Policy) -> list[float]:
    """What a tree is worth to each seat if all play by a policy.

    >>> from golemry import theory
    >>> theory.values(theory.tree("goofspiel", options={"cards": 3}), theory.uniform)
    [0.0, 0.0]
    """
    known: dict[str, list[float]] = {}

    def value(node: Node) -> Any:
        if node.worth is not None:
            return np.array(node.worth)
        return sum(share * value(child) for share, child in zip(_at(node, policy, known), node.children, strict=True) if share)

    return [float(it) for it in value(root).round(12) + 0.0]


def _at(node: Node, policy: Policy, known: dict[str, list[float]]) -> list[float]:
    """The probabilities of a node's children. A policy is asked once for each information set."""
    if node.seat is None:
        return node.chances
    if node.key not in known:
        known[node.key] = _shares(policy, node.state, node.seat, node.moves)
    return known[node.key]


def best_response(root: Node, policy: Policy, seat: int) -> tuple[float, dict[str, int]]:
    """What a seat can get at most while the others play by a policy, and how: the token for each of its information sets."""
    known: dict[str, list[float]] = {}
    sets: dict[str, list[tuple[float, Node]]] = {}

    def reach(node: Node, chance: float) -> None:
        if node.worth is not None:
            return
        own = node.seat == seat
        if own:
            sets.setdefault(node.key, []).append((chance, node))
        shares = [1.0] * len(node.children) if own else _at(node, policy, known)
        for share, child in zip(shares, node.children, strict=True):
            if share:
                reach(child, chance * share)

    reach(root, 1.0)
    best: dict[str, int] = {}

    def choice(key: str) -> int:
        if key not in best:
            nodes = sets[key]
            gains = [sum(chance * value(node.children[move]) for chance, node in nodes) for move in range(len(nodes[0][1].moves))]
            best[key] = int(np.argmax(gains))
        return best[key]

    def value(node: Node) -> float:
        if node.worth is not None:
            return node.worth[seat]
        if node.seat == seat:
            return value(node.children[choice(node.key)])
        return sum(share * value(child) for share, child in zip(_at(node, policy, known), node.children, strict=True) if share)

    worth = value(root)
    return worth, {key: sets[key][0][1].moves[move] for key, move in best.items()}


def exploitability(
    game: str | Game,
    policy: Policy,
    most: int = MOST_NODES,
    matches: int = 200,
    worlds: int = 8,
    seed: int = 1,
    **table: Any,
) -> dict[str, Any]:
    """How much a seat gains, on average over the seats, if it stops playing by the policy and answers it as well as it can.

    Games of at most ``most`` nodes are answered exactly, with the ``values`` of the policy and the ``best`` responses by seat. In larger
    ones the answer is sampled: at each choice the responder imagines ``worlds``, plays each token out by the policy, and takes what
    did best, in ``matches`` matches against the policy's own. That is a lower bound, with its 95 % interval from ``low`` to ``high``.

    >>> import golemry
    >>> from golemry import theory
    >>> golemry.exploitability("kuhn", theory.uniform)["exploitability"] > 0.1
    True
    """
    from golemry import load

    setup = load(game, **table)
    try:
        root = tree(setup, most)
    except Error as error:
        if error.code not in ("theory/size", "theory/chance"):
            raise
        return _sampled(setup, policy, matches, worlds, seed)
    mean = values(root, policy)
    best = [best_response(root, policy, seat)[0] for seat in range(setup.seats)]
    gain = float(np.mean(np.array(best) - mean))
    return {"exploitability": gain, "low": gain, "high": gain, "exact": True, "values": mean, "best": best}


def _sampled(game: Game, policy: Policy, matches: int, worlds: int, seed: int) -> dict[str, Any]:
    from golemry import _golemry

    if matches < 2 or worlds < 1:
        raise Error(f"sampling takes 2 matches and 1 world at least, not {matches} and {worlds}", "theory/matches")
    rng = np.random.default_rng(seed)

    def by_policy(state: State, seat: int) -> int:
        offered = np.flatnonzero(state.legal_mask(seat))
        return int(rng.choice(offered, p=_shares(policy, state, seat, offered.tolist())))

    def play_out(state: State) -> list[float]:
        while (seat := state.current_player()) is not None:
            state.apply_token(seat, by_policy(state, seat))
        return state.returns()

    def answer(state: State, seat: int) -> int:
        offered = np.flatnonzero(state.legal_mask(seat))
        if len(offered) == 1:
            return int(offered[0])
        gains = np.zeros(len(offered))
        for _ in range(worlds):
            # The same world and the same dice for every token.
            world = state.resample(seat, int(rng.integers(2**63)))
            for place, token in enumerate(offered):
                other = world.clone()
                other.apply_token(seat, int(token))
                gains[place] += play_out(other)[seat]
        return int(offered[gains.argmax()])

    found = []
    for number in range(matches):
        deal, responder = int(rng.integers(2**63)), number % game.seats
        state = game.new_state(deal)
        while (seat := state.current_player()) is not None:
            state.apply_token(seat, answer(state, seat) if seat == responder else by_policy(state, seat))
        found.append((play_out(game.new_state(deal))[responder], state.returns()[responder]))
    _, _, _, gain, low, high, _ = _golemry.difference(*(list(column) for column in zip(*found, strict=True)))
    return {"exploitability": gain, "low": low, "high": high, "exact": False}
