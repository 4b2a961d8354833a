// Testing a criterion before it is saved, scoring one call at once, and the estimate of a rule.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { reserve } from '#services/models';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider/index';
import { StoredCalls, type NewCall } from '#test/support/stored-calls';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const clock = new FakeClock(START);
const calls = new StoredCalls(() => app.services);
let score = 4;
let vendor: FakeProvider;
let app: TestApp;
let account: TestAccount;
let number: number;
let project: number;

beforeAll(async () => {
  vendor = await openFakeProvider({ answer: () => ({ reasoning: `Level ${score}.`, score }) });
  const judge = vendor.config({ retry: { firstMs: 1, capMs: 2, patienceMs: 200 } });
  app = await makeTestApp({ clock, records: calls.records, config: { judge } });
});
afterAll(async () => {
  await app.stop();
  await vendor.close();
});
beforeEach(async () => {
  clock.set(START);
  vendor.heal();
  vendor.requests.length = 0;
  score = 4;
  account = await app.account({ plan: 'pro' });
  const known = await app.services.accounts.get(account.id);
  number = known?.number ?? 0;
  project = known?.projects.get(account.projectId)?.number ?? 0;
});

const come = (id: string, more: Partial<NewCall> = {}) =>
  calls.add({ account: number, project, id, receivedMs: clock.now(), ...more });

const JUDGED = { name: 'Right', rubric: 'Is it right?', scaleMin: 1, scaleMax: 5 };
const CONTAINS = { name: 'Names a city', rubric: 'Paris', scaleMin: 0, scaleMax: 1, type: 'contains' };

