import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from './server.ts';

let models: ModelServer;
beforeAll(async () => {
  models = await startModelServer();
});
afterAll(() => models.close());

async function ask(path: string, body: unknown) {
  const reply = await fetch(models.url + path, { method: 'POST', body: JSON.stringify(body) });
  return { status: reply.status, text: await reply.text() };
}
const json = async (path: string, body: unknown) => JSON.parse((await ask(path, body)).text) as Reply;

interface Reply {
  usage: Record<string, unknown>;
  choices: { message: { content: string | null; tool_calls?: unknown[] } }[];
  usageMetadata: unknown;
}

const messages = [{ role: 'user', content: 'What is the capital of France?' }];
const tools = [{ type: 'function', function: { name: 'get_weather' } }];

describe('the fake model server', () => {
  it('chat: constant usage with cached and reasoning tokens', async () => {
    const { usage } = await json('/v1/chat/completions', { model: 'gpt-5-mini', messages });
    expect(usage).toMatchObject({
      prompt_tokens: 1184,
      completion_tokens: 145,
      prompt_tokens_details: { cached_tokens: 1024 },
      completion_tokens_details: { reasoning_tokens: 128 },
    });
  });

  it('chat: asks for the tool, then answers with its result', async () => {
    const asked = await json('/v1/chat/completions', { model: 'gpt-4.1', messages, tools });
    expect(asked.choices[0]?.message.tool_calls).toHaveLength(1);
    const answered = await json('/v1/chat/completions', {
      model: 'gpt-4.1',
      tools,
      messages: [...messages, { role: 'tool', content: 'sunny' }],
    });
    expect(answered.choices[0]?.message.content).toContain('Paris');
    expect([asked.usage['completion_tokens'], answered.usage['completion_tokens']]).toEqual([22, 17]);
  });

  it('chat: a stream ends with usage if it is asked for, and without it otherwise', async () => {
    const body = { model: 'gpt-4o', messages, stream: true };
    const { text } = await ask('/v1/chat/completions', { ...body, stream_options: { include_usage: true } });
    expect(text).toContain('"total_tokens":1201');
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect((await ask('/v1/chat/completions', body)).text).not.toContain('total_tokens');
  });

  it('Responses, Anthropic, Gemini and embeddings count in their own way', async () => {
    const response = await json('/v1/responses', { model: 'gpt-4o', input: 'x' });
    expect(response.usage).toMatchObject({ input_tokens: 1184, output_tokens: 17 });
    const message = await json('/v1/messages', { model: 'claude-sonnet-4-5', messages });
    expect(message.usage).toMatchObject({
      input_tokens: 142,
      cache_read_input_tokens: 1024,
      cache_creation_input_tokens: 256,
      output_tokens: 19,
    });
    const gemini = await json('/v1beta/models/gemini-2.5-flash:generateContent', { contents: [] });
    expect(gemini.usageMetadata).toMatchObject({ promptTokenCount: 1184, thoughtsTokenCount: 64 });
    const vectors = await json('/v1/embeddings', { model: 'text-embedding-3-small', input: 'x' });
    expect(vectors.usage).toEqual({ prompt_tokens: 8, total_tokens: 8 });
  });

  it('faults: always 400 and 500, and 429 once until it forgets', async () => {
    const statusOf = async (model: string) => (await ask('/v1/chat/completions', { model, messages })).status;
    expect([await statusOf('gpt-4.1-nano'), await statusOf('gpt-4')]).toEqual([400, 500]);
    expect([await statusOf('gpt-4-turbo'), await statusOf('gpt-4-turbo')]).toEqual([429, 200]);
    models.forget();
    expect(await statusOf('gpt-4-turbo')).toBe(429);
  });
});
