// Two runs of an agent side by side, over stored records.
import { beforeAll, afterAll, describe, expect, inject, it } from 'vitest';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';

describe.skipIf(leftToSqlite(inject('engine')))('GET /v1/query/traces/compare', { timeout: 900_000 }, () => {
  let app: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    await testEngine();
    app = await makeTestApp();
    account = await app.account();
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  });
  afterAll(() => app.stop());

  const under = (parent: SampleSpan, span: SampleSpan): SampleSpan => ({
    ...span,
    traceId: parent.traceId,
    parentSpanId: parent.spanId,
  });
  const messages = (text: string) =>
    JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }]);

  interface Made {
    question?: string;
    model?: string;
    city?: string;
    tools?: number;
    tokens?: number;
  }

  /** An agent that asks a model and calls a tool. */
  async function run(of: Caller, made: Made = {}): Promise<string> {
    const { question = 'Weather?', model = 'gpt-4o-mini', city = 'Bern', tools = 1, tokens = 100 } = made;
    const at = Date.now() - 60_000;
    const root = plain(
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'guide' },
      'guide',
      at,
    );
    const call = {
      ...inference(
        {
          'gen_ai.request.model': model,
          'gen_ai.usage.output_tokens': tokens,
          'gen_ai.input.messages': messages(question),
        },
        at + 10,
      ),
      name: `chat ${model}`,
    };
    const tool = (place: number) =>
      plain(
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'forecast',
          'gen_ai.tool.call.id': `call_${Math.random()}`,
          'gen_ai.tool.call.arguments': JSON.stringify({ city, place }),
        },
        'execute_tool forecast',
        at + 20 + place,
      );
    const parts = [call, ...Array.from({ length: tools }, (_, place) => tool(place))];
    const reply = await of.call(
      'POST',
      '/otel/v1/traces',
      exportOf([root, ...parts.map((part) => under(root, part))]),
    );
    expect(reply.statusCode).toBe(200);
    return root.traceId;
  }

  const compare = (a: string, b: string, more = '', by: Caller = account) =>
    by.call('GET', `/v1/query/traces/compare?a=${a}&b=${b}${more}`);
  interface Row {
    path: string;
    status: string;
    differs: string[];
  }
  const rowsOf = async (a: string, b: string, more = '') =>
    (await compare(a, b, more))
      .json()
      .rows.map(({ path, status, differs }: Row) => [path, status, differs].flat());

  it('200: the same for a repetition, whatever its ids and times', async () => {
    const [a, b] = [await run(account), await run(account)];
    const reply = await compare(a, b);
    expect(reply.statusCode).toBe(200);
    const { rows, totals, ...rest } = reply.json();
    expect(rest).toEqual({
      a,
      b,
      counts: { same: 3, changed: 0, onlyA: 0, onlyB: 0 },
      contentCompared: 'all',
      truncated: false,
    });
    expect(totals.a).toMatchObject({
      spans: 3,
      calls: 1,
      errors: 0,
      totalTokens: 1_100,
      costUsd: totals.b.costUsd,
      unpriced: { calls: 0, tokens: 0 },
    });
    expect(totals.a.costUsd).toBeGreaterThan(0);
    expect(
      rows.map(({ path, depth, type }: Row & { depth: number; type: string }) => [path, depth, type]),
    ).toEqual([
      ['guide', 0, 'agent'],
      ['guide/chat', 1, 'llm'],
      [expect.stringMatching(/^guide\/.*forecast$/), 1, 'tool'],
    ]);
    expect(rows[1]).toMatchObject({
      name: 'chat gpt-4o-mini',
      a: { offsetMs: 10, durationMs: 250, error: null, model: 'gpt-4o-mini', totalTokens: 1_100 },
      b: { id: `${b}-${rows[1].b.spanId}` },
    });
    expect(await rowsOf(a, b, '&differences=true')).toEqual([]);
  });

  it('200: what differs in content, model, tokens and cost, and what only one has', async () => {
    const first = await run(account);
    const [, , tool] = (await rowsOf(first, first)) as string[][];
    const path = tool?.[0] ?? '';
    const differences = async (made: Made) => rowsOf(first, await run(account, made), '&differences=true');
    expect(await differences({ question: 'Snow?' })).toEqual([['guide/chat', 'changed', 'content']]);
    expect(await differences({ city: 'Oslo' })).toEqual([[path, 'changed', 'content']]);
    expect(await differences({ tokens: 101 })).toEqual([['guide/chat', 'changed', 'tokens', 'cost']]);
    expect(await differences({ model: 'gpt-4o' })).toEqual([['guide/chat', 'changed', 'model', 'cost']]);
    expect(await differences({ tools: 2 })).toEqual([[`${path}[2]`, 'onlyB']]);
    expect(await differences({ tools: 0 })).toEqual([[path, 'onlyA']]);
  });

  it('200: content that is not stored is compared by its digest', async () => {
    const team = await app.account();
    const [a, b, c] = [await run(team), await run(team), await run(team, { question: 'Snow?' })];
    expect((await compare(a, b, '', team)).json().counts).toEqual({
      same: 3,
      changed: 0,
      onlyA: 0,
      onlyB: 0,
    });
    const { rows } = (await compare(a, c, '&differences=true', team)).json();
    expect(rows.map(({ path, differs }: Row) => [path, differs])).toEqual([['guide/chat', ['content']]]);
  });

  it('404: a run that is not stored, of another account, or of another project', async () => {
    const [mine, other] = [await run(account), await app.account()];
    const theirs = await run(other);
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const bound = await account.key(null, { projectId });
    const inProject = await run(bound);
    const outcome = async (a: string, b: string, by?: Caller) => {
      const reply = await compare(a, b, '', by);
      return [reply.statusCode, reply.json().details?.[0]?.path];
    };
    expect(await outcome(mine, 'nothing')).toEqual([404, 'b']);
    expect(await outcome(theirs, mine)).toEqual([404, 'a']);
    expect(await outcome(inProject, mine, bound)).toEqual([404, 'b']);
    expect(await outcome(inProject, mine)).toEqual([200, undefined]);
    for (const query of ['', `a=${mine}`, `a=&b=${mine}`])
      expect((await account.call('GET', `/v1/query/traces/compare?${query}`)).statusCode).toBe(400);
  });
});
