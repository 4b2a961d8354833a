"""Spans for the calls of a client of OpenAI: chat completions, responses and embeddings, also as streams and through
its helpers (`parse`, `stream`), and of `AsyncOpenAI` and the clients of Azure."""

from __future__ import annotations

from typing import Any, TypeVar, cast

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
)
from tracewell._openai_messages import chat_answer, chat_message, responses_answer, responses_item
from tracewell._resource_client import Watched, resources_of, watch_posts

T = TypeVar("T")

_PROVIDERS = {
    ".openai.azure.com": "azure.ai.openai",
    "api.deepseek.com": "deepseek",
    "api.groq.com": "groq",
    "api.mistral.ai": "mistral_ai",
    "api.x.ai": "x_ai",
    "api.perplexity.ai": "perplexity",
}

_INSTRUMENTED_BY = (
    "openinference.instrumentation.openai",
    "opentelemetry.instrumentation.openai",
    "opentelemetry.instrumentation.openai_v2",
)

_RESOURCES = ("chat.completions", "beta.chat.completions", "responses", "embeddings")


def wrap_openai(client: T, *, provider: str | None = None, stream_usage: bool | None = None) -> T:
    """The same client, whose calls are spans from now on.

    `provider` is the vendor behind the address of the client; derived from it unless set. `stream_usage` says whether
    a streamed chat asks for its token counts, which the program then does not see. It does at OpenAI and Azure unless
    set: other vendors may refuse the option.
    """
    try:
        address = host_of(getattr(client, "base_url", None))
        found = next((name for end, name in _PROVIDERS.items() if (address or "").endswith(end)), "openai")
        vendor = provider or found
        asks = (
            stream_usage if stream_usage is not None else (address == "api.openai.com" or vendor == "azure.ai.openai")
        )

        def watch(path: str, body: Fields, is_stream: bool) -> Watched | None:
            if path == "/chat/completions":
                adds = asks and is_stream and not isinstance(body.get("stream_options"), dict)
                return Watched(
                    lambda: _chat_request(body, vendor, address, is_stream),
                    chat_answer,
                    lambda: _ChatReader(adds),
                    {"stream_options": {"include_usage": True}} if adds else None,
                )
            if path == "/responses":
                return Watched(
                    lambda: _responses_request(body, vendor, address, is_stream),
                    responses_answer,
                    _ResponsesReader,
                )
            if path == "/embeddings":
                return Watched(
                    lambda: _embeddings_request(body, vendor, address), _embeddings_answer, _ResponsesReader
                )
            return None

        for resource in resources_of(client, _RESOURCES):
            watch_posts(resource, watch, _INSTRUMENTED_BY)
    except Exception as error:
        current_instrument().report(error)
    return client


_PARAMETERS = {
    "temperature": "temperature",
    "top_p": "top_p",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "max_output_tokens": "max_tokens",
    "reasoning_effort": "reasoning_effort",
    "seed": "seed",
}


def _parameters(body: Fields, api: str) -> Fields:
    effort = text_of(fields_of(body.get("reasoning")).get("effort"))
    return {
        "openai.api.type": api,
        **({} if effort is None else {"gen_ai.request.reasoning_effort": effort}),
        **request_parameters(body, _PARAMETERS),
    }


def _chat_request(body: Fields, provider: str, address: str | None, is_stream: bool) -> Request:
    return Request(
        operation="chat",
        provider=provider,
        address=address,
        model=str(body.get("model")),
        is_stream=is_stream,
        input=[chat_message(message) for message in records_of(body.get("messages"))],
        tools=body.get("tools"),
        attributes=_parameters(body, "chat_completions"),
    )


