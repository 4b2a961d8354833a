import os

from openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai import OpenAIInstrumentor
from phoenix.otel import register

import steps

provider = register(
    endpoint=os.environ.get("PHOENIX_ENDPOINT"), project_name="support", batch=True, verbose=False
)
OpenAIInstrumentor().instrument(tracer_provider=provider)
tracer = provider.get_tracer("support")
client = OpenAI()


@tracer.tool(name="get_weather")
def get_weather(city: str) -> str:
    return steps.WEATHER


@tracer.agent(name="weather-agent")
def weather_agent(question: str) -> str:
    asked = steps.tool_asked(client)
    get_weather("Paris")
    return steps.tool_answered(client, asked).choices[0].message.content


@tracer.chain(name="support")
def support(question: str) -> str:
    steps.calls(client)
    return weather_agent(steps.WEATHER_QUESTION)


with using_attributes(user_id="user-7", session_id="session-7", tags=["beta"], metadata={"plan": "pro"}):
    support(steps.QUESTION)
provider.force_flush()
provider.shutdown()
