import asyncio
import os

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

BASE_URL = os.environ["OPENAI_BASE_URL"]
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
LlamaIndexInstrumentor().instrument(tracer_provider=provider)


def model(name):
    return OpenAI(model=name, max_retries=0, api_base=BASE_URL)


def ask(name):
    return model(name).chat([ChatMessage(role="user", content=steps.QUESTION)])


def get_weather(city: str) -> str:
    """The weather of a city"""
    return steps.WEATHER


async def weather():
    agent = FunctionAgent(name="weather-agent", tools=[get_weather], llm=model("gpt-4.1"), streaming=False)
    await agent.run(steps.WEATHER_QUESTION)


with using_attributes(user_id="user-7", session_id="session-7", metadata={"plan": "pro"}):
    ask("gpt-4o-mini")
    for _ in model("gpt-4o").stream_chat(
        [ChatMessage(role="user", content=steps.QUESTION)], stream_options={"include_usage": True}
    ):
        pass
    ask("gpt-5-mini")
    try:
        ask("gpt-4.1-nano")
    except Exception:
        pass
    OpenAIEmbedding(model="text-embedding-3-small", api_base=BASE_URL).get_text_embedding(steps.QUESTION)
    asyncio.run(weather())
provider.force_flush()
provider.shutdown()
