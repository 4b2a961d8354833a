"""The CI gate as a function: start a run of a dataset, wait for it, ask for the verdict. The verdict is that of the
service."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracewell._errors import error_of
from tracewell._http import Requests

TIMEOUT = 600.0
ATTEMPT = 30.0
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 10.0
PATIENCE = 10.0
RESTART = 60.0
"""A restarted service resumes the run, so a restart is waited out."""
RATE_WINDOW = 300.0
"""The length of the window in which a service counts started runs."""


@dataclass(frozen=True)
class CiGateResult:
    run_id: int
    passed: bool
    verdict: str
    explanation: str
    violations: tuple[str, ...]
    cautions: tuple[str, ...]

    def __str__(self) -> str:
        """The verdict in a few lines."""
        lines = [f"Run {self.run_id}: {self.verdict}. {self.explanation}"]
        lines += [f"- {each}" for each in self.violations]
        lines += [f"- (caution) {each}" for each in self.cautions]
        return "\n".join(lines)


def ci_gate(
    *,
    dataset: int | None = None,
    split: str | None = None,
    run: int | None = None,
    idempotency_key: str | None = None,
    timeout: float = TIMEOUT,
    baseline: int | None = None,
    baseline_name: str | None = None,
    max_mean_drop: float | None = None,
    max_new_failures: int | None = None,
    max_criterion_drop: float | None = None,
    allow_missing_baseline: bool | None = None,
    require_significance: bool | None = None,
    fail_on_inconclusive: bool | None = None,
    client: Requests | None = None,
) -> CiGateResult:
    """Runs a dataset, or takes a run that exists, and compares it with an earlier one.

    Without `baseline` and `baseline_name` that is the run of its name before it.
    """
    if client is None:
        from tracewell._module import api

        client = api
    until = time.monotonic() + timeout
    run_id = run if run is not None else _new_run(client, dataset, split, idempotency_key, timeout)
    found = _awaited(client, run_id, until)
    name = baseline_name if baseline_name is not None or baseline is not None else found.get("name")
    answer = _ask(
        client,
        "GET",
        "/v1/eval-runs/gate",
        query={
            "candidate": run_id,
            "baseline": baseline,
            "baselineName": name,
            "maxMeanDrop": max_mean_drop,
            "maxNewFailures": max_new_failures,
            "maxCriterionDrop": max_criterion_drop,
            "allowMissingBaseline": allow_missing_baseline,
            "requireSignificance": require_significance,
            "failOnInconclusive": fail_on_inconclusive,
        },
    )
    return CiGateResult(
        run_id=run_id,
        passed=answer["pass"],
        verdict=answer["verdict"],
        explanation=answer["explanation"],
        violations=tuple(each["message"] for each in answer["violations"]),
        cautions=tuple(each["message"] for each in answer["cautionDetails"]),
    )


def _ask(client: Requests, method: str, path: str, *, patience: float = PATIENCE, **request: Any) -> Any:
    response = client.ask(method, path, timeout=ATTEMPT, patience=patience, repeatable=True, **request)
    if not response.is_success:
        raise error_of(response)
    return response.json()


def _new_run(client: Requests, dataset: int | None, split: str | None, key: str | None, timeout: float) -> int:
    if dataset is None:
        raise ValueError("Give a dataset to run, or a run.")
    # The key makes it safe to repeat the request.
    body = {"idempotencyKey": key or str(uuid.uuid4()), **({} if split is None else {"split": split})}
    path, patience = "/v1/eval-datasets/{id}/run", min(RATE_WINDOW, timeout)
    return int(_ask(client, "POST", path, places={"id": dataset}, body=body, patience=patience)["runId"])


def _awaited(client: Requests, run_id: int, until: float) -> Mapping[str, Any]:
    pause = FIRST_PAUSE
    patience = PATIENCE
    while True:
        path = "/v1/eval-runs/{id}"
        run: Mapping[str, Any] = _ask(client, "GET", path, places={"id": run_id}, patience=patience)["run"]
        status = run["status"]
        if status in ("failed", "canceled"):
            end = "failed" if status == "failed" else "was cancelled"
            raise RuntimeError(f"Run {run_id} {end}. {run.get('error') or ''}".strip())
        if status not in ("queued", "running"):
            return run
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"Run {run_id} is still {status}. It continues; give it as `run` later.")
        time.sleep(min(pause, left))
        pause = min(1.5 * pause, LONGEST_PAUSE)
        patience = max(1.0, min(RESTART, until - time.monotonic()))
