"""The real clients of the vendors, against fake models on a socket, and what the real service stores of it."""

from __future__ import annotations

import asyncio
import time
import warnings
from typing import Any

import pytest
from conftest import Product

import tracewell

warnings.simplefilter("ignore")

openai = pytest.importorskip("openai")
anthropic = pytest.importorskip("anthropic")
genai = pytest.importorskip("google.genai")

QUESTION: Any = [{"role": "user", "content": "What is the capital of France?"}]
ANSWER = "Paris is the capital of France."
OPENAI = (1184, 17)
ANTHROPIC = (1422, 19)
GOOGLE = (1184, 81)


class Calls:
    """What is stored of the calls in one session."""

    def __init__(self, product: Product, live: tracewell.Tracewell, session: str) -> None:
        self.product = product
        self.live = live
        self.session = session

    def stored(self, count: int) -> list[Any]:
        assert self.live.flush(timeout=30)
        until = time.monotonic() + 30
        while True:
            page = self.live.api.query_calls({"limit": 100, "sessionId": self.session})
            if len(page["records"]) >= count or time.monotonic() > until:
                break
            time.sleep(0.1)
        assert len(page["records"]) == count
        return [self.live.api.get_call(record["id"])["call"] for record in reversed(page["records"])]


@pytest.fixture
def calls(product: Product, live: tracewell.Tracewell, request: pytest.FixtureRequest) -> Any:
    session = f"{request.node.name}-{time.time_ns()}"
    with tracewell.scope(session=session, user="ada", tags={"plan": "pro"}):
        yield Calls(product, live, session)


def counts(record: Any) -> tuple[int, int]:
    return record["promptTokens"], record["completionTokens"]


@pytest.fixture
def client(product: Product) -> Any:
    return tracewell.wrap_openai(openai.OpenAI(base_url=f"{product.models}/v1", api_key="x"), stream_usage=True)


def test_openai_chat(client: Any, calls: Calls, errors: list[str]) -> None:
    client.chat.completions.create(model="gpt-4o-mini", messages=QUESTION, temperature=0.5)
    parts = list(client.chat.completions.create(model="gpt-4o", messages=QUESTION, stream=True))
    assert all(part.choices for part in parts), "the part with the usage is hidden"
    with client.chat.completions.stream(model="gpt-4.1", messages=QUESTION) as stream:
        assert stream.get_final_completion().choices[0].message.content == ANSWER
    client.chat.completions.parse(model="gpt-4o-mini", messages=QUESTION)
    raw = client.chat.completions.with_raw_response.create(model="gpt-4o-mini", messages=QUESTION)
    assert raw.parse().choices[0].message.content == ANSWER
    stored = calls.stored(5)
    assert [counts(each) for each in stored] == [OPENAI] * 5
    assert [each["model"] for each in stored] == ["gpt-4o-mini", "gpt-4o", "gpt-4.1", "gpt-4o-mini", "gpt-4o-mini"]
    for each in stored:
        assert (each["provider"], each["sessionId"], each["tags"]["plan"]) == ("openai", calls.session, "pro")
        assert "capital of France?" in str(each["requestMeta"]["input"])
        assert ANSWER in str(each["requestMeta"]["output"])
    assert errors == []


def test_openai_responses_embeddings_and_retries(client: Any, calls: Calls, errors: list[str]) -> None:
    client.responses.create(model="gpt-4.1", input="Why?", instructions="Be brief.")
    for _ in client.responses.create(model="gpt-4.1", input="Why?", stream=True):
        pass
    with client.responses.stream(model="gpt-4.1", input="Why?") as stream:
        stream.until_done()
    client.embeddings.create(model="text-embedding-3-small", input=["a", "b"])
    # The client repeats it by itself.
    client.chat.completions.create(model="gpt-4-turbo", messages=QUESTION)
    with pytest.raises(openai.BadRequestError):
        client.chat.completions.create(model="gpt-4.1-nano", messages=QUESTION)
    *good, failed = calls.stored(6)
    assert [counts(each) for each in good] == [OPENAI, OPENAI, OPENAI, (8, 0), OPENAI]
    assert "rejects this request" in failed["error"]
    assert errors == []


def test_openai_streams_that_are_left(client: Any, calls: Calls) -> None:
    stream = client.chat.completions.create(model="gpt-4o", messages=QUESTION, stream=True)
    for part in stream:
        if part.choices[0].delta.content:
            break
    stream.close()
    del stream
    client.chat.completions.create(model="gpt-4o-mini", messages=QUESTION, stream=True)
    left, unread = calls.stored(2)
    assert "Paris" in str(left["requestMeta"]["output"])
    assert ANSWER not in str(left["requestMeta"]["output"])
    assert counts(unread) == (0, 0)


