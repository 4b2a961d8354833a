"""An experiment: the program's own code answers the items of a dataset, the service scores the calls that it made,
and the CI gate compares them with an earlier run. Calls and run find each other by a tag."""

from __future__ import annotations

import hashlib
import json
import sys
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opentelemetry import context as otel_context

from tracewell._ci_gate import CiGateResult, ci_gate
from tracewell._content import as_text
from tracewell._errors import error_of
from tracewell._http import AsyncRequests
from tracewell._scope import attached, scope_attributes, with_attributes
from tracewell._spans import SpanBlock, SpanDetails
from tracewell._work_items import Progress, called, for_each

if TYPE_CHECKING:
    from tracewell._tracewell import Tracewell

CONCURRENCY = 4
FLUSH = 30.0
MAX_CALLS = 500
"""The most that a run scores."""
ALL = "experiment"
ANSWERS = "experiment_answer"
ITEM = "experiment_item"
"""Names the item that a call answers, so that two experiments are compared item by item."""


@dataclass(frozen=True)
class ExperimentItem:
    input_text: str
    expected_output: str | None = None
    id: int | None = None
    """Only items of a dataset have one."""


ScoreValue = float | bool | str
Scorer = Callable[..., Any]
"""Gets the item and the output, and returns a number, a flag, a text, or several by name."""


@dataclass
class ExperimentAnswer:
    item: ExperimentItem
    output: Any = None
    error: BaseException | None = None
    """What the task raised. The experiment goes on."""
    trace_id: str = ""
    scores: dict[str, ScoreValue] = field(default_factory=lambda: {})


class Scored:
    """`with scored():` around the part of a task whose calls are scored, instead of all of them."""

    def __init__(self, key: str) -> None:
        self._attributes = scope_attributes(tags={ANSWERS: key})
        self.is_used = False

    def __call__(self) -> AbstractContextManager[None]:
        self.is_used = True
        return attached(with_attributes(otel_context.get_current(), self._attributes))


@dataclass(frozen=True)
class Experiment:
    name: str
    run_id: int
    """The run that scores the calls, in the background."""
    answers: Sequence[ExperimentAnswer]
    url: str
    """Its page in the dashboard."""
    _client: Any

    def gate(self, **thresholds: Any) -> CiGateResult:
        """Waits for the scores. Takes what `ci_gate` takes; without a baseline, the run of its name before it."""
        return ci_gate(run=self.run_id, client=self._client, **thresholds)

    def table(self) -> str:
        """The scores of your own scorers, and how many tasks failed."""
        failed = sum(answer.error is not None for answer in self.answers)
        lines = [f"{self.name}: {len(self.answers)} answers, {failed} failed"]
        names = sorted({name for answer in self.answers for name in answer.scores})
        width = max([len(name) for name in names], default=0)
        for name in names:
            values = [a.scores[name] for a in self.answers if name in a.scores]
            lines.append(f"  {name.ljust(width)}  {_summary(values)}")
        return "\n".join([*lines, f"  {self.url}"])


def _summary(values: Sequence[ScoreValue]) -> str:
    numbers = [float(value) for value in values if isinstance(value, (bool, int, float))]
    if len(numbers) == len(values) and numbers:
        return f"mean {sum(numbers) / len(numbers):.3f}, lowest {min(numbers):g}, of {len(numbers)}"
    counts: dict[str, int] = {}
    for value in values:
        counts[str(value)] = counts.get(str(value), 0) + 1
    return ", ".join(f"{value}: {count}" for value, count in sorted(counts.items()))


class _Resumed:
    """A file with the answers so far: an experiment that was interrupted goes on where it was."""

    def __init__(self, file: str | None) -> None:
        self._file = None if file is None else Path(file)
        self.key = str(uuid.uuid4())
        self.marked = False
        self._known: dict[str, Mapping[str, Any]] = {}
        if self._file is not None and self._file.exists():
            head, *lines = self._file.read_text(encoding="utf-8").splitlines() or ["{}"]
            self.key = json.loads(head).get("key", self.key)
            for line in lines:
                try:
                    found = json.loads(line)
                except ValueError:
                    # The program was killed while it wrote.
                    continue
                self._known[found["cell"]] = found
                self.marked = self.marked or bool(found.get("scored"))
        elif self._file is not None:
            self._file.write_text(json.dumps({"key": self.key}) + "\n", encoding="utf-8")

    def answer(self, cell: str, item: ExperimentItem) -> ExperimentAnswer | None:
        found = self._known.get(cell)
        if found is None:
            return None
        return ExperimentAnswer(item, found["output"], None, found["traceId"], dict(found["scores"]))

    def keep(self, cell: str, answer: ExperimentAnswer, scored: bool) -> None:
        """Failed tasks are not kept: they run again."""
        if self._file is None or answer.error is not None:
            return
        found = {"cell": cell, "traceId": answer.trace_id, "scores": answer.scores, "scored": scored}
        line = json.dumps({**found, "output": json.loads(json.dumps(answer.output, default=as_text))})
        with self._file.open("a", encoding="utf-8") as out:
            out.write(line + "\n")


