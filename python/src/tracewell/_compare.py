"""A comparison of the program's own tasks: each answers the items of a dataset, the answers are uploaded as an
experiment, and the service scores and ranks them item by item."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from tracewell._content import as_text
from tracewell._errors import error_of
from tracewell._experiment import ExperimentItem, ask, items_of
from tracewell._http import AsyncRequests
from tracewell._spans import SpanBlock, SpanDetails
from tracewell._work_items import Progress, called, for_each

if TYPE_CHECKING:
    from tracewell._tracewell import Tracewell
    from tracewell.api import types

CONCURRENCY = 4
AT_ONCE = 100
LOOK = 0.5
PATIENCE = 600.0
MAX_ERROR = 2_000


@dataclass(frozen=True)
class TaskComparison:
    experiment_id: str
    url: str
    """Its page in the dashboard."""
    _host: Any

    def leaderboard(self, *, timeout: float = PATIENCE) -> types.ExperimentLeaderboard:
        """Waits for the scores.

        `winner` is the number of the variant that is proven to beat the baseline; if it is None, `verdict` says
        whether the others are no better (`no_difference`) or the data cannot tell (`inconclusive`).
        """
        until = time.monotonic() + timeout
        while True:
            found = self._ask("/v1/experiments/{id}")
            status = found["status"]
            if status in ("done", "failed"):
                break
            if status in ("paused", "cancelled"):
                raise RuntimeError(f"The experiment is {status}. {found.get('message') or ''}".rstrip())
            if time.monotonic() > until:
                raise TimeoutError(f"The experiment was not scored within {timeout:g} seconds.")
            time.sleep(LOOK)
        return cast("types.ExperimentLeaderboard", self._ask("/v1/experiments/{id}/leaderboard"))

    def _ask(self, path: str) -> Any:
        response = self._host.api.ask("GET", path, places={"id": self.experiment_id})
        if not response.is_success:
            raise error_of(response)
        return response.json()


async def run_comparison(
    host: Tracewell,
    name: str,
    *,
    dataset: int,
    variants: Mapping[str, Callable[[ExperimentItem], Any]],
    baseline: str | None = None,
    criteria: Sequence[int] = (),
    repetitions: int = 1,
    concurrency: int = CONCURRENCY,
    progress: bool = True,
) -> TaskComparison:
    """Raises if the service does not answer."""
    names = list(variants)
    if baseline is not None and baseline not in variants:
        raise ValueError(f"The baseline {baseline} is none of the variants.")
    client = AsyncRequests(host.settings.url, api_key=host.settings.api_key, project_id=host.settings.project_id)
    items = await items_of(client, dataset)
    # Not repeated: two drafts would be made.
    response = await client.ask(
        "POST",
        "/v1/experiments",
        body={
            "name": name,
            "datasetId": dataset,
            "variants": [{"name": each, "kind": "code"} for each in names],
            "baseline": 0 if baseline is None else names.index(baseline),
            "repetitions": repetitions,
            "criterionIds": list(criteria),
        },
    )
    if not response.is_success:
        raise error_of(response)
    experiment_id = str(response.json()["id"])
    place = {"id": experiment_id}
    waiting: list[dict[str, Any]] = []

    async def upload() -> None:
        results = waiting[:AT_ONCE]
        del waiting[:AT_ONCE]
        # An answer that is there stays, so a repeated upload changes nothing.
        await ask(client, "POST", "/v1/experiments/{id}/results", places=place, body={"results": results})

    cells = [(r, item, at) for r in range(repetitions) for item in items for at in range(len(names))]
    bar = Progress(name, len(cells), progress)
    with ThreadPoolExecutor(max(1, concurrency), thread_name_prefix="tracewell-task") as pool:

        async def work(cell: tuple[int, ExperimentItem, int]) -> None:
            repetition, item, at = cell
            said = await _answer(pool, f"{name}: {names[at]}", item, variants[names[at]])
            waiting.append({"itemId": item.id, "variant": at, "repetition": repetition, **said})
            bar.step("error" in said)
            if len(waiting) >= AT_ONCE:
                await upload()

        try:
            await for_each(cells, work, concurrency)
        finally:
            bar.end()
    while waiting:
        await upload()
    response = await client.ask("POST", "/v1/experiments/{id}/start", places=place)
    if not response.is_success:
        raise error_of(response)
    await client.aclose()
    return TaskComparison(experiment_id, f"{host.settings.url}/evaluations/experiments/{experiment_id}", host)


async def _answer(
    pool: ThreadPoolExecutor, name: str, item: ExperimentItem, task: Callable[[ExperimentItem], Any]
) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        with SpanBlock(name, SpanDetails("chain", item.input_text)) as span:
            output = await called(pool, task, item)
            span.output(output)
        result: dict[str, Any] = {"output": as_text(output)}
    except Exception as error:
        result = {"error": str(error)[:MAX_ERROR] or "The task failed."}
    return {**result, "latencyMs": round((time.perf_counter() - started) * 1000)}
