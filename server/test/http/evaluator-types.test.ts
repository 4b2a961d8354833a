// Criteria of the types code, embedding_similarity, tool_calls and trajectory through the API: in runs, rules
// and experiments, with a model on a socket that also makes embeddings. The records are in memory.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LlmConfig } from '#config';
import { MINUTE_MS } from '#lib/clock';
import { makeTestApp, OPERATOR_TOKEN, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { KeptRecords } from '#test/support/kept-records';
import { runJobs } from '#test/support/run-jobs';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { startScriptedModel, type ScriptedModel } from '#test/support/scripted-model';

const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);
const kept = new KeptRecords();
let app: TestApp;
let model: ScriptedModel;
let embed: ScriptedModel['embed'];
let account: TestAccount;

beforeAll(async () => {
  model = await startScriptedModel(({ last }) => `It costs five euros. ${last}`);
  ({ embed } = model);
  // Everything arrives at the time of its call.
  kept.records.selectArrivedCalls = async ({ account: number }, _, { sinceMs, after }) =>
    after === null
      ? kept.kept
          .filter((each) => each.kind === 'call')
          .filter(({ row }) => row.account === number && row.call.timestampMs >= sinceMs)
          .map(({ id, row: { call } }) => ({
            id,
            timestampMs: call.timestampMs,
            receivedMs: call.timestampMs,
          }))
      : [];
  const config = { outboundAllow: ['127.0.0.1/32'], judge: null, generator: null };
  app = await makeTestApp({ clock, records: kept.records, config });
  account = await app.account({ plan: 'pro' });
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
});
afterAll(async () => {
  await app.stop();
  model.close();
});
beforeEach(() => {
  model.embed = embed;
});

async function ok(method: string, path: string, body?: object) {
  const reply = await account.call(method, path, body);
  expect([path, reply.statusCode < 300 ? '' : reply.body]).toEqual([path, '']);
  return reply.body === '' ? null : reply.json();
}

let names = 0;
async function criterion(type: string, rubric: unknown, changes: object = {}): Promise<number> {
  names += 1;
  const body = {
    name: `${type} ${names}`,
    type,
    rubric: typeof rubric === 'string' ? rubric : JSON.stringify(rubric),
    scaleMin: 0,
    scaleMax: 1,
    ...changes,
  };
  const { criteria } = await ok('POST', '/v1/eval-criteria', body);
  return criteria.at(-1).id;
}

const call = (id: string, requestMeta: object, changes: object = {}) =>
  sampleRecord({ id, requestMeta, timestamp: new Date(clock.now()).toISOString(), ...changes });
const asks = (name: string, given: object) => ({
  input: 'What does it cost?',
  output: [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name, arguments: JSON.stringify(given) } }],
    },
  ],
});
const answers = (output: string) => ({ input: 'What does it cost?', output });

async function run(criterionIds: number[], more: object = {}) {
  const { summary } = await ok('POST', '/v1/eval-runs', { name: 'r', criterionIds, ...more });
  await runJobs(app);
  return ok('GET', `/v1/eval-runs/${summary.id}`);
}

const CODE = `
  function score({ output, toolCalls, latencyMs, metadata }) {
    if (toolCalls.length > 0) return { score: 0, reason: toolCalls[0].name };
    return { score: output.includes('euros') ? 1 : 0.5, reason: metadata.env + ' ' + latencyMs };
  }`;

