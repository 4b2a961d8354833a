// AI SDK 7 with the tracer of the SDK; no other part of OpenTelemetry is set up.
import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, isStepCount, registerTelemetry, streamText, tool } from 'ai';
import { z } from 'zod';
import { tracewell } from '../../../sdk/src/tracing/index.ts';
import * as steps from '../steps.mjs';

const tw = tracewell({ service: 'support', onError: (error) => console.error(error.message) });
registerTelemetry(new OpenTelemetry({ tracer: tw.tracer }));

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
const prompt = steps.QUESTION;

await tw.with({ session: 'session-7', user: 'user-7', tags: { plan: 'pro' } }, () =>
  tw.span('support', async () => {
    await generateText({ model: openai.chat('gpt-4o-mini'), prompt });
    for await (const piece of streamText({ model: openai.chat('gpt-4o'), prompt }).textStream) void piece;
    await generateText({ model: openai.chat('gpt-4.1-nano'), prompt, maxRetries: 0 }).catch(() => null);
    await generateText({
      model: openai.chat('gpt-4.1'),
      prompt: steps.WEATHER_QUESTION,
      stopWhen: isStepCount(3),
      tools: {
        get_weather: tool({
          description: 'The weather of a city',
          inputSchema: z.object({ city: z.string() }),
          execute: async () => steps.WEATHER,
        }),
      },
      telemetry: { functionId: 'weather-agent' },
    });
  }),
);
if (!(await tw.flush())) throw new Error('Not everything was sent.');
