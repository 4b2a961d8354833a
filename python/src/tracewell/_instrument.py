"""What the functions that make spans share: the tracer, the rule for content, and where errors go. Wrapped clients
and decorators look it up for each call, so it does not matter whether `init()` or they come first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from opentelemetry import trace
from opentelemetry.trace import Tracer

from tracewell._otlp import SCOPE
from tracewell._settings import ContentRule, Reporter
from tracewell._version import __version__

if TYPE_CHECKING:
    from tracewell._tracewell import Tracewell

T = TypeVar("T")


class Instrument:
    def __init__(
        self,
        tracer: Callable[[], Tracer],
        content: ContentRule,
        report: Reporter,
        add_score: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self.tracer = tracer
        self.content: ContentRule = content
        self.report = report
        self.add_score = add_score


def _no_score(_: Mapping[str, Any]) -> None:
    """Nothing is sent without `init()`."""


PLAIN = Instrument(lambda: trace.get_tracer(SCOPE, __version__), "full", Reporter(None), _no_score)
"""Without `init()`: the spans of the program's own OpenTelemetry, or none."""

_current: Tracewell | None = None


def current_instrument() -> Instrument:
    return PLAIN if _current is None else _current.instrument


def current_tracewell() -> Tracewell | None:
    return _current


def set_tracewell(tracewell: Tracewell | None) -> None:
    global _current
    _current = tracewell


def safely(instrument: Instrument, fn: Callable[[], T]) -> T | None:
    """Runs a part of the SDK whose failure must not reach the program."""
    try:
        return fn()
    except Exception as error:
        instrument.report(error)
        return None
