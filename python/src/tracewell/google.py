"""Spans for the calls of a client of google-genai: `generate_content`, its stream, `embed_content`, and chats, which
use the same methods; also of `client.aio`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from tracewell._content import data_url
from tracewell._instrument import current_instrument
from tracewell._model_call import (
    Answer,
    Fields,
    ModelCall,
    Request,
    fields_of,
    number_of,
    records_of,
    request_parameters,
    start_call,
    text_of,
    text_part,
    tool_call_part,
    tool_result_part,
    watched_async_parts,
    watched_parts,
)
from tracewell._usage import ModelUsage

T = TypeVar("T")

_WRAPPED = "_tracewell_wrapped"
_INSTRUMENTED_BY = (
    "openinference.instrumentation.google_genai",
    "opentelemetry.instrumentation.google_genai",
    "opentelemetry.instrumentation.google_generativeai",
)


def wrap_google(client: T, *, provider: str | None = None) -> T:
    """The same client, whose calls are spans from now on.

    `provider` is `gcp.gemini`, or `gcp.vertex_ai` for a client of Vertex AI, unless set.
    """
    try:
        is_vertex = bool(getattr(client, "vertexai", False))
        vendor = provider or ("gcp.vertex_ai" if is_vertex else "gcp.gemini")
        for models in (cast("Any", client).models, cast("Any", client).aio.models):
            _watch(models, "generate_content", lambda given: _content_request(given, vendor), _content_answer)
            _watch_stream(models, vendor)
            _watch(models, "embed_content", lambda given: _embed_request(given, vendor), _embed_answer)
    except Exception as error:
        current_instrument().report(error)
    return client


def _inner_name(models: Any, name: str) -> str:
    """`generate_content` may call the model several times, with tools or to continue; this is each call."""
    return f"_{name}" if callable(getattr(models, f"_{name}", None)) else name


def _replace(models: Any, name: str, replaced: Any) -> None:
    setattr(replaced, _WRAPPED, True)
    setattr(models, name, replaced)


def _watch(models: Any, outer: str, request: Callable[[Fields], Request], answer: Callable[[Any], Answer]) -> None:
    name = _inner_name(models, outer)
    original: Any = getattr(models, name)
    if getattr(original, _WRAPPED, False):
        return

    def begin(kwargs: Fields) -> ModelCall | None:
        return start_call(lambda: request(kwargs), _INSTRUMENTED_BY)

    if inspect.iscoroutinefunction(original):

        @functools.wraps(original)
        async def acall(*args: Any, **kwargs: Any) -> Any:
            call = begin(kwargs)
            if call is None:
                return await original(*args, **kwargs)
            try:
                with call.active():
                    value = await original(*args, **kwargs)
            except BaseException as error:
                call.failed(error)
                raise
            call.done(lambda: answer(value))
            return value

        _replace(models, name, acall)
        return

    @functools.wraps(original)
    def do_call(*args: Any, **kwargs: Any) -> Any:
        call = begin(kwargs)
        if call is None:
            return original(*args, **kwargs)
        try:
            with call.active():
                value = original(*args, **kwargs)
        except BaseException as error:
            call.failed(error)
            raise
        call.done(lambda: answer(value))
        return value

    _replace(models, name, do_call)


def _watch_stream(models: Any, provider: str) -> None:
    name = _inner_name(models, "generate_content_stream")
    original: Any = getattr(models, name)
    if getattr(original, _WRAPPED, False):
        return

    def begin(kwargs: Fields) -> ModelCall | None:
        return start_call(lambda: _content_request(kwargs, provider, is_stream=True), _INSTRUMENTED_BY)

    if inspect.iscoroutinefunction(original):

        @functools.wraps(original)
        async def astream(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            call = begin(kwargs)
            if call is None:
                return cast("AsyncIterator[Any]", await original(*args, **kwargs))
            try:
                with call.active():
                    parts = await original(*args, **kwargs)
            except BaseException as error:
                call.failed(error)
                raise
            return watched_async_parts(parts, call, _Reader())

        _replace(models, name, astream)
        return

    @functools.wraps(original)
    def stream(*args: Any, **kwargs: Any) -> Iterator[Any]:
        call = begin(kwargs)
        if call is None:
            yield from original(*args, **kwargs)
            return
        yield from watched_parts(original(*args, **kwargs), call, _Reader())

    _replace(models, name, stream)


def _part(part: Any) -> Fields:
    if isinstance(part, str):
        return text_part(part)
    fields = fields_of(part)
    call, result, blob = (
        fields_of(fields.get(name)) for name in ("function_call", "function_response", "inline_data")
    )
    if call:
        return tool_call_part(call.get("id"), call.get("name"), call.get("args"))
    if result:
        return tool_result_part(result.get("id"), result.get("response"))
    data = blob.get("data")
    if isinstance(data, bytes):
        kind = text_of(blob.get("mime_type")) or "application/octet-stream"
        return {"type": "image_url", "image_url": {"url": data_url(data, kind)}}
    text = text_of(fields.get("text"))
    if text is None:
        return fields
    return {"type": "reasoning", "content": text} if fields.get("thought") is True else text_part(text)


_ROLES = {"model": "assistant"}


def _messages(contents: Any) -> list[Fields]:
    """A text, a part, a message, or a list of any of them."""
    messages: list[Fields] = []
    is_list = isinstance(contents, (list, tuple))
    for content in cast("Iterable[Any]", contents) if is_list else [contents]:
        fields = fields_of(content)
        parts: Any = fields.get("parts")
        if isinstance(parts, (list, tuple)):
            role = text_of(fields.get("role")) or "user"
            given = [_part(part) for part in cast("Iterable[Any]", parts)]
            messages.append({"role": _ROLES.get(role, role), "parts": given})
        else:
            messages.append({"role": "user", "parts": [_part(content)]})
    return messages


_PARAMETERS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "max_output_tokens": "max_tokens",
}


def _content_request(given: Fields, provider: str, is_stream: bool = False) -> Request:
    config = fields_of(given.get("config"))
    system = config.get("system_instruction")
    tools: Any = getattr(given.get("config"), "tools", None) or config.get("tools")
    return Request(
        operation="generate_content",
        provider=provider,
        model=str(given.get("model")),
        is_stream=is_stream,
        input=_messages(given.get("contents")),
        system=None if system is None else [p for m in _messages(system) for p in m["parts"]],
        tools=records_of(tools) or None,
        attributes=request_parameters(config, _PARAMETERS),
    )


def _usage(value: Any) -> ModelUsage:
    """Google counts thoughts beside the output; the conventions count them as output."""
    usage = fields_of(value)
    output = number_of(usage.get("candidates_token_count"))
    reasoning = number_of(usage.get("thoughts_token_count"))
    prompt = number_of(usage.get("prompt_token_count"))
    tools = number_of(usage.get("tool_use_prompt_token_count")) or 0
    return {
        "input": None if prompt is None else prompt + tools,
        "output": None if output is None and reasoning is None else (output or 0) + (reasoning or 0),
        "cache_read": number_of(usage.get("cached_content_token_count")),
        "reasoning": reasoning,
    }


def _content_answer(value: Any) -> Answer:
    answer = fields_of(value)
    candidates = records_of(answer.get("candidates"))
    reasons = [_reason(candidate.get("finish_reason")) for candidate in candidates]
    return Answer(
        id=text_of(answer.get("response_id")),
        model=text_of(answer.get("model_version")),
        finish_reasons=[reason for reason in reasons if reason is not None],
        usage=_usage(answer.get("usage_metadata")),
        output=[
            {
                "role": "assistant",
                "parts": [_part(part) for part in records_of(fields_of(each.get("content")).get("parts"))],
                "finish_reason": _reason(each.get("finish_reason")),
            }
            for each in candidates
        ],
    )


def _reason(value: Any) -> str | None:
    """An enum of the client, or its name."""
    return text_of(getattr(value, "value", value))


class _Reader:
    """Each part is an answer of its own, with a piece of the text and the counts so far."""

    def __init__(self) -> None:
        self._last: Fields = {}
        self._candidates: dict[int, Fields] = {}

    def read(self, part: Any) -> None:
        chunk = fields_of(part)
        self._last.update({k: v for k, v in chunk.items() if k != "candidates" and v is not None})
        for piece in records_of(chunk.get("candidates")):
            candidate = self._candidates.setdefault(number_of(piece.get("index")) or 0, {"content": {"parts": []}})
            parts: list[Fields] = candidate["content"]["parts"]
            for each in records_of(fields_of(piece.get("content")).get("parts")):
                before: Fields = parts[-1] if parts else {}
                both = isinstance(each.get("text"), str) and isinstance(before.get("text"), str)
                if both and bool(each.get("thought")) == bool(before.get("thought")):
                    before["text"] += each["text"]
                else:
                    parts.append(dict(each))
            if piece.get("finish_reason") is not None:
                candidate["finish_reason"] = piece["finish_reason"]

    def answer(self) -> Answer:
        candidates = [self._candidates[at] for at in sorted(self._candidates)]
        return _content_answer({**self._last, "candidates": candidates})

    def is_complete(self) -> bool:
        return any(candidate.get("finish_reason") is not None for candidate in self._candidates.values())

    def is_ours(self, part: Any) -> bool:
        return False


def _embed_request(given: Fields, provider: str) -> Request:
    return Request("embeddings", provider, str(given.get("model")), input=given.get("contents"))


def _embed_answer(value: Any) -> Answer:
    counts: list[int] = []
    for each in getattr(value, "embeddings", None) or ():
        count = getattr(getattr(each, "statistics", None), "token_count", None)
        if count is not None:
            counts.append(int(count))
    return Answer(usage={"input": sum(counts), "output": 0}) if counts else Answer()
