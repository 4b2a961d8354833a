"""What a span inherits from the code around it: session, user, tags and more. It is in the context of
OpenTelemetry, so it follows threads and tasks wherever that does."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from functools import wraps
from typing import Any, TypedDict, TypeVar, cast

from opentelemetry import baggage, propagate, trace
from opentelemetry import context as otel_context
from opentelemetry.context import Context
from typing_extensions import ParamSpec

P = ParamSpec("P")
T = TypeVar("T")

Tag = str | int | float | bool

_ATTRIBUTES = otel_context.create_key("tracewell.attributes")
_SAMPLED = otel_context.create_key("tracewell.sampled")
_NOTHING: dict[str, Any] = {}


class LinkedPrompt(TypedDict, total=False):
    """The prompt of the registry that a call was made with."""

    id: int
    name: str
    version: str
    label: str


def scope_attributes(
    *,
    session: str | None = None,
    user: str | None = None,
    agent: str | None = None,
    tags: Mapping[str, Tag] | None = None,
    prompt: LinkedPrompt | None = None,
    gate_check_id: str | None = None,
) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "gen_ai.conversation.id": session,
        "session.id": session,
        "user.id": user,
        "gen_ai.agent.name": agent,
        "tracewell.gate_check_id": gate_check_id,
    }
    for key, value in (tags or {}).items():
        attributes[f"tracewell.tag.{key}"] = _tag_text(value)
    for key, linked in (prompt or {}).items():
        attributes[f"tracewell.prompt.{key}"] = linked
    return {key: value for key, value in attributes.items() if value is not None and value != ""}


def _tag_text(value: Tag) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def with_attributes(outer: Context, attributes: Mapping[str, Any], sampled: bool = False) -> Context:
    """An inner scope adds to an outer one."""
    inner = otel_context.set_value(_ATTRIBUTES, {**inherited_attributes(outer), **attributes}, outer)
    return otel_context.set_value(_SAMPLED, True, inner) if sampled else inner


def inherited_attributes(around: Context | None) -> dict[str, Any]:
    return cast("dict[str, Any] | None", otel_context.get_value(_ATTRIBUTES, around)) or _NOTHING


def is_always_sampled(around: Context | None) -> bool:
    return otel_context.get_value(_SAMPLED, around) is True


class attached(AbstractContextManager[None]):
    """Makes a context the one of now. A class, because a generator would take three times as long."""

    __slots__ = ("_inside", "_token")

    def __init__(self, inside: Context) -> None:
        self._inside = inside

    def __enter__(self) -> None:
        self._token = otel_context.attach(self._inside)

    def __exit__(self, *error: object) -> None:
        otel_context.detach(self._token)


def carry(fn: Callable[P, T]) -> Callable[P, T]:
    """The function in the context of now, for a thread of your own: `Thread(target=carry(work))`.

    Each call has its own copy, so it may run in several threads at a time.
    """
    now = otel_context.get_current()
    around = copy_context()

    @wraps(fn)
    def carried(*args: P.args, **kwargs: P.kwargs) -> T:
        def run() -> T:
            with attached(now):
                return fn(*args, **kwargs)

        return around.copy().run(run)

    return carried


_BAGGAGE = "tracewell."


def outgoing(headers: Mapping[str, str] | None = None) -> dict[str, str]:
    """Headers for a request to another service of yours: the trace, and session, user and tags of the scope.

    Only where you add them: model vendors never get them.
    """
    around = otel_context.get_current()
    for key, value in inherited_attributes(around).items():
        around = baggage.set_baggage(_BAGGAGE + key, str(value), around)
    carrier = dict(headers or {})
    propagate.inject(carrier, around)
    return carrier


@contextmanager
def incoming(headers: Mapping[str, str]) -> Generator[None, None, None]:
    """Continues the trace of a request that came with the headers of `outgoing`."""
    around = otel_context.get_current()
    attributes: dict[str, Any] = {}
    try:
        lower = {key.lower(): value for key, value in headers.items()}
        found = propagate.extract(lower, otel_context.get_current())
        for key, value in baggage.get_all(found).items():
            if key.startswith(_BAGGAGE):
                attributes[key[len(_BAGGAGE) :]] = str(value)
        parent = trace.get_current_span(found)
        around = trace.set_span_in_context(parent, around) if parent.get_span_context().is_valid else around
    except Exception:
        attributes = {}
    with attached(with_attributes(around, attributes)):
        yield
