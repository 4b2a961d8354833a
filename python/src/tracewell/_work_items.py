"""Runs a task for each of many items, some at a time, whether it is a function or a coroutine function."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741


async def for_each(items: Sequence[I], work: Callable[[I], Awaitable[None]], concurrency: int) -> None:
    """The first failure ends it; tasks that run then are cancelled."""
    left = iter(items)

    async def worker() -> None:
        for item in left:
            await work(item)

    workers = [asyncio.create_task(worker()) for _ in range(max(1, min(concurrency, len(items))))]
    try:
        await asyncio.gather(*workers)
    finally:
        for each in workers:
            each.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


async def called(pool: ThreadPoolExecutor, fn: Callable[..., Any], *args: Any) -> Any:
    """A function runs in a thread, in the context of here; what it returns may have to be awaited."""
    if inspect.iscoroutinefunction(fn) or inspect.iscoroutinefunction(getattr(type(fn), "__call__", None)):
        return await fn(*args)
    around = contextvars.copy_context()
    result = await asyncio.get_running_loop().run_in_executor(pool, lambda: around.run(fn, *args))
    return await result if inspect.isawaitable(result) else result


def run_to_end(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Also where an event loop runs already, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    around = contextvars.copy_context()
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append((True, around.run(asyncio.run, work())))
        except BaseException as error:
            outcome.append((False, error))

    thread = threading.Thread(target=run, name="tracewell-work")
    thread.start()
    thread.join()
    succeeded, value = outcome[0]
    if not succeeded:
        raise value
    return cast("T", value)


class Progress:
    """A line that fills up, on a terminal only."""

    _WIDTH = 30

    def __init__(self, name: str, total: int, wanted: bool) -> None:
        self._name = name
        self._total = max(1, total)
        self._done = 0
        self._failed = 0
        self._shows = wanted and sys.stderr.isatty()

    def step(self, failed: bool) -> None:
        self._done += 1
        self._failed += failed
        if not self._shows:
            return
        filled = self._WIDTH * self._done // self._total
        bar = "█" * filled + "░" * (self._WIDTH - filled)
        failed_text = f", {self._failed} failed" if self._failed else ""
        sys.stderr.write(f"\r{self._name} {bar} {self._done}/{self._total}{failed_text}")
        sys.stderr.flush()

    def end(self) -> None:
        if self._shows:
            sys.stderr.write("\n")
            sys.stderr.flush()
