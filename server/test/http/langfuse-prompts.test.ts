// Recorded requests of the Langfuse clients: JS `@langfuse/client` 5 and Python `langfuse` 2 and 4.
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

const PATH = '/api/public/v2/prompts';
const basic = (user: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  'x-langfuse-sdk-name': 'javascript',
  'x-langfuse-sdk-version': '5.11.1',
  'x-langfuse-public-key': user,
});
const send = async (method: string, url: string, body?: object) => {
  const reply = await account.call(method, `${PATH}${url}`, body, basic('pk-lf-1', account.apiKey));
  return [reply.statusCode, reply.body === '' ? null : reply.json()] as const;
};
const create = async (fields: object = {}) =>
  (await send('POST', '', { name: 'greeting', prompt: 'Hello {{name}}!', type: 'text', ...fields }))[1];
const shown = async (url: string) => {
  const [status, { version, labels, prompt, message }] = await send('GET', url);
  return status === 200 ? [version, labels, prompt] : [status, message];
};

describe('getting a prompt', () => {
  it('200: by name alone the one in production; by label, by version, and the latest', async () => {
    await create({ prompt: 'one', labels: ['production'] });
    await create({ prompt: 'two', labels: ['staging'] });
    expect(await shown('/greeting')).toEqual([1, ['production'], 'one']);
    expect(await shown('/greeting?label=staging')).toEqual([2, ['staging', 'latest'], 'two']);
    expect(await shown('/greeting?label=latest')).toEqual([2, ['staging', 'latest'], 'two']);
    expect(await shown('/greeting?version=1')).toEqual([1, ['production'], 'one']);
    expect(await shown('/greeting?version=2&resolve=true')).toEqual([2, ['staging', 'latest'], 'two']);
  });

  it('200: with every field that a client reads', async () => {
    const made = await create({
      config: { model: 'm', temperature: 0.5 },
      tags: ['a', 'b'],
      labels: ['production'],
      commitMessage: 'The first one',
    });
    expect(made).toEqual({
      id: expect.any(String),
      name: 'greeting',
      version: 1,
      type: 'text',
      prompt: 'Hello {{name}}!',
      config: { model: 'm', temperature: 0.5 },
      labels: ['production', 'latest'],
      tags: ['a', 'b'],
      commitMessage: 'The first one',
      projectId: account.projectId,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      createdBy: 'API',
      isActive: null,
      resolutionGraph: null,
    });
    expect(await send('GET', '/greeting')).toEqual([200, made]);
  });

  it('200: a name with a folder and spaces, encoded as clients do', async () => {
    await create({ name: 'support/greeting 1', labels: ['production'] });
    expect(await shown('/support%2Fgreeting%201')).toEqual([1, ['production', 'latest'], 'Hello {{name}}!']);
    // The Python client 2 does not encode the slash.
    expect(await shown('/support/greeting%201?label=latest')).toEqual(await shown('/support%2Fgreeting%201'));
    expect((await shown('/support/none'))[0]).toBe(404);
    await create({ name: '挨拶'.repeat(50), prompt: 'jp', labels: ['production'] });
    expect((await shown(`/${encodeURIComponent('挨拶'.repeat(50))}`))[2]).toBe('jp');
  });

  it('404, in Langfuse’s format: nothing in production, and unknown prompts', async () => {
    await create();
    expect(await send('GET', '/greeting')).toEqual([
      404,
      {
        message: 'Prompt not found: "greeting" with the label "production".',
        error: 'LangfuseNotFoundError',
      },
    ]);
    expect(await shown('/greeting?version=7')).toEqual([
      404,
      'Prompt not found: "greeting" with the version 7.',
    ]);
    expect((await shown('/other?label=latest'))[0]).toBe(404);
  });

  it('400 and 401, in Langfuse’s format', async () => {
    await create();
    for (const query of ['version=1&label=latest', 'version=x', 'version=0', 'version=99999999999']) {
      const [status, body] = await send('GET', `/greeting?${query}`);
      expect([query, status, body.error]).toEqual([query, 400, 'InvalidRequestError']);
    }
    const stranger = await app.call('GET', `${PATH}/greeting`, undefined, basic('pk-lf-1', 'sk-lf-2'));
    expect([stranger.statusCode, stranger.json().error]).toEqual([401, 'UnauthorizedError']);
  });

  it('200: a prompt that was created through /v1, by its number', async () => {
    const own = async (version: string) =>
      (await account.call('POST', '/v1/prompts', { name: 'own', version, template: version })).json().prompt
        .id;
    await own('2026-11-15');
    const second = await own('2');
    await account.call('POST', `/v1/prompts/${second}/deploy`, { label: 'production' });
    expect(await shown('/own')).toEqual([2, ['production', 'latest'], '2']);
    expect(await shown('/own?version=1')).toEqual([1, [], '2026-11-15']);
  });
});

