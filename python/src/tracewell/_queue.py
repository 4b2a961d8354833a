"""What waits to be sent: spans and scores, up to a limit. Putting something in never waits for anything."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, cast

from opentelemetry.sdk.trace import ReadableSpan

MAX_QUEUED_SCORES = 10_000
MAX_QUEUED_CHARACTERS = 64_000_000
"""The limit for all waiting spans together."""


def characters_of(span: ReadableSpan) -> int:
    """The texts make the size of a span; the rest of it is small."""
    characters = 0
    for value in (span.attributes or {}).values():
        if isinstance(value, str):
            characters += len(value)
    return characters


@dataclass
class Flush:
    """Answered when everything that was put in before it is sent, spooled or refused."""

    done: SimpleQueue[bool] = field(default_factory=SimpleQueue[bool])


@dataclass
class QueuedSpan:
    span: ReadableSpan
    characters: int


@dataclass
class QueuedScore:
    score: dict[str, Any]


Item = QueuedSpan | QueuedScore | Flush


class Queue:
    """`SimpleQueue` may be used by a signal handler or the garbage collector in the middle of itself; a lock that
    is no `RLock` may not."""

    def __init__(self, max_spans: int) -> None:
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._lock = threading.RLock()
        self._max_spans = max_spans
        self.spans = 0
        self.scores = 0
        self.characters = 0
        self._dropped = 0

    def add_span(self, span: ReadableSpan) -> None:
        characters = characters_of(span)
        with self._lock:
            if self.spans >= self._max_spans or self.characters + characters > MAX_QUEUED_CHARACTERS:
                self._dropped += 1
                return
            self.spans += 1
            self.characters += characters
        self._items.put(QueuedSpan(span, characters))

    def add_score(self, score: Mapping[str, Any]) -> None:
        with self._lock:
            if self.scores >= MAX_QUEUED_SCORES:
                self._dropped += 1
                return
            self.scores += 1
        self._items.put(QueuedScore(dict(score)))

    def add_flush(self, flush: Flush) -> None:
        self._items.put(flush)

    def get(self, timeout: float | None) -> Item | None:
        try:
            return self._items.get(timeout=timeout) if timeout != 0 else self._items.get_nowait()
        except Empty:
            return None

    def settle(self, *, spans: int = 0, scores: int = 0, characters: int = 0) -> None:
        """Sent, spooled or refused: there is room again."""
        with self._lock:
            self.spans = max(0, self.spans - spans)
            self.scores = max(0, self.scores - scores)
            self.characters = max(0, self.characters - characters) if self.spans > 0 else 0

    def take_dropped(self) -> int:
        with self._lock:
            dropped, self._dropped = self._dropped, 0
        return dropped

    @property
    def waiting(self) -> int:
        return self.spans + self.scores


def as_list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []
