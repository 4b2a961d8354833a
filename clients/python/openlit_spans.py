import openlit
from openai import OpenAI
from opentelemetry import trace

import steps

openlit.init(application_name="support", environment="test", disable_metrics=True)
client = OpenAI()
tracer = trace.get_tracer("support")

with tracer.start_as_current_span("support"):
    steps.calls(client)
    with tracer.start_as_current_span("weather-agent"):
        asked = steps.tool_asked(client)
        with tracer.start_as_current_span("get_weather"):
            pass
        steps.tool_answered(client, asked)
trace.get_tracer_provider().force_flush()