async def run_experiment(
    host: Tracewell,
    name: str,
    *,
    dataset: int | Iterable[ExperimentItem | Mapping[str, Any]],
    task: Callable[..., Any],
    scorers: Sequence[Scorer] = (),
    criteria: Sequence[int] | None = None,
    repetitions: int = 1,
    concurrency: int = CONCURRENCY,
    resume: str | None = None,
    progress: bool = True,
) -> Experiment:
    """Raises if the service does not answer, because there is no experiment without it."""
    client = AsyncRequests(host.settings.url, api_key=host.settings.api_key, project_id=host.settings.project_id)
    items = await items_of(client, dataset) if isinstance(dataset, int) else list(map(_item, dataset))
    resumed = _Resumed(resume)
    scored = Scored(resumed.key)
    scored.is_used = resumed.marked
    cells = [(item, repetition) for repetition in range(max(1, repetitions)) for item in items]
    answers: list[ExperimentAnswer | None] = [None] * len(cells)
    bar = Progress(name, len(cells), progress)
    takes_scored = _takes_two(task)
    with ThreadPoolExecutor(max(1, concurrency), thread_name_prefix="tracewell-task") as pool:

        async def work(at: int) -> None:
            item, repetition = cells[at]
            cell = f"{item_name(item, dataset)}#{repetition}"
            known = resumed.answer(cell, item)
            if known is not None:
                answers[at] = known
                bar.step(False)
                return
            answer = answers[at] = ExperimentAnswer(item)
            tags = {ALL: resumed.key, ITEM: item_name(item, dataset)}
            inside = with_attributes(otel_context.get_current(), scope_attributes(tags=tags), sampled=True)
            block = SpanBlock(name, SpanDetails("chain", item.input_text))
            try:
                with attached(inside), block as span:
                    answer.trace_id = span.trace_id
                    args = (item, scored) if takes_scored else (item,)
                    answer.output = await called(pool, task, *args)
                    span.output(answer.output)
                    for scorer in scorers:
                        answer.scores.update(await _scores(pool, scorer, item, answer.output))
                    for score, value in answer.scores.items():
                        span.score(score, value)
            except Exception as error:
                answer.error = error
            resumed.keep(cell, answer, scored.is_used)
            bar.step(answer.error is not None)

        try:
            await for_each(range(len(cells)), work, concurrency)
        finally:
            bar.end()
        if not await called(pool, lambda: host.flush(FLUSH)):
            raise RuntimeError("The calls of the experiment could not be sent.")
    body: dict[str, Any] = {
        "name": name,
        "recentCount": MAX_CALLS,
        "filter": {"tags": {ANSWERS if scored.is_used else ALL: resumed.key}},
        "itemTag": ITEM,
        "idempotencyKey": resumed.key,
    }
    if criteria is not None:
        body["criterionIds"] = list(criteria)
    run_id = int((await ask(client, "POST", "/v1/eval-runs", body=body))["summary"]["id"])
    await client.aclose()
    done = [answer for answer in answers if answer is not None]
    experiment = Experiment(name, run_id, done, f"{host.settings.url}/evaluations/runs/{run_id}", host.api)
    if progress:
        print(experiment.table(), file=sys.stderr)
    return experiment


async def ask(client: AsyncRequests, method: str, path: str, **request: Any) -> Any:
    """Repeated after a failure: the keys in it make that safe."""
    response = await client.ask(method, path, repeatable=True, **request)
    if not response.is_success:
        raise error_of(response)
    return response.json() if response.content else None


def _takes_two(task: Callable[..., Any]) -> bool:
    import inspect

    try:
        parameters = inspect.signature(task).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return len([each for each in positional if each.default is each.empty]) >= 2


async def _scores(
    pool: ThreadPoolExecutor, scorer: Scorer, item: ExperimentItem, output: Any
) -> dict[str, ScoreValue]:
    value = await called(pool, scorer, item, output)
    if value is None:
        return {}
    if isinstance(value, Mapping):
        found: Mapping[str, ScoreValue] = value  # pyright: ignore[reportUnknownVariableType]
        return dict(found)
    return {getattr(scorer, "__name__", "score"): value}


def _item(given: ExperimentItem | Mapping[str, Any]) -> ExperimentItem:
    if isinstance(given, ExperimentItem):
        return given
    text = given.get("input_text", given.get("inputText", given.get("input")))
    expected = given.get("expected_output", given.get("expectedOutput"))
    if text is None:
        raise ValueError("An item of an experiment needs an input_text.")
    return ExperimentItem(as_text(text), None if expected is None else as_text(expected))


def item_name(item: ExperimentItem, dataset: object) -> str:
    """Items of a list have no id, so equal inputs are the same item."""
    if isinstance(dataset, int) and item.id is not None:
        return f"{dataset}/{item.id}"
    return hashlib.sha256(item.input_text.encode(errors="replace")).hexdigest()[:16]


async def items_of(client: AsyncRequests, dataset: int) -> list[ExperimentItem]:
    items: list[ExperimentItem] = []
    cursor: str | None = None
    while True:
        query = {"limit": 200, "cursor": cursor}
        path = "/v1/eval-datasets/{id}/items"
        page = await ask(client, "GET", path, places={"id": dataset}, query=query)
        for each in page["items"]:
            expected = each["expectedOutput"]
            text = None if expected is None else as_text(expected)
            if not each.get("archived"):
                items.append(ExperimentItem(as_text(each["input"]), text, each["id"]))
        cursor = page["nextCursor"]
        if cursor is None:
            return items
