from langfuse import Langfuse
from langfuse.openai import OpenAI, openai

import steps

langfuse = Langfuse()
assert langfuse.auth_check()
langfuse.create_prompt(name="greeting", prompt="Answer {{name}} politely.", labels=["production"])
prompt = langfuse.get_prompt("greeting")

trace = langfuse.trace(
    name="support",
    user_id="user-7",
    session_id="session-7",
    tags=["beta"],
    metadata={"plan": "pro"},
    input=steps.QUESTION,
)
client = OpenAI()
for model in ("gpt-4o-mini", "gpt-5-mini", "gpt-4-turbo", "qwen-max"):
    steps.chat(client, model, trace_id=trace.id)
steps.streamed(client, trace_id=trace.id)
steps.failed(client, trace_id=trace.id)

agent = trace.span(name="weather-agent", input=steps.WEATHER_QUESTION)
below = {"trace_id": trace.id, "parent_observation_id": agent.id}
asked = steps.tool_asked(client, **below)
tool = agent.span(name="get_weather", input=asked.tool_calls[0].function.arguments)
tool.end(output=steps.WEATHER)
steps.tool_answered(client, asked, **below)
agent.end(output=steps.WEATHER)

generation = trace.generation(
    name="by-hand", model="claude-sonnet-4-5", input=steps.ask(steps.QUESTION), prompt=prompt
)
generation.end(
    output="Paris is the capital of France.",
    usage_details={"input": 142, "cache_read_input_tokens": 1024, "cache_creation_input_tokens": 256, "output": 19},
)
generation.score(name="quality", value=0.9)
trace.score(name="helpful", value=1, data_type="BOOLEAN", comment="It was.")
langfuse.flush()
openai.flush_langfuse()
langfuse.shutdown()
