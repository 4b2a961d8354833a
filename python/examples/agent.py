"""An agent with a tool, in a session of a user. It needs `pip install tracewell-sdk openai`, TRACEWELL_URL,
TRACEWELL_API_KEY and OPENAI_API_KEY."""

from openai import OpenAI

import tracewell

tracewell.init(service="support-agent")
client = tracewell.wrap_openai(OpenAI())


@tracewell.observe(type="tool")
def look_up(parcel: str) -> str:
    return f"Parcel {parcel} arrives tomorrow."


@tracewell.observe(type="agent")
def answer(question: str) -> str:
    fact = look_up("42")
    reply = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[{"role": "system", "content": fact}, {"role": "user", "content": question}],
    )
    return reply.choices[0].message.content or ""


if __name__ == "__main__":
    with tracewell.scope(session="chat-42", user="ada", tags={"plan": "pro"}):
        print(answer("Where is my parcel?"))