describe('criteria', () => {
  it('200: created with their scope, and changed', async () => {
    const id = await criterion('trajectory', { maxSteps: 3 });
    expect(await ok('GET', `/v1/eval-criteria/${id}`)).toMatchObject({
      type: 'trajectory',
      scope: 'trajectory',
    });
    const body = { name: 'Other', rubric: '{"noFailedStep": true}', scaleMin: 1, scaleMax: 5 };
    await ok('PATCH', `/v1/eval-criteria/${id}`, body);
    expect(await ok('GET', `/v1/eval-criteria/${id}`)).toMatchObject({ ...body, scope: 'trajectory' });
    const code = await criterion('code', CODE, { scope: 'trajectory' });
    expect(await ok('GET', `/v1/eval-criteria/${code}`)).toMatchObject({ type: 'code', scope: 'trajectory' });
    for (const each of [id, code]) await ok('DELETE', `/v1/eval-criteria/${each}`);
  });

  it('400: with the field and what is wrong', async () => {
    const cases: [body: object, path: string, message: RegExp][] = [
      [{ type: 'code', rubric: 'function score() {\n  return (\n}' }, 'rubric', /line 3, column 1/],
      [{ type: 'code', rubric: 'const a = 1' }, 'rubric', /must define a function score/],
      [{ type: 'code', rubric: 'while (true);' }, 'rubric', /takes too long to load/],
      [{ type: 'code', rubric: 'const score = () => "a"', scoreType: 'categorical' }, 'rubric', /labels/],
      [{ type: 'tool_calls', rubric: '{"expected": 5}' }, 'rubric', /expected must be a list/],
      [{ type: 'tool_calls', rubric: '[]', scoreType: 'categorical' }, 'scoreType', /numeric or boolean/],
      [{ type: 'trajectory', rubric: '{"maxStep": 5}' }, 'rubric', /"maxStep" is not a member/],
      [{ type: 'trajectory', rubric: '{"maxSteps": 5}', scope: 'call' }, 'scope', /trajectory/],
      [{ type: 'embedding_similarity', rubric: 'a', scope: 'trajectory' }, 'scope', /Only criteria/],
      [{ type: 'embedding_similarity', rubric: 'a\nThreshold: 2', scoreType: 'boolean' }, 'rubric', /0 to 1/],
    ];
    for (const [body, path, message] of cases) {
      const reply = await account.call('POST', '/v1/eval-criteria', {
        name: 'Bad',
        scaleMin: 0,
        scaleMax: 1,
        ...body,
      });
      const { reason, details } = reply.json();
      expect([body, reply.statusCode, details]).toEqual([
        body,
        400,
        [{ path, message: expect.stringMatching(message) }],
      ]);
      expect(reason === 'invalid_rubric').toBe(path === 'rubric');
    }
  });
});

