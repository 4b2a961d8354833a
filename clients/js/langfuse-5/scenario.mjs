import { LangfuseClient } from '@langfuse/client';
import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { propagateAttributes, startActiveObservation, startObservation } from '@langfuse/tracing';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const provider = new NodeTracerProvider({ spanProcessors: [new LangfuseSpanProcessor()] });
provider.register();
const langfuse = new LangfuseClient();
await langfuse.prompt.create({
  name: 'greeting',
  type: 'text',
  prompt: 'Answer {{name}} politely.',
  labels: ['production'],
});
const prompt = await langfuse.prompt.get('greeting');

const about = {
  userId: 'user-7',
  sessionId: 'session-7',
  tags: ['beta'],
  metadata: { plan: 'pro' },
  traceName: 'support',
};
await propagateAttributes(about, () =>
  startActiveObservation('support', async (root) => {
    root.update({ input: steps.QUESTION });
    const openai = observeOpenAI(new OpenAI());
    await steps.calls(openai);
    await startActiveObservation(
      'weather-agent',
      async () => {
        const asked = await steps.toolAsked(openai);
        const input = asked.tool_calls[0].function.arguments;
        startObservation('get_weather', { input, output: steps.WEATHER }, { asType: 'tool' }).end();
        await steps.toolAnswered(openai, asked);
      },
      { asType: 'agent' },
    );
    const generation = startObservation(
      'by-hand',
      {
        model: 'claude-sonnet-4-5',
        input: [{ role: 'user', content: steps.QUESTION }],
        output: 'Paris is the capital of France.',
        usageDetails: {
          input: 142,
          cache_read_input_tokens: 1024,
          cache_creation_input_tokens: 256,
          output: 19,
        },
        prompt,
      },
      { asType: 'generation' },
    );
    generation.end();
    langfuse.score.observation(generation, { name: 'quality', value: 0.9 });
    langfuse.score.trace(root, { name: 'helpful', value: 1, dataType: 'BOOLEAN' });
  }),
);
await provider.forceFlush();
await langfuse.flush();
await provider.shutdown();
