"""The one exception this package raises for what went wrong."""

from __future__ import annotations


class Error(ValueError):
    """Something was refused. Nothing has changed.

    ``code`` says what kind of error it is (``action/illegal``), ``clause`` which clause of the rules forbids it (``GI-8``)
    and ``reason`` what the case is called (``too_low``); the last two are ``None`` where no rule is concerned.
    """

    code: str
    clause: str | None
    reason: str | None

    def __init__(self, message: str, code: str = "request/data", clause: str | None = None, reason: str | None = None) -> None:
        super().__init__(message)
        self.code, self.clause, self.reason = code, clause, reason

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str | None, str | None]]:
        return type(self), (str(self), self.code, self.clause, self.reason)