describe('a run', () => {
  it('scores calls by code, tool calls and similarity, and traces by all their steps', async () => {
    await sendRecords(account, [
      call('asks', asks('price', { item: 'tea', currency: 'EUR' }), { traceId: 't1', latencyMs: 100 }),
      call('answers', answers('It costs five euros.'), {
        traceId: 't1',
        tags: { env: 'prod' },
        timestamp: new Date(clock.now() + 500).toISOString(),
      }),
      call('silent', {}, { requestMeta: null }),
    ]);
    const code = await criterion('code', CODE);
    const exact = await criterion('tool_calls', [{ name: 'price', arguments: { item: 'tea' } }]);
    const part = await criterion('tool_calls', {
      expected: [{ name: 'price', arguments: { item: 'tea' } }],
      match: 'subset',
    });
    const whole = await criterion('tool_calls', ['price'], { scope: 'trajectory', scoreType: 'boolean' });
    const steps = await criterion('trajectory', { maxSteps: 5, mustCall: ['price'], maxDurationMs: 200 });
    const all = await criterion(
      'code',
      'const score = ({ steps, costUsd }) => ({ score: 1, reason: steps.map((s) => s.kind).join() + " " + costUsd })',
      { scope: 'trajectory' },
    );
    const { run: summary, scores, trajectoryScores } = await run([code, exact, part, whole, steps, all]);
    const of = (criterionId: number) =>
      Object.fromEntries(
        [...scores, ...trajectoryScores]
          .filter((each: { criterionId: number }) => each.criterionId === criterionId)
          .map((each: Record<string, unknown>) => [each['callId'], each]),
      );
    expect(of(code)).toMatchObject({
      asks: { score: 0, reasoning: 'The code says: price', code: 'code_says', values: { reason: 'price' } },
      answers: { score: 1, reasoning: 'The code says: prod 820', judge: null, costUsd: 0 },
      silent: { score: null, reason: 'no_content' },
    });
    expect(of(exact)).toMatchObject({
      asks: { score: 0, code: 'tools_differ', values: { matched: 0, expected: 1, named: 1, actual: 1 } },
      answers: { score: 0, values: { named: 0, actual: 0 } },
      silent: { reason: 'no_content' },
    });
    expect(of(part)).toMatchObject({ asks: { score: 1, code: 'tools_right' }, answers: { score: 0 } });
    expect(of(whole)).toMatchObject({ answers: { score: 1, traceId: 't1' }, silent: { reason: 'no_trace' } });
    expect(of(steps)['answers']).toMatchObject({
      score: 0.6667,
      code: 'trajectory_fails',
      values: { held: 2, checks: 3, failures: 'maxDurationMs 1320 > 200' },
    });
    expect(of(all)['answers']).toMatchObject({ reasoning: 'The code says: call,call 0.002' });
    expect(summary.costUsd).toBe(0);
  });

  it('has no similarity without an embedding model, and with one it costs money', async () => {
    const { id: dataset, items } = await ok('POST', '/v1/eval-datasets', {
      name: 'Prices',
      items: [{ inputText: 'Tea?', expectedOutput: 'It costs five euros.' }, { inputText: 'Cake?' }],
    });
    const item = (at: number) => ({ item: `${dataset}/${items[at].id}`, of: 'similarity' });
    clock.advance(MINUTE_MS);
    await sendRecords(account, [
      call('same', answers('It costs five euros.'), { tags: item(0) }),
      call('other', answers('Bananas grow on large plants'), { tags: item(0) }),
      call('empty', answers(' '), { tags: item(0) }),
      call('unknown', answers('It costs five euros.'), { tags: item(1) }),
    ]);
    const number = await criterion('embedding_similarity', '{{expectedOutput}}', {
      scaleMin: 1,
      scaleMax: 5,
    });
    const flag = await criterion('embedding_similarity', '{{expectedOutput}}\nThreshold: 0.9', {
      scoreType: 'boolean',
    });
    const order = { filter: { tags: { of: 'similarity' } }, itemTag: 'item' };
    const without = await run([number], order);
    expect(without.run).toMatchObject({ status: 'completed', scoredCount: 1, failedCount: 3 });
    const of = ({ scores }: { scores: Record<string, unknown>[] }, criterionId: number) =>
      Object.fromEntries(
        scores.filter((each) => each['criterionId'] === criterionId).map((each) => [each['callId'], each]),
      );
    expect(of(without, number)).toMatchObject({
      same: { reason: 'embedder_unavailable', code: 'embedder_unconnected' },
      empty: { score: 1, code: 'similarity_empty' },
      unknown: { reason: 'no_expected_output' },
    });

    // The operator's model: limited once, failing once, and paid from the LLM-feature budget.
    const embedder: LlmConfig = {
      provider: 'openai-compatible',
      model: 'text-embedding-3-small',
      apiKey: 'k',
      baseUrl: model.url,
      concurrency: 4,
      timeoutMs: 5_000,
      retry: { firstMs: 1, capMs: 2, patienceMs: 2_000 },
    };
    Object.assign(app.services.config, { embedder });
    const faults = [{ status: 429 }, { status: 500 }];
    model.embed = (request) => faults.shift() ?? embed(request);
    expect(of(await run([number], order), number)['same']).toMatchObject({ score: 5 });
    expect(faults).toEqual([]);
    expect((await ok('GET', '/v1/account/llm-feature-budget')).spentUsd).toBeGreaterThan(0);
    Object.assign(app.services.config, { embedder: null });
    model.embed = embed;

    const connection = await ok('POST', '/v1/model-connections', {
      name: 'Ours',
      provider: 'openai-compatible',
      baseUrl: model.url,
      apiKey: 'sk-right',
      defaultModel: 'gpt-4o-mini',
      models: ['gpt-4o-mini'],
      embeddingModel: 'text-embedding-3-small',
      dayBudgetUsd: 1,
      isDefault: false,
      test: false,
    });
    const scored = await run([number, flag], order);
    expect(of(scored, number)).toMatchObject({
      same: { score: 5, normalizedScore: 1, judge: null, code: 'similarity' },
      other: { status: 'scored', normalizedScore: expect.toSatisfy((share: number) => share < 0.3) },
      empty: { score: 1 },
      unknown: { reason: 'no_expected_output' },
    });
    expect(of(scored, flag)).toMatchObject({
      same: { score: 1, values: { similarity: 1, threshold: 0.9 } },
      other: { score: 0 },
    });
    const { model: by } = (of(scored, number)['same'] as { values: { model: string } }).values;
    expect(by).toMatch(/text-embedding-3-small$/);
    expect(model.embedded.map(({ texts }) => texts)).toContainEqual([
      'It costs five euros.',
      'It costs five euros.',
    ]);
    expect(scored.run.costUsd).toBeGreaterThan(0);
    const { daySpentUsd } = await ok('GET', `/v1/model-connections/${connection.id}`);
    expect(daySpentUsd).toBeCloseTo(scored.run.costUsd, 9);

    model.embed = ({ write }) => write([[1, 2, 3], [1]]);
    expect(of(await run([number], order), number)['same']).toMatchObject({
      reason: 'embedder_bad_answer',
      values: { why: 'length' },
    });
  });

  it('400 no_embeddings; a new embedding model is tested; null removes it', async () => {
    const body = {
      name: 'Claude',
      provider: 'anthropic',
      apiKey: 'k',
      defaultModel: 'claude-sonnet-4-5',
      test: false,
    };
    const refused = await account.call('POST', '/v1/model-connections', { ...body, embeddingModel: 'e' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { reason: 'no_embeddings', details: [{ path: 'embeddingModel' }] },
    ]);
    const { connections } = await ok('GET', '/v1/model-connections');
    const path = `/v1/model-connections/${connections[0].id}`;
    model.embed = () => ({ status: 404 });
    const unknown = await account.call('PATCH', path, { embeddingModel: 'none-such' });
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      400,
      { reason: 'unknown_model', details: [{ path: 'embeddingModel' }] },
    ]);
    model.embed = embed;
    expect(await ok('PATCH', path, { embeddingModel: 'other' })).toMatchObject({ embeddingModel: 'other' });
    expect(model.embedded.at(-1)).toMatchObject({ model: 'other', texts: ['ok'] });
    expect(await ok('PATCH', path, { embeddingModel: null })).toMatchObject({ embeddingModel: null });
    await ok('PATCH', path, { embeddingModel: 'text-embedding-3-small' });
  });
});

