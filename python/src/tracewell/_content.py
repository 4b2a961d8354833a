"""What people and models wrote: as text, under the rule for content, and whole where it fits."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from datetime import time as time_of_day
from enum import Enum
from pathlib import PurePath
from typing import Any, cast

from opentelemetry.trace import Span, Status, StatusCode

from tracewell._settings import ContentRule, Reporter

MAX_TEXT = 16 * 1024 * 1024
"""The service keeps 16 MiB of a call."""

_MAX_DEPTH = 40


def as_text(value: Any) -> str:
    """JSON unless it is a text already. Any object has one; it never fails."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_plain_object)
    except Exception:
        # A cycle, a key that is no text, or an object that fails.
        return json.dumps(_plain(value, ()), ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any, around: tuple[int, ...]) -> Any:
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if id(value) in around:
        return "<circular>"
    if len(around) >= _MAX_DEPTH:
        return "<too deep>"
    inside = (*around, id(value))
    if isinstance(value, Mapping):
        return {str(k): _plain(v, inside) for k, v in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(each, inside) for each in cast("Iterable[Any]", value)]
    try:
        return _plain(_plain_object(value), inside)
    except Exception:
        return _named(value)


def _named(value: Any) -> str:
    return f"<{type(value).__module__}.{type(value).__qualname__}>"


def _plain_object(value: Any) -> Any:
    """What JSON cannot write by itself."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return f"<{len(cast('bytes', value))} bytes>"
    if isinstance(value, BaseException):
        return {"name": type(value).__name__, "message": str(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (datetime, date, time_of_day)):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return sorted(cast("Iterable[Any]", value), key=repr)
    if isinstance(value, PurePath):
        return str(value)
    dump = cast("Callable[..., Any] | None", getattr(value, "model_dump", None))
    if callable(dump) and not isinstance(value, type):
        try:
            return dump(mode="json", exclude_none=True, warnings=False)
        except TypeError:
            return dump()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(cast("Mapping[Any, Any]", value))
    rest = cast("Any", value)
    text = str(rest)
    # The address in memory says nothing.
    return _named(rest) if " object at 0x" in text or callable(rest) else text


def data_url(data: bytes, content_type: str) -> str:
    return f"data:{content_type};base64,{base64.b64encode(data).decode()}"


def shareable(rule: ContentRule, report: Reporter, key: str, value: Any) -> str | None:
    """The text of a value as it may leave the process; None if it may not."""
    if value is None or rule == "none":
        return None
    try:
        text = as_text(value)
        if not isinstance(rule, str):
            text = rule(text, key)
        return text if len(text) <= MAX_TEXT else fitting(text)
    except Exception as error:
        report(error)
        return None


def fitting(text: str, limit: int = MAX_TEXT) -> str:
    """Never half a JSON: the newest messages stay whole, and the head says what was left out."""
    try:
        value: Any = json.loads(text)
    except ValueError:
        return f"{text[:limit]}… [{len(text) - limit} characters left out]"
    left = cast("list[Any]", value) if isinstance(value, list) else []
    kept: list[str] = []
    size = 200
    for each in reversed(left):
        item = json.dumps(each, ensure_ascii=False, separators=(",", ":"))
        size += len(item) + 1
        if size > limit:
            break
        kept.insert(0, item)
    messages = len(left) - len(kept)
    omitted = {"type": "omitted", "messages": messages, "bytes": len(text) - sum(map(len, kept))}
    head: Any = {"role": "system", "parts": [omitted]} if _are_messages(left) else omitted
    return f"[{','.join([json.dumps(head), *kept])}]"


def _are_messages(items: list[Any]) -> bool:
    return bool(items) and all(isinstance(each, dict) and "role" in each for each in items)


def set_content(rule: ContentRule, report: Reporter, span: Span, key: str, value: Any) -> None:
    text = shareable(rule, report, key, value)
    if text is not None:
        span.set_attribute(key, text)


def set_failure(rule: ContentRule, report: Reporter, span: Span, error: BaseException) -> None:
    """Marks a span as failed. A message may repeat what a person wrote, so it counts as content."""
    try:
        code: Any = getattr(error, "code", None)
        kind = code if isinstance(code, str) and code else type(error).__name__
        message = shareable(rule, report, "exception.message", str(error)) or ""
        span.set_attribute("error.type", kind)
        status: Any = getattr(error, "status_code", None)
        if isinstance(status, int):
            span.set_attribute("http.response.status_code", status)
        event = {"exception.type": kind, "exception.message": message}
        stack = shareable(rule, report, "exception.stacktrace", stack_of(error))
        if stack is not None:
            event["exception.stacktrace"] = stack
        span.add_event("exception", event)
        span.set_status(Status(StatusCode.ERROR, message[:1_000]))
    except Exception as failure:
        report(failure)


def stack_of(error: BaseException) -> str:
    import traceback

    return "".join(traceback.format_exception(type(error), error, error.__traceback__, limit=50))
