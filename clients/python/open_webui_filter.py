"""What the Langfuse filter of Open WebUI's pipelines sends about one question. Open WebUI itself is not installed: the calls
follow the filter's source."""

import os
import uuid

from langfuse import Langfuse

import steps

client = Langfuse(
    public_key=os.environ["LANGFUSE_PUBLIC_KEY"],
    secret_key=os.environ["LANGFUSE_SECRET_KEY"],
    host=os.environ["LANGFUSE_HOST"],
)
client.auth_check()
ANSWER = "Paris is the capital of France."
TAGS = ["open-webui"]


def about(kind):
    return {"chat_id": "session-7", "type": kind, "interface": "open-webui"}


def chat(model, usage):
    asked = steps.ask(steps.QUESTION)
    body = {"model": model, "messages": asked, "metadata": {"chat_id": "session-7"}}
    trace = client.trace(
        name="chat:session-7", input=body, user_id="user-7", metadata=about("user_response"), session_id="session-7", tags=TAGS
    )
    trace.event(name=f"user_response:{uuid.uuid4()}", metadata=about("user_response"), input=asked, tags=TAGS)
    trace.update(output=ANSWER)
    # The filter opens the generation when the answer is there, with everything in its end.
    trace.generation().end(
        name=f"llm_response:{uuid.uuid4()}",
        model=model,
        input=[*asked, {"role": "assistant", "content": ANSWER, "usage": usage}],
        metadata={**about("llm_response"), "model_id": model, "model_name": model},
        usage={"input": usage["prompt_tokens"], "output": usage["completion_tokens"], "unit": "TOKENS"},
        tags=TAGS,
    )


chat("gpt-4o-mini", {"prompt_tokens": 1184, "completion_tokens": 17})
chat("qwen-max", {"prompt_tokens": 1184, "completion_tokens": 17})
client.flush()
client.shutdown()
