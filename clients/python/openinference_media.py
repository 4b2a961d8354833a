from anthropic import Anthropic
from openai import OpenAI
from openinference.instrumentation.anthropic import AnthropicInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
OpenAIInstrumentor().instrument(tracer_provider=provider)
AnthropicInstrumentor().instrument(tracer_provider=provider)
tracer = provider.get_tracer("support")

with tracer.start_as_current_span("support", attributes={"openinference.span.kind": "CHAIN"}):
    steps.shown(OpenAI())
    steps.shown_to_anthropic(Anthropic())
provider.force_flush()
provider.shutdown()
