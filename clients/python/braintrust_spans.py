from braintrust.otel import BraintrustSpanProcessor
from openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.sdk.trace import TracerProvider

import steps

provider = TracerProvider()
provider.add_span_processor(BraintrustSpanProcessor())
OpenAIInstrumentor().instrument(tracer_provider=provider)
tracer = provider.get_tracer("support")
client = OpenAI()

with tracer.start_as_current_span("support", attributes={"openinference.span.kind": "CHAIN"}):
    steps.calls(client)
    with tracer.start_as_current_span("weather-agent", attributes={"openinference.span.kind": "AGENT"}):
        asked = steps.tool_asked(client)
        with tracer.start_as_current_span("get_weather", attributes={"openinference.span.kind": "TOOL"}):
            pass
        steps.tool_answered(client, asked)
provider.force_flush()
provider.shutdown()