describe('a rule', () => {
  it('scores arriving calls, and waits while the embedding model is away', async () => {
    const code = await criterion('code', CODE);
    const similar = await criterion('embedding_similarity', 'It costs five euros.');
    clock.advance(10 * MINUTE_MS);
    const rules: { id: number }[] = [];
    for (const criterionId of [code, similar])
      rules.push(await ok('POST', '/v1/eval-rules', { criterionId, samplePct: 100 }));
    clock.advance(MINUTE_MS);
    await sendRecords(account, [call('late', answers('It costs five euros.'), { tags: { env: 'live' } })]);
    model.embed = () => ({ status: 404 });
    const round = async () => {
      clock.advance(MINUTE_MS);
      await app.services.jobs.runNow('eval-rules');
      return Promise.all(rules.map(({ id }) => ok('GET', `/v1/eval-rules/${id}`)));
    };
    expect(await round()).toMatchObject([
      { scoredCount: 1, lastErrorReason: null },
      { scoredCount: 0, failedCount: 0, lastErrorReason: 'embedder_unavailable' },
    ]);
    model.embed = embed;
    expect(await round()).toMatchObject([
      { scoredCount: 1 },
      { scoredCount: 1, failedCount: 0, lastErrorReason: null },
    ]);
    const lists = await Promise.all(rules.map(({ id }) => ok('GET', `/v1/eval-rules/${id}/scores`)));
    expect(lists.map(({ scores: [first] }) => first.reasoning)).toEqual([
      'The code says: live 820',
      expect.stringMatching(/^The similarity to the reference text is 1, by /),
    ]);
    for (const { id } of rules) await ok('DELETE', `/v1/eval-rules/${id}`);
  });

  it('400 scope_mismatch', async () => {
    const criterionId = await criterion('trajectory', { maxSteps: 3 });
    const reply = await account.call('POST', '/v1/eval-rules', { criterionId, samplePct: 100 });
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'scope_mismatch']);
  });
});

