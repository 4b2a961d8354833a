"""The functions of the module. They use what the newest `init()` set up, and set up themselves what they need."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, cast

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

from tracewell._compare import CONCURRENCY as COMPARE_CONCURRENCY
from tracewell._compare import TaskComparison, run_comparison
from tracewell._experiment import CONCURRENCY, Experiment, ExperimentItem, Scorer, run_experiment
from tracewell._exporter import Receipt
from tracewell._gate import Gate
from tracewell._instrument import current_tracewell, set_tracewell
from tracewell._prompts import Prompts
from tracewell._scope import LinkedPrompt, Tag, attached, scope_attributes, with_attributes
from tracewell._settings import ContentRule, OnError
from tracewell._spans import Attributes, SpanBlock, SpanDetails, SpanType
from tracewell._spool import MAX_BYTES
from tracewell._tracewell import FLUSH_SECONDS, Tracewell, flush_on_sigterm, new_tracewell
from tracewell._work_items import run_to_end
from tracewell.api import Api, AsyncApi

_lock = threading.RLock()


def init(
    *,
    url: str | None = None,
    api_key: str | None = None,
    project_id: str | None = None,
    service: str | None = None,
    environment: str | None = None,
    release: str | None = None,
    content: ContentRule = "full",
    sample: float | None = None,
    on_error: OnError | None = None,
    on_receipt: Callable[[Receipt], None] | None = None,
    spool: str | os.PathLike[str] | None = None,
    spool_max_bytes: int = MAX_BYTES,
    prompt_copies: str | os.PathLike[str] | None = None,
    delay: float = 1.0,
    max_queued: int = 4_096,
    timeout: float = 30.0,
    instrument: bool | Collection[str] | None = None,
    sigterm: bool = True,
) -> Tracewell:
    """Sets everything up. All of it can be left out; most has a variable of the environment.

    `instrument` turns on the instrumentations of models and frameworks that are installed, or those of the named
    packages. Unless it is set, that is done if the program has no tracer provider of its own.
    `sigterm=False` leaves the signal alone.
    """
    with _lock:
        before = current_tracewell()
        made = new_tracewell(
            url=url,
            api_key=api_key,
            project_id=project_id,
            service=service,
            environment=environment,
            release=release,
            content=content,
            sample=sample,
            on_error=on_error,
            on_receipt=on_receipt,
            spool=spool,
            spool_max_bytes=spool_max_bytes,
            prompt_copies=prompt_copies,
            delay=delay,
            max_queued=max_queued,
            timeout=timeout,
        )
        set_tracewell(made)
        if before is not None:
            before.retire()
        if sigterm:
            flush_on_sigterm(_flush_current)
    if instrument is None:
        instrument = isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider)
    if instrument:
        from tracewell._instrumentors import turn_on

        wanted = None if isinstance(instrument, bool) else instrument
        turn_on(made.tracer_provider, made.settings.report, wanted)
    return made


def _flush_current() -> None:
    made = current_tracewell()
    if made is not None:
        made.flush_at_exit()


def ensured() -> Tracewell:
    """For what needs the service: set up from the environment, unless the program has done it."""
    with _lock:
        return current_tracewell() or init(instrument=False)


def span(
    name: str,
    *,
    type: SpanType = "span",
    input: Any = None,
    attributes: Attributes | None = None,
    model: str | None = None,
    provider: str | None = None,
) -> SpanBlock:
    """A span around a block: `with span("rerank", type="retriever", input=query) as s:`; also `async with`."""
    return SpanBlock(name, SpanDetails(type, input, attributes, model, provider))


def scope(
    *,
    session: str | None = None,
    user: str | None = None,
    agent: str | None = None,
    tags: Mapping[str, Tag] | None = None,
    prompt: LinkedPrompt | None = None,
    sampled: bool = False,
) -> AbstractContextManager[None]:
    """Every span that begins inside gets the session, the user, the agent, the tags and the prompt.

    `sampled=True` records the traces that begin inside, whatever the share.
    """
    attributes = scope_attributes(session=session, user=user, agent=agent, tags=tags, prompt=prompt)
    return attached(with_attributes(otel_context.get_current(), attributes, sampled))


def session(session: str) -> AbstractContextManager[None]:
    """A conversation, for every span that begins inside."""
    return scope(session=session)


def user(user: str) -> AbstractContextManager[None]:
    """For every span that begins inside."""
    return scope(user=user)


def tags(**tags: Tag) -> AbstractContextManager[None]:
    """For every span that begins inside."""
    return scope(tags=tags)


def score(name: str, value: float | bool | str, **details: Any) -> None:
    """Any score, sent in the background. Without ids, it is about the span around this code.

    Takes `trace_id`, `span_id`, `call_id`, `session_id`, `comment`, `source`, `id` and `metadata`.
    """
    ensured().score(name, value, **details)


def flush(timeout: float = FLUSH_SECONDS) -> bool:
    """True when everything is sent or spooled; False after `timeout` seconds. It never raises."""
    made = current_tracewell()
    return made is None or made.flush(timeout)


def close(timeout: float = FLUSH_SECONDS) -> bool:
    """Flushes, and ends the set-up: decorated functions then make no spans for it."""
    made = current_tracewell()
    return made is None or made.close(timeout)


def span_processor() -> SpanProcessor:
    """For a program that has OpenTelemetry already: add it to the processors of your provider."""
    return ensured().span_processor()


def tracer_provider() -> TracerProvider:
    """For instrumentations and frameworks: `Instrumentor().instrument(tracer_provider=tracer_provider())`."""
    return ensured().tracer_provider


def experiment(
    name: str,
    *,
    dataset: int | Iterable[ExperimentItem | Mapping[str, Any]],
    task: Callable[..., Any],
    scorers: Sequence[Scorer] = (),
    criteria: Sequence[int] | None = None,
    repetitions: int = 1,
    concurrency: int = CONCURRENCY,
    resume: str | None = None,
    progress: bool = True,
) -> Experiment:
    """Answers the items of a dataset with your own code, and has the calls scored.

    `task(item)`, or `task(item, scored)` to say with `with scored():` which of its calls are scored. It may be a
    coroutine function. `scorers` get the item and the output; their scores are on the trace and in the table.
    `resume` is a file with the answers so far: a run that was interrupted goes on where it was.
    """
    return run_to_end(
        lambda: aexperiment(
            name,
            dataset=dataset,
            task=task,
            scorers=scorers,
            criteria=criteria,
            repetitions=repetitions,
            concurrency=concurrency,
            resume=resume,
            progress=progress,
        )
    )


async def aexperiment(
    name: str,
    *,
    dataset: int | Iterable[ExperimentItem | Mapping[str, Any]],
    task: Callable[..., Any],
    scorers: Sequence[Scorer] = (),
    criteria: Sequence[int] | None = None,
    repetitions: int = 1,
    concurrency: int = CONCURRENCY,
    resume: str | None = None,
    progress: bool = True,
) -> Experiment:
    """The same for asyncio."""
    return await run_experiment(
        ensured(),
        name,
        dataset=dataset,
        task=task,
        scorers=scorers,
        criteria=criteria,
        repetitions=repetitions,
        concurrency=concurrency,
        resume=resume,
        progress=progress,
    )


def compare(
    name: str,
    *,
    dataset: int,
    variants: Mapping[str, Callable[[ExperimentItem], Any]],
    baseline: str | None = None,
    criteria: Sequence[int] = (),
    repetitions: int = 1,
    concurrency: int = COMPARE_CONCURRENCY,
    progress: bool = True,
) -> TaskComparison:
    """Compares several tasks on the items of a dataset, as an experiment of the service."""
    return run_to_end(
        lambda: acompare(
            name,
            dataset=dataset,
            variants=variants,
            baseline=baseline,
            criteria=criteria,
            repetitions=repetitions,
            concurrency=concurrency,
            progress=progress,
        )
    )


async def acompare(
    name: str,
    *,
    dataset: int,
    variants: Mapping[str, Callable[[ExperimentItem], Any]],
    baseline: str | None = None,
    criteria: Sequence[int] = (),
    repetitions: int = 1,
    concurrency: int = COMPARE_CONCURRENCY,
    progress: bool = True,
) -> TaskComparison:
    """The same for asyncio."""
    return await run_comparison(
        ensured(),
        name,
        dataset=dataset,
        variants=variants,
        baseline=baseline,
        criteria=criteria,
        repetitions=repetitions,
        concurrency=concurrency,
        progress=progress,
    )


class _Newest:
    """A part of the newest set-up, looked up when it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(getattr(ensured(), self._name), attribute)


prompts = cast("Prompts", _Newest("prompts"))
gate = cast("Gate", _Newest("gate"))
api = cast("Api", _Newest("api"))
async_api = cast("AsyncApi", _Newest("async_api"))
