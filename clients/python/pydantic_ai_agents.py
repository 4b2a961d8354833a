import asyncio

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import set_tracer_provider
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel

import steps

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
set_tracer_provider(provider)
Agent.instrument_all()


def agent(name, model):
    return Agent(OpenAIChatModel(model), name=name)


weather = agent("weather-agent", "gpt-4.1")


@weather.tool_plain
def get_weather(city: str) -> str:
    return steps.WEATHER


async def main():
    await agent("plain", "gpt-4o-mini").run(steps.QUESTION)
    async with agent("streamed", "gpt-4o").run_stream(steps.QUESTION) as stream:
        await stream.get_output()
    await agent("reasoned", "gpt-5-mini").run(steps.QUESTION)
    await agent("other", "qwen-max").run(steps.QUESTION)
    try:
        await agent("failing", "gpt-4.1-nano").run(steps.QUESTION)
    except Exception:
        pass
    await weather.run(steps.WEATHER_QUESTION)


asyncio.run(main())
provider.force_flush()
provider.shutdown()
