"""The OpenAI Agents SDK, whose traces OpenInference turns into spans."""

import asyncio

from agents import Agent, Runner, function_tool, set_trace_processors, trace
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

# Without OpenAI's own exporter, which would send to OpenAI.
set_trace_processors([])
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return steps.WEATHER


def agent(name, model, tools=()):
    return Agent(name=name, instructions="Answer.", model=model, tools=list(tools))


async def main():
    with trace("support"):
        await Runner.run(agent("plain", "gpt-4o-mini"), steps.QUESTION)
        stream = Runner.run_streamed(agent("streamed", "gpt-4o"), steps.QUESTION)
        async for _ in stream.stream_events():
            pass
        await Runner.run(agent("reasoned", "gpt-5-mini"), steps.QUESTION)
        await Runner.run(agent("other", "qwen-max"), steps.QUESTION)
        await Runner.run(agent("weather-agent", "gpt-4.1", [get_weather]), steps.WEATHER_QUESTION)


asyncio.run(main())
provider.force_flush()
provider.shutdown()
