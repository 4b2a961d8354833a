"""Token counts in the words of the conventions: input includes the cache, output includes reasoning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast


class ModelUsage(TypedDict, total=False):
    input: int | None
    """All input tokens, with those from the cache and those written to it."""
    output: int | None
    """All output tokens, with reasoning."""
    cache_read: int | None
    cache_write: int | None
    cache_write_1h: int | None
    """The part of `cache_write` that is kept for an hour."""
    reasoning: int | None
    audio_input: int | None
    audio_output: int | None
    cost_usd: float | None
    """Only if you know it; otherwise the service computes it from its prices."""


_KEYS = {
    "input": "gen_ai.usage.input_tokens",
    "output": "gen_ai.usage.output_tokens",
    "cache_read": "gen_ai.usage.cache_read.input_tokens",
    "cache_write": "gen_ai.usage.cache_creation.input_tokens",
    "cache_write_1h": "anthropic.usage.cache_creation.ephemeral_1h_input_tokens",
    "reasoning": "gen_ai.usage.reasoning.output_tokens",
    "audio_input": "gen_ai.usage.audio.input_tokens",
    "audio_output": "gen_ai.usage.audio.output_tokens",
    "cost_usd": "gen_ai.usage.cost",
}

_EVEN_ZERO = frozenset({"input", "output", "cost_usd"})


def usage_attributes(usage: ModelUsage) -> dict[str, int | float]:
    """Zero is said of input and output only: elsewhere it means that the vendor does not count it."""
    attributes: dict[str, int | float] = {}
    for name, count in cast("Mapping[str, object]", usage).items():
        key = _KEYS.get(name)
        if key is None or isinstance(count, bool) or not isinstance(count, (int, float)) or not count >= 0:
            continue
        if count > 0 or name in _EVEN_ZERO:
            attributes[key] = count
    return attributes
