"""Work that a screen waits for without standing still."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")


class Newest:
    """Does one job at a time in a thread of its own; one that a newer has replaced is left out.

    `done` and `failed` are called in that thread.
    """

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._failed = failed
        self._newest = 0

    def do(self, job: Callable[[], Found], done: Callable[[Found], None]) -> None:
        """Do it as soon as the one in hand is done, unless another one is wanted by then."""
        self._newest += 1
        self._pool.submit(self._run, self._newest, job, done)

    def close(self) -> None:
        """Begin nothing any more."""
        self._newest += 1
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run(self, number: int, job: Callable[[], Found], done: Callable[[Found], None]) -> None:
        if number != self._newest:
            return
        try:
            done(job())
        except Exception as error:
            self._failed(error)
