"""Sends ended spans and scores in batches, behind the program's back: `add` only puts something in a queue, one
thread does everything else. While the service is away, batches wait in memory, or in a spool if there is one."""

from __future__ import annotations

import os
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan

from tracewell._batch import Batch, Sent, Transport, next_batch, split
from tracewell._errors import TracewellError, is_transient
from tracewell._http import untraced, wait_before
from tracewell._queue import Flush, Queue, QueuedScore, QueuedSpan
from tracewell._settings import Settings
from tracewell._spool import Spool

MAX_SPANS = 512
MAX_CHARACTERS = 2_000_000
"""A smaller body is cheaper to repeat."""
SPOOLED_PAUSE = 30.0
"""How often the service is asked whether it is back, if there is nothing new to send."""
EXIT_SECONDS = 10.0
EXIT_SECONDS_WHEN_AWAY = 2.0


@dataclass(frozen=True)
class Receipt:
    """What became of a batch."""

    kind: str
    """`traces` or `scores`."""
    accepted: int
    rejected: int
    reasons: tuple[str, ...]
    ids: tuple[str, ...]
    """Ids of what was rejected, as far as they are known: of scores, and of spans (`traceId/spanId`)."""


class Exporter:
    def __init__(self, settings: Settings, transport: Transport) -> None:
        self._report = settings.report
        self._delay = settings.delay
        self._max_queued = settings.max_queued
        self._on_receipt: Callable[[Receipt], None] | None = settings.on_receipt
        self._transport = transport
        folder = settings.spool
        self._spool = None if folder is None else Spool(folder, settings.spool_max_bytes)
        self._start_anew()
        _exporters.add(self)

    def _start_anew(self) -> None:
        """Also in the child of a fork: what waits there is the parent's to send."""
        self._queue = Queue(self._max_queued)
        self._wakes: SimpleQueue[None] = SimpleQueue()
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._working = threading.RLock()
        self._spans: list[QueuedSpan] = []
        self._scores: list[dict[str, Any]] = []
        self._unsent: list[Batch] = []
        self._flushes: list[Flush] = []
        self._failures = 0
        self._give_up_at: float | None = None
        # An earlier run of the program may have left something.
        self._has_spooled = self._spool is not None

    @property
    def waiting(self) -> int:
        return self._queue.waiting

    def add(self, span: ReadableSpan) -> None:
        self._queue.add_span(span)
        self._ensure_thread()

    def add_score(self, score: dict[str, Any]) -> None:
        self._queue.add_score(score)
        self._ensure_thread()

    def flush(self, timeout: float) -> bool:
        """True when everything added before is with the service or in the spool; False when time is up."""
        if self._queue.waiting == 0 and not self._has_spooled:
            return True
        flush = self._ask_flush()
        try:
            return flush.done.get(timeout=timeout)
        except Empty:
            return False

    def flush_at_exit(self) -> None:
        """Waits longer while the service answers. What is left goes to the spool."""
        if self._queue.waiting > 0:
            flush = self._ask_flush()
            end = time.monotonic() + EXIT_SECONDS
            near = time.monotonic() + EXIT_SECONDS_WHEN_AWAY
            while time.monotonic() < end:
                try:
                    flush.done.get(timeout=0.05)
                    return
                except Empty:
                    if self._failures > 0 and time.monotonic() > near:
                        break
            self._spool_rest()
        left = self._queue.waiting
        if left > 0:
            self._report(Exception(f"The program ended before {left} spans or scores could be sent."))

    def _ask_flush(self) -> Flush:
        flush = Flush()
        self._queue.add_flush(flush)
        self._wakes.put(None)
        if not self._ensure_thread():
            # Python is ending, and starts no more threads.
            self._give_up_at = time.monotonic() + EXIT_SECONDS_WHEN_AWAY
            self._turn(0)
        return flush

    def _ensure_thread(self) -> bool:
        thread = self._thread
        if thread is not None and thread.is_alive():
            return True
        with self._lock:
            thread = self._thread
            if thread is not None and thread.is_alive():
                return True
            try:
                thread = threading.Thread(target=self._run, name="tracewell", daemon=True)
                thread.start()
            except RuntimeError:
                return False
            self._thread = thread
        return True

    def _run(self) -> None:
        while True:
            try:
                self._turn(None)
            except Exception as error:
                self._report(error)
                # A fault of ours must not become a busy loop.
                time.sleep(1)

    def _turn(self, timeout: float | None) -> None:
        """Waits for something to send, and sends it."""
        if timeout is None and self._has_spooled:
            timeout = SPOOLED_PAUSE if self._failures > 0 else self._delay
        with self._working:
            is_done = False
            try:
                self._collect(timeout)
                with untraced():
                    self._work()
                is_done = True
            finally:
                flushes, self._flushes = self._flushes, []
                for flush in flushes:
                    flush.done.put(is_done)

    def _collect(self, timeout: float | None) -> None:
        """The first item may take as long as it likes; others then have `delay` to join it."""
        until: float | None = None
        characters = 0
        while len(self._spans) < MAX_SPANS and characters < MAX_CHARACTERS:
            wait = timeout if until is None else max(0.0, until - time.monotonic())
            item = self._queue.get(wait)
            if item is None:
                return
            if until is None:
                until = time.monotonic() + (self._delay if timeout != 0 else 0)
            if isinstance(item, QueuedSpan):
                self._spans.append(item)
                characters += item.characters
            elif isinstance(item, QueuedScore):
                self._scores.append(item.score)
            else:
                self._flushes.append(item)
                return

    def _work(self) -> None:
        self._failures = 0
        away: TracewellError | None = None
        """Set while the service is known to be away: what follows goes to the spool at once."""
        while (batch := self._next()) is not None:
            sent = Sent(away) if away is not None else self._transport.send(batch)
            error = sent.error
            if error is None:
                self._failures = 0
                self._settle(batch, sent)
            elif self._may_pass(error):
                self._failures += 1
                if self._failures == 1:
                    self._report(error)
                if self._spooled(batch):
                    away = error
                    self._settle(batch, None)
                else:
                    away = None
                    self._unsent.insert(0, batch)
                    if self._give_up_at is not None and time.monotonic() > self._give_up_at:
                        return
                    self._pause(wait_before(self._failures, error.retry_after))
            elif error.status in (400, 413) and (smaller := split(batch, error)):
                self._unsent[:0] = smaller
            else:
                self._report(refusal(error, batch))
                self._settle(batch, sent)
        if self._has_spooled and self._failures == 0:
            self._drain()
        dropped = self._queue.take_dropped()
        if dropped > 0:
            self._report(Exception(f"{dropped} spans or scores were dropped, because the queue was full."))

    def _may_pass(self, error: TracewellError) -> bool:
        """With a spool, a refused key can be put right without a loss."""
        return is_transient(error) or (error.status in (401, 403) and self._spool is not None)

    def _next(self) -> Batch | None:
        if self._unsent:
            return self._unsent.pop(0)
        try:
            return next_batch(self._transport.encoder, self._spans, self._scores, self._report, self._queue)
        except Exception as error:
            self._report(error)
            return None

    def _settle(self, batch: Batch, sent: Sent | None) -> None:
        is_traces = batch.kind == "traces"
        self._queue.settle(
            spans=batch.count if is_traces else 0,
            scores=0 if is_traces else batch.count,
            characters=batch.characters,
        )
        if sent is None or self._on_receipt is None:
            return
        rejected = batch.count if sent.error is not None else sent.rejected
        ids = batch.ids if rejected == batch.count else sent.ids
        receipt = Receipt(batch.kind, batch.count - rejected, rejected, sent.reasons, ids)
        try:
            self._on_receipt(receipt)
        except Exception as error:
            self._report(error)

    def _spooled(self, batch: Batch) -> bool:
        if self._spool is None:
            return False
        try:
            kept = self._spool.put(batch.body, batch.kind)
        except OSError as error:
            self._report(Exception(f"The folder of the spool cannot be written ({error})."))
            return False
        self._has_spooled = self._has_spooled or kept
        return kept

    def _drain(self) -> None:
        """Sends what an outage left behind, until the service is away again."""
        while self._spool is not None:
            found = self._spool.take()
            if found is None:
                self._has_spooled = False
                return
            error = self._transport.post(found.body, found.kind).error
            if error is not None and self._may_pass(error):
                self._failures += 1
                self._report(error)
                found.back()
                return
            found.done()
            if error is not None:
                self._report(error)

    def _spool_rest(self) -> None:
        """At the end of the program. The thread may be sending one of them: it is stored once all the same."""
        if self._spool is None:
            return
        while (item := self._queue.get(0)) is not None:
            if isinstance(item, QueuedSpan):
                self._spans.append(item)
            elif isinstance(item, QueuedScore):
                self._scores.append(item.score)
        in_flight = self._transport.in_flight
        rest = [in_flight] if in_flight is not None else []
        while (batch := self._next()) is not None:
            rest.append(batch)
        for batch in rest:
            if self._spooled(batch):
                self._settle(batch, None)

    def _pause(self, seconds: float) -> None:
        """Ends early if someone flushes."""
        try:
            self._wakes.get(timeout=seconds)
        except Empty:
            return
        # A flush while the service is away must not become a busy loop.
        time.sleep(0.05)

    def after_fork(self) -> None:
        self._transport.forget_connection()
        self._start_anew()
        flush_children(self)


def refusal(error: TracewellError, batch: Batch) -> TracewellError:
    what = "Spans" if batch.kind == "traces" else "Scores"
    about = f" ({batch.ids[0]})" if batch.count == 1 and batch.ids else ""
    found = TracewellError(f"{what}{about} were refused. {error}", status=error.status, reason=error.reason)
    found.__cause__ = error
    return found


_exporters: weakref.WeakSet[Exporter] = weakref.WeakSet()


def _after_fork() -> None:
    for exporter in list(_exporters):
        exporter.after_fork()


def flush_children(exporter: Exporter) -> None:
    """The processes of these packages end without `atexit`; each has a list of its own for that."""
    for name in ("multiprocessing.util", "billiard.util"):
        util: Any = sys.modules.get(name)
        if util is not None:
            # Not at once: the child empties its list first, and then calls these.
            util.register_after_fork(exporter, _finalize_with(util))


def _finalize_with(util: Any) -> Callable[[Exporter], None]:
    return lambda exporter: util.Finalize(None, exporter.flush_at_exit, exitpriority=100)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
