"""Spans around the program's own code. Whatever happens in here, the code runs, and its result or its error
reaches the caller unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind
from typing_extensions import Self

from tracewell._content import set_content, set_failure
from tracewell._instrument import Instrument, current_instrument, safely
from tracewell._usage import ModelUsage, usage_attributes

SpanType = Literal["span", "agent", "chain", "tool", "retriever", "guardrail", "evaluator", "embedding", "llm"]
Attributes = Mapping[str, Any]


class _Convention(NamedTuple):
    operation: str | None
    input: str = "input.value"
    output: str = "output.value"
    named: str | None = None
    """The attribute that has the name of the span."""


_PLAIN = _Convention(None)
_CONVENTIONS: dict[str, _Convention] = {
    "agent": _Convention("invoke_agent", named="gen_ai.agent.name"),
    "chain": _Convention("invoke_workflow"),
    "tool": _Convention("execute_tool", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.name"),
    "retriever": _Convention("retrieval", "gen_ai.retrieval.query.text", "gen_ai.retrieval.documents"),
    "guardrail": _Convention("guardrail"),
    "evaluator": _Convention("evaluate"),
    "embedding": _Convention("embeddings"),
    "llm": _Convention("chat", "gen_ai.input.messages", "gen_ai.output.messages"),
}

_types: WeakKeyDictionary[Span, str] = WeakKeyDictionary()
"""For `current()`, which gets only the span."""


class ActiveSpan:
    """A running span. Its methods never raise, and return it."""

    __slots__ = ("_convention", "_instrument", "otel")

    def __init__(self, instrument: Instrument, otel: Span, kind: str) -> None:
        self._instrument = instrument
        self._convention = _CONVENTIONS.get(kind, _PLAIN)
        self.otel = otel
        """The span of OpenTelemetry."""

    @property
    def trace_id(self) -> str:
        return f"{self.otel.get_span_context().trace_id:032x}"

    @property
    def span_id(self) -> str:
        return f"{self.otel.get_span_context().span_id:016x}"

    def input(self, value: Any) -> Self:
        return self._content(self._convention.input, value)

    def output(self, value: Any) -> Self:
        return self._content(self._convention.output, value)

    def _content(self, key: str, value: Any) -> Self:
        instrument = self._instrument
        try:
            if self.otel.is_recording():
                set_content(instrument.content, instrument.report, self.otel, key, value)
        except Exception as error:
            instrument.report(error)
        return self

    def set(self, attributes: Attributes) -> Self:
        """Attributes of your own. The rule for content does not apply to them."""
        safely(self._instrument, lambda: self.otel.set_attributes(dict(attributes)))
        return self

    def usage(self, **usage: Any) -> Self:
        """For `llm` and `embedding`: the fields of `ModelUsage`."""
        counts: ModelUsage = usage  # type: ignore[assignment]
        safely(self._instrument, lambda: self.otel.set_attributes(dict(usage_attributes(counts))))
        return self

    def fail(self, error: BaseException) -> Self:
        """Marks the span as failed, for an error that does not leave its block."""
        set_failure(self._instrument.content, self._instrument.report, self.otel, error)
        return self

    def score(
        self,
        name: str,
        value: float | bool | str,
        *,
        comment: str | None = None,
        id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Self:
        """Sent in the background."""
        given: dict[str, Any] = {"comment": comment, "id": id, "metadata": metadata}
        score: dict[str, Any] = {"traceId": self.trace_id, "spanId": self.span_id, "name": name, "value": value}
        score.update({key: each for key, each in given.items() if each is not None})
        safely(self._instrument, lambda: self._instrument.add_score(score))
        return self


class SpanDetails(NamedTuple):
    type: str = "span"
    input: Any = None
    attributes: Attributes | None = None
    model: str | None = None
    provider: str | None = None


class Running:
    """A span that has begun. Whoever drives it says when it is active, and how it ended."""

    __slots__ = ("_is_over", "handle", "inside")

    def __init__(self, handle: ActiveSpan, inside: Context) -> None:
        self.handle = handle
        self.inside = inside
        self._is_over = False

    def succeed(self, *output: Any) -> None:
        """With the output, unless it is not wanted."""
        if not self._is_over and output:
            self.handle.output(output[0])
        self._end()

    def fail(self, error: BaseException) -> None:
        if not self._is_over:
            self.handle.fail(error)
        self._end()

    def _end(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        try:
            self.handle.otel.end()
        except Exception as error:
            self.handle._instrument.report(error)  # pyright: ignore[reportPrivateUsage]


def start(name: str, details: SpanDetails) -> Running:
    """One that does nothing if the span cannot be made."""
    instrument = current_instrument()
    try:
        around = otel_context.get_current()
        convention = _CONVENTIONS.get(details.type, _PLAIN)
        attributes: dict[str, Any] = {}
        if convention.operation is not None:
            attributes["gen_ai.operation.name"] = convention.operation
        if convention.named is not None:
            attributes[convention.named] = name
        if details.model is not None:
            attributes["gen_ai.request.model"] = details.model
        if details.provider is not None:
            attributes["gen_ai.provider.name"] = details.provider
        if details.attributes is not None:
            attributes.update(details.attributes)
        is_call = details.type in ("llm", "embedding")
        otel = instrument.tracer().start_span(
            name, around, SpanKind.CLIENT if is_call else SpanKind.INTERNAL, attributes
        )
        if details.type != "span":
            _types[otel] = details.type
        handle = ActiveSpan(instrument, otel, details.type)
        if details.input is not None:
            handle.input(details.input)
        return Running(handle, trace.set_span_in_context(otel, around))
    except Exception as error:
        instrument.report(error)
        return Running(ActiveSpan(instrument, INVALID_SPAN, "span"), otel_context.get_current())


class SpanBlock:
    """`with span(...) as s` and `async with span(...) as s`."""

    __slots__ = ("_details", "_name", "_running", "_token")

    def __init__(self, name: str, details: SpanDetails) -> None:
        self._name = name
        self._details = details
        self._running: Running | None = None
        self._token: Any = None

    def __enter__(self) -> ActiveSpan:
        running = self._running = start(self._name, self._details)
        self._token = otel_context.attach(running.inside)
        return running.handle

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, stack: TracebackType | None
    ) -> None:
        running = self._running
        if running is None:
            return
        otel_context.detach(self._token)
        if error is None or is_quiet(error):
            running.succeed()
        else:
            running.fail(error)

    async def __aenter__(self) -> ActiveSpan:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, stack: TracebackType | None
    ) -> None:
        self.__exit__(kind, error, stack)


def is_quiet(error: BaseException) -> bool:
    """A program that ends as it should, and a generator that is left, have not failed."""
    return isinstance(error, GeneratorExit) or (isinstance(error, SystemExit) and error.code in (None, 0))


def current() -> ActiveSpan | None:
    """The span around this code."""
    otel = trace.get_current_span()
    if not otel.get_span_context().is_valid:
        return None
    return ActiveSpan(current_instrument(), otel, _types.get(otel, "span"))
