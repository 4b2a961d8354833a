from openai import OpenAI
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import agent, tool, workflow
from traceloop.sdk.instruments import Instruments

import steps

Traceloop.init(app_name="support", instruments={Instruments.OPENAI}, telemetry_enabled=False)
Traceloop.set_association_properties({"user_id": "user-7", "session_id": "session-7", "plan": "pro"})
client = OpenAI()


@tool(name="get_weather")
def get_weather(arguments):
    return steps.WEATHER


@agent(name="weather-agent")
def weather_agent(question):
    asked = steps.tool_asked(client)
    get_weather(asked.tool_calls[0].function.arguments)
    return steps.tool_answered(client, asked).choices[0].message.content


@workflow(name="support")
def support(question):
    steps.calls(client)
    return weather_agent(steps.WEATHER_QUESTION)


support(steps.QUESTION)

from opentelemetry import trace  # noqa: E402

trace.get_tracer_provider().force_flush()
