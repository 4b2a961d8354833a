// The exporter of the SDK itself. What it sends has no model and no text for calls of the Responses API.
import {
  BatchTraceProcessor,
  OpenAITracingExporter,
  Agent,
  run,
  setTraceProcessors,
  tool,
} from '@openai/agents';
import { z } from 'zod';
import * as steps from '../steps.mjs';

const processor = new BatchTraceProcessor(
  new OpenAITracingExporter({ endpoint: process.env.TRACES_INGEST, apiKey: process.env.TRACEWELL_API_KEY }),
);
setTraceProcessors([processor]);
const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: async () => steps.WEATHER,
});
const agent = new Agent({
  name: 'weather-agent',
  instructions: 'Answer.',
  model: 'gpt-4.1',
  tools: [getWeather],
});
await run(agent, steps.WEATHER_QUESTION);
await processor.forceFlush();
await processor.shutdown();
