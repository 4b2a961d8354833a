// OpenAI Agents with the trace processor of the SDK.
import { Agent, run, setTraceProcessors, tool, withTrace } from '@openai/agents';
import { z } from 'zod';
import { agentsProcessor } from '../../../sdk/src/providers/openai-agents.ts';
import { tracewell } from '../../../sdk/src/tracing/index.ts';
import * as steps from '../steps.mjs';

const tw = tracewell({ service: 'support', onError: (error) => console.error(error.message) });
setTraceProcessors([agentsProcessor()]);

const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: async () => steps.WEATHER,
});
const agent = (name, model, tools = []) => new Agent({ name, instructions: 'Answer.', model, tools });

await tw.with({ user: 'user-7', tags: { plan: 'pro' } }, () =>
  withTrace(
    'support',
    async () => {
      await run(agent('plain', 'gpt-4o-mini'), steps.QUESTION);
      const stream = await run(agent('streamed', 'gpt-4o'), steps.QUESTION, { stream: true });
      for await (const event of stream) void event;
      await run(agent('reasoned', 'gpt-5-mini'), steps.QUESTION);
      await run(agent('weather-agent', 'gpt-4.1', [getWeather]), steps.WEATHER_QUESTION);
    },
    { groupId: 'session-7' },
  ),
);
if (!(await tw.flush())) throw new Error('Not everything was sent.');
