from openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

import steps

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
OpenAIInstrumentor().instrument(tracer_provider=provider)
tracer = provider.get_tracer("support")
client = OpenAI()

about = using_attributes(user_id="user-7", session_id="session-7", tags=["beta"], metadata={"plan": "pro"})
with about, tracer.start_as_current_span("support", attributes={"openinference.span.kind": "CHAIN"}):
    steps.calls(client)
    with tracer.start_as_current_span("weather-agent", attributes={"openinference.span.kind": "AGENT"}):
        asked = steps.tool_asked(client)
        with tracer.start_as_current_span("get_weather", attributes={"openinference.span.kind": "TOOL"}):
            pass
        steps.tool_answered(client, asked)
provider.force_flush()
provider.shutdown()
