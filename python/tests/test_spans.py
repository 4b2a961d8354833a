"""Spans around functions of every kind."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import FakeService
from opentelemetry import trace

import tracewell


def test_a_function(tw: tracewell.Tracewell, fake: FakeService) -> None:
    @tracewell.observe(type="agent")
    def answer(question: str, depth: int = 1) -> dict[str, int]:
        """Answers."""
        return {"depth": depth}

    assert (answer.__name__, answer.__doc__) == ("answer", "Answers.")
    assert answer("Why?", depth=3) == {"depth": 3}
    assert tw.flush()
    span = fake.span("answer")
    assert span["attributes"] == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "answer",
        "input.value": '{"question":"Why?","depth":3}',
        "output.value": '{"depth":3}',
    }
    assert "parentSpanId" not in span


def test_methods_lose_self(tw: tracewell.Tracewell, fake: FakeService) -> None:
    class Agent:
        @tracewell.observe
        def ask(self, question: str) -> str:
            return question.upper()

        @tracewell.observe
        @staticmethod
        def still(question: str) -> str:
            return question

        @classmethod
        @tracewell.observe
        def made(cls, question: str) -> str:
            return question

    assert Agent().ask("why") == "WHY"
    assert (Agent.still("a"), Agent.made("b")) == ("a", "b")
    tw.flush()
    assert [fake.span(name)["attributes"]["input.value"] for name in ("ask", "still", "made")] == ["why", "a", "b"]


def test_coroutines_and_their_children(tw: tracewell.Tracewell, fake: FakeService) -> None:
    @tracewell.observe(type="tool")
    async def tool(n: int) -> int:
        await asyncio.sleep(0.01)
        return n * 2

    @tracewell.observe
    async def agent() -> list[int]:
        return list(await asyncio.gather(*(tool(n) for n in range(3))))

    assert inspect.iscoroutinefunction(agent)
    assert asyncio.run(agent()) == [0, 2, 4]
    tw.flush()
    parent = fake.span("agent")
    tools = [span for span in fake.spans() if span["name"] == "tool"]
    assert {span["parentSpanId"] for span in tools} == {parent["spanId"]}
    assert {span["traceId"] for span in tools} == {parent["traceId"]}


def test_generators(tw: tracewell.Tracewell, fake: FakeService) -> None:
    @tracewell.observe
    def words() -> Any:
        sent = yield "a"
        with tracewell.span("inside"):
            yield sent
        return "end"

    generator = words()
    assert inspect.isgeneratorfunction(words)
    assert next(generator) == "a"
    assert trace.get_current_span() is trace.INVALID_SPAN
    assert generator.send("b") == "b"
    with pytest.raises(StopIteration) as end:
        next(generator)
    assert end.value.value == "end"
    tw.flush()
    assert fake.span("words")["attributes"]["output.value"] == "ab"
    assert fake.span("inside")["parentSpanId"] == fake.span("words")["spanId"]


def test_async_generators_and_one_that_is_left(tw: tracewell.Tracewell, fake: FakeService) -> None:
    closed: list[bool] = []

    @tracewell.observe
    async def parts() -> Any:
        try:
            for n in range(100):
                yield n
        finally:
            closed.append(True)

    async def main() -> None:
        assert [n async for n in parts()] == list(range(100))
        left = parts()
        assert await anext(left) == 0
        await left.aclose()

    asyncio.run(main())
    assert closed == [True, True]
    tw.flush()
    by_completeness = {
        next((a["value"] for a in s["attributes"] if a["key"] == "tracewell.stream_incomplete"), None) is not None
        for s in fake.spans()
    }
    assert by_completeness == {True, False}


def test_the_users_errors_stay_as_they_are(tw: tracewell.Tracewell, fake: FakeService) -> None:
    class Broken(ValueError):
        pass

    @tracewell.observe
    def fails() -> None:
        raise Broken("no luck")

    with pytest.raises(Broken, match="no luck") as caught:
        fails()
    assert caught.value.__cause__ is None
    tw.flush()
    span = fake.span("fails")
    assert span["status"] == {"code": 2, "message": "no luck"}
    assert span["attributes"]["error.type"] == "Broken"
    [event] = span["events"]
    assert {a["key"] for a in event["attributes"]} == {"exception.type", "exception.message", "exception.stacktrace"}


def test_cancellation_is_an_error_and_goes_on(tw: tracewell.Tracewell, fake: FakeService) -> None:
    @tracewell.observe
    async def slow() -> None:
        await asyncio.sleep(60)

    async def main() -> None:
        task = asyncio.create_task(slow())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(slow(), 0.01)

    asyncio.run(main())
    tw.flush()
    assert [attributes["error.type"] for attributes in map(_attributes, fake.spans())] == ["CancelledError"] * 2


def _attributes(span: dict[str, Any]) -> dict[str, Any]:
    return {each["key"]: next(iter(each["value"].values())) for each in span["attributes"]}


def test_scope_reaches_every_span_below(tw: tracewell.Tracewell, fake: FakeService) -> None:
    with (
        tracewell.session("chat-42"),
        tracewell.user("ada"),
        tracewell.tags(plan="pro", beta=True),
        tracewell.span("outer"),
        tracewell.scope(tags={"plan": "free", "n": 2}, agent="helper"),
        tracewell.span("inner") as inner,
    ):
        inner.score("helpful", True, comment="yes")
    with tracewell.span("outside"):
        pass
    tw.flush()
    outer, inner_span = fake.span("outer")["attributes"], fake.span("inner")["attributes"]
    common = {"gen_ai.conversation.id": "chat-42", "session.id": "chat-42", "user.id": "ada"}
    assert outer == {**common, "tracewell.tag.plan": "pro", "tracewell.tag.beta": "true"}
    assert inner_span == {
        **common,
        "tracewell.tag.plan": "free",
        "tracewell.tag.beta": "true",
        "tracewell.tag.n": "2",
        "gen_ai.agent.name": "helper",
    }
    assert fake.span("outside")["attributes"] == {}
    [score] = fake.scores()
    assert (score["name"], score["value"], score["spanId"]) == ("helpful", True, fake.span("inner")["spanId"])


def test_threads(tw: tracewell.Tracewell, fake: FakeService) -> None:
    def work(n: int) -> None:
        with tracewell.span(f"work {n}"):
            pass

    with tracewell.session("s"), tracewell.span("parent"), ThreadPoolExecutor(8) as pool:
        list(pool.map(tracewell.carry(work), range(20)))
    thread = threading.Thread(target=work, args=(99,))
    thread.start()
    thread.join()
    tw.flush()
    parent = fake.span("parent")
    children = [span for span in fake.spans() if span.get("parentSpanId") == parent["spanId"]]
    assert len(children) == 20
    assert all(_attributes(span)["session.id"] == "s" for span in children)
    assert "parentSpanId" not in fake.span("work 99")


def test_another_service_continues_the_trace(tw: tracewell.Tracewell, fake: FakeService) -> None:
    with tracewell.scope(session="s", tags={"plan": "pro"}), tracewell.span("here"):
        headers = tracewell.outgoing({"accept": "*/*"})
    assert set(headers) == {"accept", "traceparent", "baggage"}
    with tracewell.incoming({k.title(): v for k, v in headers.items()}), tracewell.span("there"):
        pass
    with tracewell.incoming({"traceparent": "nonsense"}), tracewell.span("alone"):
        pass
    tw.flush()
    assert fake.span("there")["parentSpanId"] == fake.span("here")["spanId"]
    assert fake.span("there")["attributes"]["tracewell.tag.plan"] == "pro"
    assert "parentSpanId" not in fake.span("alone")


def test_any_value_has_a_text(tw: tracewell.Tracewell, fake: FakeService, errors: list[str]) -> None:
    class Hostile:
        def __str__(self) -> str:
            raise RuntimeError("no text")

    cycle: dict[str, Any] = {}
    cycle["self"] = cycle
    values = [cycle, b"\x00" * 10, {1: "a", (2, 3): "b"}, Hostile(), object(), "\ud800", float("nan"), lambda: 1, {3}]
    for value in values:
        with tracewell.span("value", input=value):
            pass
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    with tracewell.span("deep", input=deep):
        pass
    assert tw.flush()
    assert len(fake.spans()) == len(values) + 1
    texts = [_attributes(span).get("input.value") for span in fake.spans()]
    assert texts[0] == '{"self":"<circular>"}'
    assert texts[1] == '"<10 bytes>"'
    assert json.loads(texts[2] or "") == {"1": "a", "(2, 3)": "b"}
    assert errors == []


def test_without_init_nothing_happens() -> None:
    from tracewell._instrument import set_tracewell

    set_tracewell(None)

    @tracewell.observe
    def plain(n: int) -> int:
        return n + 1

    with tracewell.session("s"), tracewell.span("x") as span:
        assert plain(1) == 2
        span.output("y").set({"a": 1}).usage(input=1).score("s", 1)
    assert tracewell.current() is None
    assert tracewell.flush()


def test_sampling(fake: FakeService) -> None:
    made = tracewell.init(url=fake.url, api_key="k", sample=0, delay=0.01, instrument=False, sigterm=False)

    def traced(name: str) -> None:
        with tracewell.span(name), tracewell.span(f"{name} child"):
            pass

    traced("no")
    with tracewell.scope(sampled=True):
        traced("yes")
    made.close()
    assert sorted(span["name"] for span in fake.spans()) == ["yes", "yes child"]


def test_beside_a_provider_of_the_program(fake: FakeService) -> None:
    from opentelemetry.sdk.trace import TracerProvider

    provider = TracerProvider()
    made = tracewell.init(url=fake.url, api_key="k", delay=0.01, instrument=False, sigterm=False, content="none")
    provider.add_span_processor(tracewell.span_processor())
    tracer = provider.get_tracer("theirs")
    with (
        tracewell.session("s"),
        tracer.start_as_current_span("theirs", attributes={"input.value": "secret", "n": 1}),
    ):
        pass
    made.close()
    assert fake.span("theirs")["attributes"] == {"n": "1", "session.id": "s", "gen_ai.conversation.id": "s"}


def test_content_rules(fake: FakeService) -> None:
    def mask(text: str, key: str) -> str:
        if "bomb" in text:
            raise ValueError("mask failed")
        return text.replace("4111", "****")

    said: list[str] = []
    made = tracewell.init(
        url=fake.url,
        api_key="k",
        delay=0.01,
        instrument=False,
        sigterm=False,
        content=mask,
        on_error=lambda error: said.append(str(error)),
    )
    with tracewell.span("card", input="4111") as span:
        span.output("bomb")
    with pytest.raises(ValueError), tracewell.span("failing"):
        raise ValueError("card 4111")
    with made.tracer_provider.get_tracer("framework").start_as_current_span("theirs") as theirs:
        theirs.set_attribute("gen_ai.input.messages", "4111")
        theirs.set_attribute("mine", "4111")
    made.close()
    assert fake.span("card")["attributes"] == {"input.value": "****"}
    assert fake.span("failing")["status"]["message"] == "card ****"
    assert fake.span("theirs")["attributes"] == {"gen_ai.input.messages": "****", "mine": "4111"}
    assert said == ["mask failed"]
