"""The decorator: a function of any kind gets a span, and stays a function of its kind."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from typing import Any, TypeVar, cast, overload

from tracewell._instrument import current_instrument
from tracewell._scope import attached
from tracewell._spans import Attributes, Running, SpanDetails, SpanType, is_quiet, start

F = TypeVar("F", bound=Callable[..., Any])

_MAX_ITEMS = 1_000


class _Capture:
    """How the arguments and the result of a function become its input and output."""

    def __init__(self, fn: Callable[..., Any], name: str | None, details: SpanDetails, capture: bool) -> None:
        self.name = name or str(getattr(fn, "__name__", "anonymous"))
        self._details = details
        self.capture = capture
        try:
            self._names = list(inspect.signature(fn).parameters)
        except (TypeError, ValueError):
            self._names = []
        self._skips_first = self._names[:1] in (["self"], ["cls"])

    def start(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Running:
        if not self.capture:
            return start(self.name, self._details)
        try:
            given = self._input(args, kwargs)
        except Exception as error:
            current_instrument().report(error)
            given = None
        return start(self.name, self._details._replace(input=given))

    def _input(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A single argument as it is, several by their names."""
        first = 1 if self._skips_first else 0
        if len(args) == first + 1 and not kwargs:
            return args[first]
        if len(args) <= first and not kwargs:
            return None
        names = self._names
        named = {names[i] if i < len(names) else f"arg{i}": args[i] for i in range(first, len(args))}
        return {**named, **kwargs}

    def succeed(self, running: Running, result: Any) -> None:
        if self.capture and result is not None:
            running.succeed(result)
        else:
            running.succeed()


@overload
def observe(fn: F, /) -> F: ...


@overload
def observe(
    fn: None = None,
    /,
    *,
    name: str | None = None,
    type: SpanType = "span",
    capture: bool = True,
    attributes: Attributes | None = None,
    model: str | None = None,
    provider: str | None = None,
) -> Callable[[F], F]: ...


def observe(
    fn: F | None = None,
    /,
    *,
    name: str | None = None,
    type: SpanType = "span",
    capture: bool = True,
    attributes: Attributes | None = None,
    model: str | None = None,
    provider: str | None = None,
) -> F | Callable[[F], F]:
    """The same function with a span: arguments are its input, the result its output.

    For functions, methods, coroutines, generators and asynchronous generators. `capture=False` leaves arguments and
    result out.
    """
    details = SpanDetails(type, None, attributes, model, provider)

    def decorate(each: F) -> F:
        return cast("F", _observed(each, name, details, capture))

    return decorate if fn is None else decorate(fn)


def _observed(fn: Any, name: str | None, details: SpanDetails, capture: bool) -> Any:
    if isinstance(fn, (staticmethod, classmethod)):
        method = cast("staticmethod[..., Any] | classmethod[Any, ..., Any]", fn)
        inner = _observed(method.__func__, name, details, capture)
        return staticmethod(inner) if isinstance(fn, staticmethod) else classmethod(inner)
    how = _Capture(fn, name, details, capture)
    if inspect.isasyncgenfunction(fn):
        return _observed_async_generator(fn, how)
    if inspect.isgeneratorfunction(fn):
        return _observed_generator(fn, how)
    if inspect.iscoroutinefunction(fn):
        return _observed_coroutine(fn, how)
    return _observed_function(fn, how)


def _observed_function(fn: Callable[..., Any], how: _Capture) -> Any:
    @functools.wraps(fn)
    def observed(*args: Any, **kwargs: Any) -> Any:
        running = how.start(args, kwargs)
        try:
            with attached(running.inside):
                result = fn(*args, **kwargs)
        except BaseException as error:
            _end(running, error)
            raise
        # What runs later ends the span later.
        if inspect.iscoroutine(result):
            return _awaited(cast("Coroutine[Any, Any, Any]", result), running, how)
        if inspect.isgenerator(result):
            return _generated(cast("Generator[Any, Any, Any]", result), running, how)
        if inspect.isasyncgen(result):
            return _observed_async_generator(lambda: result, how, running)()
        how.succeed(running, result)
        return result

    return observed


def _observed_coroutine(fn: Callable[..., Any], how: _Capture) -> Any:
    @functools.wraps(fn)
    async def observed(*args: Any, **kwargs: Any) -> Any:
        running = how.start(args, kwargs)
        return await _awaited(fn(*args, **kwargs), running, how)

    return observed


def _observed_generator(fn: Callable[..., Any], how: _Capture) -> Any:
    @functools.wraps(fn)
    def observed(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        running = how.start(args, kwargs)
        return (yield from _generated(fn(*args, **kwargs), running, how))

    return observed


def _observed_async_generator(fn: Callable[..., Any], how: _Capture, begun: Running | None = None) -> Any:
    @functools.wraps(fn)
    async def observed(*args: Any, **kwargs: Any) -> AsyncGenerator[Any, Any]:
        running = how.start(args, kwargs) if begun is None else begun
        inner: AsyncGenerator[Any, Any] = fn(*args, **kwargs)
        items = _Items(running, how)

        async def step(resume: Callable[..., Any], *sent: Any) -> Any:
            with attached(running.inside):
                return await resume(*sent)

        try:
            item = await step(inner.__anext__)
            while True:
                items.add(item)
                try:
                    sent = yield item
                except GeneratorExit:
                    await step(inner.aclose)
                    raise
                except BaseException as error:
                    item = await step(inner.athrow, error)
                else:
                    item = await step(inner.asend, sent)
        except StopAsyncIteration:
            items.done()
        except GeneratorExit:
            items.left()
            raise
        except BaseException as error:
            items.failed(error)
            raise

    return observed


async def _awaited(work: Coroutine[Any, Any, Any], running: Running, how: _Capture) -> Any:
    try:
        with attached(running.inside):
            result = await work
    except BaseException as error:
        _end(running, error)
        raise
    how.succeed(running, result)
    return result


def _end(running: Running, error: BaseException) -> None:
    if is_quiet(error):
        running.succeed()
    else:
        running.fail(error)


class _Items:
    """What a generator has yielded, as the output of its span."""

    def __init__(self, running: Running, how: _Capture) -> None:
        self._running = running
        self._how = how
        self._items: list[Any] = []

    def add(self, item: Any) -> None:
        if len(self._items) < _MAX_ITEMS and self._how.capture:
            self._items.append(item)

    def _joined(self) -> Any:
        if all(isinstance(item, str) for item in self._items):
            return "".join(self._items)
        return self._items

    def done(self) -> None:
        self._how.succeed(self._running, self._joined())

    def left(self) -> None:
        self._running.handle.set({"tracewell.stream_incomplete": True})
        self.done()

    def failed(self, error: BaseException) -> None:
        if self._how.capture:
            self._running.handle.output(self._joined())
        self._running.fail(error)


def _generated(inner: Generator[Any, Any, Any], running: Running, how: _Capture) -> Generator[Any, Any, Any]:
    """Each step runs in the context of the span, because the generator's code runs in its steps."""
    items = _Items(running, how)

    def step(resume: Callable[..., Any], *sent: Any) -> Any:
        with attached(running.inside):
            return resume(*sent)

    try:
        item = step(next, inner)
        while True:
            items.add(item)
            try:
                sent = yield item
            except GeneratorExit:
                step(inner.close)
                raise
            except BaseException as error:
                item = step(inner.throw, error)
            else:
                item = step(inner.send, sent)
    except StopIteration as end:
        items.done()
        return end.value
    except GeneratorExit:
        items.left()
        raise
    except BaseException as error:
        items.failed(error)
        raise