describe('an experiment', () => {
  it('is estimated with embeddings, and its answers are scored by code, tool calls and similarity', async () => {
    const { connections } = await ok('GET', '/v1/model-connections');
    const { id: datasetId } = await ok('POST', '/v1/eval-datasets', {
      name: 'Asked',
      items: [{ inputText: 'Tea?', expectedOutput: 'It costs five euros. Tea?' }],
    });
    const order = {
      name: 'Types',
      datasetId,
      variants: [{ connectionId: connections[0].id, messages: [{ role: 'user', content: '{{input}}' }] }],
      criterionIds: [
        await criterion('code', CODE),
        await criterion('embedding_similarity', '{{expectedOutput}}'),
        await criterion('tool_calls', [], { scoreType: 'boolean' }),
      ],
    };
    const estimate = await ok('POST', '/v1/experiments/estimate', order);
    expect(estimate.scoring).toMatchObject({ judgedCells: 0, priceKnown: true });
    expect(estimate.scoring.likelyUsd).toBeGreaterThan(0);
    const { id } = await ok('POST', '/v1/experiments', order);
    await ok('POST', `/v1/experiments/${id}/start`);
    await runJobs(app);
    expect(await ok('GET', `/v1/experiments/${id}`)).toMatchObject({ status: 'done', doneCount: 1 });
    const { rows } = await ok('GET', `/v1/experiments/${id}/results?limit=10`);
    expect(rows[0].cells[0].scores.map((each: { normalizedScore: number }) => each.normalizedScore)).toEqual([
      1, 1, 1,
    ]);
    const session = [await criterion('code', CODE, { scope: 'session' })];
    const refused = await account.call('POST', '/v1/experiments', { ...order, criterionIds: session });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { reason: 'scope_mismatch', details: [{ path: 'criterionIds.0' }] },
    ]);
  });

  it('has trajectories: the answer, or the trace that a client has recorded', async () => {
    const { connections } = await ok('GET', '/v1/model-connections');
    const { id: datasetId } = await ok('POST', '/v1/eval-datasets', {
      name: 'Paths',
      items: [{ inputText: 'Tea?' }, { inputText: 'Cake?' }],
    });
    await sendRecords(account, [
      call('asked', asks('price', { item: 'cake' }), { traceId: 'of an item' }),
      call('answered', answers('Six euros.'), { traceId: 'of an item' }),
    ]);
    const CALLS = 'const score = ({ steps }) => steps.filter(({ kind }) => kind === "call").length / 4';
    const { id } = await ok('POST', '/v1/experiments', {
      name: 'Trajectories',
      datasetId,
      variants: [
        {
          name: 'asked',
          connectionId: connections[0].id,
          messages: [{ role: 'user', content: '{{input}}' }],
        },
        { name: 'mine', kind: 'code' },
      ],
      criterionIds: [
        await criterion('code', CALLS, { scope: 'trajectory' }),
        await criterion('trajectory', { maxSteps: 1, endsWithAnswer: true }),
      ],
    });
    const results = [
      { itemId: 1, variant: 1, output: 'Five euros.', callId: 'not recorded' },
      { itemId: 2, variant: 1, output: 'Six euros.', callId: 'answered' },
    ];
    await ok('POST', `/v1/experiments/${id}/results`, { results });
    await ok('POST', `/v1/experiments/${id}/start`);
    await runJobs(app);
    const { rows } = await ok('GET', `/v1/experiments/${id}/results?limit=10`);
    const scores = rows.map(({ cells }: { cells: { variant: number; scores: object[] }[] }) =>
      cells.toSorted((one, other) => one.variant - other.variant).map((cell) => cell.scores),
    );
    const ofAnswer = [{ score: 0.25 }, { normalizedScore: 1 }];
    expect(scores).toMatchObject([
      [ofAnswer, ofAnswer],
      [ofAnswer, [{ score: 0.5 }, { normalizedScore: 0.5 }]],
    ]);
  });
});
