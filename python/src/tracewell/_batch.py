"""One request with spans or scores: how it is put together, sent, and made smaller."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx
from opentelemetry.sdk.trace import ReadableSpan

from tracewell._content import fitting
from tracewell._errors import TracewellError, error_of, json_object, to_tracewell_error
from tracewell._http import Requests
from tracewell._otlp import Encoder, traces_body
from tracewell._queue import Queue, QueuedSpan, as_list
from tracewell._settings import Reporter
from tracewell._spool import Kind

PATHS: dict[Kind, str] = {"traces": "/otel/v1/traces", "scores": "/v1/scores"}
MAX_SPANS = 512
MAX_SCORES = 100
MAX_CHARACTERS = 2_000_000
ATTEMPT_SECONDS = 10.0
SECONDS_PER_MEGABYTE = 2.0
CLOCK_SECONDS = 300.0
KEPT_TEXT = 64 * 1024
"""How much of each text is left in a span that the service found too large."""


@dataclass
class Batch:
    kind: Kind
    count: int
    characters: int
    spans: list[tuple[ReadableSpan, str]] = field(default_factory=lambda: [])
    scores: list[dict[str, Any]] = field(default_factory=lambda: [])
    is_cut: bool = False

    @property
    def body(self) -> bytes:
        if self.kind == "traces":
            return traces_body(self.spans)
        return json.dumps({"scores": self.scores}, ensure_ascii=False).encode(errors="replace")

    @property
    def ids(self) -> tuple[str, ...]:
        if self.kind == "scores":
            return tuple(str(score.get("id")) for score in self.scores)
        contexts = [span.get_span_context() for span, _ in self.spans]
        return tuple(f"{own.trace_id:032x}/{own.span_id:016x}" for own in contexts if own is not None)


@dataclass
class Sent:
    error: TracewellError | None = None
    rejected: int = 0
    reasons: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()


def next_batch(
    encoder: Encoder,
    spans: list[QueuedSpan],
    scores: list[dict[str, Any]],
    report: Reporter,
    queue: Queue,
) -> Batch | None:
    """Takes it from the lists: spans up to the size of a request, before the scores that are about them."""
    while spans:
        batch = Batch("traces", 0, 0)
        size = 0
        while spans and batch.count < MAX_SPANS and size < MAX_CHARACTERS:
            item = spans.pop(0)
            try:
                text = encoder.span(item.span)
            except Exception as error:
                # A span that cannot be written is left out.
                report(error)
                queue.settle(spans=1, characters=item.characters)
                continue
            size += len(text)
            batch.spans.append((item.span, text))
            batch.count += 1
            batch.characters += item.characters
        if batch.count > 0:
            return batch
    if scores:
        taken = [score for score in scores[:MAX_SCORES]]
        del scores[:MAX_SCORES]
        return Batch("scores", len(taken), 0, scores=taken)
    return None


def split(batch: Batch, error: TracewellError) -> list[Batch]:
    """Halves, so that one record at fault does not take the others with it. Of one span, its texts are cut."""
    if batch.count > 1:
        half = batch.count // 2
        if batch.kind == "scores":
            return [Batch("scores", len(part), 0, scores=part) for part in _halves(batch.scores, half)]
        parts = [Batch("traces", len(part), 0, spans=part) for part in _halves(batch.spans, half)]
        parts[0].characters = batch.characters
        return parts
    if batch.kind == "scores" or batch.is_cut or error.status != 413:
        return []
    [(span, text)] = batch.spans
    fields = json.loads(text)
    for attribute in [*fields["attributes"], *(a for e in fields.get("events", []) for a in e["attributes"])]:
        value = attribute["value"].get("stringValue")
        if isinstance(value, str) and len(value) > KEPT_TEXT:
            attribute["value"]["stringValue"] = fitting(value, KEPT_TEXT)
    cut = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return [Batch("traces", 1, batch.characters, spans=[(span, cut)], is_cut=True)]


def _halves(items: list[Any], at: int) -> list[list[Any]]:
    return [items[:at], items[at:]]


class Transport:
    """One attempt to send. The exporter decides what follows from it."""

    def __init__(self, requests: Requests, encoder: Encoder, report: Reporter) -> None:
        self._requests = requests
        self.encoder = encoder
        self._report = report
        self.in_flight: Batch | None = None

    def send(self, batch: Batch) -> Sent:
        self.in_flight = batch
        try:
            sent = self.post(batch.body, batch.kind)
        finally:
            self.in_flight = None
        if batch.is_cut and sent.error is None:
            self._report(Exception(f"The span {batch.ids[0]} was too large, so its long texts were cut."))
        return sent

    def post(self, body: bytes, kind: Kind) -> Sent:
        try:
            response = self._requests.ask(
                "POST",
                PATHS[kind],
                content=body,
                content_type="application/json",
                timeout=ATTEMPT_SECONDS + SECONDS_PER_MEGABYTE * len(body) / 1_000_000,
                patience=-1.0,
            )
        except Exception as error:
            return Sent(to_tracewell_error(error))
        if not response.is_success:
            refused = error_of(response)
            return Sent(refused, reasons=(str(refused),))
        self._compare_clocks(response)
        try:
            return self._read_rejected(json_object(response.content))
        except Exception:
            # Stored, and the answer is not in the form of the service.
            return Sent()

    def _read_rejected(self, answer: dict[str, Any]) -> Sent:
        """The service says which spans or scores of a body it did not store."""
        given: Any = answer.get("partialSuccess")
        part = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
        count = _number(part.get("rejectedSpans"))
        if count > 0:
            why = str(part.get("errorMessage"))
            self._report(Exception(f"{count} spans were not stored: {why}"))
            return Sent(rejected=count, reasons=(why,))
        rejected = as_list(answer.get("rejected"))
        for score in rejected:
            self._report(Exception(f"Score {score.get('id')} was not stored: {score.get('reason')}"))
        return Sent(
            rejected=len(rejected),
            reasons=tuple(str(score.get("reason")) for score in rejected),
            ids=tuple(str(score.get("id")) for score in rejected),
        )

    def _compare_clocks(self, response: httpx.Response) -> None:
        """Spans of a wrong clock are stored at a wrong time, or refused."""
        try:
            ahead = time.time() - parsedate_to_datetime(response.headers["date"]).timestamp()
        except (KeyError, TypeError, ValueError):
            return
        if abs(ahead) > CLOCK_SECONDS:
            side = "ahead of" if ahead > 0 else "behind"
            self._report(Exception(f"The clock here is {abs(ahead) / 60:.0f} minutes {side} the service's."))

    def forget_connection(self) -> None:
        self.in_flight = None


def _number(value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        return 0
