"""The one error of a request that failed: the service rejected it, or there was no answer."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx

UNREACHABLE = "unreachable"
TIMED_OUT = "timed_out"
REDIRECTED = "redirected"
UNEXPECTED_ANSWER = "unexpected_answer"


class TracewellError(Exception):
    """A request that failed."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        reason: str = UNREACHABLE,
        details: Sequence[Mapping[str, Any]] = (),
        retry_after: float | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        """0 if there was no answer."""
        self.reason = reason
        """A code for programs, such as `not_found`."""
        self.details = details
        """The fields at fault: `path` and `message` of each."""
        self.retry_after = retry_after
        """How many seconds the service asks to wait."""
        self.request_id = request_id
        """The service's log has it."""


def error_of(response: httpx.Response) -> TracewellError:
    """The error of an answer that is not a success. Its body has to be read already."""
    status = response.status_code
    retry_after = read_retry_after(response.headers.get("retry-after"))
    request_id = response.headers.get("x-request-id")
    if 300 <= status < 400:
        to = response.headers.get("location", "another address")
        return TracewellError(
            f"The address redirects to {to}.", status=status, reason=REDIRECTED, request_id=request_id
        )
    body = json_object(response.content)
    message, reason, details = body.get("error"), body.get("reason"), body.get("details")
    if not isinstance(message, str) or not isinstance(reason, str):
        return TracewellError(
            f"The address answered {status}, not in the form of the service.",
            status=status,
            reason=UNEXPECTED_ANSWER,
            retry_after=retry_after,
            request_id=request_id,
        )
    return TracewellError(
        message,
        status=status,
        reason=reason,
        details=cast("Sequence[Mapping[str, Any]]", details) if isinstance(details, list) else (),
        retry_after=retry_after,
        request_id=request_id,
    )


def json_object(content: bytes) -> dict[str, Any]:
    """Empty if it is not a JSON object."""
    try:
        value: Any = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def to_tracewell_error(error: BaseException) -> TracewellError:
    """An error of the HTTP client, in the form of ours."""
    if isinstance(error, TracewellError):
        return error
    if isinstance(error, httpx.TimeoutException):
        found = TracewellError("The service did not answer in time.", reason=TIMED_OUT)
    elif isinstance(error, ValueError):
        found = TracewellError("The address answered with something that is not JSON.", reason=UNEXPECTED_ANSWER)
    else:
        why = str(error) or type(error).__name__
        found = TracewellError(f"The service cannot be reached ({why}).")
    found.__cause__ = error
    return found


_CERTIFICATE = re.compile(r"CERTIFICATE|SSL:", re.IGNORECASE)


def is_transient(error: BaseException) -> bool:
    """Whether the same request may succeed later. A certificate does not become valid by waiting."""
    if not isinstance(error, TracewellError):
        return False
    if error.status == 0:
        return error.reason == TIMED_OUT or (error.reason == UNREACHABLE and not _CERTIFICATE.search(str(error)))
    return is_transient_status(error.status)


def is_transient_status(status: int) -> bool:
    """501 is final: the service does not have this endpoint."""
    return status in (408, 429) or (status >= 500 and status != 501)


def read_retry_after(text: str | None) -> float | None:
    """Retry-After in seconds or as a date."""
    if text is None or text.strip() == "":
        return None
    try:
        if text.strip().isdigit():
            return float(text)
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
