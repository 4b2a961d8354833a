import uuid

from langsmith import Client, traceable
from langsmith.wrappers import wrap_openai
from openai import OpenAI

import steps

langsmith = Client()
client = wrap_openai(OpenAI())
root_id = uuid.uuid4()


@traceable(name="get_weather", run_type="tool", client=langsmith)
def get_weather(arguments):
    return steps.WEATHER


@traceable(name="weather-agent", run_type="chain", client=langsmith)
def weather_agent(question):
    asked = steps.tool_asked(client)
    get_weather(asked.tool_calls[0].function.arguments)
    return steps.tool_answered(client, asked).choices[0].message.content


@traceable(
    name="support",
    run_type="chain",
    client=langsmith,
    tags=["beta"],
    metadata={"user_id": "user-7", "session_id": "session-7", "plan": "pro"},
)
def support(question):
    steps.calls(client)
    weather_agent(steps.WEATHER_QUESTION)
    return "answered"


support(steps.QUESTION, langsmith_extra={"run_id": root_id})
langsmith.flush()
langsmith.create_feedback(root_id, key="helpful", score=1, comment="It was.", trace_id=root_id)
langsmith.flush()
