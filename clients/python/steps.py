"""What every scenario asks the models, with OpenAI's client. The program of a user would look the same."""

import base64
import pathlib

FILES = pathlib.Path(__file__).parent.parent / "files"
PICTURE, SOUND, DOCUMENT = ((FILES / name).read_bytes() for name in ("picture.png", "sound.wav", "document.pdf"))

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


def base64_of(file):
    return base64.b64encode(file).decode()


def data_url(media_type, file):
    return f"data:{media_type};base64,{base64_of(file)}"


def shown(client, **more):
    """A picture, a sound and a document in one message."""
    content = [
        {"type": "text", "text": QUESTION},
        {"type": "image_url", "image_url": {"url": data_url("image/png", PICTURE)}},
        {"type": "input_audio", "input_audio": {"data": base64_of(SOUND), "format": "wav"}},
        {
            "type": "file",
            "file": {"filename": "document.pdf", "file_data": data_url("application/pdf", DOCUMENT)},
        },
    ]
    return client.chat.completions.create(model="gpt-4o-mini", messages=ask(content), **more)


def shown_to_anthropic(client):
    def source(media_type, file):
        return {"type": "base64", "media_type": media_type, "data": base64_of(file)}

    content = [
        {"type": "text", "text": QUESTION},
        {"type": "image", "source": source("image/png", PICTURE)},
        {"type": "document", "source": source("application/pdf", DOCUMENT)},
    ]
    return client.messages.create(model="claude-sonnet-4-5", max_tokens=100, messages=ask(content))
