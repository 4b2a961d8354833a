// LangSmith's clients only change the address and the key, and everything they send is stored.
import { randomUUID } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unavailable } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { makeTestApp, openTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const MIB = 1_048_576;

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  // The preparing thread reads these bodies too.
  const ingestThread = inject('engine') === 'postgres' ? 'on' : 'off';
  app = await makeTestApp({ config: { ingestThread } });
  account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
});
afterAll(() => app.stop());

type Run = Record<string, unknown> & { id: string; trace_id: string };

const USAGE = {
  input_tokens: 1184,
  output_tokens: 17,
  total_tokens: 1201,
  input_token_details: { cache_read: 1024 },
};

/** A complete run of an OpenAI wrapper. */
function llm(more: Record<string, unknown> = {}): Run {
  const id = randomUUID();
  const now = Date.now();
  return {
    id,
    trace_id: id,
    dotted_order: `20261116T190000718006Z${id}`,
    name: 'ChatOpenAI',
    run_type: 'llm',
    start_time: new Date(now - 500).toISOString().replace('Z', '007Z'),
    end_time: now,
    inputs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
    outputs: {
      model: 'gpt-4o-mini',
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
      usage_metadata: USAGE,
    },
    extra: {
      metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o-mini', thread_id: 's-1', plan: 'pro' },
    },
    tags: ['beta'],
    ...more,
  };
}

/** The requests at the start and at the end of a run. */
function halves(run: Run): { post: object; patch: object } {
  const { outputs, end_time, ...post } = run;
  const { id, trace_id, dotted_order, start_time, extra, tags } = run;
  return { post, patch: { id, trace_id, dotted_order, start_time, extra, tags, outputs, end_time } };
}

const PARTS = ['inputs', 'outputs', 'events', 'extra', 'error', 'serialized'];
const BOUNDARY = '----LangSmithFormBoundaryk3j';

