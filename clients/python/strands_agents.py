from strands import Agent, tool
from strands.models.openai import OpenAIModel
from strands.telemetry import StrandsTelemetry

import steps

telemetry = StrandsTelemetry()
telemetry.setup_otlp_exporter()


@tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return steps.WEATHER


def agent(name, model, tools=()):
    return Agent(
        name=name,
        model=OpenAIModel(model_id=model),
        tools=list(tools),
        callback_handler=None,
        trace_attributes={"session.id": "session-7", "user.id": "user-7"},
    )


agent("plain", "gpt-4o-mini")(steps.QUESTION)
agent("reasoned", "gpt-5-mini")(steps.QUESTION)
agent("other", "qwen-max")(steps.QUESTION)
try:
    agent("failing", "gpt-4.1-nano")(steps.QUESTION)
except Exception:
    pass
agent("weather-agent", "gpt-4.1", [get_weather])(steps.WEATHER_QUESTION)
telemetry.tracer_provider.force_flush()
telemetry.tracer_provider.shutdown()
