"""The clients of OpenAI and Anthropic come from the same generator. Each of their resources sends through one
method, `_post`, and gets back the answer, or a stream that can be read once. Both stay the objects that they are, so
that every helper on top keeps working."""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast

from tracewell._instrument import current_instrument, safely
from tracewell._model_call import (
    Answer,
    Fields,
    ModelCall,
    Request,
    StreamReader,
    fields_of,
    start_call,
    watched_async_parts,
    watched_parts,
)

_WRAPPED = "_tracewell_wrapped"


@dataclass
class Watched:
    request: Callable[[], Request]
    answer: Callable[[Any], Answer]
    reader: Callable[[], StreamReader]
    adds_to_body: Fields | None = None
    """What the wrapper asks for beside the program."""


def watch_posts(
    resource: Any,
    watch: Callable[[str, Fields, bool], Watched | None],
    instrumented_by: tuple[str, ...],
) -> None:
    """Replaces the method of one resource. A second time changes nothing.

    `watch` gets the path, the body and whether it is a stream; None is a request that is no call of a model.
    """
    original: Any = getattr(resource, "_post", None)
    if not callable(original):
        raise TypeError(f"{type(resource).__name__} is not a resource that the wrapper knows.")
    if getattr(original, _WRAPPED, False):
        return

    def begin(args: tuple[Any, ...], kwargs: Fields) -> tuple[Watched, ModelCall, Fields] | None:
        path = args[0] if args else kwargs.get("path", "")
        body = kwargs.get("body")
        is_stream = kwargs.get("stream") is True
        watched = safely(current_instrument(), lambda: watch(str(path), fields_of(body), is_stream))
        call = None if watched is None else start_call(watched.request, instrumented_by)
        if watched is None or call is None:
            return None
        if watched.adds_to_body is not None and isinstance(body, dict):
            return watched, call, {**kwargs, "body": {**body, **watched.adds_to_body}}
        return watched, call, kwargs

    if inspect.iscoroutinefunction(original):

        @functools.wraps(original)
        async def apost(*args: Any, **kwargs: Any) -> Any:
            begun = begin(args, kwargs)
            if begun is None:
                return await original(*args, **kwargs)
            watched, call, used = begun
            try:
                with call.active():
                    result = await original(*args, **used)
            except BaseException as error:
                call.failed(error)
                raise
            _watch_result(result, call, watched)
            return result

        replaced: Any = apost
    else:

        @functools.wraps(original)
        def post(*args: Any, **kwargs: Any) -> Any:
            begun = begin(args, kwargs)
            if begun is None:
                return original(*args, **kwargs)
            watched, call, used = begun
            try:
                with call.active():
                    result = original(*args, **used)
            except BaseException as error:
                call.failed(error)
                raise
            _watch_result(result, call, watched)
            return result

        replaced = post

    setattr(replaced, _WRAPPED, True)
    resource._post = replaced


_kinds: dict[Any, str] = {}


def _kind_of(value: Any) -> str:
    """Looked up once for each class: models of answers take long to say that they lack an attribute."""
    kind = cast("Any", type(value))
    found = _kinds.get(kind)
    if found is None:
        is_raw = hasattr(kind, "parse") and hasattr(kind, "http_request")
        found = "stream" if hasattr(kind, "__stream__") else "raw" if is_raw else "value"
        _kinds[kind] = found
    return found


def _watch_result(result: Any, call: ModelCall, watched: Watched) -> None:
    try:
        if _kind_of(result) == "raw":
            _watch_raw(result, call, watched)
        else:
            _watch_value(result, call, watched)
    except Exception as error:
        current_instrument().report(error)
        call.done(Answer)


def _watch_raw(response: Any, call: ModelCall, watched: Watched) -> None:
    """`with_raw_response` and `with_streaming_response`: the program parses it, or reads the bytes itself."""
    parse: Any = response.parse
    seen: list[int] = []

    def see(value: Any) -> None:
        if id(value) not in seen:
            seen.append(id(value))
            safely(current_instrument(), lambda: _watch_value(value, call, watched))

    def parsed(*args: Any, **kwargs: Any) -> Any:
        value = parse(*args, **kwargs)
        see(value)
        return value

    async def aparsed(*args: Any, **kwargs: Any) -> Any:
        value = await parse(*args, **kwargs)
        see(value)
        return value

    response.parse = aparsed if inspect.iscoroutinefunction(parse) else parsed
    # Never parsed.
    weakref.finalize(response, call.done, Answer)


def _watch_value(value: Any, call: ModelCall, watched: Watched) -> None:
    if _kind_of(value) != "stream":
        call.done(lambda: watched.answer(value))
        return
    iterator: Any = value._iterator
    reader = watched.reader()
    is_async = hasattr(iterator, "__anext__")
    value._iterator = (watched_async_parts if is_async else watched_parts)(iterator, call, reader)
    close: Any = value.close

    def left(*_: Any) -> None:
        call.left(reader.answer)

    def closed() -> Any:
        left()
        return close()

    value.close = closed
    # Also for a stream that is never read.
    weakref.finalize(value, left)


def resources_of(client: Any, paths: Iterable[str]) -> list[Any]:
    """The resources at these paths that this release of the client has."""
    found: list[Any] = []
    for path in paths:
        resource = client
        for name in path.split("."):
            resource = getattr(resource, name, None)
        if resource is not None:
            found.append(resource)
    return found
