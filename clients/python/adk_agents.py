import asyncio

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)

from google.adk.agents import LlmAgent  # noqa: E402
from google.adk.runners import InMemoryRunner  # noqa: E402
from google.genai import types  # noqa: E402

import steps  # noqa: E402


def get_weather(city: str) -> str:
    """The weather of a city"""
    return steps.WEATHER


async def run(name, question, tools):
    agent = LlmAgent(name=name, model="gemini-2.5-flash", instruction="Be brief.", tools=tools)
    runner = InMemoryRunner(agent=agent, app_name="support")
    await runner.session_service.create_session(app_name="support", user_id="user-7", session_id="session-7")
    message = types.Content(role="user", parts=[types.Part(text=question)])
    async for _ in runner.run_async(user_id="user-7", session_id="session-7", new_message=message):
        pass


async def main():
    await run("plain", steps.QUESTION, [])
    await run("weather_agent", steps.WEATHER_QUESTION, [get_weather])


asyncio.run(main())
provider.force_flush()
provider.shutdown()
