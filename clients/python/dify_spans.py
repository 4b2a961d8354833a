"""What Dify sends to Langfuse since September 2026: OTLP spans with the attributes of Langfuse's client. Dify itself is not
installed: the attributes follow its source."""

import base64
import json
import os
from datetime import UTC, datetime, timedelta

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

key = f"{os.environ['LANGFUSE_PUBLIC_KEY']}:{os.environ['LANGFUSE_SECRET_KEY']}"
exporter = OTLPSpanExporter(
    endpoint=f"{os.environ['LANGFUSE_HOST']}/api/public/otel/v1/traces",
    headers={"Authorization": f"Basic {base64.b64encode(key.encode()).decode()}"},
)
provider = TracerProvider(resource=Resource({"service.name": "dify"}))
provider.add_span_processor(BatchSpanProcessor(exporter))
tracer = provider.get_tracer("langfuse-sdk", "4.18.0", attributes={"public_key": os.environ["LANGFUSE_PUBLIC_KEY"]})
began = datetime.now(UTC) - timedelta(minutes=1)

SHARED = {
    "user.id": "user-7",
    "session.id": "session-7",
    "langfuse.trace.name": "Workflow",
    "langfuse.trace.tags": ["message", "workflow"],
    "langfuse.version": "2026-09-09",
    "langfuse.observation.level": "DEFAULT",
    "langfuse.trace.metadata.dify.tenant_id": "tenant-7",
}


def ns(seconds):
    return int((began + timedelta(seconds=seconds)).timestamp() * 1_000_000_000)


def span(name, kind, start, end, parent=None, inputs=None, outputs=None, **more):
    context = trace.set_span_in_context(parent) if parent else None
    attributes = {
        **SHARED,
        "langfuse.observation.type": kind,
        "langfuse.observation.input": json.dumps(inputs),
        "langfuse.observation.output": json.dumps(outputs),
        "langfuse.observation.metadata.dify.span.status": "succeeded",
        **more,
    }
    started = tracer.start_span(name, context=context, attributes=attributes, start_time=ns(start))
    return started, lambda: started.end(end_time=ns(end))


def usage(model, output, cost=None, **more):
    details = {"input": 1184, "output": output, "total": 1184 + output}
    ttft = (began + timedelta(seconds=1.25)).isoformat()
    return {
        "langfuse.observation.model.name": model,
        "langfuse.observation.model.parameters": json.dumps({"temperature": 0.2}),
        "langfuse.observation.usage_details": json.dumps(details),
        "langfuse.observation.completion_start_time": json.dumps(ttft),
        **({"langfuse.observation.cost_details": json.dumps({"total": cost})} if cost else {}),
        **more,
    }


asked = [{"role": "user", "content": steps.QUESTION}]
said = {"text": "Paris is the capital of France.", "finish_reason": "stop"}
workflow, end_workflow = span("Workflow", "span", 0, 3, inputs={"query": steps.QUESTION}, outputs={"answer": said["text"]})
_, end_model = span("Model", "generation", 1, 2, workflow, asked, said, **usage("gpt-4o-mini", 17))
_, end_tool = span("get_weather", "span", 2, 2.5, workflow, {"city": "Paris"}, steps.WEATHER)
_, end_priced = span("Priced", "generation", 2, 3, workflow, asked, said, **usage("gpt-5-mini", 145, 0.0042))
for end in (end_workflow, end_model, end_tool, end_priced):
    end()
provider.force_flush()
provider.shutdown()
