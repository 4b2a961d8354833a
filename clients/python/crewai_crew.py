from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
CrewAIInstrumentor().instrument(tracer_provider=provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather of a city"""
    return steps.WEATHER


def crew(model, question, tools):
    agent = Agent(
        role="guide", goal="Answer questions", backstory="A guide.", llm=LLM(model=model), tools=tools
    )
    task = Task(description=question, expected_output="One sentence.", agent=agent)
    return Crew(agents=[agent], tasks=[task])


crew("gpt-4o-mini", steps.QUESTION, []).kickoff()
crew("gpt-4.1", steps.WEATHER_QUESTION, [get_weather]).kickoff()
provider.force_flush()
provider.shutdown()
