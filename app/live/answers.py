"""Answers to acts: each is given once, when the outcome is known or after a deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.errors import Refusal, TryAgain

ANSWER_TIME = 5.0  # seconds after which an act is answered without its outcome

Answer = Callable[[BaseException | None], None]  # called once: None, done; otherwise why not


class PendingAnswer:
    """The answer to one act, given once: when its outcome is known, or after ANSWER_TIME without one.

    Without an outcome it is `try_again` only if the act was certainly not applied, and `internal` otherwise.
    `writing`: an entry is on its way to the database; `task` carries the act out, if there is one;
    `given_up`: the answer was given before the outcome was known."""

    __slots__ = ("_answer", "_timer", "given_up", "task", "writing")

    def __init__(self, answer: Answer, *, writing: bool) -> None:
        self._answer = answer
        self.writing = writing
        self.given_up = False
        self.task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(ANSWER_TIME, self._give_up)

    def __call__(self, error: BaseException | None) -> None:
        """Give the outcome: None, done; otherwise why not."""
        self._timer.cancel()
        if not self.given_up:
            self._answer(error)

    def _give_up(self) -> None:
        self.given_up = True
        if self.writing or self.task is None:
            message = "the database does not answer; the state follows when it is known"
            self._answer(Refusal("internal", message=message))
        else:
            self.task.cancel()
            self._answer(TryAgain())