def _responses_request(body: Fields, provider: str, address: str | None, is_stream: bool) -> Request:
    given, instructions = body.get("input"), body.get("instructions")
    return Request(
        operation="chat",
        provider=provider,
        address=address,
        model=text_of(body.get("model")) or text_of(fields_of(body.get("prompt")).get("id")) or "unknown",
        is_stream=is_stream,
        input=[{"role": "user", "parts": [text_part(given)]}]
        if isinstance(given, str)
        else [responses_item(item) for item in records_of(given)],
        system=[text_part(instructions)] if isinstance(instructions, str) else None,
        tools=body.get("tools"),
        attributes=_parameters(body, "responses"),
    )


def _embeddings_request(body: Fields, provider: str, address: str | None) -> Request:
    return Request("embeddings", provider, str(body.get("model")), address, input=body.get("input"))


def _embeddings_answer(value: Any) -> Answer:
    """Without the vectors, which nobody reads."""
    data: Any = getattr(value, "data", None)
    vector: Any = getattr(data[0], "embedding", None) if data else None
    usage = fields_of(getattr(value, "usage", None))
    return Answer(
        model=text_of(getattr(value, "model", None)),
        usage={"input": number_of(usage.get("prompt_tokens")), "output": 0},
        attributes={"gen_ai.embeddings.dimension.count": len(cast("list[Any]", vector))}
        if isinstance(vector, list)
        else {},
    )


class _ChatReader:
    """Joins the parts to the answer that the same request would have had without a stream."""

    def __init__(self, hides_usage: bool) -> None:
        self._hides_usage = hides_usage
        self._whole: Fields = {}
        self._choices: dict[int, Fields] = {}

    def read(self, part: Any) -> None:
        whole = fields_of(part)
        changes = records_of(whole.get("choices"))
        self._whole.update({key: value for key, value in whole.items() if key != "choices"})
        for change in changes:
            choice = self._choices.setdefault(
                number_of(change.get("index")) or 0, {"message": {"role": "assistant"}, "finish_reason": None}
            )
            message, delta = choice["message"], fields_of(change.get("delta"))
            for key in ("content", "refusal"):
                text = text_of(delta.get(key))
                if text is not None:
                    message[key] = (message.get(key) or "") + text
            for piece in records_of(delta.get("tool_calls")):
                _add_tool_call(message.setdefault("tool_calls", []), piece)
            choice["finish_reason"] = change.get("finish_reason") or choice["finish_reason"]

    def answer(self) -> Answer:
        choices = [self._choices[at] for at in sorted(self._choices)]
        return chat_answer({**self._whole, "choices": choices})

    def is_complete(self) -> bool:
        return any(choice["finish_reason"] is not None for choice in self._choices.values())

    def is_ours(self, part: Any) -> bool:
        return self._hides_usage and getattr(part, "usage", None) is not None and not part.choices


def _add_tool_call(calls: list[Fields], piece: Fields) -> None:
    at = number_of(piece.get("index"))
    at = len(calls) if at is None else at
    while len(calls) <= at:
        calls.append({"function": {"name": "", "arguments": ""}})
    known, more = calls[at]["function"], fields_of(piece.get("function"))
    calls[at].setdefault("id", piece.get("id"))
    for key in ("name", "arguments"):
        known[key] += text_of(more.get(key)) or ""


class _ResponsesReader:
    """The last event has the whole answer; until then there are only pieces of text."""

    _LAST = frozenset({"response.completed", "response.incomplete", "response.failed"})

    def __init__(self) -> None:
        self._whole: Any = None
        self._text = ""
        self._is_complete = False

    def read(self, part: Any) -> None:
        kind = getattr(part, "type", None)
        response = getattr(part, "response", None)
        if response is not None:
            self._whole = response
        if kind == "response.output_text.delta":
            self._text += text_of(getattr(part, "delta", None)) or ""
        self._is_complete = self._is_complete or kind in self._LAST

    def answer(self) -> Answer:
        answer = responses_answer(self._whole)
        if not self._is_complete:
            answer.finish_reasons = []
            answer.output = [{"role": "assistant", "parts": [text_part(self._text)]}] if self._text else None
        return answer

    def is_complete(self) -> bool:
        return self._is_complete

    def is_ours(self, part: Any) -> bool:
        return False
