from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.langchain import LangChainInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
LangChainInstrumentor().instrument(tracer_provider=provider)


@tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return steps.WEATHER


def model(name, **more):
    return ChatOpenAI(model=name, max_retries=0, **more)


with using_attributes(user_id="user-7", session_id="session-7", metadata={"plan": "pro"}):
    model("gpt-4o-mini").invoke(steps.QUESTION)
    for _ in model("gpt-4o", stream_usage=True).stream(steps.QUESTION):
        pass
    model("gpt-5-mini").invoke(steps.QUESTION)
    model("qwen-max").invoke(steps.QUESTION)
    try:
        model("gpt-4.1-nano").invoke(steps.QUESTION)
    except Exception:
        pass
    agent = create_agent(model("gpt-4.1"), tools=[get_weather], name="weather-agent")
    agent.invoke({"messages": steps.ask(steps.WEATHER_QUESTION)})
provider.force_flush()
provider.shutdown()
