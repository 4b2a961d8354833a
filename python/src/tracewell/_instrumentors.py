"""Turns on the instrumentations for models and frameworks that are installed: OpenInference, OpenLLMetry and
OpenTelemetry's own. Each is asked once; one that the program turned on itself stays as it is."""

from __future__ import annotations

from collections.abc import Collection
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


_CLIENTS = frozenset(
    [
        "anthropic",
        "bedrock",
        "cohere",
        "google_genai",
        "google_generativeai",
        "groq",
        "litellm",
        "mistralai",
        "ollama",
        "openai",
        "portkey",
        "replicate",
        "together",
        "vertexai",
        "watsonx",
    ]
)
_WITHOUT_CALLS = frozenset({"crewai", "guardrails", "instructor", "mcp"})
"""Frameworks whose instrumentation leaves the calls of models to those of the clients."""


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


def chosen_instrumentors(wanted: Collection[str] | None) -> dict[str, EntryPoint]:
    """Without a choice of the program: those of clients stay off where a framework's has the same calls."""
    found = found_instrumentors()
    if wanted is not None:
        return {subject: entry for subject, entry in found.items() if subject in wanted}
    if all(subject in _CLIENTS or subject in _WITHOUT_CALLS for subject in found):
        return found
    return {subject: entry for subject, entry in found.items() if subject not in _CLIENTS}


_turned_on: set[str] = set()


def turn_on(provider: TracerProvider, report: Reporter, wanted: Collection[str] | None = None) -> list[str]:
    """The names of the packages whose instrumentation is on now."""
    names: list[str] = []
    for subject, entry in sorted(chosen_instrumentors(wanted).items()):
        try:
            instrumentor: Any = entry.load()()
            if subject in _turned_on:
                # By an earlier `init()`, with its provider.
                instrumentor.uninstrument()
                _turned_on.discard(subject)
            if getattr(instrumentor, "is_instrumented_by_opentelemetry", False):
                continue
            # The packages that it needs may be missing, or have a release that it does not know.
            instrumentor.instrument(tracer_provider=provider, raise_exception_on_conflict=False)
            if getattr(instrumentor, "is_instrumented_by_opentelemetry", True):
                _turned_on.add(subject)
                names.append(subject)
        except Exception as error:
            report(Exception(f"The instrumentation of {subject} could not be turned on: {error}"))
    return names
