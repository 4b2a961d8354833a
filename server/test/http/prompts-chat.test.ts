import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  account = await app.account({ plan: 'pro' });
});

const MESSAGES = [
  { role: 'system', content: 'You help {{name}}.\nBe kind.' },
  { type: 'placeholder', name: 'history' },
  { role: 'user', content: '{{question}} of {{name}}' },
];

const make = async (fields: object = {}) => {
  const reply = await account.call('POST', '/v1/prompts', { name: 'support', version: '1', ...fields });
  return [reply.statusCode, reply.json()] as const;
};

describe('numbers of versions', () => {
  const numbers = async (name: string) =>
    (await account.call('GET', `/v1/prompts?name=${name}`))
      .json()
      .prompts.map((each: { version: string; number: number }) => `${each.version}: ${each.number}`);
  const made = async (name: string, version: string) =>
    (await make({ name, version, template: 't' }))[1].prompt as { id: number; number: number };

  it('count from 1 in order of creation, for each name and account, also with concurrent requests', async () => {
    await made('a', 'x');
    expect((await made('b', 'x')).number).toBe(1);
    const more = await Promise.all(['k', 'l', 'm', 'n'].map((version) => made('a', version)));
    expect(more.map(({ number }) => number).toSorted()).toEqual([2, 3, 4, 5]);
    const other = await app.account({ plan: 'pro' });
    const first = await other.call('POST', '/v1/prompts', { name: 'a', version: '9', template: 't' });
    expect(first.json().prompt.number).toBe(1);
  });

  it('are not reused after a deletion, and not used up by a rejected version', async () => {
    await made('a', '1');
    const { id } = await made('a', '2');
    await account.call('DELETE', `/v1/prompts/${id}`);
    expect((await make({ name: 'a', version: '1', template: 't' }))[0]).toBe(409);
    expect((await made('a', '2')).number).toBe(3);
  });

  it('stay with a new version text, and change in a rename to another name', async () => {
    const { id } = await made('a', '1');
    await made('a', '2');
    await made('b', '1');
    const rename = async (body: object) =>
      (await account.call('POST', `/v1/prompts/${id}/rename`, body)).json().prompt.number;
    expect(await rename({ name: 'a', version: 'one' })).toBe(1);
    expect(await rename({ name: 'b', version: 'one' })).toBe(2);
    expect(await numbers('a')).toEqual(['2: 2']);
    expect(await rename({ name: 'a', version: 'one' })).toBe(3);
    expect((await made('b', '3')).number).toBe(3);
  });
});

describe('a version without a name', () => {
  it('201: a chat prompt is named after its number, 400: a text prompt needs one', async () => {
    const auto = (fields: object) => account.call('POST', '/v1/prompts', { name: 'support', ...fields });
    const chat = { messages: [{ role: 'user', content: 'Hi' }] };
    await make({ version: '3', ...chat });
    const made = [await auto(chat), await auto(chat), await auto(chat)];
    expect(made.map((reply) => reply.json().prompt.version)).toEqual(['2', '3.1', '4']);
    const text = await auto({ template: 'Hi' });
    expect([text.statusCode, text.json().details]).toEqual([
      400,
      [{ path: 'version', message: 'is required' }],
    ]);
  });
});

