"""One call of a model as a span of the GenAI conventions."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, cast
from urllib.parse import urlsplit

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind

from tracewell._content import set_content, set_failure
from tracewell._instrument import Instrument, current_instrument, safely
from tracewell._scope import attached
from tracewell._spans import is_quiet
from tracewell._usage import ModelUsage, usage_attributes

Fields = dict[str, Any]


def fields_of(value: Any) -> Fields:
    """A dictionary, or the fields of an object of the vendor's client; otherwise nothing."""
    if isinstance(value, dict):
        return cast("Fields", value)
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        try:
            return cast("Fields", dump(exclude_none=True, warnings=False))
        except TypeError:
            return cast("Fields", dump())
    return {}


def records_of(value: Any) -> list[Fields]:
    """The dictionaries of a list. Iterables that can be read once are left alone."""
    if not isinstance(value, (list, tuple)):
        return []
    found = [fields_of(each) for each in cast("Iterable[Any]", value)]
    return [each for each in found if each]


def text_of(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def number_of(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def host_of(address: Any) -> str | None:
    """The host of a base address."""
    try:
        return urlsplit(str(address)).hostname
    except ValueError:
        return None


def text_part(content: str) -> Fields:
    return {"type": "text", "content": content}


def tool_call_part(call_id: Any, name: Any, args: Any) -> Fields:
    part: Fields = {"type": "tool_call", "name": name, "arguments": parsed_text(args)}
    return part if call_id is None else {**part, "id": call_id}


def tool_result_part(call_id: Any, response: Any) -> Fields:
    part: Fields = {"type": "tool_call_response", "response": response}
    return part if call_id is None else {**part, "id": call_id}


def parsed_text(value: Any) -> Any:
    """Arguments of tools arrive as JSON text. A stream that was left has half of it."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


@dataclass
class Request:
    operation: Literal["chat", "generate_content", "embeddings"]
    provider: str
    model: str
    address: str | None = None
    """The host that answers."""
    is_stream: bool = False
    input: Any = None
    system: Any = None
    tools: Any = None
    attributes: Fields = field(default_factory=lambda: {})


@dataclass
class Answer:
    id: str | None = None
    model: str | None = None
    finish_reasons: list[str] = field(default_factory=lambda: [])
    usage: ModelUsage = field(default_factory=ModelUsage)
    output: Any = None
    attributes: Fields = field(default_factory=lambda: {})


class StreamReader(Protocol):
    """Reads the parts of a stream while the program does."""

    def read(self, part: Any) -> None: ...

    def answer(self) -> Answer: ...

    def is_complete(self) -> bool:
        """Whether the model has said that it is done."""
        ...

    def is_ours(self, part: Any) -> bool:
        """A part that the program did not ask for and must not see."""
        ...


class ModelCall:
    def __init__(self, instrument: Instrument, span: Span, instrumented_by: tuple[str, ...]) -> None:
        self._instrument = instrument
        self._span = span
        self._started = time.perf_counter()
        self._is_over = False
        self._has_begun = False
        inside = trace.set_span_in_context(span)
        # Another instrumentation of the same client would make a second span of the call.
        inside = otel_context.set_value("suppress_language_model_instrumentation", True, inside)
        if any(name in sys.modules for name in instrumented_by):
            inside = otel_context.set_value("suppress_instrumentation", True, inside)
        self._inside = inside

    def active(self) -> attached:
        """Around the call of the client, so that its HTTP spans become children."""
        return attached(self._inside)

    def begun(self) -> None:
        """The first part of a stream has arrived."""
        if self._has_begun:
            return
        self._has_begun = True
        seconds = time.perf_counter() - self._started
        safely(
            self._instrument,
            lambda: self._span.set_attribute("gen_ai.response.time_to_first_chunk", seconds),
        )

    def done(self, answer: Callable[[], Answer]) -> None:
        self._end(lambda: self._write(answer()))

    def left(self, answer: Callable[[], Answer]) -> None:
        """A stream that ended before its end: the program left it, or cancelled it."""

        def write() -> None:
            self._span.set_attribute("tracewell.stream_incomplete", True)
            self._write(answer())

        self._end(write)

    def failed(self, error: BaseException, answer: Callable[[], Answer] | None = None) -> None:
        def write() -> None:
            if answer is not None:
                self._write(answer())
            if not is_quiet(error):
                set_failure(self._instrument.content, self._instrument.report, self._span, error)

        self._end(write)

    def _end(self, write: Callable[[], None]) -> None:
        if self._is_over:
            return
        self._is_over = True
        if self._span.is_recording():
            safely(self._instrument, write)
        safely(self._instrument, self._span.end)

    def _write(self, answer: Answer) -> None:
        span = self._span
        attributes: Fields = {**usage_attributes(answer.usage), **answer.attributes}
        if answer.id is not None:
            attributes["gen_ai.response.id"] = answer.id
        if answer.model is not None:
            attributes["gen_ai.response.model"] = answer.model
        if answer.finish_reasons:
            attributes["gen_ai.response.finish_reasons"] = answer.finish_reasons
        span.set_attributes(attributes)
        set_content(self._instrument.content, self._instrument.report, span, "gen_ai.output.messages", answer.output)


def start_call(request: Callable[[], Request], instrumented_by: tuple[str, ...] = ()) -> ModelCall | None:
    """None if the span cannot be made; the call is then made without one."""
    instrument = current_instrument()
    return safely(instrument, lambda: _new_call(instrument, request(), instrumented_by))


def _new_call(instrument: Instrument, request: Request, instrumented_by: tuple[str, ...]) -> ModelCall:
    attributes: Fields = {
        "gen_ai.operation.name": request.operation,
        "gen_ai.provider.name": request.provider,
        "gen_ai.request.model": request.model,
        **request.attributes,
    }
    if request.address is not None:
        attributes["server.address"] = request.address
    if request.is_stream:
        attributes["gen_ai.request.stream"] = True
    span = instrument.tracer().start_span(
        f"{request.operation} {request.model}", kind=SpanKind.CLIENT, attributes=attributes
    )
    if span.is_recording():
        # The conventions have no messages for embeddings.
        key = "input.value" if request.operation == "embeddings" else "gen_ai.input.messages"
        for name, value in (
            (key, request.input),
            ("gen_ai.system_instructions", request.system),
            ("gen_ai.tool.definitions", request.tools),
        ):
            set_content(instrument.content, instrument.report, span, name, value)
    return ModelCall(instrument, span, instrumented_by)


def watched_parts(parts: Iterator[Any], call: ModelCall, reader: StreamReader) -> Iterator[Any]:
    """The parts as they are, with the call beside them."""
    instrument = current_instrument()
    try:
        while True:
            try:
                with call.active():
                    part = next(parts)
            except StopIteration:
                break
            call.begun()
            _read(instrument, reader, part)
            if not reader.is_ours(part):
                yield part
    except GeneratorExit:
        call.left(reader.answer)
        close = getattr(parts, "close", None)
        if callable(close):
            close()
        raise
    except BaseException as error:
        call.failed(error, reader.answer)
        raise
    _finish(call, reader)


async def watched_async_parts(parts: AsyncIterator[Any], call: ModelCall, reader: StreamReader) -> AsyncIterator[Any]:
    instrument = current_instrument()
    try:
        while True:
            try:
                with call.active():
                    part = await anext(parts)
            except StopAsyncIteration:
                break
            call.begun()
            _read(instrument, reader, part)
            if not reader.is_ours(part):
                yield part
    except GeneratorExit:
        call.left(reader.answer)
        close = getattr(parts, "aclose", None)
        if callable(close):
            await cast("Callable[[], Any]", close)()
        raise
    except BaseException as error:
        call.failed(error, reader.answer)
        raise
    _finish(call, reader)


def _read(instrument: Instrument, reader: StreamReader, part: Any) -> None:
    try:
        reader.read(part)
    except Exception as error:
        instrument.report(error)


def _finish(call: ModelCall, reader: StreamReader) -> None:
    if reader.is_complete():
        call.done(reader.answer)
    else:
        call.left(reader.answer)


def request_parameters(body: Mapping[str, Any], names: Mapping[str, str]) -> Fields:
    """The parameters of a request that are a number or a text, under the names of the conventions."""
    found: Fields = {}
    for name, key in names.items():
        value = body.get(name)
        if isinstance(value, (int, float, str)) and not isinstance(value, bool):
            found[f"gen_ai.request.{key}"] = value
    return found
