from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI

import steps

langfuse = get_client()
assert langfuse.auth_check()
langfuse.create_prompt(name="greeting", type="text", prompt="Answer {{name}} politely.", labels=["production"])
prompt = langfuse.get_prompt("greeting")
client = OpenAI()


@observe(name="get_weather", as_type="tool")
def get_weather(arguments):
    return steps.WEATHER


@observe(name="weather-agent", as_type="agent")
def weather_agent(question):
    asked = steps.tool_asked(client)
    get_weather(asked.tool_calls[0].function.arguments)
    return steps.tool_answered(client, asked).choices[0].message.content


@observe(name="support")
def support(question):
    with propagate_attributes(
        user_id="user-7", session_id="session-7", tags=["beta"], metadata={"plan": "pro"}, trace_name="support"
    ):
        steps.calls(client)
        weather_agent(steps.WEATHER_QUESTION)
        with langfuse.start_as_current_observation(
            as_type="generation",
            name="by-hand",
            model="claude-sonnet-4-5",
            input=steps.ask(steps.QUESTION),
            prompt=prompt,
        ) as generation:
            generation.update(
                output="Paris is the capital of France.",
                usage_details={
                    "input": 142,
                    "cache_read_input_tokens": 1024,
                    "cache_creation_input_tokens": 256,
                    "output": 19,
                },
            )
            generation.score(name="quality", value=0.9)
        langfuse.score_current_trace(name="helpful", value=1, data_type="BOOLEAN", comment="It was.")
    return "answered"


support(steps.QUESTION)
langfuse.flush()
langfuse.shutdown()
