"""Everything that a program needs, set up once."""

from __future__ import annotations

import atexit
import os
import signal
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanLimits, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.sampling import (
    Decision,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import Link, SpanKind, Tracer, TraceState

from tracewell._batch import Transport
from tracewell._exporter import Exporter, Receipt
from tracewell._gate import Gate
from tracewell._http import Requests
from tracewell._instrument import Instrument
from tracewell._otlp import SCOPE, Encoder
from tracewell._prompts import Prompts
from tracewell._scope import inherited_attributes, is_always_sampled
from tracewell._settings import ContentRule, OnError, Settings, read_settings
from tracewell._spool import MAX_BYTES
from tracewell._version import __version__
from tracewell.api import Api, AsyncApi

FLUSH_SECONDS = 5.0


class _Sampler(Sampler):
    """The share of traces; those that begin in a scope with `sampled=True` in any case."""

    def __init__(self, share: float) -> None:
        self._ratio = TraceIdRatioBased(share)

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Any = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        if is_always_sampled(parent_context):
            return SamplingResult(Decision.RECORD_AND_SAMPLE)
        return self._ratio.should_sample(parent_context, trace_id, name, kind, attributes, links)

    def get_description(self) -> str:
        return "tracewell"


class TracewellProcessor(SpanProcessor):
    """Gives new spans the session, user and tags of their scope, and hands ended ones over."""

    def __init__(self, tracewell: Tracewell) -> None:
        self._tracewell = tracewell

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        try:
            attributes = inherited_attributes(parent_context)
            if attributes:
                own = span.attributes or {}
                span.set_attributes({k: v for k, v in attributes.items() if k not in own})
        except Exception as error:
            self._tracewell.settings.report(error)

    def on_end(self, span: ReadableSpan) -> None:
        own = span.get_span_context()
        if own is not None and own.trace_flags.sampled:
            self._tracewell.receive(span)

    def shutdown(self) -> None:
        self._tracewell.flush()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._tracewell.flush(timeout=timeout_millis / 1000)


class Tracewell:
    """What `init()` returns. The functions of the module use the newest one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        connection: dict[str, Any] = {
            "api_key": settings.api_key,
            "project_id": settings.project_id,
            "timeout": settings.timeout,
        }
        self.api = Api(settings.url, **connection)
        """The client of the whole interface."""
        self.async_api = AsyncApi(settings.url, **connection)
        """The same for asyncio."""
        encoder = Encoder(settings.content, settings.report)
        transport = Transport(Requests(settings.url, **connection), encoder, settings.report)
        self._exporter = Exporter(settings, transport)
        self._provider = TracerProvider(
            sampler=ParentBased(_Sampler(settings.sample)),
            resource=Resource(settings.resource),
            shutdown_on_exit=False,
            # Conversations have more attributes than the default; a runaway loop must not fill the memory.
            span_limits=SpanLimits(max_span_attributes=1_000, max_events=128, max_links=128),
        )
        self._provider.add_span_processor(TracewellProcessor(self))
        self._own_tracer = self._provider.get_tracer(SCOPE, __version__)
        self._uses_provider = False
        self._is_closed = False
        self.instrument = Instrument(self._tracer, settings.content, settings.report, self._add_score)
        self.prompts = Prompts(self.api, settings.report, settings.prompt_copies)
        self.gate = Gate(self.api, self.async_api, settings.report)
        if settings.api_key is None:
            settings.report(Exception("TRACEWELL_API_KEY is missing, so nothing is sent."))
        atexit.register(self.flush_at_exit)

    def _tracer(self) -> Tracer:
        return trace.get_tracer(SCOPE, __version__) if self._uses_provider else self._own_tracer

    @property
    def tracer_provider(self) -> TracerProvider:
        """For instrumentations and frameworks: `Instrumentor().instrument(tracer_provider=…)`.

        A framework that only knows the global one gets it by `trace.set_tracer_provider(…)`.
        """
        return self._provider

    def span_processor(self) -> SpanProcessor:
        """For a program that has OpenTelemetry already: add it to the processors of your provider.

        From then on the SDK makes its spans with your provider, so that all your back ends get them.
        """
        self._uses_provider = True
        return TracewellProcessor(self)

    def receive(self, span: ReadableSpan) -> None:
        if self.settings.api_key is None:
            return
        try:
            self._exporter.add(span)
        except Exception as error:
            self.settings.report(error)

    def _add_score(self, score: Mapping[str, Any]) -> None:
        if self.settings.api_key is None:
            return
        # The time at which it was given, not at which it is sent. The id makes it safe to send it twice.
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._exporter.add_score({"id": str(uuid.uuid4()), "createdAt": now, **score})

    def score(
        self,
        name: str,
        value: float | bool | str,
        *,
        trace_id: str | None = None,
        span_id: str | None = None,
        call_id: str | None = None,
        session_id: str | None = None,
        comment: str | None = None,
        source: str | None = None,
        id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        """Any score, sent in the background. Without ids, it is about the span around this code."""
        on = {"traceId": trace_id, "spanId": span_id, "callId": call_id, "sessionId": session_id}
        try:
            if all(each is None for each in on.values()):
                around = trace.get_current_span().get_span_context()
                if not around.is_valid:
                    raise ValueError(f"The score {name} is about nothing: give an id, or call it in a span.")
                on.update(traceId=f"{around.trace_id:032x}", spanId=f"{around.span_id:016x}")
            more = {"comment": comment, "source": source, "id": id, "metadata": metadata}
            given = {key: each for key, each in {**on, **more}.items() if each is not None}
            self._add_score({"name": name, "value": value, **given})
        except Exception as error:
            self.settings.report(error)

    def flush(self, timeout: float = FLUSH_SECONDS) -> bool:
        """True when everything is sent or spooled; False after `timeout` seconds. It never raises."""
        try:
            return self._exporter.flush(timeout)
        except Exception as error:
            self.settings.report(error)
            return False

    @property
    def waiting(self) -> int:
        """How many spans and scores wait to be sent."""
        return self._exporter.waiting

    def close(self, timeout: float = FLUSH_SECONDS) -> bool:
        """Flushes, and ends the set-up: decorated functions then make no spans for it."""
        from tracewell._instrument import current_tracewell, set_tracewell

        if current_tracewell() is self:
            set_tracewell(None)
        sent = self.flush(timeout)
        if not self._is_closed:
            self._is_closed = True
            atexit.unregister(self.flush_at_exit)
        return sent

    def retire(self) -> None:
        """Another one takes its place. What waits is sent without waiting for it."""
        try:
            self._exporter.flush(0)
        except Exception as error:
            self.settings.report(error)

    def flush_at_exit(self) -> None:
        """Waits longer while the service answers; what is left goes to the spool."""
        try:
            self._exporter.flush_at_exit()
        except Exception as error:
            self.settings.report(error)


def new_tracewell(
    *,
    url: str | None = None,
    api_key: str | None = None,
    project_id: str | None = None,
    service: str | None = None,
    environment: str | None = None,
    release: str | None = None,
    content: ContentRule = "full",
    sample: float | None = None,
    on_error: OnError | None = None,
    on_receipt: Callable[[Receipt], None] | None = None,
    spool: str | os.PathLike[str] | None = None,
    spool_max_bytes: int = MAX_BYTES,
    prompt_copies: str | os.PathLike[str] | None = None,
    delay: float = 1.0,
    max_queued: int = 4_096,
    timeout: float = 30.0,
) -> Tracewell:
    return Tracewell(
        read_settings(
            url=url,
            api_key=api_key,
            project_id=project_id,
            service=service,
            environment_name=environment,
            release=release,
            content=content,
            sample=sample,
            on_error=on_error,
            on_receipt=on_receipt,
            spool=None if spool is None else os.fspath(spool),
            spool_max_bytes=spool_max_bytes,
            prompt_copies=None if prompt_copies is None else os.fspath(prompt_copies),
            delay=delay,
            max_queued=max_queued,
            timeout=timeout,
        )
    )


def flush_on_sigterm(flush: Callable[[], None]) -> None:
    """SIGTERM ends Python without `atexit`. A program or server with a handler of its own keeps it."""
    if threading.current_thread() is not threading.main_thread():
        return
    try:
        if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            return

        def on_sigterm(number: int, frame: object) -> None:
            try:
                flush()
            finally:
                # The program ends as it would have ended.
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                os.kill(os.getpid(), number)
                time.sleep(1)

        signal.signal(signal.SIGTERM, on_sigterm)
    except (AttributeError, ValueError, OSError):
        # Not in this interpreter.
        return
