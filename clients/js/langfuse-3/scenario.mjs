import { Langfuse, observeOpenAI } from 'langfuse';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const langfuse = new Langfuse();
await langfuse.createPrompt({
  name: 'greeting',
  prompt: 'Answer {{name}} politely.',
  labels: ['production'],
});
const prompt = await langfuse.getPrompt('greeting');

const trace = langfuse.trace({
  name: 'support',
  userId: 'user-7',
  sessionId: 'session-7',
  tags: ['beta'],
  metadata: { plan: 'pro' },
  input: steps.QUESTION,
});
await steps.calls(observeOpenAI(new OpenAI(), { parent: trace }));

const agent = trace.span({ name: 'weather-agent', input: steps.WEATHER_QUESTION });
const openai = observeOpenAI(new OpenAI(), { parent: agent });
const asked = await steps.toolAsked(openai);
const tool = agent.span({ name: 'get_weather', input: asked.tool_calls[0].function.arguments });
tool.end({ output: steps.WEATHER });
await steps.toolAnswered(openai, asked);
agent.end({ output: steps.WEATHER });

// As a program records a model that no wrapper knows: usage in buckets that do not overlap.
const generation = trace.generation({
  name: 'by-hand',
  model: 'claude-sonnet-4-5',
  input: [{ role: 'user', content: steps.QUESTION }],
  prompt,
});
generation.end({
  output: 'Paris is the capital of France.',
  usageDetails: { input: 142, cache_read_input_tokens: 1024, cache_creation_input_tokens: 256, output: 19 },
});
generation.score({ name: 'quality', value: 0.9 });
trace.score({ name: 'helpful', value: 1, dataType: 'BOOLEAN', comment: 'It was.' });
trace.update({ output: steps.WEATHER });
await langfuse.shutdownAsync();
