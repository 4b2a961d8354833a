"""Requests to the service, with a time limit and retries. The generated client is built on them."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import re
import ssl
import time
import weakref
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx
from opentelemetry import context as otel_context

from tracewell._errors import (
    TracewellError,
    error_of,
    is_transient,
    is_transient_status,
    to_tracewell_error,
)
from tracewell._version import __version__

TIMEOUT = 30.0
PATIENCE = 10.0
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0

_SUPPRESSED = ("suppress_instrumentation", "suppress_http_instrumentation")
"""The keys that OpenTelemetry's own instrumentations look for."""

USER_AGENT = f"tracewell-sdk-python/{__version__}"


@contextmanager
def untraced() -> Generator[None, None, None]:
    """Around a request of the SDK itself, which no instrumentation must trace."""
    inside = otel_context.get_current()
    for key in _SUPPRESSED:
        inside = otel_context.set_value(key, True, inside)
    token = otel_context.attach(inside)
    try:
        yield
    finally:
        otel_context.detach(token)


def wait_before(attempt: int, retry_after: float | None) -> float:
    """The pause before the next attempt. It doubles and varies, and is never shorter than what the service asks."""
    pause = min(FIRST_PAUSE * 2.0 ** min(attempt - 1, 10), LONGEST_PAUSE)
    return max(pause * (0.75 + random.random() / 4), retry_after or 0.0)


class _Patience:
    """How long a request is repeated after temporary failures."""

    def __init__(self, patience: float, may_repeat: Callable[[TracewellError], bool]) -> None:
        self._until = time.monotonic() + patience
        self._may_repeat = may_repeat
        self._attempt = 0

    def pause_after(self, error: TracewellError) -> float:
        """How long to wait; raises the error if there is no further attempt."""
        self._attempt += 1
        wait = wait_before(self._attempt, error.retry_after)
        if not self._may_repeat(error) or time.monotonic() + wait > self._until:
            raise error
        return wait


_REPEATABLE_POST = re.compile(r"/v1/(ingest|query/[\w/-]+|scores/aggregate)$")


def _may_repeat(method: str, path: str) -> Callable[[TracewellError], bool]:
    """After a lost answer it is unknown whether the service acted, so a second creation would be worse."""
    repeatable = bool(_REPEATABLE_POST.search(path)) if method == "POST" else method != "PATCH"
    return lambda error: is_transient(error) if repeatable else error.status == 429


@functools.lru_cache(maxsize=1)
def _ssl_context() -> ssl.SSLContext:
    # It takes long to make, and every client may share it.
    return httpx.create_ssl_context()


class _Settings:
    def __init__(
        self,
        url: str,
        *,
        api_key: str | None = None,
        project_id: str | None = None,
        timeout: float = TIMEOUT,
        patience: float = PATIENCE,
    ) -> None:
        self.url = url.rstrip("/")
        self._timeout = timeout
        self._patience = patience
        self._headers = {"user-agent": USER_AGENT}
        if api_key is not None:
            self._headers["authorization"] = f"Bearer {api_key}"
        if project_id is not None:
            self._headers["x-project-id"] = project_id

    def _client_options(self) -> dict[str, Any]:
        return {
            "headers": self._headers,
            "timeout": self._timeout,
            "verify": _ssl_context() if self.url.startswith("https:") else False,
            # A redirect would turn a POST into a GET and lose the key, so it is reported as an error.
            "follow_redirects": False,
        }

    def _request(
        self,
        path: str,
        places: Mapping[str, str | int],
        query: Mapping[str, Any],
        body: Any,
        content: bytes | None,
        content_type: str | None,
        headers: Mapping[str, str],
        timeout: float | None,
    ) -> dict[str, Any]:
        for name, value in places.items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        given = {name: value for name, value in query.items() if value is not None}
        parameters = {k: str(v).lower() if isinstance(v, bool) else v for k, v in given.items()}
        all_headers = dict(headers)
        if body is not None:
            content = json.dumps(body, separators=(",", ":")).encode()
            content_type = "application/json"
        if content_type is not None:
            all_headers["content-type"] = content_type
        return {
            "url": self.url + path,
            "params": parameters or None,
            "content": content,
            "headers": all_headers,
            "timeout": self._timeout if timeout is None else timeout,
        }


def _read(response: httpx.Response, raw: bool) -> Any:
    if raw:
        return response.content
    if response.status_code == 204 or not response.content:
        return None
    try:
        return response.json()
    except ValueError as error:
        raise to_tracewell_error(error) from error


