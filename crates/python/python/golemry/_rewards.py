"""What environments pay for a step."""

from __future__ import annotations

import numpy as np

from golemry._golemry import State


class Rewards:
    """The returns at the end of a match; with shaping, what each seat's prospects gain is paid at once and taken off at the end."""

    def __init__(self, shaping: float = 0.0) -> None:
        self.shaping = shaping

    def begin(self, state: State) -> None:
        """A match begins, and nothing has been paid for it."""
        if self.shaping:
            self.first = np.array(state.estimates())
            self.paid = np.zeros_like(self.first)

    def of(self, state: State) -> list[float]:
        """What each seat gets now that the state has changed."""
        if not self.shaping:
            return state.returns()
        over, worth = state.is_terminal(), np.array(state.estimates())
        due = worth if over else self.shaping * (worth - self.first)
        rewards: list[float] = (due - self.paid).tolist()
        self.paid = due
        return rewards
