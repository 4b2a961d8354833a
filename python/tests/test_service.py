"""Prompts, the gate, scores, experiments and the plugin of pytest, with the real service."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import FakeService, Product

import tracewell


def eventually(question: Any, seconds: float = 30) -> Any:
    until = time.monotonic() + seconds
    while True:
        found = question()
        if found or time.monotonic() > until:
            return found
        time.sleep(0.1)


def unique(name: str) -> str:
    return f"{name}-{time.time_ns()}"


def deployed(live: tracewell.Tracewell, name: str, version: str, **body: Any) -> None:
    prompt = live.api.create_prompt({"name": name, "version": version, **body})["prompt"]
    live.api.deploy_prompt(prompt["id"], {"label": "production"})


def test_prompts(live: tracewell.Tracewell, tmp_path: Path, product: Product) -> None:
    name = unique("greeting")
    deployed(live, name, "1", template="Greet {{name}} in {{ language }}.", variables={"language": "French"})
    prompt = tracewell.prompts.get(name)
    assert (prompt.version, prompt.is_fallback) == ("1", False)
    assert prompt.compile(name="Ada") == "Greet Ada in French."
    assert prompt.compile() == "Greet {{name}} in French."
    assert prompt.messages({"name": "Ada"}) == [{"role": "system", "content": "Greet Ada in French."}]
    with (
        tracewell.scope(prompt=prompt.link),
        tracewell.span("chat", type="llm", provider="openai", model="gpt-4o") as s,
    ):
        s.input([{"role": "user", "content": "Hi"}]).output("Hello").usage(input=10, output=2)
        trace_id = s.trace_id
    live.flush()
    [call] = eventually(lambda: live.api.query_calls({"traceId": trace_id, "promptName": name})["records"])
    assert call["model"] == "gpt-4o"


def test_chat_prompts_in_the_form_of_each_vendor(live: tracewell.Tracewell) -> None:
    name = unique("chat")
    messages = [
        {"role": "system", "content": "You are {{who}}."},
        {"type": "placeholder", "name": "history"},
        {"role": "user", "content": "{{question}}"},
    ]
    deployed(live, name, "1", type="chat", messages=messages)
    prompt = tracewell.prompts.get(name)
    said: list[tracewell.ChatMessage] = [{"role": "assistant", "content": "Before."}]
    given = {"who": "kind", "question": "Why?"}
    assert prompt.messages(given, placeholders={"history": said}) == [
        {"role": "system", "content": "You are kind."},
        {"role": "assistant", "content": "Before."},
        {"role": "user", "content": "Why?"},
    ]
    assert prompt.anthropic(given) == {"system": "You are kind.", "messages": [{"role": "user", "content": "Why?"}]}
    assert prompt.google(given, placeholders={"history": said}) == {
        "config": {"system_instruction": "You are kind."},
        "contents": [
            {"role": "model", "parts": [{"text": "Before."}]},
            {"role": "user", "parts": [{"text": "Why?"}]},
        ],
    }


def test_prompts_in_an_outage(fake: FakeService, tmp_path: Path) -> None:
    facts = {"id": 7, "name": "p", "version": "1", "template": "T {{x}}"}
    found = {**facts, "messages": None, "variables": None, "config": {}}
    asked: list[str] = []

    def answer(path: str, body: Any) -> tuple[int, Any]:
        asked.append(path)
        return 200, {"prompt": found}

    fake.answer = answer
    options: Any = {"url": fake.url, "api_key": "k", "instrument": False, "sigterm": False, "prompt_copies": tmp_path}
    tracewell.init(**options, on_error=lambda error: None)
    assert tracewell.prompts.get("p").compile(x=1) == "T 1"
    assert asyncio.run(tracewell.prompts.aget("p")).version == "1"
    assert len(asked) == 1
    fake.answer = lambda path, body: (503, {"error": "Away.", "reason": "unavailable", "retryAfter": 60})
    assert tracewell.prompts.get("p", ttl=0).version == "1"
    # Another start of the program, from the copy on disk.
    tracewell.init(**options, on_error=lambda error: None)
    assert tracewell.prompts.get("p", timeout=0.2).version == "1"
    assert tracewell.prompts.get("q", fallback="F {{x}}", timeout=0.2).compile(x=2) == "F 2"
    with pytest.raises(tracewell.TracewellError, match="Away"):
        tracewell.prompts.get("r", timeout=0.2)
    tracewell.close(0.1)


def test_the_gate(live: tracewell.Tracewell) -> None:
    budget = live.api.create_gate_budget({"name": unique("small"), "limitUsd": 4, "period": "day"})
    try:
        assert tracewell.gate.check(model="gpt-4o", provider="openai").decision == "allow"
        with tracewell.gate.step(model="gpt-4o", provider="openai", estimated_cost_usd=0.001) as verdict:
            assert verdict.hold is not None
        with (
            pytest.raises(tracewell.GateDenied) as denied,
            tracewell.gate.step(model="gpt-4o", provider="openai", estimated_cost_usd=5),
        ):
            raise AssertionError("the step was taken")
        assert denied.value.reasons

        async def main() -> str:
            async def work() -> str:
                return "done"

            with pytest.raises(tracewell.GateDenied):
                await tracewell.gate.arun(work, model="gpt-4o", provider="openai", estimated_cost_usd=5)
            return await tracewell.gate.arun(work, model="gpt-4o", provider="openai")

        assert asyncio.run(main()) == "done"
    finally:
        live.api.delete_gate_budget(budget["id"])


def test_the_gate_in_an_outage(fake: FakeService) -> None:
    fake.answer = lambda path, body: (503, {})
    tracewell.init(url=fake.url, api_key="k", instrument=False, sigterm=False, on_error=lambda error: None)
    assert tracewell.gate.check(model="m").is_unavailable
    with tracewell.gate.step(model="m"):
        pass
    with (
        pytest.raises(tracewell.GateDenied, match="did not answer"),
        tracewell.gate.step(model="m", on_unavailable="deny"),
    ):
        pass
    fake.delay = 3
    started = time.monotonic()
    assert tracewell.gate.check(model="m", timeout=0.1).decision == "allow"
    assert time.monotonic() - started < 3
    tracewell.close(0.1)


def dataset_of(live: tracewell.Tracewell, count: int) -> int:
    dataset = live.api.create_eval_dataset({"name": unique("questions")})["id"]
    live.api.add_items_to_eval_dataset(
        dataset, {"items": [{"inputText": f"question {n}", "expectedOutput": f"answer {n}"} for n in range(count)]}
    )
    return dataset


def criterion_of(live: tracewell.Tracewell) -> int:
    name = unique("says answer")
    created = live.api.create_eval_criterion(
        {
            "name": name,
            "type": "contains",
            "rubric": "answer",
            "scoreType": "boolean",
            "scaleMin": 0,
            "scaleMax": 1,
        }
    )
    return next(each["id"] for each in created["criteria"] if each["name"] == name)


def say(item: tracewell.ExperimentItem, text: str) -> str:
    with tracewell.span("chat", type="llm", provider="openai", model="gpt-4o-mini", input=item.input_text) as span:
        span.output(text).usage(input=5, output=5)
    return text


def exact(item: tracewell.ExperimentItem, output: str) -> bool:
    return output == item.expected_output


def test_experiments(live: tracewell.Tracewell, tmp_path: Path, errors: list[str]) -> None:
    dataset, criterion = dataset_of(live, 8), criterion_of(live)
    name = unique("experiment")

    def good(item: tracewell.ExperimentItem) -> str:
        return say(item, item.input_text.replace("question", "answer"))

    first = tracewell.experiment(
        name, dataset=dataset, task=good, scorers=[exact], criteria=[criterion], progress=False
    )
    assert all(answer.error is None for answer in first.answers), first.answers
    assert [answer.scores for answer in first.answers] == [{"exact": True}] * 8
    assert "mean 1.000" in first.table()
    assert first.url.endswith(f"/evaluations/runs/{first.run_id}")
    verdict = first.gate(allow_missing_baseline=True)
    assert verdict.passed, str(verdict)

    async def bad(item: tracewell.ExperimentItem, scored: Any) -> str:
        say(item, "planning the answer")
        with scored():
            return say(item, "no idea")

    second = tracewell.experiment(
        name, dataset=dataset, task=bad, criteria=[criterion], concurrency=3, progress=False
    )
    verdict = second.gate(max_mean_drop=0.05)
    assert not verdict.passed
    assert str(verdict).startswith(f"Run {second.run_id}: fail.")
    assert errors == []


def test_an_experiment_goes_on_where_it_was(live: tracewell.Tracewell, tmp_path: Path) -> None:
    dataset, criterion = dataset_of(live, 6), criterion_of(live)
    ran: list[str] = []

    def flaky(item: tracewell.ExperimentItem) -> str:
        ran.append(item.input_text)
        if len(ran) == 4:
            raise KeyboardInterrupt
        return say(item, "answer")

    options: Any = {
        "dataset": dataset, "task": flaky, "criteria": [criterion], "concurrency": 1, "progress": False,
        "resume": str(tmp_path / "answers.jsonl"),
    }  # fmt: skip
    name = unique("resumed")
    with pytest.raises(KeyboardInterrupt):
        tracewell.experiment(name, **options)
    done = tracewell.experiment(name, **options)
    assert len(ran) == 7
    assert [answer.output for answer in done.answers] == ["answer"] * 6


def test_compare(live: tracewell.Tracewell) -> None:
    dataset, criterion = dataset_of(live, 6), criterion_of(live)
    compared = tracewell.compare(
        unique("compare"),
        dataset=dataset,
        variants={"old": lambda item: "no", "new": lambda item: f"the answer to {item.input_text}"},
        criteria=[criterion],
        progress=False,
    )
    board = compared.leaderboard(timeout=60)
    assert len(board["entries"]) == 2
    assert board["baseline"] == 0


PLUGIN = """
    import pytest, tracewell

    @pytest.mark.tracewell(run={good}, allow_missing_baseline=True)
    def test_good():
        pass

    @pytest.mark.tracewell(run={bad}, baseline={good}, max_mean_drop=0.05)
    def test_bad():
        pass

    def test_other():
        pass