describe('a chat prompt', () => {
  it('201: from messages, and from the same as text; both are returned in both forms', async () => {
    const [status, { prompt, warnings }] = await make({
      messages: MESSAGES,
      variables: { name: 'x', mood: 'y' },
    });
    expect([status, prompt.type, prompt.messages, JSON.parse(prompt.template)]).toEqual([
      201,
      'chat',
      MESSAGES,
      MESSAGES,
    ]);
    expect(warnings).toEqual([
      'The template uses {{question}}, which is not declared in variables.',
      'The variable "mood" is declared, but the template does not use it.',
    ]);
    const [, same] = await make({ version: '2', type: 'chat', template: JSON.stringify(MESSAGES, null, 2) });
    expect([same.prompt.messages, same.prompt.template]).toEqual([MESSAGES, prompt.template]);
    await account.call('POST', `/v1/prompts/${prompt.id}/deploy`, { label: 'production' });
    const resolved = await account.call('GET', '/v1/prompts/resolve?name=support&label=production');
    expect(resolved.json().prompt.messages).toEqual(MESSAGES);
  });

  it('400: invalid lists of messages', async () => {
    const bad: [string, object][] = [
      ['template', { type: 'chat', template: 'Hello' }],
      ['template', { type: 'chat', template: '{}' }],
      ['template', { type: 'chat', template: '[]' }],
      ['template.0', { type: 'chat', template: '[{"role": "user"}]' }],
      ['template.0', { type: 'chat', template: '[{"role": "user", "content": 3}]' }],
      ['template', { type: 'chat', template: String.raw`[{"role": "user", "content": "\u0000"}]` }],
      ['template', { type: 'chat', template: '[{"role": "user", "role": "x", "content": ""}]' }],
      ['messages', { messages: [] }],
      ['messages.0', { messages: [{ role: 'user', content: 'x', name: 'y' }] }],
      ['messages.0', { messages: [{ role: '', content: 'x' }] }],
      ['messages.0', { messages: [{ type: 'placeholder' }] }],
      ['messages', { type: 'text', messages: MESSAGES }],
      ['messages', { template: '[]', messages: MESSAGES }],
      ['type', { type: 'image', template: 'x' }],
      ['template', {}],
      ['template', { type: 'chat' }],
      ['config', { template: 'x', config: [] }],
      ['config', { template: 'x', config: null }],
      ['config', { template: 'x', config: { a: 'x'.repeat(65_536) } }],
    ];
    for (const [path, fields] of bad) {
      const [status, { details }] = await make(fields);
      expect([fields, status, details?.[0].path.startsWith(path)]).toEqual([fields, 400, true]);
    }
    const [, missing] = await make();
    expect(missing.details).toEqual([{ path: 'template', message: 'is required' }]);
    const content = 'é'.repeat(25_000);
    expect((await make({ messages: [{ role: 'user', content }] }))[1].reason).toBe('template_too_long');
  });

  it('200: changed by messages or by text, and never into the other type', async () => {
    const [, { prompt }] = await make({ messages: MESSAGES, config: { model: 'm', n: [1, { a: null }] } });
    expect(prompt.config).toEqual({ model: 'm', n: [1, { a: null }] });
    const patch = async (body: object) => {
      const reply = await account.call('PATCH', `/v1/prompts/${prompt.id}`, body);
      return [reply.statusCode, reply.json()] as const;
    };
    const shorter = [{ role: 'user', content: 'Hi {{you}}' }];
    const [, changed] = await patch({ messages: shorter });
    expect([changed.prompt.messages, changed.prompt.config, changed.warnings]).toEqual([
      shorter,
      prompt.config,
      ['The template uses {{you}}, which is not declared in variables.'],
    ]);
    const [, again] = await patch({ template: JSON.stringify(MESSAGES), config: { k: 1 } });
    expect([again.prompt.messages, again.prompt.config]).toEqual([MESSAGES, { k: 1 }]);
    expect((await patch({ template: 'plain' }))[0]).toBe(400);
    expect((await patch({ type: 'text' }))[0]).toBe(400);
    const [, text] = await make({ version: 't', template: 'plain' });
    const onText = await account.call('PATCH', `/v1/prompts/${text.prompt.id}`, { messages: MESSAGES });
    expect([onText.statusCode, onText.json().details[0].path]).toEqual([400, 'messages']);
  });

  it('200: a diff by the lines of its messages, and of the configuration', async () => {
    const [, { prompt: from }] = await make({ messages: MESSAGES, config: { a: 1, b: 2 } });
    const [, { prompt: to }] = await make({
      version: '2',
      messages: [{ role: 'system', content: 'You help {{name}}.\nBe brief.' }, ...MESSAGES.slice(1)],
      config: { b: 3, c: 4 },
    });
    const diff = (await account.call('GET', `/v1/prompts/${to.id}/diff?against=${from.id}`)).json();
    expect([diff.addedLines, diff.removedLines, diff.config]).toEqual([
      1,
      1,
      { added: ['c'], removed: ['a'], changed: ['b'] },
    ]);
    expect(diff.hunks[0].lines.map((line: { text: string }) => line.text)).toEqual([
      'system:',
      'You help {{name}}.',
      'Be kind.',
      'Be brief.',
      '',
      '[history]',
      '',
    ]);
  });
});
