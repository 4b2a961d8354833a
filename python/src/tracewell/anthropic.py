"""Spans for the calls of a client of Anthropic: messages, also as streams and through its helpers (`stream`, `parse`,
the tool runner), the same under `beta`, and of `AsyncAnthropic` and the clients of other clouds."""

from __future__ import annotations

from typing import Any, TypeVar

from tracewell._instrument import current_instrument
from tracewell._model_call import (
    Answer,
    Fields,
    Request,
    fields_of,
    host_of,
    number_of,
    records_of,
    request_parameters,
    text_of,
    text_part,
    tool_call_part,
    tool_result_part,
)
from tracewell._resource_client import Watched, resources_of, watch_posts
from tracewell._usage import ModelUsage

T = TypeVar("T")

_INSTRUMENTED_BY = (
    "openinference.instrumentation.anthropic",
    "opentelemetry.instrumentation.anthropic",
)


def wrap_anthropic(client: T, *, provider: str | None = None) -> T:
    """The same client, whose calls are spans from now on. `provider` is `anthropic` unless set."""
    try:
        address = host_of(getattr(client, "base_url", None))
        vendor = provider or "anthropic"
        # Newer releases make a span of their own with the global provider; the call would count twice.
        if hasattr(client, "_lazy_tracer"):
            vars(client)["_lazy_tracer"] = None

        def watch(path: str, body: Fields, is_stream: bool) -> Watched | None:
            if path.split("?", maxsplit=1)[0] != "/v1/messages":
                return None
            return Watched(lambda: _request(body, vendor, address, is_stream), _answer, _Reader)

        for resource in resources_of(client, ("messages", "beta.messages")):
            watch_posts(resource, watch, _INSTRUMENTED_BY)
    except Exception as error:
        current_instrument().report(error)
    return client


def _blocks(content: Any) -> list[Fields]:
    return [text_part(content)] if isinstance(content, str) else list(map(_part, records_of(content)))


def _part(block: Fields) -> Fields:
    match block.get("type"):
        case "text":
            return text_part(text_of(block.get("text")) or "")
        case "thinking":
            return {"type": "reasoning", "content": block.get("thinking")}
        case "tool_use" | "server_tool_use":
            return tool_call_part(block.get("id"), block.get("name"), block.get("input"))
        case "tool_result":
            return tool_result_part(block.get("tool_use_id"), block.get("content"))
        case _:
            return block


_PARAMETERS = {name: name for name in ("temperature", "top_p", "top_k", "max_tokens")}


def _request(body: Fields, provider: str, address: str | None, is_stream: bool) -> Request:
    system = body.get("system")
    return Request(
        operation="chat",
        provider=provider,
        address=address,
        model=str(body.get("model")),
        is_stream=is_stream,
        input=[
            {"role": message.get("role"), "parts": _blocks(message.get("content"))}
            for message in records_of(body.get("messages"))
        ],
        system=_blocks(system) if isinstance(system, (str, list, tuple)) else None,
        tools=body.get("tools") if isinstance(body.get("tools"), (list, tuple)) else None,
        attributes=request_parameters(body, _PARAMETERS),
    )


def _usage(value: Any) -> ModelUsage:
    """Anthropic counts three inputs beside each other; the conventions count them all as input."""
    usage = fields_of(value)
    uncached = number_of(usage.get("input_tokens"))
    read = number_of(usage.get("cache_read_input_tokens"))
    written = number_of(usage.get("cache_creation_input_tokens"))
    created = fields_of(usage.get("cache_creation"))
    return {
        "input": None if uncached is None else uncached + (read or 0) + (written or 0),
        "output": number_of(usage.get("output_tokens")),
        "cache_read": read,
        "cache_write": written,
        "cache_write_1h": number_of(created.get("ephemeral_1h_input_tokens")),
        "reasoning": number_of(fields_of(usage.get("output_tokens_details")).get("thinking_tokens")),
    }


def _answer(value: Any) -> Answer:
    answer = fields_of(value)
    reason = text_of(answer.get("stop_reason"))
    tier = text_of(fields_of(answer.get("usage")).get("service_tier"))
    return Answer(
        id=text_of(answer.get("id")),
        model=text_of(answer.get("model")),
        finish_reasons=[] if reason is None else [reason],
        usage=_usage(answer.get("usage")),
        output=[{"role": "assistant", "parts": _blocks(answer.get("content")), "finish_reason": reason}],
        attributes={} if tier is None else {"anthropic.usage.service_tier": tier},
    )


_DELTAS = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "input_json_delta": ("partial_json", "input"),
}


class _Reader:
    """Joins the events to the message that the same request would have had without a stream."""

    def __init__(self) -> None:
        self._whole: Fields = {}
        self._usage: Fields = {}
        self._blocks: dict[int, Fields] = {}
        self._is_complete = False

    def read(self, part: Any) -> None:
        event = fields_of(part)
        at = number_of(event.get("index")) or 0
        match event.get("type"):
            case "message_start":
                self._whole = dict(fields_of(event.get("message")))
                self._usage = dict(fields_of(self._whole.get("usage")))
            case "content_block_start":
                block = dict(fields_of(event.get("content_block")))
                if isinstance(block.get("input"), dict):
                    block["input"] = ""
                self._blocks[at] = block
            case "content_block_delta":
                delta = fields_of(event.get("delta"))
                source, target = _DELTAS.get(str(delta.get("type")), ("", ""))
                if target and at in self._blocks:
                    known = self._blocks[at]
                    known[target] = (text_of(known.get(target)) or "") + (text_of(delta.get(source)) or "")
            case "message_delta":
                more = fields_of(event.get("usage"))
                self._usage.update({key: value for key, value in more.items() if value is not None})
                self._whole.update(fields_of(event.get("delta")))
            case "message_stop":
                self._is_complete = True
            case _:
                pass

    def answer(self) -> Answer:
        content = [self._blocks[at] for at in sorted(self._blocks)]
        return _answer({**self._whole, "usage": self._usage, "content": content})

    def is_complete(self) -> bool:
        return self._is_complete

    def is_ours(self, part: Any) -> bool:
        return False
