import { describe, expect, it } from 'vitest';
import { tracewell } from '../client.ts';
import { newPrompts } from './prompts.ts';

const text = (version: string, template: string) => ({
  id: 17,
  name: 'greeting',
  version,
  template,
  messages: null,
  variables: { language: 'English', name: { required: true }, times: { default: 2 } },
  config: { model: 'gpt-4o-mini' },
});

/** A registry with one prompt, which can change and go away. */
function registry(first: object) {
  const state = { prompt: first, etag: '"1"', status: 200, requests: [] as (string | null)[] };
  const errors: string[] = [];
  const client = tracewell({
    url: 'http://service.example',
    retry: false,
    fetch: async (request) => {
      const etag = request.headers.get('if-none-match');
      state.requests.push(etag);
      if (state.status === 0) throw new TypeError('fetch failed');
      if (state.status !== 200)
        return Response.json({ error: 'No.', reason: 'no' }, { status: state.status });
      if (etag === state.etag) return new Response(null, { status: 304 });
      return Response.json({ prompt: state.prompt, label: 'production' }, { headers: { etag: state.etag } });
    },
  });
  return { prompts: newPrompts(client, (error) => errors.push(error.message)), state, errors };
}

describe('prompts', () => {
  it('are fetched once, with variables, defaults and a link for the calls', async () => {
    const { prompts, state } = registry(
      text('1', 'You greet {{name}} in {{ language }}, {{times}} times. {{other}}'),
    );
    const [prompt] = await Promise.all([prompts.get('greeting'), prompts.get('greeting')]);
    expect(prompt.compile({ name: 'Ada' })).toBe('You greet Ada in English, 2 times. {{other}}');
    expect(prompt.messages({ name: 'Ada', language: '日本語', other: '$&' })).toEqual([
      { role: 'system', content: 'You greet Ada in 日本語, 2 times. $&' },
    ]);
    expect(prompt).toMatchObject({
      version: '1',
      config: { model: 'gpt-4o-mini' },
      isFallback: false,
      link: { id: 17, name: 'greeting', version: '1', label: 'production' },
    });
    await prompts.get('greeting');
    expect(state.requests).toEqual([null]);
  });

  it('that are old are used at once and renewed behind', async () => {
    const { prompts, state } = registry(text('1', 'One'));
    await prompts.get('greeting');
    const now = () => prompts.get('greeting', { ttlMs: 0 });
    await now();
    await expect.poll(() => state.requests).toEqual([null, '"1"']);
    state.prompt = text('2', 'Two');
    state.etag = '"2"';
    expect((await now()).version).toBe('1');
    await expect.poll(async () => (await prompts.get('greeting')).version).toBe('2');
  });

  it('survive an outage, which is not asked about each time', async () => {
    const { prompts, state, errors } = registry(text('1', 'One'));
    await prompts.get('greeting');
    state.status = 0;
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let at = 0; at < 5; at += 1) {
      expect((await prompts.get('greeting', { ttlMs: 10_000 })).version).toBe('1');
    }
    expect(state.requests).toHaveLength(1);
    expect((await prompts.get('greeting', { ttlMs: 10 })).version).toBe('1');
    await expect.poll(() => errors.length).toBe(1);
    expect(errors[0]).toContain('cannot be reached');
  });

  it('fall back if there never was one, and reject without a fallback', async () => {
    const { prompts, state, errors } = registry(text('1', 'One'));
    state.status = 0;
    const prompt = await prompts.get('greeting', { fallback: 'Hi {{name}}' });
    expect([prompt.compile({ name: 'Ada' }), prompt.isFallback, prompt.version]).toEqual([
      'Hi Ada',
      true,
      null,
    ]);
    expect(errors).toHaveLength(1);
    state.status = 404;
    await expect(prompts.get('greeting')).rejects.toMatchObject({ status: 404 });
    state.status = 200;
    expect((await prompts.get('greeting', { fallback: 'Hi' })).version).toBe('1');
  });

  it('of chats have messages and placeholders', async () => {
    const messages = [
      { role: 'system', content: 'You help {{name}}.' },
      { type: 'placeholder', name: 'history' },
      { role: 'user', content: '{{question}}' },
    ];
    const { prompts } = registry({ ...text('1', JSON.stringify(messages)), messages, variables: null });
    const prompt = await prompts.get('support');
    const history = [{ role: 'user', content: 'Hello' }];
    expect(prompt.messages({ name: 'Ada', question: 'Why?' }, { history })).toEqual([
      { role: 'system', content: 'You help Ada.' },
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'Why?' },
    ]);
    expect(prompt.compile({ name: 'Ada', question: 'Why?' })).toBe('You help Ada.\n\nWhy?');
  });
});