async function criterion(body: object, from: Caller = account): Promise<number> {
  const reply = await from.call('POST', '/v1/eval-criteria', body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json().criteria.at(-1).id;
}

async function ok(from: Caller, path: string, body: object) {
  const reply = await from.call('POST', path, body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json();
}

async function refused(from: Caller, path: string, body: object) {
  const reply = await from.call('POST', path, body);
  const { reason, details } = reply.json();
  return [reply.statusCode, reason, details?.[0]?.path];
}

const test = (body: object, from: Caller = account) => ok(from, '/v1/eval-criteria/test', body);
const storedScores = async () => (await account.call('GET', '/v1/scores')).json().scores;
const spent = async () => (await account.call('GET', '/v1/account/llm-feature-budget')).json().spentUsd;
const lastEntry = async () => (await account.call('GET', '/v1/audit?limit=1')).json().entries[0];

describe('the test of a criterion', () => {
  it('200: a draft on the ten newest calls, within the budget; nothing is stored', async () => {
    for (let at = 0; at < 12; at += 1) come(`call-${at}`, { timestampMs: START - at * 1_000 });
    come('bare', { timestampMs: START + 1, content: null });
    const answer = await test({ criterion: JUDGED });
    expect(answer).toMatchObject({ scoredCount: 9, failedCount: 1 });
    expect(answer.results[0]).toMatchObject({ callId: 'bare', status: 'failed', reason: 'no_content' });
    expect(answer.results[1]).toEqual({
      callId: 'call-0',
      traceId: null,
      itemId: null,
      status: 'scored',
      score: 4,
      normalizedScore: 0.75,
      label: null,
      reason: null,
      reasoning: 'Level 4.',
      code: null,
      values: {},
      judge: 'openai/gpt-4o-mini',
      costUsd: expect.any(Number),
      durationMs: expect.any(Number),
    });
    expect(vendor.requests).toHaveLength(9);
    expect(answer.costUsd).toBeGreaterThan(0);
    expect(await spent()).toBeCloseTo(answer.costUsd, 6);
    expect(await storedScores()).toEqual([]);
    expect((await account.call('GET', '/v1/eval-criteria')).json().criteria).toHaveLength(3);
    expect(await lastEntry()).toMatchObject({
      action: 'eval_criterion.test',
      metadata: { type: 'llm_judge', scoredCount: 9, failedCount: 1 },
    });
  });

  it('200: a stored one, on named calls, texts, and items of a dataset', async () => {
    const id = await criterion(CONTAINS);
    come('paris');
    come('rome', { content: { input: 'And of Italy?', output: 'Rome.' } });
    const named = await test({ criterionId: id, callIds: ['rome', 'paris'] });
    expect(named.results).toMatchObject([
      { callId: 'rome', score: 0, code: 'contains_not', costUsd: 0, judge: null },
      { callId: 'paris', score: 1, code: 'contains', values: { from: expect.any(Number) } },
    ]);
    const exact = { ...CONTAINS, type: 'exact_match', rubric: '{{expectedOutput}}' };
    const samples = [
      { output: 'a', expectedOutput: 'a' },
      { output: 'a', expectedOutput: 'b' },
      { output: '' },
    ];
    expect((await test({ criterion: exact, samples })).results).toMatchObject([
      { callId: null, itemId: null, score: 1 },
      { score: 0 },
      { status: 'failed', reason: 'no_expected_output' },
    ]);
    const items = [
      { inputText: 'France?', expectedOutput: 'Paris.' },
      { inputText: 'Italy?', expectedOutput: 'Paris, of course', sourceCallId: 'rome' },
      { inputText: 'Spain?' },
    ];
    const made = await account.call('POST', '/v1/eval-datasets', { name: 'Capitals', items });
    const { id: datasetId, items: stored } = made.json();
    expect((await test({ criterionId: id, datasetId })).results).toMatchObject([
      { itemId: stored[0].id, callId: null, score: 1 },
      { itemId: stored[1].id, callId: 'rome', score: 0 },
      { itemId: stored[2].id, status: 'failed', reason: 'no_expected_output' },
    ]);
    expect((await test({ criterionId: id, datasetId, limit: 1 })).results).toHaveLength(1);
    expect(vendor.requests).toEqual([]);
  });

  it('200: code, tool calls and trajectories', async () => {
    const draft = (type: string, rubric: string, scoreType = 'numeric') => ({
      criterion: { name: 'Draft', type, rubric, scoreType, scaleMin: 0, scaleMax: 1 },
    });
    const code = draft(
      'code',
      'function score({ output }) { return { score: output.length / 4, reason: output } }',
    );
    const samples = [{ output: 'ab' }, { output: 'abcde' }];
    expect((await test({ ...code, samples })).results).toMatchObject([
      { score: 0.5, code: 'code_says', values: { reason: 'ab' }, judge: null },
      { status: 'failed', reason: 'off_scale', code: 'code_off_scale' },
    ]);
    const broken = draft('code', 'function score( {');
    expect(await refused(account, '/v1/eval-criteria/test', { ...broken, samples })).toEqual([
      400,
      'invalid_rubric',
      'criterion.rubric',
    ]);
    const toolCalls = [{ name: 'search', arguments: { q: 'refund' } }];
    const tools = draft('tool_calls', '[{"name": "search", "arguments": {"q": "refund"}}]', 'boolean');
    expect(
      (await test({ ...tools, samples: [{ output: '', toolCalls }, { output: 'a' }] })).results,
    ).toMatchObject([
      { score: 1, code: 'tools_right' },
      { score: 0, code: 'tools_differ' },
    ]);
    come('step', { traceId: 'walk' });
    // Its scope is the trace, unless it says otherwise.
    expect(
      (await test(draft('trajectory', '{"maxSteps": 3, "endsWithAnswer": true}'))).results,
    ).toMatchObject([{ callId: 'step', traceId: 'walk', score: 1, code: 'trajectory_holds' }]);
  });

  it('200: one about whole traces scores each trace once, at its newest call', async () => {
    come('t1-old', { traceId: 't1', timestampMs: START - 3_000 });
    come('t1-new', { traceId: 't1', timestampMs: START - 1_000 });
    come('t2', { traceId: 't2', timestampMs: START - 2_000 });
    come('alone', { timestampMs: START - 4_000 });
    const draft = { ...JUDGED, scope: 'trajectory' };
    expect((await test({ criterion: draft })).results).toMatchObject([
      { callId: 't1-new', traceId: 't1', score: 4 },
      { callId: 't2', traceId: 't2', score: 4 },
      { callId: 'alone', traceId: null, status: 'failed', reason: 'no_trace' },
    ]);
    expect((await test({ criterion: draft, traceIds: ['t1'] })).results).toMatchObject([
      { callId: 't1-new' },
    ]);
    const path = '/v1/eval-criteria/test';
    expect(await refused(account, path, { criterion: draft, samples: [{ output: 'a' }] })).toEqual([
      400,
      'trajectory_criterion',
      'samples',
    ]);
    expect(await refused(account, path, { criterion: JUDGED, traceIds: ['t1'] })).toEqual([
      400,
      'call_criterion',
      'traceIds',
    ]);
    expect(await refused(account, path, { criterion: draft, traceIds: ['none'] })).toEqual([
      404,
      'not_found',
      'traceIds.0',
    ]);
  });

  it('4xx: with the field', async () => {
    const path = '/v1/eval-criteria/test';
    const other = await app.account({ plan: 'pro' });
    const theirs = await criterion(CONTAINS, other);
    come('mine');
    const broken = { ...CONTAINS, type: 'regex', rubric: '(' };
    for (const [body, status, reason, field] of [
      [{}, 400, 'invalid_request', 'criterion'],
      [{ criterion: JUDGED, criterionId: 1 }, 400, 'invalid_request', 'criterion'],
      [{ criterion: broken }, 400, 'invalid_rubric', 'criterion.rubric'],
      [{ criterionId: theirs }, 404, 'unknown_criterion', 'criterionId'],
      [{ criterion: JUDGED, callIds: ['mine', 'none'] }, 404, 'not_found', 'callIds.1'],
      [{ criterion: JUDGED, callIds: ['mine'], filter: {} }, 400, 'invalid_request', 'filter'],
      [{ criterion: JUDGED, datasetId: 99_999 }, 404, 'not_found', undefined],
    ] as const)
      expect([body, await refused(account, path, body)]).toEqual([body, [status, reason, field]]);
    expect((await refused(other, path, { criterion: JUDGED, callIds: ['mine'] }))[0]).toBe(404);
    expect((await refused(await app.account({ plan: 'free' }), path, { criterion: JUDGED }))[1]).toBe(
      'plan_required',
    );
    const left = await app.services.accounts.get(account.id);
    if (left) await reserve({ ...app.services, account: left }, 5_000_000, 'all of it');
    expect((await refused(account, path, { criterion: JUDGED }))[1]).toBe('budget_exhausted');
    expect(vendor.requests).toEqual([]);
  });
});

describe('a score on request', () => {
  const url = (id: string) => `/v1/query/calls/${id}/scores`;
  const listed = async (id: string) => (await account.call('GET', url(id))).json().scores;

  it('200: is stored like other scores; the next one replaces it, and nothing else', async () => {
    const city = await criterion(CONTAINS);
    come('call-1');
    await account.call('POST', '/v1/eval-rules', { criterionId: city, samplePct: 100 });
    clock.advance(MINUTE_MS);
    await app.services.jobs.runNow('eval-rules');
    const { scores } = await ok(account, url('call-1'), { criterionIds: [1, city] });
    expect(scores).toMatchObject([
      { criterionId: 1, criterionName: 'Helpfulness', callId: 'call-1', status: 'scored', score: 4 },
      { criterionId: city, score: 1, judge: null },
    ]);
    expect(scores[0]).toMatchObject({
      run: null,
      rule: null,
      traceId: null,
      createdAt: isoTime(clock.now()),
    });
    expect(await lastEntry()).toMatchObject({
      action: 'eval.score_call',
      targetType: 'call',
      targetId: 'call-1',
      metadata: { criterionIds: [1, city], scored: 2, failed: 0 },
    });
    score = 2;
    clock.advance(1_000);
    await ok(account, url('call-1'), { criterionIds: [1] });
    expect(
      (await listed('call-1')).map((each: { criterionId: number; score: number; rule: object | null }) => [
        each.criterionId,
        each.score,
        each.rule !== null,
      ]),
    ).toEqual([
      [1, 2, false],
      [city, 1, false],
      [city, 1, true],
    ]);
    // The score is read within its project: other readers of scores find it by its criterion.
    const bound = await account.key(['read'], { projectId: account.projectId });
    const { scores: seen } = (await bound.call('GET', '/v1/scores?name=Helpfulness')).json();
    expect(seen).toMatchObject([{ name: 'Helpfulness', value: 2, source: 'judge', callId: 'call-1' }]);
  });

  it('200: a failure is answered and replaces nothing', async () => {
    come('call-2');
    await ok(account, url('call-2'), { criterionIds: [1] });
    vendor.fault('refusal');
    const { scores } = await ok(account, url('call-2'), { criterionIds: [1] });
    expect(scores).toMatchObject([{ status: 'failed', reason: 'refused', score: null }]);
    expect(await listed('call-2')).toMatchObject([{ score: 4 }]);
  });

  it('200: of a whole trace, at its newest call, once', async () => {
    const path = await criterion({ ...JUDGED, name: 'Path', scope: 'trajectory' });
    come('first', { traceId: 'trace-1', timestampMs: START - 2_000 });
    come('last', { traceId: 'trace-1', timestampMs: START - 1_000 });
    const { scores } = await ok(account, '/v1/query/trace/trace-1/scores', { criterionIds: [path] });
    expect(scores).toMatchObject([{ callId: 'last', traceId: 'trace-1', score: 4 }]);
    score = 1;
    await ok(account, url('first'), { criterionIds: [path] });
    const all = (await account.call('GET', '/v1/scores?traceId=trace-1')).json().scores;
    expect(all).toMatchObject([{ name: 'Path', value: 1, traceId: 'trace-1' }]);
  });

  it('4xx: unknown, invisible, or about something else', async () => {
    const traces = '/v1/query/trace/trace-9/scores';
    come('mine', { traceId: 'trace-9' });
    const other = await app.account({ plan: 'pro' });
    const second = (await account.call('POST', '/v1/projects', { name: 'Second' })).json().id;
    const bound = await account.key(['write'], { projectId: second });
    const reader = await account.key(['read']);
    const body = { criterionIds: [1] };
    for (const who of [other, bound]) expect((await refused(who, url('mine'), body))[0]).toBe(404);
    expect((await refused(reader, url('mine'), body))[1]).toBe('insufficient_scope');
    expect(await refused(account, url('mine'), { criterionIds: [1, 99_999] })).toEqual([
      404,
      'unknown_criterion',
      'criterionIds.1',
    ]);
    expect(await refused(account, traces, body)).toEqual([400, 'call_criterion', 'criterionIds.0']);
    const path = await criterion({ ...JUDGED, name: 'Path', scope: 'trajectory' });
    expect((await refused(account, '/v1/query/trace/none/scores', { criterionIds: [path] }))[0]).toBe(404);
    expect(vendor.requests).toEqual([]);
  });

  it('is deleted when the retention of its call ends', async () => {
    come('old');
    await ok(account, url('old'), { criterionIds: [1] });
    const known = await app.services.accounts.get(account.id);
    clock.advance(((known?.retentionDays ?? 0) + 1) * DAY_MS);
    await app.services.jobs.runNow('eval-score-expiry');
    const { rows } = await app.services.metadata.reader
      .selectFrom('eval_scores')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(rows).toBe(0);
  });
});

describe('the estimate of a rule', () => {
  const path = '/v1/eval-rules/estimate';
  const estimate = (body: object) => ok(account, path, { samplePct: 50, ...body });

  it('200: from the sizes of the calls, then from what scores have cost', async () => {
    for (let at = 0; at < 40; at += 1) {
      const content = at % 4 === 0 ? null : undefined;
      come(`c-${at}`, {
        timestampMs: START - 1_000 - at * HOUR_MS,
        ...(content === undefined ? {} : { content }),
      });
    }
    come('other', { timestampMs: START - 1_000, model: 'claude' });
    const first = await estimate({ criterionId: 1, filter: { model: 'gpt' } });
    expect(first).toMatchObject({
      matchingCalls: 40,
      windowDays: expect.closeTo(40 / 24, 1),
      basis: 'tokens',
      model: 'openai/gpt-4o-mini',
      measuredScores: 0,
      sampledCalls: 41,
      contentPct: expect.closeTo(75.6, 0),
      budget: { connection: null, remainingUsd: 5, remainingTodayUsd: null },
    });
    expect(first.costPerScoreUsd).toBeGreaterThan(0);
    expect(first.costPerMonthUsd).toBeCloseTo(first.costPerDayUsd * 30, 4);
    expect(first.scoredPerDay).toBeCloseTo((first.matchingPerDay * 0.5 * first.contentPct) / 100, 1);
    expect(vendor.requests).toEqual([]);
    const { scores } = await ok(account, '/v1/query/calls/c-1/scores', { criterionIds: [1] });
    const second = await estimate({ criterionId: 1 });
    expect(second).toMatchObject({
      matchingCalls: 41,
      basis: 'measured',
      measuredScores: 1,
      inputTokens: null,
      costPerScoreUsd: scores[0].costUsd,
    });
    expect(second.budget.remainingUsd).toBeCloseTo(5 - scores[0].costUsd, 6);
    expect(second.budget.lastsDays).toBeGreaterThan(0);
  });

  it('200: nothing for a criterion without a model; 0 calls cost nothing', async () => {
    const id = await criterion(CONTAINS);
    expect(await estimate({ criterionId: id })).toMatchObject({
      basis: 'free',
      costPerScoreUsd: 0,
      costPerMonthUsd: 0,
      budget: null,
    });
    expect(await estimate({ criterionId: 1 })).toMatchObject({
      matchingCalls: 0,
      scoredPerDay: 0,
      costPerDayUsd: 0,
    });
    const past = { endTime: isoTime(START - 30 * DAY_MS) };
    expect(await estimate({ criterionId: 1, filter: past })).toMatchObject({ matchingCalls: 0 });
  });

  it('200: an unknown price stays unknown', async () => {
    const connection = await account.call('POST', '/v1/model-connections', {
      name: 'Own',
      provider: 'openai-compatible',
      baseUrl: 'https://models.example.invalid/v1',
      apiKey: 'sk-own',
      defaultModel: 'in-house-7b',
      isDefault: true,
      test: false,
    });
    expect([connection.statusCode, connection.body]).toEqual([201, connection.body]);
    come('one');
    expect(await estimate({ criterionId: 1 })).toMatchObject({
      basis: 'unknown_price',
      model: 'openai-compatible/in-house-7b',
      costPerScoreUsd: null,
      costPerDayUsd: null,
      costPerMonthUsd: null,
      budget: { connection: 'Own', remainingUsd: null, lastsDays: null },
    });
  });

  it('200: of a similarity, by the price of the embedding model', async () => {
    const connection = {
      name: 'Own',
      provider: 'openai',
      apiKey: 'sk-own',
      defaultModel: 'gpt-4o-mini',
      embeddingModel: 'text-embedding-3-small',
      test: false,
    };
    expect((await account.call('POST', '/v1/model-connections', connection)).statusCode).toBe(201);
    const similar = { ...JUDGED, name: 'Close', type: 'embedding_similarity', rubric: 'Paris.' };
    come('one');
    expect(await estimate({ criterionId: await criterion(similar) })).toMatchObject({
      basis: 'tokens',
      model: 'openai/text-embedding-3-small',
      outputTokens: 0,
      costPerScoreUsd: expect.any(Number),
      budget: { connection: 'Own' },
    });
  });

  it('4xx: as when the rule is created', async () => {
    const trace = await criterion({ ...JUDGED, name: 'Path', scope: 'trajectory' });
    for (const [body, wanted] of [
      [{ criterionId: 99_999, samplePct: 5 }, [404, 'unknown_criterion', 'criterionId']],
      [{ criterionId: trace, samplePct: 5 }, [400, 'scope_mismatch', 'criterionId']],
      [{ criterionId: 1, samplePct: 0 }, [400, 'invalid_request', 'samplePct']],
    ] as const)
      expect(await refused(account, path, body)).toEqual(wanted);
  });
});
