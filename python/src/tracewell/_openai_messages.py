"""The messages and answers of OpenAI's two interfaces in the form of the conventions."""

from __future__ import annotations

from typing import Any

from tracewell._model_call import (
    Answer,
    Fields,
    fields_of,
    number_of,
    records_of,
    text_of,
    text_part,
    tool_call_part,
    tool_result_part,
)
from tracewell._usage import ModelUsage


def parts_of(content: Any) -> list[Fields]:
    """A text, or a list of parts of which the texts are known."""
    if isinstance(content, str):
        return [text_part(content)]
    parts: list[Fields] = []
    for part in records_of(content):
        text = text_of(part.get("text")) or text_of(part.get("refusal"))
        parts.append(part if text is None else text_part(text))
    return parts


def chat_message(message: Fields) -> Fields:
    role, content = message.get("role"), message.get("content")
    if role == "tool":
        return {"role": role, "parts": [tool_result_part(message.get("tool_call_id"), content)]}
    calls = records_of(message.get("tool_calls"))
    parts = [*parts_of(content), *parts_of(message.get("refusal")), *map(_chat_tool_call, calls)]
    return {"role": role, "parts": parts}


def _chat_tool_call(call: Fields) -> Fields:
    function, custom = fields_of(call.get("function")), fields_of(call.get("custom"))
    name = function.get("name") or custom.get("name")
    return tool_call_part(call.get("id"), name, function.get("arguments") or custom.get("input"))


def _chat_usage(value: Any) -> ModelUsage:
    usage = fields_of(value)
    given, made = (
        fields_of(usage.get("prompt_tokens_details")),
        fields_of(usage.get("completion_tokens_details")),
    )
    return {
        "input": number_of(usage.get("prompt_tokens")),
        "output": number_of(usage.get("completion_tokens")),
        "cache_read": number_of(given.get("cached_tokens")),
        "cache_write": number_of(given.get("cache_write_tokens")),
        "reasoning": number_of(made.get("reasoning_tokens")),
        "audio_input": number_of(given.get("audio_tokens")),
        "audio_output": number_of(made.get("audio_tokens")),
    }


def _tier(value: Any) -> Fields:
    return {"openai.response.service_tier": value} if isinstance(value, str) else {}


def chat_answer(value: Any) -> Answer:
    answer = fields_of(value)
    choices = records_of(answer.get("choices"))
    reasons = [text_of(choice.get("finish_reason")) for choice in choices]
    return Answer(
        id=text_of(answer.get("id")),
        model=text_of(answer.get("model")),
        finish_reasons=[reason for reason in reasons if reason is not None],
        usage=_chat_usage(answer.get("usage")),
        output=[
            {**chat_message(fields_of(choice.get("message"))), "finish_reason": choice.get("finish_reason")}
            for choice in choices
        ],
        attributes=_tier(answer.get("service_tier")),
    )


def responses_item(item: Fields) -> Fields:
    kind, role, call_id = item.get("type"), item.get("role"), item.get("call_id")
    if kind == "function_call":
        call = tool_call_part(call_id, item.get("name"), item.get("arguments"))
        return {"role": "assistant", "parts": [call]}
    if kind == "function_call_output":
        return {"role": "tool", "parts": [tool_result_part(call_id, item.get("output"))]}
    if kind == "reasoning":
        texts = [text_of(part.get("text")) or "" for part in records_of(item.get("summary"))]
        return {"role": "assistant", "parts": [{"type": "reasoning", "content": "\n".join(texts)}]}
    if role is None:
        return {"role": "assistant", "parts": [item]}
    return {"role": role, "parts": parts_of(item.get("content"))}


def responses_answer(value: Any) -> Answer:
    answer = fields_of(value)
    usage = fields_of(answer.get("usage"))
    given = fields_of(usage.get("input_tokens_details"))
    made = fields_of(usage.get("output_tokens_details"))
    reason = text_of(fields_of(answer.get("incomplete_details")).get("reason")) or text_of(answer.get("status"))
    return Answer(
        id=text_of(answer.get("id")),
        model=text_of(answer.get("model")),
        finish_reasons=[] if reason is None else [reason],
        usage={
            "input": number_of(usage.get("input_tokens")),
            "output": number_of(usage.get("output_tokens")),
            "cache_read": number_of(given.get("cached_tokens")),
            "cache_write": number_of(given.get("cache_write_tokens")),
            "reasoning": number_of(made.get("reasoning_tokens")),
        },
        output=[responses_item(item) for item in records_of(answer.get("output"))],
        attributes=_tier(answer.get("service_tier")),
    )
