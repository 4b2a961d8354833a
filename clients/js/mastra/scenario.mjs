import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import * as steps from '../steps.mjs';

const exporter = new OtelExporter({
  provider: {
    custom: {
      endpoint: `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      protocol: 'http/protobuf',
      headers: { Authorization: `Bearer ${process.env.TRACEWELL_API_KEY}` },
    },
  },
});
const model = (name) => ({ id: `openai/${name}`, url: process.env.OPENAI_BASE_URL, apiKey: 'sk-fake' });
const agent = (id, name, more = {}) =>
  new Agent({ id, name: id, instructions: 'Answer.', model: model(name), ...more });
const getWeather = createTool({
  id: 'get_weather',
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async () => ({ weather: steps.WEATHER }),
});

const mastra = new Mastra({
  agents: {
    support: agent('support', 'gpt-4o-mini'),
    streaming: agent('streaming', 'gpt-4o'),
    reasoning: agent('reasoning', 'gpt-5-mini'),
    other: agent('other', 'qwen-max'),
    weather: agent('weather-agent', 'gpt-4.1', { tools: { get_weather: getWeather } }),
  },
  observability: new Observability({ configs: { otel: { serviceName: 'support', exporters: [exporter] } } }),
});

const options = { tracingOptions: { metadata: { userId: 'user-7', sessionId: 'session-7', plan: 'pro' } } };
await mastra.getAgent('support').generate(steps.QUESTION, options);
const stream = await mastra.getAgent('streaming').stream(steps.QUESTION, options);
for await (const piece of stream.textStream) void piece;
await mastra.getAgent('reasoning').generate(steps.QUESTION, options);
await mastra.getAgent('other').generate(steps.QUESTION, options);
await mastra.getAgent('weather').generate(steps.WEATHER_QUESTION, { ...options, maxSteps: 3 });
await mastra.shutdown();
