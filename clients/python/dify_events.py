"""What Dify sent to Langfuse until August 2026: each event in a batch of its own, by the interface of Langfuse's client.
Dify itself is not installed: the calls follow its source."""

import os
import uuid
from datetime import UTC, datetime, timedelta

from langfuse import Langfuse
from langfuse.api import (
    CreateGenerationBody,
    CreateSpanBody,
    IngestionEvent_GenerationCreate,
    IngestionEvent_SpanCreate,
    IngestionEvent_TraceCreate,
    TraceBody,
)
from langfuse.api.commons.types.usage import Usage

import steps

client = Langfuse(
    public_key=os.environ["LANGFUSE_PUBLIC_KEY"],
    secret_key=os.environ["LANGFUSE_SECRET_KEY"],
    host=os.environ["LANGFUSE_HOST"],
)
began = datetime.now(UTC) - timedelta(minutes=1)
METADATA = {"user_id": "user-7", "app_id": "app-7", "plan": "pro"}


def send(kind, body):
    event = kind(id=str(uuid.uuid4()), timestamp=datetime.now(UTC).isoformat(), body=body)
    client.api.ingestion.batch(batch=[event])


def at(seconds):
    return began + timedelta(seconds=seconds)


def send_trace(trace_id, tags):
    body = TraceBody(
        id=trace_id,
        name="message",
        user_id="user-7",
        session_id="session-7",
        input={"query": steps.QUESTION},
        output={"answer": "Paris is the capital of France."},
        metadata=METADATA,
        tags=tags,
    )
    send(IngestionEvent_TraceCreate, body)


def send_generation(trace_id, name, model, usage, **more):
    body = CreateGenerationBody(
        id=str(uuid.uuid4()),
        trace_id=trace_id,
        name=name,
        start_time=at(1),
        completion_start_time=at(1.25),
        end_time=at(2),
        model=model,
        input=[{"role": "user", "text": steps.QUESTION}],
        output={"text": "Paris is the capital of France.", "finish_reason": "stop"},
        metadata={**METADATA, "node_type": "llm", "status": "succeeded"},
        level="DEFAULT",
        status_message="",
        usage=usage,
        **more,
    )
    send(IngestionEvent_GenerationCreate, body)


def chatflow():
    """A message that a workflow answers: the workflow and its nodes."""
    trace_id, run_id = str(uuid.uuid4()), str(uuid.uuid4())
    send_trace(trace_id, ["message", "workflow"])
    workflow = CreateSpanBody(
        id=run_id,
        trace_id=trace_id,
        name="workflow",
        start_time=at(0),
        end_time=at(3),
        input={"query": steps.QUESTION},
        output={"answer": "Paris is the capital of France."},
        metadata=METADATA,
        level="DEFAULT",
        status_message="",
    )
    send(IngestionEvent_SpanCreate, workflow)
    usage = Usage(input=1184, output=17, total=1201, unit="TOKENS")
    send_generation(trace_id, "LLM", "gpt-4o-mini", usage, parent_observation_id=run_id)
    # A tool has no id of its own.
    tool = CreateSpanBody(
        trace_id=trace_id,
        name="get_weather",
        start_time=at(2),
        end_time=at(2.5),
        input={"city": "Paris"},
        output=steps.WEATHER,
        metadata=METADATA,
        parent_observation_id=run_id,
    )
    send(IngestionEvent_SpanCreate, tool)


def chat():
    """A message of a simple chat, with the price that Dify knows."""
    trace_id = str(uuid.uuid4())
    send_trace(trace_id, ["message", "chat"])
    usage = Usage(input=1184, output=145, total=1329, unit="TOKENS", total_cost=0.0042)
    send_generation(trace_id, "llm", "gpt-5-mini", usage)
    # Suggested questions are counted in characters, and name no model.
    send_generation(trace_id, "suggested_question", None, Usage(input=40, output=90, total=130, unit="CHARACTERS"))


chatflow()
chat()
client.shutdown()
