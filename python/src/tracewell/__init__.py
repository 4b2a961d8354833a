"""Tracewell: tracing, prompts, scores, experiments and the gate for agents in Python.

import tracewell

tracewell.init(service="support-agent")

@tracewell.observe(type="agent")
def answer(question: str) -> str: ...
"""

from tracewell._ci_gate import CiGateResult, ci_gate
from tracewell._compare import TaskComparison
from tracewell._errors import TracewellError
from tracewell._experiment import Experiment, ExperimentAnswer, ExperimentItem
from tracewell._exporter import Receipt
from tracewell._gate import Gate, GateDenied, StepVerdict
from tracewell._module import (
    acompare,
    aexperiment,
    api,
    async_api,
    close,
    compare,
    experiment,
    flush,
    gate,
    init,
    prompts,
    scope,
    score,
    session,
    span,
    span_processor,
    tags,
    tracer_provider,
    user,
)
from tracewell._observe import observe
from tracewell._prompts import ChatMessage, Prompt, Prompts
from tracewell._scope import LinkedPrompt, carry, incoming, outgoing
from tracewell._settings import ContentRule, Mask
from tracewell._spans import ActiveSpan, SpanType, current
from tracewell._tracewell import Tracewell, TracewellProcessor
from tracewell._usage import ModelUsage
from tracewell._version import __version__
from tracewell.anthropic import wrap_anthropic
from tracewell.google import wrap_google
from tracewell.openai import wrap_openai

__all__ = [
    "ActiveSpan",
    "ChatMessage",
    "CiGateResult",
    "ContentRule",
    "Experiment",
    "ExperimentAnswer",
    "ExperimentItem",
    "Gate",
    "GateDenied",
    "LinkedPrompt",
    "Mask",
    "ModelUsage",
    "Prompt",
    "Prompts",
    "Receipt",
    "SpanType",
    "StepVerdict",
    "TaskComparison",
    "Tracewell",
    "TracewellError",
    "TracewellProcessor",
    "__version__",
    "acompare",
    "aexperiment",
    "api",
    "async_api",
    "carry",
    "ci_gate",
    "close",
    "compare",
    "current",
    "experiment",
    "flush",
    "gate",
    "incoming",
    "init",
    "observe",
    "outgoing",
    "prompts",
    "scope",
    "score",
    "session",
    "span",
    "span_processor",
    "tags",
    "tracer_provider",
    "user",
    "wrap_anthropic",
    "wrap_google",
    "wrap_openai",
]
