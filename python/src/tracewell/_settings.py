"""The settings of `init()`. All of them can be left out; most have a variable of the environment."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tracewell._version import __version__

if TYPE_CHECKING:
    from tracewell._exporter import Receipt

Mask: TypeAlias = "Callable[[str, str], str]"
"""Gets each text and the name of its attribute, and returns what may leave the process."""

ContentRule: TypeAlias = Literal["full", "none"] | Mask

OnError: TypeAlias = "Callable[[Exception], None]"

_log = logging.getLogger("tracewell")


def environment(name: str) -> str | None:
    """A variable. Empty counts as missing, as for a secret that a build does not have."""
    return (os.environ.get(name) or "").strip() or None


class Reporter:
    """Hears of everything that goes wrong in the SDK, which never raises. It must not fail itself."""

    _AGAIN = 60.0

    def __init__(self, on_error: OnError | None) -> None:
        self._on_error = on_error
        self._said: dict[str, float] = {}
        self._lock = threading.RLock()

    def __call__(self, error: BaseException) -> None:
        try:
            given = error if isinstance(error, Exception) else Exception(repr(error))
            if self._on_error is not None:
                self._on_error(given)
            elif self._is_new(str(given)):
                _log.warning("tracewell: %s", given)
        except Exception:
            # The program's own handler failed.
            pass

    def _is_new(self, text: str) -> bool:
        """An outage is one line, not one for each attempt."""
        now = time.monotonic()
        with self._lock:
            if now - self._said.get(text, -self._AGAIN) < self._AGAIN:
                return False
            if len(self._said) >= 100:
                self._said.clear()
            self._said[text] = now
        return True


@dataclass(frozen=True)
class Settings:
    url: str
    api_key: str | None
    project_id: str | None
    resource: dict[str, Any]
    content: ContentRule
    sample: float
    report: Reporter
    spool: str | None
    spool_max_bytes: int
    prompt_copies: str | None
    delay: float
    max_queued: int
    timeout: float
    on_receipt: Callable[[Receipt], None] | None


def share_of(given: float | str | None) -> float:
    try:
        share = float(1 if given is None else given)
    except ValueError:
        return 1.0
    return share if 0 <= share <= 1 else 1.0


def read_settings(
    *,
    url: str | None,
    api_key: str | None,
    project_id: str | None,
    service: str | None,
    environment_name: str | None,
    release: str | None,
    content: ContentRule,
    sample: float | None,
    on_error: OnError | None,
    on_receipt: Callable[[Receipt], None] | None,
    spool: str | None,
    spool_max_bytes: int,
    prompt_copies: str | None,
    delay: float,
    max_queued: int,
    timeout: float,
) -> Settings:
    resource = {
        "service.name": service
        or environment("TRACEWELL_SERVICE")
        or environment("OTEL_SERVICE_NAME")
        or "unknown_service",
        "telemetry.sdk.name": "tracewell",
        "telemetry.sdk.language": "python",
        "telemetry.sdk.version": __version__,
    }
    deployment = environment_name or environment("TRACEWELL_ENVIRONMENT")
    version = release or environment("TRACEWELL_RELEASE")
    if deployment is not None:
        resource["deployment.environment.name"] = deployment
    if version is not None:
        resource["service.version"] = version
    return Settings(
        url=(url or environment("TRACEWELL_URL") or "http://127.0.0.1:4318").rstrip("/"),
        api_key=api_key or environment("TRACEWELL_API_KEY"),
        project_id=project_id or environment("TRACEWELL_PROJECT"),
        resource=resource,
        content=content,
        sample=share_of(sample if sample is not None else environment("TRACEWELL_SAMPLE_RATE")),
        report=Reporter(on_error),
        spool=spool or environment("TRACEWELL_SPOOL"),
        spool_max_bytes=spool_max_bytes,
        prompt_copies=prompt_copies,
        delay=delay,
        max_queued=max_queued,
        timeout=timeout,
        on_receipt=on_receipt,
    )
