"""Answers to acts: each act is answered once, when its outcome is known or after a timeout."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.errors import Refusal, TryAgain

ANSWER_TIMEOUT = 5.0  # seconds

Answer = Callable[[BaseException | None], None]  # called once: None for success, otherwise the error


class PendingAnswer:
    """Pending answer to one act, given once: with its outcome, or after ANSWER_TIMEOUT.

    A timed-out act is answered `try_again` if it was certainly not applied, otherwise `internal`. `writing`:
    an entry was sent to the writer; `task`: carries out the act, if there is one; `given_up`: the timeout
    came first.
    """

    __slots__ = ("_answer", "_timer", "given_up", "task", "writing")

    def __init__(self, answer: Answer, *, writing: bool) -> None:
        self._answer = answer
        self.writing = writing
        self.given_up = False
        self.task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(ANSWER_TIMEOUT, self._give_up)

    def __call__(self, error: BaseException | None) -> None:
        """Set the outcome: None for success, otherwise the error."""
        self._timer.cancel()
        if not self.given_up:
            self._answer(error)

    def _give_up(self) -> None:
        self.given_up = True
        if self.writing or self.task is None:
            message = "The database is not available. The state follows when the outcome is known."
            self._answer(Refusal("internal", message=message))
        else:
            self.task.cancel()
            self._answer(TryAgain())