def _project(project_id: str | None) -> dict[str, str]:
    return {} if project_id is None else {"x-project-id": project_id}


class Requests(_Settings):
    """Requests that wait for their answer. Safe in threads, and in the children of a fork."""

    _held: tuple[int, httpx.Client] | None = None

    def _client(self) -> httpx.Client:
        # A connection must not be shared with the parent of a fork.
        pid = os.getpid()
        held = self._held
        if held is not None and held[0] == pid:
            return held[1]
        client = httpx.Client(**self._client_options())
        self._held = (pid, client)
        return client

    def ask(
        self,
        method: str,
        path: str,
        *,
        places: Mapping[str, str | int] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        patience: float | None = None,
        repeatable: bool | None = None,
    ) -> httpx.Response:
        """The answer, read whole. Raises only if there is none."""
        request = self._request(path, places or {}, query or {}, body, content, content_type, headers or {}, timeout)
        may = is_transient if repeatable else _may_repeat(method, path)
        left = _Patience(self._patience if patience is None else patience, may)
        with untraced():
            while True:
                response = None
                try:
                    response = self._client().request(method, **request)
                    if not is_transient_status(response.status_code):
                        return response
                    error = error_of(response)
                except (httpx.HTTPError, httpx.InvalidURL, OSError) as failure:
                    error = to_tracewell_error(failure)
                try:
                    pause = left.pause_after(error)
                except TracewellError:
                    if response is not None:
                        return response
                    raise
                time.sleep(pause)

    def _send(
        self,
        method: str,
        path_template: str,
        *,
        path: Mapping[str, str | int] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        project_id: str | None = None,
        raw: bool = False,
    ) -> Any:
        response = self.ask(
            method,
            path_template,
            places=path,
            query=query,
            body=body,
            content=content,
            content_type=content_type,
            headers=_project(project_id),
        )
        if not response.is_success:
            raise error_of(response)
        return _read(response, raw)

    def close(self) -> None:
        """Closes the connections. The next request opens new ones."""
        held, self._held = self._held, None
        if held is not None and held[0] == os.getpid():
            held[1].close()


class AsyncRequests(_Settings):
    """Requests for asyncio. Each event loop has its own connections."""

    def __init__(self, url: str, **settings: Any) -> None:
        super().__init__(url, **settings)
        self._clients: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[int, httpx.AsyncClient]]
        self._clients = weakref.WeakKeyDictionary()

    def _client(self) -> httpx.AsyncClient:
        loop = asyncio.get_running_loop()
        held = self._clients.get(loop)
        if held is not None and held[0] == os.getpid():
            return held[1]
        client = httpx.AsyncClient(**self._client_options())
        self._clients[loop] = (os.getpid(), client)
        return client

    async def ask(
        self,
        method: str,
        path: str,
        *,
        places: Mapping[str, str | int] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        patience: float | None = None,
        repeatable: bool | None = None,
    ) -> httpx.Response:
        """The answer, read whole. Raises only if there is none."""
        request = self._request(path, places or {}, query or {}, body, content, content_type, headers or {}, timeout)
        may = is_transient if repeatable else _may_repeat(method, path)
        left = _Patience(self._patience if patience is None else patience, may)
        with untraced():
            while True:
                response = None
                try:
                    response = await self._client().request(method, **request)
                    if not is_transient_status(response.status_code):
                        return response
                    error = error_of(response)
                except (httpx.HTTPError, httpx.InvalidURL, OSError) as failure:
                    error = to_tracewell_error(failure)
                try:
                    pause = left.pause_after(error)
                except TracewellError:
                    if response is not None:
                        return response
                    raise
                await asyncio.sleep(pause)

    async def _send(
        self,
        method: str,
        path_template: str,
        *,
        path: Mapping[str, str | int] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        content_type: str | None = None,
        project_id: str | None = None,
        raw: bool = False,
    ) -> Any:
        response = await self.ask(
            method,
            path_template,
            places=path,
            query=query,
            body=body,
            content=content,
            content_type=content_type,
            headers=_project(project_id),
        )
        if not response.is_success:
            raise error_of(response)
        return _read(response, raw)

    async def aclose(self) -> None:
        """Closes the connections of this event loop. The next request opens new ones."""
        held = self._clients.pop(asyncio.get_running_loop(), None)
        if held is not None:
            await held[1].aclose()
