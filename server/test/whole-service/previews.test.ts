// Content in lists: previews of calls, sessions and traces, the list of traces, and exports with content,
// from the request that stores to the answer that shows it.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deleteContent } from '#records';
import { OPERATOR_TOKEN, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';

const SLOW_MS = 400_000;

const consent = (app: TestApp, account: TestAccount, plaintextStorage: boolean) =>
  app.call(
    'PUT',
    `/operator/accounts/${account.id}/consents`,
    { plaintextStorage },
    { authorization: `Bearer ${OPERATOR_TOKEN}` },
  );

const now = Date.now();
const LONG = 'long '.repeat(20_000);

const said = (id: string, ageMs: number, input: unknown, output: unknown, changes = {}) =>
  sampleRecord({
    id,
    timestamp: new Date(now - ageMs).toISOString(),
    requestMeta: { input, output },
    sessionId: 'talk',
    ...changes,
  });

const agent = plain({ 'gen_ai.operation.name': 'invoke_agent' }, 'invoke_agent planner', now - 9_000);
const below = (span: SampleSpan): SampleSpan => ({
  ...span,
  traceId: agent.traceId,
  parentSpanId: agent.spanId,
});
const asked = below(
  inference(
    {
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Find cats"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"tool_call","name":"search","arguments":{"q":"cats"}}]}]',
    },
    now - 8_000,
  ),
);
const tool: SampleSpan = {
  ...below(
    plain(
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.arguments': '{"q":"cats"}',
        'gen_ai.tool.call.result': 'Three cats',
      },
      'execute_tool search',
      now - 7_000,
    ),
  ),
};
const answered = below(
  inference(
    {
      'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Find cats"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"text","content":"There are three."}]}]',
    },
    now - 6_000,
  ),
);
/** A trace without a call. */
const bare = plain(
  { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'clean' },
  'execute_tool clean',
  now - 5_000,
);
const idOf = ({ traceId, spanId }: SampleSpan): string => `${traceId}-${spanId}`;