"""


def test_the_plugin_of_pytest(
    live: tracewell.Tracewell, product: Product, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset, criterion = dataset_of(live, 8), criterion_of(live)
    runs = [
        tracewell.experiment(
            unique(text),
            dataset=dataset,
            task=lambda item, text=text: say(item, text),
            criteria=[criterion],
            progress=False,
        ).run_id
        for text in ("the answer", "no idea")
    ]
    pytester.makepyfile(PLUGIN.format(good=runs[0], bad=runs[1]))
    monkeypatch.setenv("TRACEWELL_URL", product.url)
    monkeypatch.setenv("TRACEWELL_API_KEY", product.key)
    pytester.runpytest_subprocess().assert_outcomes(passed=1, skipped=2)
    result = pytester.runpytest_subprocess("--tracewell")
    result.assert_outcomes(passed=2, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        ["*Tracewell gate*", "test_good", f"Run {runs[0]}: *", "test_bad", f"Run {runs[1]}: fail.*"]
    )


def test_the_generated_client(live: tracewell.Tracewell, product: Product) -> None:
    assert live.api.get_health()["status"] == "ok"
    with pytest.raises(tracewell.TracewellError) as caught:
        live.api.get_call("no such call")
    assert (caught.value.status, caught.value.reason) == (404, "not_found")
    assert caught.value.request_id
    project = live.api.create_project({"name": unique("p")})
    assert live.api.get_project(project["id"])["id"] == project["id"]

    async def main() -> Any:
        return await live.async_api.list_projects()

    # Each loop has its own connections.
    assert asyncio.run(main()) == asyncio.run(main())
    exported = live.api.export_calls({}, format="csv")
    assert exported.startswith(b"\xef\xbb\xbfid,")
