import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents';
import * as agents from '@openai/agents';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';
import * as steps from '../steps.mjs';

const provider = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
new OpenAIAgentsInstrumentation({ tracerProvider: provider }).manuallyInstrument(agents);

const getWeather = agents.tool({
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: async () => steps.WEATHER,
});
const agent = (name, model, tools = []) => new agents.Agent({ name, instructions: 'Answer.', model, tools });

await agents.withTrace('support', async () => {
  await agents.run(agent('plain', 'gpt-4o-mini'), steps.QUESTION);
  const stream = await agents.run(agent('streamed', 'gpt-4o'), steps.QUESTION, { stream: true });
  for await (const event of stream) void event;
  await agents.run(agent('reasoned', 'gpt-5-mini'), steps.QUESTION);
  await agents.run(agent('other', 'qwen-max'), steps.QUESTION);
  await agents.run(agent('weather-agent', 'gpt-4.1', [getWeather]), steps.WEATHER_QUESTION);
});
await provider.forceFlush();
await provider.shutdown();
