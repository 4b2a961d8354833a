import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { generateText, registerTelemetry } from 'ai';
import * as steps from '../steps.mjs';

const provider = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
registerTelemetry(new OpenTelemetry());

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
const anthropic = createAnthropic({ baseURL: `${process.env.ANTHROPIC_BASE_URL}/v1` });
const text = { type: 'text', text: steps.QUESTION };
const file = (mediaType, data) => ({ type: 'file', mediaType, data });
const ask = (content) => [{ role: 'user', content }];
const picture = file('image/png', steps.PICTURE);
const document = file('application/pdf', steps.DOCUMENT.toString('base64'));

await trace.getTracer('support').startActiveSpan('support', async (span) => {
  const sound = file('audio/wav', new Uint8Array(steps.SOUND));
  await generateText({ model: openai.chat('gpt-4o-mini'), messages: ask([text, picture, sound, document]) });
  await generateText({ model: anthropic('claude-sonnet-4-5'), messages: ask([text, picture, document]) });
  span.end();
});
await provider.forceFlush();
await provider.shutdown();
