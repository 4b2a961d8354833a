"""Tests that fail a build: `pytest --tracewell examples/test_greeting.py`.

They need a service, OPENAI_API_KEY, and the criteria of the account; see docs/python.md.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from openai import OpenAI

import tracewell

ITEMS = [{"input_text": "Ada"}, {"input_text": "Grace"}, {"input_text": "Katherine"}]


def greet(item: tracewell.ExperimentItem) -> str:
    client = tracewell.wrap_openai(OpenAI())
    question = f"Greet {item.input_text} in one sentence."
    reply = client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": question}])
    return reply.choices[0].message.content or ""


@pytest.mark.tracewell
def test_greetings_are_as_good_as_before(
    tracewell_gate: Callable[..., tracewell.CiGateResult],
) -> None:
    run = tracewell.experiment("greeting", dataset=ITEMS, task=greet)
    tracewell_gate(run=run.run_id, allow_missing_baseline=True, require_significance=True)