describe.skipIf(leftToSqlite(inject('engine')))('content', () => {
  let app: TestApp;
  let owner: TestAccount;
  let silent: TestAccount;
  beforeAll(async () => {
    app = await makeTestApp();
    owner = await app.account();
    silent = await app.account();
    await consent(app, owner, true);
    for (const account of [owner, silent]) {
      const records = [
        said('first', 30_000, [{ role: 'user', content: 'Hello\nthere' }], 'Hi!'),
        said(
          'second',
          20_000,
          [
            { role: 'user', content: 'Hello\nthere' },
            { role: 'user', content: LONG },
          ],
          LONG,
        ),
        said('bare', 10_000, undefined, undefined, { requestMeta: null, sessionId: 'other' }),
      ];
      await account.call('POST', '/v1/ingest', { records });
      await account.call('POST', '/v1/traces', exportOf([agent, asked, tool, answered, bare]));
    }
  }, SLOW_MS);
  afterAll(() => app.stop());

  const must = async (account: TestAccount, path: string, body: object, headers = {}) => {
    const reply = await account.call('POST', `/v1/query/${path}`, body, headers);
    expect([path, reply.statusCode]).toEqual([path, 200]);
    return reply.json();
  };
  const cut = `${LONG.slice(0, 159).trimEnd()}…`;

  it('is in a list of calls if it is requested, stored, and may be read', { timeout: SLOW_MS }, async () => {
    const { records } = await must(owner, 'calls', { sessionId: 'talk', preview: true });
    expect(records.map(({ id, preview }: { id: string; preview: unknown }) => [id, preview])).toEqual([
      ['second', { input: cut, output: cut, stored: true }],
      ['first', { input: 'Hello there', output: 'Hi!', stored: true }],
    ]);
    expect('snippet' in records[0]).toBe(false);
    const plainly = await must(owner, 'calls', {});
    for (const record of plainly.records) expect('preview' in record).toBe(false);
    const unread = await must(silent, 'calls', { preview: true });
    expect(unread.records.length).toBeGreaterThan(3);
    for (const { preview } of unread.records)
      expect(preview).toEqual({ input: null, output: null, stored: false });
  });

  it('is whole in a list of calls if that is requested', { timeout: SLOW_MS }, async () => {
    const query = { sessionId: 'talk', sortOrder: 'asc', content: true };
    const single = async (id: string) => (await owner.call('GET', `/v1/query/calls/${id}`)).json().call;
    const { records } = await must(owner, 'calls', query);
    expect(records).toEqual([await single('first'), await single('second')]);
    expect(records[1].requestMeta.output).toBe(LONG);
    // Both are also requested with a preview, and in pages.
    const first = await must(owner, 'calls', { ...query, preview: true, limit: 1 });
    expect(first.records).toMatchObject([
      { id: 'first', requestMeta: { output: 'Hi!' }, preview: { output: 'Hi!' } },
    ]);
    const next = await must(owner, 'calls', { ...query, limit: 1, cursor: first.nextCursor });
    expect(next.records).toEqual([records[1]]);
    for (const [account, body] of [
      [owner, { ...query, content: false }],
      [silent, query],
    ] as const)
      for (const { requestMeta } of (await must(account, 'calls', body)).records)
        expect([requestMeta?.input, requestMeta?.output]).toEqual([undefined, undefined]);
    for (const list of ['sessions', 'traces']) {
      const refused = await owner.call('POST', `/v1/query/${list}`, { content: true });
      expect([list, refused.statusCode, refused.json().details[0].path]).toEqual([list, 400, 'content']);
    }
  });

  it('shows where a search found it', { timeout: SLOW_MS }, async () => {
    const body = { search: 'there', sessionId: 'talk', preview: true };
    const { records } = await must(owner, 'calls', body);
    expect(records.map(({ id, snippet }: { id: string; snippet: unknown }) => [id, snippet])).toEqual([
      ['second', { before: 'Hello ', match: 'there', after: '' }],
      ['first', { before: 'Hello ', match: 'there', after: '' }],
    ]);
    const byName = await must(owner, 'calls', { search: 'second', preview: true });
    expect(byName.records).toMatchObject([{ id: 'second', snippet: null }]);
  });

  it('begins a session', { timeout: SLOW_MS }, async () => {
    const { sessions } = await must(owner, 'sessions', { preview: true });
    const first = sessions.map((each: Record<string, unknown>) => [each['sessionId'], each['firstMessage']]);
    expect(first).toEqual([
      ['other', null],
      ['talk', 'Hello there'],
    ]);
    const plainly = await must(owner, 'sessions', {});
    expect('firstMessage' in plainly.sessions[0]).toBe(false);
  });

  it(
    'can be requested by id, for calls and observations, in its own project',
    { timeout: SLOW_MS },
    async () => {
      const ids = [idOf(tool), 'none such', idOf(asked), 'first', idOf(agent)];
      expect(await must(owner, 'previews', { ids })).toEqual({
        previews: [
          { id: idOf(tool), input: '{"q":"cats"}', output: 'Three cats', stored: true },
          { id: idOf(asked), input: 'Find cats', output: 'search({"q":"cats"})', stored: true },
          { id: 'first', input: 'Hello there', output: 'Hi!', stored: true },
          { id: idOf(agent), input: null, output: null, stored: false },
        ],
      });
      const { previews } = await must(silent, 'previews', { ids });
      expect(previews).toHaveLength(4);
      for (const { input, output, stored } of previews)
        expect([input, output, stored]).toEqual([null, null, false]);
      const project = (await owner.call('POST', '/v1/projects', { name: 'elsewhere' })).json().id;
      expect(await must(owner, 'previews', { ids }, { 'x-project-id': project })).toEqual({ previews: [] });
      const stranger = await app.account();
      expect(await must(stranger, 'previews', { ids })).toEqual({ previews: [] });
      for (const wrong of [
        {},
        { ids: [] },
        { ids: [''] },
        { ids: ['a', 'a'] },
        { ids: Array(201).fill('x') },
      ]) {
        const reply = await owner.call('POST', '/v1/query/previews', wrong);
        expect([reply.statusCode, reply.json().details[0].path.split('.')[0]]).toEqual([400, 'ids']);
      }
      const long = Array.from({ length: 200 }, (_, at) => `${at}${'日'.repeat(500)}`);
      const reply = await owner.call('POST', '/v1/query/previews', { ids: long });
      expect([reply.statusCode, reply.json().details]).toEqual([
        400,
        [expect.objectContaining({ path: 'ids' })],
      ]);
    },
  );

  it('is in the list of traces, with their figures', { timeout: SLOW_MS }, async () => {
    const score = { name: 'helpful', value: 1, traceId: agent.traceId };
    const ofCall = { name: 'right', value: true, callId: idOf(asked) };
    await owner.call('POST', '/v1/scores', { scores: [score, ofCall] });
    const { traces, nextCursor } = await must(owner, 'traces', { preview: true });
    expect(nextCursor).toBeNull();
    expect(traces).toMatchObject([
      { traceId: bare.traceId, name: 'execute_tool clean', kind: 'tool', calls: 0, spans: 1, costUsd: null },
      {
        traceId: agent.traceId,
        name: 'invoke_agent planner',
        kind: 'agent',
        startTime: new Date(now - 9_000).toISOString(),
        endTime: new Date(now - 5_750).toISOString(),
        durationMs: 3_250,
        calls: 2,
        spans: 4,
        errors: 0,
        failedTools: 0,
        inputTokens: 2_000,
        outputTokens: 200,
        models: ['gpt-4o-mini'],
        agents: ['planner'],
        tools: ['search'],
        preview: { input: 'Find cats', output: 'There are three.', stored: true },
      },
    ]);
    expect(traces[1].costUsd).toBeGreaterThan(0);
    expect(traces[1].scores.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'helpful',
      'right',
    ]);
    const [one] = (await must(owner, 'traces', { tool: 'search', limit: 1 })).traces;
    expect([one.traceId, 'preview' in one]).toEqual([agent.traceId, false]);
    const first = await must(owner, 'traces', { limit: 1 });
    const second = await must(owner, 'traces', { limit: 1, cursor: first.nextCursor });
    expect([first.traces[0].traceId, second.traces[0].traceId]).toEqual([bare.traceId, agent.traceId]);
    expect((await must(owner, 'traces', { search: 'three' })).traces).toMatchObject([
      { traceId: agent.traceId },
    ]);
    const unread = await must(silent, 'traces', { preview: true });
    for (const { preview } of unread.traces)
      expect(preview).toEqual({ input: null, output: null, stored: false });
    const foreign = await silent.call('POST', '/v1/query/traces', { cursor: first.nextCursor });
    expect([foreign.statusCode, foreign.json().details]).toMatchObject([400, [{ path: 'cursor' }]]);
  });

  it('is in an export if it is requested', { timeout: SLOW_MS }, async () => {
    const body = { sessionId: 'talk', sortOrder: 'asc' };
    const { records } = await must(owner, 'export?content=true', body);
    expect(records).toMatchObject([
      { id: 'first', input: [{ role: 'user', content: 'Hello\nthere' }], output: 'Hi!' },
      { id: 'second', output: LONG },
    ]);
    const both = await must(owner, 'export?content=true&scores=true', body);
    expect(both.records[0]).toMatchObject({ output: 'Hi!', scores: [] });
    const [plainly] = (await must(owner, 'export', body)).records;
    expect([Object.keys(plainly).length, 'input' in plainly]).toEqual([20, false]);
    const csv = (await owner.call('POST', '/v1/query/export?content=true&format=csv', body)).body;
    const [head, line] = csv.split('\r\n');
    expect(head).toMatch(/,requestMeta,input,output$/);
    expect(line).toMatch(/,"\[\{""role"":""user"",""content"":""Hello\\nthere""\}\]","""Hi!"""$/);
    const unread = await must(silent, 'export?content=true', body);
    expect(unread.records).toMatchObject([
      { id: 'first', input: null, output: null },
      { id: 'second', input: null, output: null },
    ]);
    const parquet = await owner.call('POST', '/v1/query/export?content=true&format=parquet', body);
    expect(parquet.rawPayload.subarray(0, 4).toString()).toBe('PAR1');
    expect(parquet.rawPayload.subarray(-4).toString()).toBe('PAR1');
  });

  it('is removed when the content is deleted', { timeout: SLOW_MS }, async () => {
    await consent(app, owner, false);
    // The job does this a few seconds later.
    const number = (await app.services.accounts.get(owner.id))?.number ?? 0;
    await app.services.records.admin.change(number, deleteContent());
    const { records } = await must(owner, 'calls', { preview: true, sessionId: 'talk' });
    for (const { preview } of records) expect(preview).toEqual({ input: null, output: null, stored: false });
    const { traces } = await must(owner, 'traces', { preview: true });
    for (const { preview } of traces) expect(preview).toEqual({ input: null, output: null, stored: false });
  });
});
