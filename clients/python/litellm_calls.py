import asyncio
import os

import litellm

import steps

CALLBACK = os.environ["LITELLM_CALLBACK"]



def about():
    """Made anew for each call, because LiteLLM writes into it."""
    metadata = {
        "trace_user_id": "user-7",
        "session_id": "session-7",
        "generation_name": "answer",
        "tags": ["beta"],
        "requester_metadata": {"plan": "pro"},
    }
    return {"metadata": metadata, "user": "user-7"}


def call_back():
    if CALLBACK == "langfuse":
        litellm.success_callback = litellm.failure_callback = ["langfuse"]
    elif CALLBACK == "generic_api":
        # The name alone works in the proxy only.
        from litellm.integrations.generic_api.generic_api_callback import GenericAPILogger

        litellm.callbacks = [GenericAPILogger()]
    else:
        litellm.callbacks = [CALLBACK]


async def main():
    call_back()
    question = steps.ask(steps.QUESTION)
    await litellm.acompletion(model="openai/gpt-4o-mini", messages=question, **about())
    stream = await litellm.acompletion(
        model="openai/gpt-4o", messages=question, stream=True, stream_options={"include_usage": True}, **about()
    )
    async for _ in stream:
        pass
    await litellm.acompletion(model="openai/gpt-5-mini", messages=question, **about())
    await litellm.acompletion(model="anthropic/claude-sonnet-4-5", messages=question, **about())
    await litellm.acompletion(model="openai/qwen-max", messages=question, **about())
    await litellm.aembedding(model="openai/text-embedding-3-small", input=[steps.QUESTION], **about())
    try:
        await litellm.acompletion(model="openai/gpt-4.1-nano", messages=question, num_retries=0, **about())
    except litellm.BadRequestError:
        pass
    # LiteLLM sends in the background, every few seconds.
    await asyncio.sleep(float(os.environ.get("LITELLM_WAIT_SECONDS", "12")))


asyncio.run(main())
