"""How long a span takes in the thread of the program: `python tests/overhead.py`. Nothing listens at the address."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from openai import OpenAI
from openai.types.chat import ChatCompletion

import tracewell

QUESTION = "Why is the sky blue?"
ANSWER = ChatCompletion.model_validate(
    {
        "id": "x",
        "created": 1,
        "model": "gpt-4o-mini",
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Light."}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
)


def p50(fn: Callable[[], Any], count: int = 3_000) -> float:
    times: list[float] = []
    for n in range(count):
        started = time.perf_counter()
        fn()
        times.append(time.perf_counter() - started)
        if n % 50 == 0:
            time.sleep(0.002)
    return sorted(times)[count // 2] * 1e6


def main() -> None:
    def plain(question: str) -> str:
        return "Light."

    tracewell.init(url="http://127.0.0.1:9", api_key="twl_x", on_error=lambda _: None, instrument=False)
    observed = tracewell.observe(type="agent")(plain)
    bare: Any = OpenAI(api_key="x").chat.completions
    bare._post = lambda *_, **__: ANSWER
    client = OpenAI(api_key="x")
    wrapped: Any = client.chat.completions
    wrapped._post = lambda *_, **__: ANSWER
    tracewell.wrap_openai(client)
    body = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": QUESTION}]}
    print(f"observe: {p50(lambda: observed(QUESTION)) - p50(lambda: plain(QUESTION)):.0f} µs")
    call = p50(lambda: wrapped._post("/chat/completions", body=body))
    print(f"wrapped call: {call - p50(lambda: bare._post('/chat/completions', body=body)):.0f} µs")
    os._exit(0)


if __name__ == "__main__":
    main()