describe('a prompt that contains others', () => {
  const text = async (url: string) => {
    const [status, body] = await send('GET', url);
    return status === 200 ? body.prompt : [status, body.message];
  };
  const refer = (to: string) => `@@@langfusePrompt:name=${to}@@@`;

  it('200: contains their text, by version and by label, also nested and in messages', async () => {
    await create({ name: 'in/a', prompt: 'A1', labels: ['production'] });
    await create({ name: 'in/a', prompt: 'A2', labels: ['staging'] });
    await create({ name: 'b', prompt: `b(${refer('in/a|version=1')} ${refer('in/a|label=staging')})` });
    const labels = ['production'];
    await create({ prompt: `{{x}} ${refer('b|label=latest')} ${refer('in/a')}`, labels });
    expect(await text('/greeting')).toBe('{{x}} b(A1 A2) A1');
    expect(await text('/greeting?resolve=false')).toContain('@@@');
    const chat = [{ role: 'user', content: refer('in/a|version=2') }];
    await create({ name: 'chat', type: 'chat', prompt: chat, labels });
    expect(await text('/chat')).toEqual([{ type: 'chatmessage', role: 'user', content: 'A2' }]);
  });
});

describe('a chat prompt', () => {
  const messages = [
    { type: 'chatmessage', role: 'system', content: 'You help {{name}}' },
    { type: 'placeholder', name: 'history' },
    { type: 'chatmessage', role: 'user', content: '{{question}}' },
  ];

  it('201: with placeholders; messages of older clients have no type', async () => {
    const made = await create({ name: 'chat', type: 'chat', prompt: messages, labels: ['production'] });
    expect([made.type, made.prompt]).toEqual(['chat', messages]);
    const older = await create({
      name: 'chat',
      type: 'chat',
      prompt: [{ role: 'user', content: 'Hi', extra: 1 }],
    });
    expect([older.version, older.prompt]).toEqual([
      2,
      [{ type: 'chatmessage', role: 'user', content: 'Hi' }],
    ]);
    const [own] = (await account.call('GET', '/v1/prompts?name=chat')).json().prompts;
    expect(own.messages).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  it('400: a type that does not match the body or the earlier versions', async () => {
    await create();
    for (const fields of [
      { type: 'chat', prompt: messages },
      { name: 'new', type: 'chat', prompt: 'text' },
      { name: 'new', prompt: messages },
      { name: 'new', type: 'chat', prompt: [] },
      { name: 'new', type: 'chat', prompt: [{ role: 'user' }] },
      { name: 'new', type: 'chat', prompt: [{ type: 'placeholder' }] },
      { name: 'new', type: 'image', prompt: 'x' },
    ]) {
      const [status, body] = await send('POST', '', { name: 'greeting', ...fields });
      expect([fields, status, body.error]).toEqual([fields, 400, 'InvalidRequestError']);
    }
  });
});

describe('creating', () => {
  it('201: each time the next version, and labels move to it', async () => {
    await create({ labels: ['production', 'blue'] });
    const second = await create({ labels: ['production', 'latest'], prompt: 'two' });
    expect([second.version, second.labels]).toEqual([2, ['production', 'latest']]);
    expect(await shown('/greeting?version=1')).toEqual([1, ['blue'], 'Hello {{name}}!']);
    const made = await Promise.all([1, 2, 3, 4].map(() => create({ labels: ['production'] })));
    expect(made.map(({ version }) => version).toSorted()).toEqual([3, 4, 5, 6]);
    const history = await account.call(
      'GET',
      '/v1/prompts/deployments/history?name=greeting&label=production',
    );
    expect(history.json().entries).toHaveLength(6);
    expect(history.json().entries[0].version).toBe('6');
  });

  it('201: the version is the number, or close to it if that is taken', async () => {
    for (const version of ['x', '3', '4'])
      await account.call('POST', '/v1/prompts', { name: 'greeting', version, template: 't' });
    expect((await create()).version).toBe(4);
    const [own] = (await account.call('GET', '/v1/prompts?name=greeting&limit=1')).json().prompts;
    expect([own.number, own.version]).toEqual([4, '4.1']);
  });

  it('201: tags are inherited by the next version, unless it has its own', async () => {
    await create({ tags: ['a', 'b'] });
    expect((await create()).tags).toEqual(['a', 'b']);
    expect((await create({ tags: null })).tags).toEqual(['a', 'b']);
    expect((await create({ tags: [] })).tags).toEqual([]);
    expect((await create({ config: null, labels: null, commitMessage: null })).config).toEqual({});
  });

  it('400: values that the registry cannot store, and nothing is kept of them', async () => {
    for (const fields of [
      { name: 'x'.repeat(201) },
      { name: 'a\nb' },
      { name: '' },
      { prompt: '' },
      { prompt: 'x'.repeat(50_001) },
      { config: [] },
      { config: 'x' },
      { config: { a: 'x'.repeat(65_536) } },
      { tags: Array.from({ length: 9 }, (_, at) => `t${at}`) },
      { labels: [''] },
      { labels: ['x'.repeat(101)] },
      { commitMessage: 'x'.repeat(501) },
    ]) {
      const [status, body] = await send('POST', '', { name: 'greeting', prompt: 'x', ...fields });
      expect([fields, status, body.error, typeof body.message]).toEqual([
        fields,
        400,
        'InvalidRequestError',
        'string',
      ]);
    }
    expect((await send('GET', ''))[1].data).toEqual([]);
  });

  it('403: without the plan, without the scope, or with a key of one project', async () => {
    const free = await app.account({ plan: 'free' });
    const reader = await account.key(['read']);
    const bound = await account.key(null, { projectId: account.projectId });
    for (const by of [free, reader, bound]) {
      const reply = await by.call('POST', PATH, { name: 'a', prompt: 'b' });
      expect([reply.statusCode, reply.json().error]).toEqual([403, 'ForbiddenError']);
    }
  });
});

describe('labels of a version', () => {
  it('200: added to its labels, and removed from other versions', async () => {
    await create({ labels: ['production', 'blue'] });
    await create({ labels: ['green'] });
    const [status, body] = await send('PATCH', '/greeting/versions/2', { newLabels: ['production', 'red'] });
    expect([status, body.version, body.labels]).toEqual([200, 2, ['green', 'production', 'red', 'latest']]);
    expect((await shown('/greeting?version=1'))[1]).toEqual(['blue']);
    const [, same] = await send('PATCH', '/greeting/versions/2', { newLabels: [] });
    expect(same.labels).toEqual(['green', 'production', 'red', 'latest']);
    const resolved = await account.call('GET', '/v1/prompts/resolve?name=greeting&label=red');
    expect(resolved.json().prompt.number).toBe(2);
  });

  it('400 for latest, 404 for an unknown version', async () => {
    await create();
    const latest = await send('PATCH', '/greeting/versions/1', { newLabels: ['latest'] });
    expect([latest[0], latest[1].error]).toEqual([400, 'InvalidRequestError']);
    expect((await send('PATCH', '/greeting/versions/9', { newLabels: ['a'] }))[0]).toBe(404);
    expect((await send('PATCH', '/greeting/versions/x', { newLabels: ['a'] }))[0]).toBe(404);
  });
});

describe('deleting', () => {
  it('204: by version, by label, and all, with the labels that point there', async () => {
    for (const label of ['one', 'two', 'three']) await create({ labels: [label, 'production'] });
    expect(await send('DELETE', '/greeting?version=1')).toEqual([204, null]);
    expect((await shown('/greeting?label=one'))[0]).toBe(404);
    expect(await send('DELETE', '/greeting?label=production')).toEqual([204, null]);
    expect((await shown('/greeting'))[0]).toBe(404);
    expect((await account.call('GET', '/v1/prompts/resolve?name=greeting&label=three')).statusCode).toBe(404);
    expect(await shown('/greeting?label=latest')).toEqual([2, ['two', 'latest'], 'Hello {{name}}!']);
    expect(await send('DELETE', '/greeting')).toEqual([204, null]);
    expect((await send('DELETE', '/greeting'))[0]).toBe(404);
    expect((await account.call('GET', '/v1/prompts/deployments')).json().deployments).toEqual([]);
    // Numbers are not reused, because a call may name version 1.
    expect((await create({ labels: ['production'] })).version).toBe(4);
  });

  it('204: a label on the remaining version has nothing to roll back to', async () => {
    await create({ labels: ['production'] });
    await create({ labels: ['production'] });
    await send('DELETE', '/greeting?version=1');
    const { deployments } = (await account.call('GET', '/v1/prompts/deployments')).json();
    expect([deployments[0].version, deployments[0].previousPromptId]).toEqual(['2', null]);
  });
});

describe('the list', () => {
  const names = async (query: string) => {
    const [status, { data, meta }] = await send('GET', `?${query}`);
    expect(status).toBe(200);
    return [data.map(({ name }: { name: string }) => name), meta.totalItems];
  };

  it('200: by name, with versions, labels, tags and the last configuration', async () => {
    await create({ labels: ['production'], tags: ['a'], config: { n: 1 } });
    await create({ labels: ['staging'], config: { n: 2 } });
    await create({ name: 'chat', type: 'chat', prompt: [{ role: 'user', content: 'x' }] });
    const [, body] = await send('GET', '?page=1&limit=10');
    expect(body).toEqual({
      data: [
        {
          name: 'chat',
          type: 'chat',
          versions: [1],
          labels: ['latest'],
          tags: [],
          lastUpdatedAt: expect.any(String),
          lastConfig: {},
        },
        {
          name: 'greeting',
          type: 'text',
          versions: [1, 2],
          labels: ['latest', 'production', 'staging'],
          tags: ['a'],
          lastUpdatedAt: expect.any(String),
          lastConfig: { n: 2 },
        },
      ],
      meta: { page: 1, limit: 10, totalItems: 2, totalPages: 1 },
      pagination: { page: 1, limit: 10, totalItems: 2, totalPages: 1 },
    });
    const [, one] = await send('GET', '?name=greeting&label=production');
    expect(one.data[0]).toMatchObject({ versions: [1], labels: ['production'], lastConfig: { n: 1 } });
  });

  it('200: filtered and in pages', async () => {
    for (const name of ['a', 'b', 'c']) await create({ name, tags: [name, 'all'], labels: [`is-${name}`] });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await names('limit=2')).toEqual([['a', 'b'], 3]);
    expect(await names('limit=2&page=2')).toEqual([['c'], 3]);
    expect(await names('page=9')).toEqual([[], 3]);
    expect(await names('tag=b')).toEqual([['b'], 1]);
    expect(await names('tag=all')).toEqual([['a', 'b', 'c'], 3]);
    expect(await names('label=is-c')).toEqual([['c'], 1]);
    expect(await names('label=latest&version=1')).toEqual([['a', 'b', 'c'], 3]);
    expect(await names('version=2')).toEqual([[], 0]);
    expect(await names(`fromUpdatedAt=${later}`)).toEqual([[], 0]);
    expect(await names(`toUpdatedAt=${later}`)).toEqual([['a', 'b', 'c'], 3]);
    for (const query of ['limit=0', 'limit=101', 'page=0', 'fromUpdatedAt=x'])
      expect([query, (await send('GET', `?${query}`))[0]]).toEqual([query, 400]);
  });

  it('200: nothing of another account', async () => {
    await create({ labels: ['production'] });
    const other = await app.account();
    expect((await other.call('GET', PATH)).json().data).toEqual([]);
    expect((await other.call('GET', `${PATH}/greeting`)).statusCode).toBe(404);
  });
});

describe('a call that names a version by its number', () => {
  const SPAN = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' };

  const byBatch = async (promptVersion: number): Promise<string> => {
    const [traceId, id] = [`trace-${promptVersion}`, `generation-${promptVersion}`];
    const now = Date.now();
    const time = (ms: number) => new Date(now + ms).toISOString();
    const event = (type: string, body: object) => ({ id: `${type}-${id}`, type, timestamp: time(0), body });
    const batch = [
      event('trace-create', { id: traceId, name: 'chat' }),
      event('generation-create', {
        id,
        traceId,
        model: 'gpt-4o-mini',
        startTime: time(-900),
        endTime: time(0),
        promptName: 'greeting',
        promptVersion,
      }),
    ];
    expect((await account.call('POST', '/api/public/ingestion', { batch })).statusCode).toBe(207);
    return `${traceId}-${id}`;
  };

  const bySpan = async (): Promise<string> => {
    const now = BigInt(Date.now()) * 1_000_000n;
    const attribute = (key: string, value: object) => ({ key, value });
    const attributes = [
      attribute('langfuse.observation.type', { stringValue: 'generation' }),
      attribute('langfuse.observation.model.name', { stringValue: 'gpt-4o-mini' }),
      attribute('langfuse.observation.prompt.name', { stringValue: 'greeting' }),
      attribute('langfuse.observation.prompt.version', { intValue: '2' }),
    ];
    const span = { ...SPAN, name: 'answer', startTimeUnixNano: String(now), endTimeUnixNano: String(now) };
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, attributes }] }] }] };
    expect((await account.call('POST', '/api/public/otel/v1/traces', body)).statusCode).toBe(200);
    return `${SPAN.traceId}-${SPAN.spanId}`;
  };

  const metaOf = async (id: string) =>
    (await account.call('GET', `/v1/query/calls/${id}`)).json().call.requestMeta;

  it('200: is linked to the version, whatever its name in /v1, and counts as its usage', async () => {
    const ids: number[] = [];
    for (const version of ['friendly', 'formal']) {
      const fields = { name: 'greeting', version, template: version };
      ids.push((await account.call('POST', '/v1/prompts', fields)).json().prompt.id);
    }
    const [friendly, formal] = ids;
    expect(await metaOf(await byBatch(2))).toMatchObject({ promptName: 'greeting', promptId: formal });
    expect(await metaOf(await bySpan())).toMatchObject({ promptName: 'greeting', promptId: formal });
    expect(await metaOf(await byBatch(1))).toMatchObject({ promptId: friendly });
    const unknown = await metaOf(await byBatch(9));
    expect([unknown.promptVersion, unknown.promptId]).toEqual(['9', undefined]);
    const { versions } = (await account.call('GET', `/v1/prompts/${formal}/usage`)).json();
    expect(
      versions.map((each: { version: string; promptId: number; calls: number }) => [
        each.version,
        each.promptId,
        each.calls,
      ]),
    ).toEqual([
      ['formal', formal, 2],
      ['friendly', friendly, 1],
      ['9', null, 1],
    ]);
  });

  it('200: is not linked to a prompt of another account', async () => {
    await account.call('POST', '/v1/prompts', { name: 'greeting', version: 'friendly', template: 't' });
    account = await app.account();
    expect((await metaOf(await byBatch(1))).promptId).toBeUndefined();
  });
});