/** As written by the JavaScript client. */
function multipart(
  post: readonly object[],
  patch: readonly object[] = [],
  more: [string, string][] = [],
): Buffer {
  const parts: [string, string][] = [];
  for (const [operation, runs] of [['post', post] as const, ['patch', patch] as const]) {
    for (const run of runs as Run[]) {
      const main = Object.entries(run).filter(([key]) => !PARTS.includes(key));
      parts.push([`${operation}.${run.id}`, JSON.stringify(Object.fromEntries(main))]);
      for (const key of PARTS)
        if (run[key] !== undefined) parts.push([`${operation}.${run.id}.${key}`, JSON.stringify(run[key])]);
    }
  }
  const written = [...parts, ...more].map(
    ([name, text]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json; length=${text.length}\r\n\r\n${text}\r\n`,
  );
  return Buffer.from(`${written.join('')}--${BOUNDARY}--\r\n`);
}

const asKey = (apiKey: string) => ({ 'x-api-key': apiKey, 'user-agent': 'langsmith-js/0.10.5' });
const form = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** With the key header of these clients. */
const send = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
  to = account.apiKey,
) => app.call(method, path, body, { ...asKey(to), ...headers });
const sendForm = (body: Buffer, headers: Record<string, string> = {}) =>
  send('/runs/multipart', body, { ...form, ...headers });

const callOf = async ({ id, trace_id }: Run, of: Caller = account) =>
  (await of.call('GET', `/v1/query/calls/${trace_id}-${id}`)).json().call;

const rejections = async (of: TestAccount) =>
  (await of.call('GET', '/v1/ingest/diagnostics'))
    .json()
    .sources.flatMap((source: { endpoint: string; reasons: { reason: string; count: number }[] }) =>
      source.endpoint === 'langsmith' ? source.reasons : [],
    )
    .map(({ reason, count }: { reason: string; count: number }) => [reason, count]);

const STORED = {
  provider: 'openai',
  model: 'gpt-4o-mini',
  promptTokens: 1184,
  completionTokens: 17,
  sessionId: 's-1',
  tags: { plan: 'pro', 'tag:beta': 'true' },
  requestMeta: {
    cachedTokens: 1024,
    input: { messages: [{ role: 'user', content: 'Hi' }] },
    output: { choices: [{ message: { content: 'Hello' } }] },
  },
};

describe('GET /info', () => {
  it.for(['/info', '/api/v1/info'])('200 without a key: %s', async (path) => {
    const reply = await app.call('GET', path, undefined, { accept: 'text/html' });
    expect(reply.statusCode).toBe(200);
    const { version, batch_ingest_config: batch, instance_flags: flags } = reply.json();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(batch).toEqual({
      use_multipart_endpoint: true,
      size_limit: 100,
      size_limit_bytes: expect.any(Number),
      scale_up_qsize_trigger: expect.any(Number),
      scale_up_nthreads_limit: expect.any(Number),
      scale_down_nempty_trigger: expect.any(Number),
    });
    expect(batch.size_limit_bytes).toBeLessThan(16 * MIB);
    expect(flags).toMatchObject({ zstd_compression_enabled: true, gzip_body_enabled: true });
  });
});

describe('runs', () => {
  it.for(['/runs/batch', '/api/v1/runs/batch'])('202 {}: a batch at %s is stored', async (path) => {
    const run = llm();
    const reply = await send(path, { post: [run], patch: [] });
    expect([reply.statusCode, reply.json()]).toEqual([202, {}]);
    expect(await callOf(run)).toMatchObject(STORED);
  });

  it('202: one run, and one patch', async () => {
    const run = llm();
    const { post, patch } = halves(run);
    expect((await send('/runs', post)).statusCode).toBe(202);
    expect(await callOf(run)).toBeUndefined();
    const { id: _id, ...body } = patch as Run;
    expect((await send(`/runs/${run.id}`, body, {}, 'PATCH')).statusCode).toBe(202);
    expect(await callOf(run)).toMatchObject(STORED);
  });

  it.for([
    ['as it is', (body: Buffer) => body, {}],
    ['with gzip', gzipSync, { 'content-encoding': 'gzip' }],
    ['with zstd', zstdCompressSync, { 'content-encoding': 'zstd' }],
  ] as [string, (body: Buffer) => Buffer, Record<string, string>][])(
    '202: multipart %s',
    async ([, pack, headers]) => {
      const [one, other] = [llm(), llm()];
      const { post, patch } = halves(other);
      const reply = await sendForm(pack(multipart([one, post], [patch])), headers);
      expect([reply.statusCode, reply.json()]).toEqual([202, {}]);
      for (const run of [one, other]) expect(await callOf(run)).toMatchObject(STORED);
    },
  );

  it.for([
    ['post, then patch', ['post', 'patch']],
    ['patch, then post', ['patch', 'post']],
    ['patch, post, patch again', ['patch', 'post', 'patch']],
  ] as [string, ('post' | 'patch')[]][])('202: %s make one call', async ([, order]) => {
    const run = llm();
    const parts = halves(run);
    for (const operation of order) {
      const reply = await sendForm(
        multipart(...((operation === 'post' ? [[parts.post]] : [[], [parts.patch]]) as [object[]])),
      );
      expect(reply.statusCode).toBe(202);
    }
    expect(await callOf(run)).toMatchObject(STORED);
  });

  it('202: a tree of runs is a trace that contains a call', async () => {
    const call = llm();
    const root = { ...llm(), name: 'support', run_type: 'chain', outputs: { output: 'Hello' } };
    Object.assign(call, { trace_id: root.id, parent_run_id: root.id });
    await send('/runs/batch', { post: [call, root] });
    const trace = (await account.call('GET', `/v1/query/trace/${root.id}`)).json();
    expect(trace.nodes).toMatchObject([
      {
        kind: 'observation',
        type: 'chain',
        name: 'support',
        children: [{ kind: 'llm', call: { model: 'gpt-4o-mini' } }],
      },
    ]);
  });

  it('202: a batch that is sent again is stored once', async () => {
    const own = await app.account();
    const body = { post: [llm(), llm()] };
    for (let time = 0; time < 3; time += 1) await send('/runs/batch', body, {}, 'POST', own.apiKey);
    expect((await own.call('POST', '/v1/query/calls', {})).json().records).toHaveLength(2);
    const { totals } = (await own.call('GET', '/v1/ingest/diagnostics')).json();
    expect(totals).toMatchObject({ accepted: 2, duplicates: 4 });
  });

  it('202: an end that is sent again is not a late update; a new one is', async () => {
    const own = await app.account();
    const run = llm();
    const { post, patch } = halves(run);
    await send('/runs/batch', { post: [post] }, {}, 'POST', own.apiKey);
    for (let times = 0; times < 3; times += 1)
      expect((await send('/runs/batch', { patch: [patch] }, {}, 'POST', own.apiKey)).statusCode).toBe(202);
    expect((await own.call('POST', '/v1/query/calls', {})).json().records).toHaveLength(1);
    expect(await rejections(own)).toEqual([]);
    const later = { ...patch, end_time: Date.now() + 1_000 };
    await send('/runs/batch', { patch: [later] }, {}, 'POST', own.apiKey);
    expect(await rejections(own)).toEqual([['late_update', 1]]);
  });

  it('202: one bad run does not affect the others, and diagnostics count it', async () => {
    const own = await app.account();
    const run = llm();
    const reply = await send('/runs/batch', { post: [{ name: 'no id' }, run, 7] }, {}, 'POST', own.apiKey);
    expect(reply.statusCode).toBe(202);
    expect(await callOf(run, own)).toBeDefined();
    expect(await rejections(own)).toEqual([['invalid_run', 2]]);
  });

  it('202: diagnostics name the client, and have a code for each reason', async () => {
    const own = await app.account();
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    const agent = { ...asKey(own.apiKey), 'user-agent': 'langsmith-js/0.10.5' };
    const parts: [string, string][] = [
      ['post.nameless', '7'],
      ['feedback.f', '{}'],
      ['attachment.a.photo', 'PNG'],
      ['other', '1'],
    ];
    await app.call('POST', '/runs/multipart', multipart([llm()], [], parts), { ...agent, ...form });
    await app.call('POST', '/runs/batch', Buffer.from(`{"post":[{"name":"abyss","inputs":${deep}}]}`), {
      ...agent,
      'content-type': 'application/json',
    });
    const { sources } = (await own.call('GET', '/v1/ingest/diagnostics')).json();
    type Source = { client: string; endpoint: string; reasons: Record<string, string>[] };
    const shown = (sources as Source[]).flatMap(({ client, endpoint, reasons }) => {
      expect([client, endpoint]).toEqual(['langsmith-js/0.10.5', 'langsmith']);
      return reasons.map(({ cause, code, example }) => [cause, code, example]);
    });
    expect(shown.toSorted()).toEqual([
      ['attachment_not_stored', 'attachment_not_stored', 'attachment.a.photo'],
      ['invalid_feedback', 'invalid_feedback', ''],
      ['invalid_run', 'invalid_run', 'post.nameless'],
      ['too_deep', 'unsafe_json', 'abyss'],
      ['unknown_part', 'unknown_part', 'other'],
    ]);
  });

  it('202: an attachment is a file of its run', async () => {
    const own = await app.account();
    await own.call('PUT', '/v1/account/consents/plaintext-storage');
    const run = llm();
    const photo = `\u0089PNG${'x'.repeat(3_000)}`;
    const body = multipart([run], [], [[`attachment.${run.id}.photo`, photo]]);
    const reply = await app.call('POST', '/runs/multipart', body, { ...asKey(own.apiKey), ...form });
    expect(reply.statusCode).toBe(202);
    const text = JSON.stringify(await callOf(run, own));
    const [, id = ''] = /"mediaId":"(med_\w+)"/.exec(text) ?? [];
    const { rawPayload } = await own.call('GET', `/v1/media/${id}`);
    expect(rawPayload.toString()).toBe(photo);
    expect(await rejections(own)).toEqual([]);
  });

  it('202: a named session becomes a project, and a key of a project stays in its own', async () => {
    const own = await app.account();
    const [named, bound] = [llm({ session_name: 'support' }), llm({ session_name: 'support' })];
    await send('/runs/batch', { post: [named] }, {}, 'POST', own.apiKey);
    const { projects } = (await own.call('GET', '/v1/projects')).json();
    const made = projects.find(({ name }: { name: string }) => name === 'support');
    expect(
      await callOf(named, {
        call: (...args) => own.call(args[0], args[1], args[2], { 'x-project-id': made.id }),
      }),
    ).toBeDefined();
    const key = await own.key(['write:records'], { projectId: own.projectId });
    await send('/runs/batch', { post: [bound] }, {}, 'POST', key.apiKey);
    expect(await callOf(bound, own)).toMatchObject({ tags: { project: 'support' } });
  });

  it('202: a run that never ends is stored after a while, marked as unfinished', async () => {
    const clock = new FakeClock(Date.now());
    const slow = await openTestApp({ clock });
    const own = await slow.account();
    const run = llm({ start_time: new Date(clock.now()).toISOString() });
    const headers = asKey(own.apiKey);
    expect((await slow.call('POST', '/runs/batch', { post: [halves(run).post] }, headers)).statusCode).toBe(
      202,
    );
    expect(await callOf(run, own)).toBeUndefined();
    clock.advance(20 * MINUTE_MS);
    await slow.worker.runNow('open-spans');
    expect(await callOf(run, own)).toMatchObject({ model: 'gpt-4o-mini', requestMeta: { unfinished: true } });
  });
});

describe('errors, in LangSmith’s format', () => {
  const broken = multipart([llm()]).subarray(0, -40);

  it.for([
    ['401 an unknown key', 401, '/runs/batch', { post: [] }, { 'x-api-key': 'lsv2_pt_unknown' }],
    ['400 no JSON', 400, '/runs/batch', '{', { 'content-type': 'application/json' }],
    ['400 no object', 400, '/runs/batch', [], {}],
    ['415 another type', 415, '/runs/batch', 'x', { 'content-type': 'text/plain' }],
    ['422 a truncated form', 422, '/runs/multipart', broken, form],
    ['422 no boundary', 422, '/runs/multipart', broken, { 'content-type': 'multipart/form-data' }],
    ['400 no zstd', 400, '/runs/multipart', 'x', { ...form, 'content-encoding': 'zstd' }],
    ['413 too large', 413, '/runs/multipart', Buffer.alloc(73 * MIB), form],
    [
      '413 too large inside',
      413,
      '/runs/multipart',
      gzipSync(Buffer.alloc(73 * MIB)),
      { ...form, 'content-encoding': 'gzip' },
    ],
  ] as [string, number, string, unknown, Record<string, string>][])(
    '%s',
    async ([, status, path, body, headers]) => {
      const reply = await send(path, body, headers);
      expect([reply.statusCode, typeof reply.json().detail]).toEqual([status, 'string']);
    },
  );

  it('403: a key without the scope', async () => {
    const { apiKey } = await account.key(['read']);
    const reply = await send('/runs/batch', { post: [llm()] }, {}, 'POST', apiKey);
    expect(reply.statusCode).toBe(403);
  });

  it('429 with a short Retry-After: the quota is used up, and nothing is stored', async () => {
    const own = await app.account();
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ record_quota: 1 }).where('id', '=', own.id).execute(),
    );
    const reply = await send('/runs/batch', { post: [llm(), llm()] }, {}, 'POST', own.apiKey);
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60']);
    expect((await own.call('POST', '/v1/query/calls', {})).json().records).toHaveLength(0);
  });

  it('500, which every client retries, if the service is overloaded', async () => {
    const down = await openTestApp({
      records: {
        write: async () => {
          throw unavailable('overloaded', 'Too much at once.');
        },
      } as never,
    });
    const own = await down.account();
    const reply = await down.call('POST', '/runs/batch', { post: [llm()] }, asKey(own.apiKey));
    expect(reply.statusCode).toBe(500);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('501 with the endpoint to use instead: unsupported paths', async () => {
    const reply = await send('/runs/query', { session: ['x'] });
    expect([reply.statusCode, reply.json().detail]).toEqual([
      501,
      expect.stringContaining('/v1/query/calls'),
    ]);
  });
});

describe('sessions are projects', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const get = (path: string, to: string) => app.call('GET', path, undefined, asKey(to));

  it('are created, found by name and id, and listed in pages', async () => {
    const { apiKey } = await app.account();
    const made = await send(
      '/sessions',
      { name: 'evals', id: randomUUID(), extra: null },
      {},
      'POST',
      apiKey,
    );
    expect(made.statusCode).toBe(200);
    const session = made.json();
    expect(session).toMatchObject({
      id: expect.stringMatching(UUID),
      tenant_id: expect.stringMatching(UUID),
      name: 'evals',
    });
    expect(Date.parse(session.start_time)).toBeGreaterThan(0);
    expect((await send('/sessions', { name: 'evals' }, {}, 'POST', apiKey)).statusCode).toBe(409);
    expect((await send('/sessions?upsert=True', { name: 'evals' }, {}, 'POST', apiKey)).json()).toEqual(
      session,
    );
    expect((await get('/sessions?limit=1&name=evals&include_stats=False', apiKey)).json()).toEqual([session]);
    expect((await get('/sessions?name=none', apiKey)).json()).toEqual([]);
    expect((await get(`/sessions/${session.id}?include_stats=False`, apiKey)).json()).toEqual(session);
    expect((await get(`/sessions/${randomUUID()}`, apiKey)).statusCode).toBe(404);
    const pages = [await get('/sessions?limit=1', apiKey), await get('/sessions?limit=1&offset=1', apiKey)];
    expect(pages.map((page) => page.json().length)).toEqual([1, 1]);
    expect((await get('/sessions?limit=1&offset=2', apiKey)).json()).toEqual([]);
    const remove = (id: string) => app.call('DELETE', `/sessions/${id}`, undefined, asKey(apiKey));
    expect((await remove(session.id)).statusCode).toBe(202);
    expect((await remove(session.id)).statusCode).toBe(404);
    const [left] = (await get('/sessions', apiKey)).json();
    expect((await remove(left.id)).statusCode).toBe(409);
  });

  it('a run that names its session by id is in that project', async () => {
    const own = await app.account();
    const { id } = (await send('/sessions', { name: 'by-id' }, {}, 'POST', own.apiKey)).json();
    const run = llm({ session_id: id });
    await send('/runs/batch', { post: [run] }, {}, 'POST', own.apiKey);
    const { projects } = (await own.call('GET', '/v1/projects')).json();
    const project = projects.find(({ name }: { name: string }) => name === 'by-id').id;
    const found = await own.call('POST', '/v1/query/calls', {}, { 'x-project-id': project });
    expect(found.json().records).toHaveLength(1);
  });

  it('a key of a project sees only its own, and cannot create any', async () => {
    const own = await app.account();
    await send('/sessions', { name: 'other' }, {}, 'POST', own.apiKey);
    const { apiKey } = await own.key(null, { projectId: own.projectId });
    expect((await get('/sessions', apiKey)).json()).toHaveLength(1);
    expect((await send('/sessions', { name: 'mine' }, {}, 'POST', apiKey)).statusCode).toBe(403);
  });

  it('the account is a workspace', async () => {
    const { apiKey } = await app.account({ name: 'Acme' });
    for (const path of ['/settings', '/workspaces/current'])
      expect((await get(path, apiKey)).json()).toMatchObject({
        id: expect.stringMatching(UUID),
        display_name: 'Acme',
      });
  });

  it('a browser gets the dashboard page at the same path', async () => {
    for (const path of ['/sessions', '/settings']) {
      const reply = await app.call('GET', path, undefined, { accept: 'text/html,application/xhtml+xml' });
      expect(reply.headers['content-type']).toContain('text/html');
    }
    const link = await app.call('GET', `/o/a/projects/p/b/r/c`, undefined, { accept: 'text/html' });
    expect([link.statusCode, link.headers['location']]).toEqual([302, '/traces/c']);
    const project = await app.call('GET', `/o/a/projects/p/b`, undefined, { accept: 'text/html' });
    expect([project.statusCode, project.headers['location']]).toEqual([302, '/traces']);
  });
});

describe('feedback is a score', () => {
  const listed = async (of: TestAccount) => (await of.call('GET', '/v1/scores')).json().scores;

  it('200: of the run, immediately or before it arrives; the same id replaces it', async () => {
    const own = await app.account();
    await own.call('PUT', '/v1/account/consents/plaintext-storage');
    const run = llm();
    const id = randomUUID();
    const sent = {
      id,
      run_id: run.id,
      key: 'helpful',
      score: 0,
      comment: 'No.',
      feedback_source: { type: 'api', metadata: {} },
    };
    const reply = await send('/feedback', sent, {}, 'POST', own.apiKey);
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { id, key: 'helpful' }]);
    await send('/feedback', { ...sent, score: 1, comment: 'It was.' }, {}, 'POST', own.apiKey);
    await send('/runs/batch', { post: [run] }, {}, 'POST', own.apiKey);
    expect(await listed(own)).toMatchObject([
      {
        id,
        name: 'helpful',
        dataType: 'numeric',
        value: 1,
        comment: 'It was.',
        source: 'api',
        spanId: run.id,
      },
    ]);
    const { scores } = (await own.call('GET', `/v1/query/calls/${run.trace_id}-${run.id}`)).json();
    expect(scores).toMatchObject([{ name: 'helpful', value: 1 }]);
  });

  it('200: it is read, changed and deleted by its id', async () => {
    const own = await app.account();
    await own.call('PUT', '/v1/account/consents/plaintext-storage');
    const id = randomUUID();
    const path = `/feedback/${id}`;
    const runId = randomUUID();
    await send(
      '/feedback',
      { id, run_id: runId, key: 'tone', value: 'rude', comment: 'Hm.' },
      {},
      'POST',
      own.apiKey,
    );
    expect(
      (await send(path, { value: 'kind', correction: { a: 1 } }, {}, 'PATCH', own.apiKey)).statusCode,
    ).toBe(200);
    const read = (await send(path, undefined, {}, 'GET', own.apiKey)).json();
    expect(read).toMatchObject({
      id,
      run_id: runId,
      key: 'tone',
      score: null,
      value: 'kind',
      comment: 'Hm.',
      correction: { a: 1 },
    });
    expect((await send(path, undefined, {}, 'DELETE', own.apiKey)).statusCode).toBe(200);
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { score: 1 }],
      ['DELETE', undefined],
    ] as const)
      expect((await send(path, body, {}, method, own.apiKey)).statusCode).toBe(404);
    expect(await listed(own)).toEqual([]);
  });

  it('202: in a form, where an invalid one does not affect the others', async () => {
    const own = await app.account();
    const run = llm();
    const body = multipart(
      [run],
      [],
      [
        [
          `feedback.${randomUUID()}`,
          JSON.stringify({ run_id: run.id, trace_id: run.id, key: 'good', score: true }),
        ],
        [`feedback.${randomUUID()}`, JSON.stringify({ run_id: run.id, key: 'x'.repeat(500), score: 1 })],
        [
          `feedback.${randomUUID()}`,
          JSON.stringify({ session_id: randomUUID(), key: 'of a project', score: 1 }),
        ],
      ],
    );
    const reply = await app.call('POST', '/runs/multipart', body, { ...asKey(own.apiKey), ...form });
    expect(reply.statusCode).toBe(202);
    expect(await callOf(run, own)).toBeDefined();
    expect(await listed(own)).toMatchObject([{ name: 'good', dataType: 'boolean', value: true }]);
    expect(await rejections(own)).toEqual(
      expect.arrayContaining([
        ['invalid_feedback', 1],
        ['field_rule', 1],
      ]),
    );
  });

  it('400 with the reason: feedback without a value', async () => {
    const reply = await send('/feedback', { key: 'x', run_id: randomUUID() });
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'invalid_feedback']);
  });
});
