import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tracewell } from '../client.ts';
import { diskPrompts } from '../node/index.ts';
import { newPrompts, type PromptCopies } from './prompts.ts';

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
function registry(first: object, copies?: PromptCopies) {
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
  return { prompts: newPrompts(client, (error) => errors.push(error.message), copies), state, errors };
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

  it('are in a folder for a start while the service is away', async () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'tracewell-prompts-')), 'prompts');
    onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }));
    const first = registry(text('1', 'One {{name}}'), diskPrompts(folder));
    await first.prompts.get('a/greeting');
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder).length : 0)).toBe(1);
    const away = registry(text('2', 'Two'), diskPrompts(folder));
    away.state.status = 0;
    const prompt = await away.prompts.get('a/greeting', { fallback: 'Hi' });
    expect([prompt.version, prompt.isFallback, prompt.compile({ name: 'Ada' })]).toEqual([
      '1',
      false,
      'One Ada',
    ]);
    await expect(away.prompts.get('another')).rejects.toMatchObject({ status: 0 });
    // With the service back, the copy is only as good as its tag.
    away.state.status = 200;
    away.state.etag = '"2"';
    await away.prompts.get('a/greeting', { ttlMs: 0 });
    await expect.poll(async () => (await away.prompts.get('a/greeting')).version).toBe('2');
    expect(away.state.requests.at(-1)).toBe('"1"');
    const gone = registry(text('1', 'One'), diskPrompts(folder));
    gone.state.status = 404;
    await expect(gone.prompts.get('a/greeting')).rejects.toMatchObject({ status: 404 });
  });

  it('of chats have messages and placeholders', async () => {
    const messages = [
      { role: 'system', content: 'You help {{name}}.' },
      { type: 'placeholder', name: 'history' },
      { role: 'user', content: '{{question}}' },
    ];
    const config = {
      model: 'gpt-4o-mini',
      tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }],
      outputSchema: { type: 'object' },
    };
    const stored = { ...text('1', JSON.stringify(messages)), messages, variables: null, config };
    const { prompts } = registry(stored);
    const prompt = await prompts.get('support');
    expect([prompt.tools, prompt.outputSchema]).toEqual([config.tools, { type: 'object' }]);
    const history = [{ role: 'user', content: 'Hello' }];
    expect(prompt.messages({ name: 'Ada', question: 'Why?' }, { history })).toEqual([
      { role: 'system', content: 'You help Ada.' },
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'Why?' },
    ]);
    expect(prompt.compile({ name: 'Ada', question: 'Why?' })).toBe('You help Ada.\n\nWhy?');
  });
});
