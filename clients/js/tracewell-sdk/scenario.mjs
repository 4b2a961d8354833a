// The SDK of this repository, from its source, with the clients of three vendors.
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { wrapAnthropic } from '../../../sdk/src/providers/anthropic.ts';
import { wrapGoogle } from '../../../sdk/src/providers/google.ts';
import { wrapOpenAI } from '../../../sdk/src/providers/openai.ts';
import { tracewell } from '../../../sdk/src/tracing/index.ts';
import * as steps from '../steps.mjs';

const tw = tracewell({ service: 'support', onError: (error) => console.error(error.message) });
const openai = wrapOpenAI(new OpenAI());
const anthropic = wrapAnthropic(new Anthropic());
const google = wrapGoogle(
  new GoogleGenAI({
    apiKey: process.env.GOOGLE_API_KEY,
    httpOptions: { baseUrl: process.env.GOOGLE_GEMINI_BASE_URL },
  }),
);
const messages = [{ role: 'user', content: steps.QUESTION }];
const claude = { model: 'claude-sonnet-4-5', max_tokens: 100, messages };
const gemini = { model: 'gemini-2.5-flash', contents: steps.QUESTION };

const getWeather = tw.observe(async () => steps.WEATHER, { name: 'get_weather', type: 'tool' });
const weatherAgent = tw.observe(
  async () => {
    const asked = await steps.toolAsked(openai);
    await getWeather(asked.tool_calls[0].function.arguments);
    await steps.toolAnswered(openai, asked);
    tw.current().score('helpful', true);
  },
  { name: 'weather-agent', type: 'agent' },
);

async function left() {
  const stream = await openai.chat.completions.create({ model: 'gpt-4.1-mini', messages, stream: true });
  for await (const part of stream) if (part.choices.length > 0) break;
}

async function aborted() {
  const stop = new AbortController();
  const stream = await anthropic.messages.create(
    { ...claude, model: 'claude-opus-4-1', stream: true },
    { signal: stop.signal },
  );
  for await (const event of stream) if (event.type === 'content_block_delta') stop.abort();
}

await tw.with({ session: 'session-7', user: 'user-7', tags: { plan: 'pro' } }, () =>
  tw.span('support', async () => {
    await steps.calls(openai);
    await openai.responses.create({ model: 'gpt-4.1', input: steps.QUESTION });
    await left();
    await tw.with({ prompt: { name: 'greeting' } }, () => anthropic.messages.create(claude));
    await anthropic.messages.stream(claude).finalMessage();
    await aborted().catch(() => null);
    await google.models.generateContent(gemini);
    for await (const chunk of await google.models.generateContentStream(gemini)) void chunk;
    await weatherAgent();
  }),
);
if (!(await tw.flush())) throw new Error('Not everything was sent.');
