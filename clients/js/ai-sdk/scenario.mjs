import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenTelemetry } from '@ai-sdk/otel';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { embed, generateText, isStepCount, registerTelemetry, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import * as steps from '../steps.mjs';

const provider = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
registerTelemetry(new OpenTelemetry());

const baseURL = process.env.OPENAI_BASE_URL;
const openai = createOpenAI({ baseURL });
const anthropic = createAnthropic({ baseURL: `${process.env.ANTHROPIC_BASE_URL}/v1` });
const alibaba = createOpenAICompatible({ name: 'alibaba', baseURL, apiKey: 'sk-fake' });
const prompt = steps.QUESTION;

await trace.getTracer('support').startActiveSpan('support', async (span) => {
  span.setAttributes({ 'user.id': 'user-7', 'session.id': 'session-7' });
  await generateText({ model: openai('gpt-4o-mini'), prompt });
  const stream = streamText({ model: openai.chat('gpt-4o'), prompt });
  for await (const piece of stream.textStream) void piece;
  await generateText({ model: openai.chat('gpt-5-mini'), prompt });
  await embed({ model: openai.embedding('text-embedding-3-small'), value: prompt });
  await generateText({ model: openai.chat('gpt-4.1-nano'), prompt, maxRetries: 0 }).then(
    () => {
      throw new Error('The call should have failed.');
    },
    () => null,
  );
  await generateText({ model: alibaba('qwen-max'), prompt });
  await generateText({ model: anthropic('claude-sonnet-4-5'), prompt });
  const stop = isStepCount ?? stepCountIs;
  await generateText({
    model: openai.chat('gpt-4.1'),
    prompt: steps.WEATHER_QUESTION,
    stopWhen: stop(3),
    tools: {
      get_weather: tool({
        description: 'The weather of a city',
        inputSchema: z.object({ city: z.string() }),
        execute: async () => steps.WEATHER,
      }),
    },
    telemetry: { functionId: 'weather-agent' },
  });
  span.end();
});
await provider.forceFlush();
await provider.shutdown();
