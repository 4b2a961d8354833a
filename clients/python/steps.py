"""What every scenario asks the models, with OpenAI's client. The program of a user would look the same."""

QUESTION = "What is the capital of France?"
WEATHER_QUESTION = "What is the weather in Paris?"
WEATHER = "21 degrees and sunny"

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather of a city",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]


def ask(content):
    return [{"role": "user", "content": content}]


def chat(client, model, **more):
    return client.chat.completions.create(model=model, messages=ask(QUESTION), **more)


def streamed(client, **more):
    stream = chat(client, "gpt-4o", stream=True, stream_options={"include_usage": True}, **more)
    return "".join((chunk.choices[0].delta.content or "") if chunk.choices else "" for chunk in stream)


def failed(client, **more):
    try:
        chat(client, "gpt-4.1-nano", **more)
    except Exception:
        return
    raise AssertionError("The call should have failed.")


def embedded(client, **more):
    return client.embeddings.create(model="text-embedding-3-small", input=QUESTION, **more)


def calls(client, **more):
    """Everything but the agent, which each client records in its own way."""
    chat(client, "gpt-4o-mini", **more)
    streamed(client, **more)
    chat(client, "gpt-5-mini", **more)
    chat(client, "gpt-4-turbo", **more)
    embedded(client, **more)
    failed(client, **more)
    chat(client, "qwen-max", **more)


def tool_asked(client, **more):
    reply = client.chat.completions.create(model="gpt-4.1", messages=ask(WEATHER_QUESTION), tools=TOOLS, **more)
    return reply.choices[0].message


def tool_answered(client, asked, **more):
    call = asked.tool_calls[0]
    said = {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.function.name, "arguments": call.function.arguments},
            }
        ],
    }
    result = {"role": "tool", "tool_call_id": call.id, "content": WEATHER}
    messages = [*ask(WEATHER_QUESTION), said, result]
    return client.chat.completions.create(model="gpt-4.1", messages=messages, tools=TOOLS, **more)