def test_openai_async(product: Product, calls: Calls, errors: list[str]) -> None:
    async def main() -> None:
        client = tracewell.wrap_openai(
            openai.AsyncOpenAI(base_url=f"{product.models}/v1", api_key="x"), stream_usage=True
        )
        assert tracewell.wrap_openai(client) is client
        await asyncio.gather(
            *(client.chat.completions.create(model="gpt-4o-mini", messages=QUESTION) for _ in range(5))
        )
        async for _ in await client.chat.completions.create(model="gpt-4o-mini", messages=QUESTION, stream=True):
            pass
        async with client.chat.completions.stream(model="gpt-4o-mini", messages=QUESTION) as stream:
            async for _ in stream:
                pass

    asyncio.run(main())
    assert [counts(each) for each in calls.stored(7)] == [OPENAI] * 7
    assert errors == []


def test_tool_calls(client: Any, calls: Calls) -> None:
    tools = [{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}]
    weather = [{"role": "user", "content": "What is the weather in Paris?"}]
    asked = client.chat.completions.create(model="gpt-4.1", messages=weather, tools=tools).choices[0].message
    result = {"role": "tool", "tool_call_id": asked.tool_calls[0].id, "content": "Sunny"}
    messages = [*weather, asked, result]
    client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools)
    first, second = calls.stored(2)
    assert "get_weather" in str(first["requestMeta"]["output"])
    assert "Sunny" in str(second["requestMeta"]["input"])
    assert "call_weather_1" in str(second["requestMeta"]["input"])


def test_anthropic(product: Product, calls: Calls, errors: list[str]) -> None:
    client = tracewell.wrap_anthropic(anthropic.Anthropic(base_url=product.models, api_key="x"))
    given: Any = {"model": "claude-opus-4-1", "max_tokens": 100, "messages": QUESTION}
    client.messages.create(**given, system="Be brief.")
    for _ in client.messages.create(**given, stream=True):
        pass
    with client.messages.stream(**given) as stream:
        assert stream.get_final_text() == ANSWER
    client.beta.messages.create(**given)

    async def main() -> None:
        aclient = tracewell.wrap_anthropic(anthropic.AsyncAnthropic(base_url=product.models, api_key="x"))
        await aclient.messages.create(**given)
        async with aclient.messages.stream(**given) as stream:
            async for _ in stream.text_stream:
                pass

    asyncio.run(main())
    stored = calls.stored(6)
    assert [counts(each) for each in stored] == [ANTHROPIC] * 6
    assert {each["requestMeta"]["cachedTokens"] for each in stored} == {1024}
    assert all(ANSWER in str(each["requestMeta"]["output"]) for each in stored)
    assert errors == []


def test_google(product: Product, calls: Calls, errors: list[str]) -> None:
    client = tracewell.wrap_google(genai.Client(api_key="x", http_options={"base_url": product.models}))
    model = "gemini-2.5-flash"
    client.models.generate_content(model=model, contents="Why?", config={"system_instruction": "Be brief."})
    for _ in client.models.generate_content_stream(model=model, contents=["Why?"]):
        pass
    client.chats.create(model=model).send_message("Why?")

    async def main() -> None:
        await client.aio.models.generate_content(model=model, contents="Why?")
        async for _ in await client.aio.models.generate_content_stream(model=model, contents="Why?"):
            pass

    asyncio.run(main())
    stored = calls.stored(5)
    assert [counts(each) for each in stored] == [GOOGLE] * 5
    assert all("Paris" in str(each["requestMeta"]["output"]) for each in stored)
    assert errors == []


def test_an_instrumentation_of_the_same_client_does_not_count_twice(product: Product, calls: Calls) -> None:
    instrumentation = pytest.importorskip("openinference.instrumentation.openai")
    instrumentor = instrumentation.OpenAIInstrumentor()
    instrumentor.instrument(tracer_provider=tracewell.tracer_provider())
    try:
        client = tracewell.wrap_openai(openai.OpenAI(base_url=f"{product.models}/v1", api_key="x"))
        client.chat.completions.create(model="gpt-4o-mini", messages=QUESTION)
        [only] = calls.stored(1)
        assert counts(only) == OPENAI
    finally:
        instrumentor.uninstrument()


def test_installed_instrumentations_are_picked_up(product: Product, live: tracewell.Tracewell) -> None:
    from tracewell._instrumentors import turn_on

    chat = pytest.importorskip("langchain_openai").ChatOpenAI(
        model="gpt-4o-mini", base_url=f"{product.models}/v1", api_key="x"
    )
    langchain = pytest.importorskip("openinference.instrumentation.langchain")
    turn_on(live.tracer_provider, live.settings.report)
    # A second `init()` takes them over.
    names = turn_on(live.tracer_provider, live.settings.report)
    try:
        # The framework's has the calls; that of the client would count them twice.
        assert names == ["langchain"]
        session = f"langchain-{time.time_ns()}"
        with tracewell.session(session):
            assert chat.invoke("Why?").content == ANSWER
        [only] = Calls(product, live, session).stored(1)
        assert counts(only) == OPENAI
    finally:
        langchain.LangChainInstrumentor().uninstrument()


def test_images_are_whole(client: Any, calls: Calls) -> None:
    picture = "data:image/png;base64," + "iVBORw0KGgo" * 100_000
    content = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": picture}}]
    client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": content}])
    [only] = calls.stored(1)
    assert not only.get("contentTruncated")
    assert "What is it?" in str(only["requestMeta"]["input"])
