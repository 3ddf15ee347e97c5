"""The games for OpenSpiel (Lanctot et al. 2019). It needs ``pip install open_spiel``, or ``golemry[open_spiel]``.

An action is a token, as everywhere in this package; seats that decide at once are asked one after the other, and nobody's information
state shows what has been decided. Where every chance event can be listed, chance is explicit: in the two tiny games and in the duel. In
the others decks are shuffled, and chance is sampled, from the seed of the game.

>>> from golemry import open_spiel
>>> game = open_spiel.load("kuhn")
>>> game.num_players(), game.new_initial_state().is_chance_node()
(2, True)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from golemry import _golemry
from golemry import load as load_table

#: Longer actions are not made of single tokens.
_TOKENS_AN_ACTION = 16
#: More outcomes a listed chance event does not have.
_OUTCOMES = 64


class Game(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game of ours as OpenSpiel sees it; :func:`load` makes it."""

    def __init__(self, table: _golemry.Game, seed: int = 0) -> None:
        self.table, self.seed = table, seed
        self.explicit = _can_be_listed(table)
        # Those with listed chance and two seats are: who wins takes what the other loses.
        self.zero_sum = self.explicit and table.seats == 2
        modes, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
        kind = pyspiel.GameType(
            short_name=f"golemry_{table.id.replace('-', '_')}",
            long_name=table.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=modes.EXPLICIT_STOCHASTIC if self.explicit else modes.SAMPLED_STOCHASTIC,
            information=information.IMPERFECT_INFORMATION,
            # With more than two seats returns do not add up to 0, and some games of two know joint losses.
            utility=pyspiel.GameType.Utility.ZERO_SUM if self.zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=table.seats,
            min_num_players=table.seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=table.tokens,
            max_chance_outcomes=_OUTCOMES if self.explicit else 1,
            num_players=table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=table.max_actions * _TOKENS_AN_ACTION,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.table, iig_obs_type)


def _can_be_listed(table: _golemry.Game) -> bool:
    """Whether all chance events of a match can be listed."""
    state = table.new_state(0, open_chance=True)
    while not state.is_terminal():
        if state.is_chance_node():
            if state.outcomes() is None:
                return False
            state.apply_chance()
        else:
            seat = state.current_player() or 0
            state.apply_token(seat, int(state.legal_mask(seat).argmax()))
    return True


class State(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A match."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table, self.explicit = game.table, game.explicit
        self.match = game.table.new_state(game.seed, open_chance=True)

    def current_player(self) -> int:
        if self.match.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.match.current_player()
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return [int(token) for token in np.flatnonzero(self.match.legal_mask(player))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.explicit:
            # OpenSpiel's way to say that the game samples by itself.
            return [(0, 1.0)]
        return [(number, chance) for number, (_, chance) in enumerate(self.match.outcomes() or [])]

    def _apply_action(self, action: int) -> None:
        seat = self.match.current_player()
        if seat is not None:
            self.match.apply_token(seat, action)
        elif self.explicit:
            self.match.apply_chance((self.match.outcomes() or [])[action][0])
        else:
            self.match.apply_chance()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self.match.outcomes() if self.explicit else None
            return f"chance: {outcomes[action][0]}" if outcomes else "chance"
        labels = {offer["token"]: offer["label"] for offer in self.match.offers(player)}
        return str(labels.get(action, self.table.token_label(action)))

    def is_terminal(self) -> bool:
        return self.match.is_terminal()

    def returns(self) -> list[float]:
        return [float(it) for it in self.match.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        return self.match.information_state_key(self.current_player() if player is None else player)

    def __str__(self) -> str:
        return repr(self.match)


class Observer:
    """What a player observes: as floats those of :meth:`golemry.State.observation_tensor`, as text the view or the information state."""

    def __init__(self, table: _golemry.Game, kind: Any) -> None:
        self.recall = kind is not None and kind.perfect_recall
        self.tensor = np.zeros(0 if self.recall else table.observation_len, np.float32)
        self.dict = {} if self.recall else {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        if not self.recall:
            state.match.observation_tensor(player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        return state.match.information_state_key(player) if self.recall else repr(state.match.view(player))


def load(game: str | _golemry.Game, seed: int = 0, **table: Any) -> Game:
    """Sets up a game for OpenSpiel, as :func:`golemry.load` does. Where chance is sampled, the seed decides what it brings: use another
    one for each match."""
    return Game(load_table(game, **table), seed)
