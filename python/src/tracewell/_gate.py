"""The run-time gate from the side of an agent: ask, wait for a person if one has to decide, take the step, and give
the held money back if the step was not taken."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import (
    Any,
    Literal,
    TypeVar,
    cast,
)

from opentelemetry import context as otel_context

from tracewell._errors import error_of, to_tracewell_error
from tracewell._http import AsyncRequests, Requests
from tracewell._scope import attached, scope_attributes, with_attributes
from tracewell._settings import Reporter

T = TypeVar("T")

TIMEOUT = 1.0
APPROVAL_TIMEOUT = 600.0
WAIT_SECONDS = 20
"""The client gives up an answer that has not begun after 30 seconds."""
PAUSE = 1.0
HOLD_SECONDS = 300

Decision = Literal["allow", "deny", "require_approval"]
OnUnavailable = Literal["allow", "deny"]


@dataclass(frozen=True)
class StepVerdict:
    decision: Decision
    reasons: Sequence[Mapping[str, Any]]
    approval_id: str | None
    hold: Mapping[str, Any] | None
    gate_check_id: str | None
    """None if the service did not answer."""
    is_unavailable: bool


class GateDenied(Exception):
    """The step is not allowed."""

    def __init__(self, message: str, verdict: StepVerdict, approval: str | None = None) -> None:
        super().__init__(message)
        self.reasons = verdict.reasons
        self.approval_id = verdict.approval_id
        """Set if a person was asked."""
        self.approval = approval
        """What became of the question: `pending` if the wait was too long."""


@dataclass(frozen=True)
class _Step:
    body: Mapping[str, Any]

    def with_(self, **more: Any) -> _Step:
        return _Step({**self.body, **more})


def _step(
    provider: str | None,
    model: str | None,
    tool: str | None,
    estimated_cost_usd: float | None,
    estimated_tokens: int | None,
    hold_seconds: int | None,
    tags: Mapping[str, str] | None,
    session: str | None,
    approval_id: str | None = None,
) -> _Step:
    body = {
        "provider": provider,
        "model": model,
        "tool": tool,
        "estimatedCostUsd": estimated_cost_usd,
        "estimatedTokens": estimated_tokens,
        "holdSeconds": hold_seconds,
        "tags": None if tags is None else dict(tags),
        "sessionId": session,
        "approvalId": approval_id,
    }
    return _Step({key: value for key, value in body.items() if value is not None})


def _verdict(answer: Mapping[str, Any]) -> StepVerdict:
    return StepVerdict(
        decision=cast("Decision", answer["decision"]),
        reasons=answer["reasons"],
        approval_id=answer["approvalId"],
        hold=answer["hold"],
        gate_check_id=answer["gateCheckId"],
        is_unavailable=False,
    )


def _unavailable(decision: OnUnavailable) -> StepVerdict:
    return StepVerdict(decision, (), None, None, None, True)


def _refuse(verdict: StepVerdict) -> None:
    if verdict.decision == "allow":
        return
    if verdict.is_unavailable:
        raise GateDenied("The gate did not answer.", verdict)
    why = " ".join(str(reason.get("message", "")) for reason in verdict.reasons)
    raise GateDenied(why or "The gate does not allow this step.", verdict)


class _Approval:
    """The wait for a person: what to ask next, and when it is over."""

    def __init__(self, verdict: StepVerdict, timeout: float) -> None:
        self.verdict = verdict
        self.id = str(verdict.approval_id)
        self._until = time.monotonic() + timeout

    def wait(self) -> int:
        return max(0, min(WAIT_SECONDS, int(self._until - time.monotonic())))

    def pause_after(self, status: str | None, waited: int) -> float | None:
        """None if it was approved; otherwise how long to pause. Raises if it was not, or time is up."""
        if status == "approved":
            return None
        if status in ("denied", "expired"):
            raise GateDenied(f"The approval {self.id} was {status}.", self.verdict, status)
        left = self._until - time.monotonic()
        if left <= 0:
            raise GateDenied(f"Nobody has decided about {self.id} in time.", self.verdict, "pending")
        # Without a long answer, do not ask again and again.
        return min(PAUSE, left) if waited == 0 or status is None else 0.0


_CHECK = "/v1/gate/check"
_APPROVAL = "/v1/gate/approvals/{id}"
_RELEASE = "/v1/gate/checks/{id}/release"


class Gate:
    def __init__(self, requests: Requests, async_requests: AsyncRequests, report: Reporter) -> None:
        self._requests = requests
        self._async_requests = async_requests
        self._report = report

    def check(
        self,
        *,
        provider: str | None = None,
        model: str | None = None,
        tool: str | None = None,
        estimated_cost_usd: float | None = None,
        estimated_tokens: int | None = None,
        hold_seconds: int | None = None,
        tags: Mapping[str, str] | None = None,
        session: str | None = None,
        approval_id: str | None = None,
        on_unavailable: OnUnavailable = "allow",
        timeout: float = TIMEOUT,
    ) -> StepVerdict:
        """Only asks. It never raises."""
        step = _step(
            provider,
            model,
            tool,
            estimated_cost_usd,
            estimated_tokens,
            hold_seconds,
            tags,
            session,
            approval_id,
        )
        return self._check(step, on_unavailable, timeout)

    async def acheck(
        self,
        *,
        provider: str | None = None,
        model: str | None = None,
        tool: str | None = None,
        estimated_cost_usd: float | None = None,
        estimated_tokens: int | None = None,
        hold_seconds: int | None = None,
        tags: Mapping[str, str] | None = None,
        session: str | None = None,
        approval_id: str | None = None,
        on_unavailable: OnUnavailable = "allow",
        timeout: float = TIMEOUT,
    ) -> StepVerdict:
        """The same for asyncio."""
        step = _step(
            provider,
            model,
            tool,
            estimated_cost_usd,
            estimated_tokens,
            hold_seconds,
            tags,
            session,
            approval_id,
        )
        return await self._acheck(step, on_unavailable, timeout)

    @contextmanager
    def step(
        self,
        *,
        provider: str | None = None,
        model: str | None = None,
        tool: str | None = None,
        estimated_cost_usd: float | None = None,
        estimated_tokens: int | None = None,
        hold_seconds: int | None = HOLD_SECONDS,
        tags: Mapping[str, str] | None = None,
        session: str | None = None,
        approval: Literal["wait", "refuse"] = "wait",
        approval_timeout: float = APPROVAL_TIMEOUT,
        on_unavailable: OnUnavailable = "allow",
        timeout: float = TIMEOUT,
    ) -> Generator[StepVerdict, None, None]:
        """Around a step. Raises `GateDenied` if it is not allowed; the block does not run then."""
        hold = None if estimated_cost_usd is None and estimated_tokens is None else hold_seconds
        step = _step(provider, model, tool, estimated_cost_usd, estimated_tokens, hold, tags, session)
        verdict = self._check(step, on_unavailable, timeout)
        if verdict.decision == "require_approval" and verdict.approval_id is not None and approval == "wait":
            self._wait(_Approval(verdict, approval_timeout))
            again = step.with_(approvalId=verdict.approval_id)
            verdict = self._check(again, on_unavailable, timeout)
        _refuse(verdict)
        try:
            with attached(_inside(verdict)):
                yield verdict
        except BaseException:
            self._release_soon(verdict)
            raise
        # A call settles the hold when it arrives. A tool alone makes no call.
        if model is None and tool is not None:
            self._release_soon(verdict)

    @asynccontextmanager
    async def astep(
        self,
        *,
        provider: str | None = None,
        model: str | None = None,
        tool: str | None = None,
        estimated_cost_usd: float | None = None,
        estimated_tokens: int | None = None,
        hold_seconds: int | None = HOLD_SECONDS,
        tags: Mapping[str, str] | None = None,
        session: str | None = None,
        approval: Literal["wait", "refuse"] = "wait",
        approval_timeout: float = APPROVAL_TIMEOUT,
        on_unavailable: OnUnavailable = "allow",
        timeout: float = TIMEOUT,
    ) -> AsyncGenerator[StepVerdict, None]:
        """The same for asyncio."""
        hold = None if estimated_cost_usd is None and estimated_tokens is None else hold_seconds
        step = _step(provider, model, tool, estimated_cost_usd, estimated_tokens, hold, tags, session)
        verdict = await self._acheck(step, on_unavailable, timeout)
        if verdict.decision == "require_approval" and verdict.approval_id is not None and approval == "wait":
            await self._await(_Approval(verdict, approval_timeout))
            again = step.with_(approvalId=verdict.approval_id)
            verdict = await self._acheck(again, on_unavailable, timeout)
        _refuse(verdict)
        try:
            with attached(_inside(verdict)):
                yield verdict
        except BaseException:
            self._release_soon(verdict)
            raise
        if model is None and tool is not None:
            self._release_soon(verdict)

    def run(self, fn: Callable[[], T], **step: Any) -> T:
        """`step` around a function."""
        with self.step(**step):
            return fn()

    async def arun(self, fn: Callable[[], Awaitable[T]], **step: Any) -> T:
        """`astep` around a coroutine function."""
        async with self.astep(**step):
            return await fn()

    def _check(self, step: _Step, on_unavailable: OnUnavailable, timeout: float) -> StepVerdict:
        try:
            response = self._requests.ask("POST", _CHECK, body=step.body, timeout=timeout, patience=-1)
            if not response.is_success:
                raise error_of(response)
            return _verdict(response.json())
        except Exception as error:
            return self._unanswered(step, error, on_unavailable) or self._check(
                step.with_(holdSeconds=None), on_unavailable, timeout
            )

    async def _acheck(self, step: _Step, on_unavailable: OnUnavailable, timeout: float) -> StepVerdict:
        try:
            response = await self._async_requests.ask("POST", _CHECK, body=step.body, timeout=timeout, patience=-1)
            if not response.is_success:
                raise error_of(response)
            return _verdict(response.json())
        except Exception as error:
            return self._unanswered(step, error, on_unavailable) or await self._acheck(
                step.with_(holdSeconds=None), on_unavailable, timeout
            )

    def _unanswered(self, step: _Step, error: Exception, on_unavailable: OnUnavailable) -> StepVerdict | None:
        """None: a key that may only read holds nothing, and its steps are checked all the same."""
        failure = to_tracewell_error(error)
        self._report(failure)
        if failure.status == 403 and step.body.get("holdSeconds") is not None:
            return None
        return _unavailable(on_unavailable)

    def _wait(self, approval: _Approval) -> None:
        while True:
            wait = approval.wait()
            pause = approval.pause_after(self._status(approval.id, wait), wait)
            if pause is None:
                return
            time.sleep(pause)

    def _status(self, approval_id: str, wait: int) -> str | None:
        """None if the service does not answer, which may pass."""
        try:
            response = self._requests.ask(
                "GET", _APPROVAL, places={"id": approval_id}, query={"wait": wait}, patience=-1
            )
            return self._read_status(response)
        except Exception as error:
            self._report(error)
            return None

    async def _await(self, approval: _Approval) -> None:
        while True:
            wait = approval.wait()
            try:
                response = await self._async_requests.ask(
                    "GET", _APPROVAL, places={"id": approval.id}, query={"wait": wait}, patience=-1
                )
                status = self._read_status(response)
            except Exception as error:
                self._report(error)
                status = None
            pause = approval.pause_after(status, wait)
            if pause is None:
                return
            await asyncio.sleep(pause)

    def _read_status(self, response: Any) -> str:
        if not response.is_success:
            raise error_of(response)
        return str(response.json()["status"])

    def _release_soon(self, verdict: StepVerdict) -> None:
        """In the background, so that neither a failure nor a cancellation waits for it."""
        if verdict.gate_check_id is None or verdict.hold is None:
            return
        work = threading.Thread(target=self._release, args=(verdict.gate_check_id,), daemon=True)
        try:
            work.start()
        except RuntimeError:
            self._release(verdict.gate_check_id)

    def _release(self, check_id: str) -> None:
        try:
            response = self._requests.ask("POST", _RELEASE, places={"id": check_id})
            # 404: the call has arrived and settled the hold.
            if not response.is_success and response.status_code != 404:
                raise error_of(response)
        except Exception as error:
            self._report(error)


def _inside(verdict: StepVerdict) -> Any:
    attributes = scope_attributes(gate_check_id=verdict.gate_check_id)
    return with_attributes(otel_context.get_current(), attributes)
