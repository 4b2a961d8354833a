"""Turns on the instrumentations for models and frameworks that are installed: OpenInference, OpenLLMetry and
OpenTelemetry's own. Each is asked once; one that the program turned on itself stays as it is."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from opentelemetry.sdk.trace import TracerProvider

from tracewell._settings import Reporter

_VENDORS = ("openinference", "opentelemetry")
"""The first that has an instrumentation of a package is taken."""

_OPENTELEMETRY = frozenset(
    f"opentelemetry-instrumentation-{name}"
    for name in (
        "agno", "alephalpha", "anthropic", "bedrock", "cohere", "crewai", "google-generativeai", "google-genai",
        "groq", "haystack", "langchain", "llamaindex", "mcp", "mistralai", "ollama", "openai", "openai-agents",
        "openai-agents-v2", "openai-v2", "replicate", "sagemaker", "together", "transformers", "vertexai",
        "watsonx", "writer",
    )
)  # fmt: skip


def _distribution(entry: EntryPoint) -> str:
    return entry.dist.name.lower().replace("_", "-") if entry.dist is not None else ""


def _subject(distribution: str) -> str:
    """The package that it instruments."""
    name = distribution.split("instrumentation-", 1)[-1]
    return name.removeprefix("genai-").removesuffix("-v2").replace("-", "_").replace("llama_index", "llamaindex")


def found_instrumentors() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for vendor in _VENDORS:
        for entry in entry_points(group=f"{vendor}_instrumentor"):
            name = _distribution(entry)
            is_ours = name.startswith(("openinference-instrumentation-", "opentelemetry-instrumentation-genai-"))
            if is_ours or name in _OPENTELEMETRY:
                found.setdefault(_subject(name), entry)
    return found


def turn_on(provider: TracerProvider, report: Reporter) -> list[str]:
    """The names of the packages whose instrumentation is on now."""
    names: list[str] = []
    for subject, entry in sorted(found_instrumentors().items()):
        try:
            instrumentor: Any = entry.load()()
            if getattr(instrumentor, "is_instrumented_by_opentelemetry", False):
                continue
            # The packages that it needs may be missing, or have a release that it does not know.
            instrumentor.instrument(tracer_provider=provider, raise_exception_on_conflict=False)
            if getattr(instrumentor, "is_instrumented_by_opentelemetry", True):
                names.append(subject)
        except Exception as error:
            report(Exception(f"The instrumentation of {subject} could not be turned on: {error}"))
    return names
