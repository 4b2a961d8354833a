import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { reserve } from '#services/models';
import { eventually } from '#test/support/eventually';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider/index';
import { StoredCalls, type NewCall } from '#test/support/stored-calls';

const URL = '/v1/eval-rules';
const START = Date.parse('2026-03-10T12:00:00.000Z');
const clock = new FakeClock(START);
const calls = new StoredCalls(() => app.services);
let vendor: FakeProvider;
let app: TestApp;

beforeAll(async () => {
  vendor = await openFakeProvider();
  const judge = vendor.config({ retry: { firstMs: 1, capMs: 2, patienceMs: 200 } });
  app = await makeTestApp({ clock, records: calls.records, config: { judge, generator: judge } });
});
afterAll(async () => {
  await app.stop();
  await vendor.close();
});
beforeEach(async () => {
  clock.set(START);
  vendor.heal();
  vendor.requests.length = 0;
  calls.down = null;
  // Rules of other tests would also run.
  await app.services.metadata.transaction((db) => db.deleteFrom('eval_rules').execute());
});

const operator = (method: string, url: string, body: object) =>
  app.call(method, url, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });

const numberOf = async ({ id }: TestAccount) => (await app.services.accounts.get(id))?.number ?? 0;

async function criterion(from: Caller, changes: object = {}): Promise<number> {
  const body = {
    name: 'Names a city',
    rubric: 'Paris',
    scaleMin: 0,
    scaleMax: 1,
    type: 'contains',
    ...changes,
  };
  const reply = await from.call('POST', '/v1/eval-criteria', body);
  expect([reply.statusCode, reply.body]).toEqual([200, reply.body]);
  return reply.json().criteria.at(-1).id;
}

async function made(from: Caller, body: object) {
  const reply = await from.call('POST', URL, { samplePct: 100, ...body });
  expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
  return reply.json();
}

const get = async (from: Caller, id: number) => (await from.call('GET', `${URL}/${id}`)).json();
const scoresOf = async (from: Caller, id: number) =>
  (await from.call('GET', `${URL}/${id}/scores?limit=200`)).json().scores;

/** An account with a rule of a deterministic criterion, and a function that adds calls. */
async function withRule(body: object = {}) {
  const account = await app.account({ plan: 'pro' });
  const rule = await made(account, { criterionId: await criterion(account), ...body });
  const number = await numberOf(account);
  const come = (id: string, more: Partial<NewCall> = {}) =>
    calls.add({ account: number, id, receivedMs: clock.now(), ...more });
  return { account, rule, come };
}

/** Advances the clock by a minute and runs the job. */
async function round(ms = MINUTE_MS): Promise<void> {
  clock.advance(ms);
  await app.services.jobs.runNow('eval-rules');
}

describe('rules', () => {
  it('201: created, read, listed, changed and deleted', async () => {
    const account = await app.account({ plan: 'pro' });
    const where = [{ field: 'provider', op: 'isNot', values: ['google'] }];
    const filter = { model: 'gpt', tags: { env: 'prod' }, where };
    const rule = await made(account, { name: 'Production', criterionId: 1, filter, samplePct: 12.5 });
    expect(rule).toEqual({
      id: expect.any(Number),
      name: 'Production',
      criterionId: 1,
      filter,
      scope: 'call',
      quietSeconds: null,
      samplePct: 12.5,
      enabled: true,
      createdAt: isoTime(START),
      updatedAt: isoTime(START),
      lastRunAt: null,
      scoredCount: 0,
      failedCount: 0,
      lastError: null,
      lastErrorReason: null,
    });
    const other = await made(account, { criterionId: 2, enabled: false });
    expect((await account.call('GET', URL)).json()).toEqual({ rules: [rule, other] });
    clock.advance(SECOND_MS);
    const change = { name: null, samplePct: 50, enabled: false };
    const changed = await account.call('PATCH', `${URL}/${rule.id}`, change);
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual({ ...rule, ...change, updatedAt: isoTime(START + SECOND_MS) });
    clock.advance(SECOND_MS);
    expect((await account.call('PATCH', `${URL}/${rule.id}`, change)).json()).toEqual(changed.json());
    expect((await account.call('DELETE', `${URL}/${rule.id}`)).statusCode).toBe(204);
    expect((await account.call('GET', `${URL}/${rule.id}`)).statusCode).toBe(404);
    const audit = (await account.call('GET', '/v1/audit?limit=5')).json().entries;
    expect(audit.slice(0, 2)).toMatchObject([
      { action: 'eval_rule.delete', metadata: { criterionId: 1 } },
      { action: 'eval_rule.update', metadata: { changed: ['name', 'samplePct', 'enabled'] } },
    ]);
  });

  it.each<[string, object, string]>([
    ['no criterion', { samplePct: 10 }, 'invalid_request'],
    ['no sample', { criterionId: 1 }, 'invalid_request'],
    ['sample of nothing', { criterionId: 1, samplePct: 0 }, 'invalid_request'],
    ['sample of more than all', { criterionId: 1, samplePct: 100.1 }, 'invalid_request'],
    [
      'unknown field of the filter',
      { criterionId: 1, samplePct: 1, filter: { limit: 3 } },
      'invalid_request',
    ],
    ['calls of runs', { criterionId: 1, samplePct: 1, filter: { includeEvalRuns: true } }, 'invalid_request'],
    [
      'a window that ends before it begins',
      {
        criterionId: 1,
        samplePct: 1,
        filter: { startTime: '2026-02-01T00:00:00.000Z', endTime: '2026-01-01T00:00:00.000Z' },
      },
      'invalid_request',
    ],
  ])('400: %s', async (_what, body, reason) => {
    const account = await app.account({ plan: 'pro' });
    const reply = await account.call('POST', URL, body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
  });

  it('404 unknown_criterion: unknown, or of another account', async () => {
    const [account, other] = [await app.account({ plan: 'pro' }), await app.account({ plan: 'pro' })];
    const theirs = await criterion(other, { type: 'llm_judge', rubric: 'Good?' });
    for (const criterionId of [999_999, theirs]) {
      const reply = await account.call('POST', URL, { criterionId, samplePct: 10 });
      expect([reply.statusCode, reply.json().reason]).toEqual([404, 'unknown_criterion']);
      expect(reply.json().details).toMatchObject([{ path: 'criterionId' }]);
    }
  });

  it('400 scope_mismatch, and 400 if a change names another criterion', async () => {
    const account = await app.account({ plan: 'pro' });
    const criterionId = await criterion(account, { type: 'llm_judge', rubric: 'Good?', scope: 'trajectory' });
    const reply = await account.call('POST', URL, { criterionId, samplePct: 10 });
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'scope_mismatch']);
    const rule = await made(account, { criterionId: 1 });
    expect((await account.call('PATCH', `${URL}/${rule.id}`, { criterionId: 2 })).statusCode).toBe(400);
  });

  it('403 plan_required on Free, 403 for a key that may only read', async () => {
    const free = await app.account({ plan: 'free' });
    const reply = await free.call('POST', URL, { criterionId: 1, samplePct: 10 });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'plan_required']);
    const reader = await (await app.account({ plan: 'pro' })).key(['read']);
    expect((await reader.call('POST', URL, { criterionId: 1, samplePct: 10 })).statusCode).toBe(403);
    expect((await reader.call('GET', URL)).json()).toEqual({ rules: [] });
  });

  it('404: of another account or project, unknown, or not a number', async () => {
    const { account, rule } = await withRule();
    const other = await app.account({ plan: 'pro' });
    const bound = await account.key(null, { projectId: account.projectId });
    for (const from of [other, bound]) {
      for (const [method, body] of [['GET'], ['PATCH', { samplePct: 1 }], ['DELETE']] as const) {
        expect((await from.call(method, `${URL}/${rule.id}`, body)).statusCode).toBe(404);
      }
      expect((await from.call('GET', `${URL}/${rule.id}/scores`)).statusCode).toBe(404);
      expect((await from.call('GET', URL)).json()).toEqual({ rules: [] });
    }
    for (const id of ['nope', '0', '99999999999999999999', '424242']) {
      expect((await account.call('GET', `${URL}/${id}`)).statusCode).toBe(404);
    }
  });

  it('409 limit_reached: the 51st, also with concurrent requests', async () => {
    const account = await app.account({ plan: 'pro' });
    for (let at = 0; at < 48; at += 1) await made(account, { criterionId: 1 });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => account.call('POST', URL, { criterionId: 1, samplePct: 1 })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().reason).toBe('limit_reached');
  });

  it('are deleted with their criterion', async () => {
    const { account, rule, come } = await withRule();
    const kept = await made(account, { criterionId: 1, enabled: false });
    come('gone-1');
    await round();
    expect((await get(account, rule.id)).scoredCount).toBe(1);
    await account.call('DELETE', `/v1/eval-criteria/${rule.criterionId}`);
    expect((await account.call('GET', URL)).json().rules).toEqual([kept]);
  });
});

describe('scoring', () => {
  it('new calls that match, once each, even if they arrived long after they were made', async () => {
    const { account, rule, come } = await withRule({ filter: { model: 'gpt' } });
    clock.advance(-SECOND_MS);
    come('before the rule');
    clock.advance(2 * SECOND_MS);
    come('of another model', { model: 'claude' });
    come('right');
    come('wrong', { content: { output: 'London.' } });
    come('late by hours', { timestampMs: START - 20 * HOUR_MS });
    await round();
    const scores = await scoresOf(account, rule.id);
    expect(scores.map(({ callId, score }: { callId: string; score: number }) => [callId, score])).toEqual(
      expect.arrayContaining([
        ['right', 1],
        ['wrong', 0],
        ['late by hours', 1],
      ]),
    );
    expect(scores).toHaveLength(3);
    expect(scores[0]).toMatchObject({ criterionName: 'Names a city', status: 'scored', judge: null });
    expect(await get(account, rule.id)).toMatchObject({
      scoredCount: 3,
      failedCount: 0,
      lastRunAt: isoTime(clock.now()),
      lastError: null,
    });
    // Visible only a moment after it arrived, in a round that had already looked past it.
    come('slow to be seen', { receivedMs: clock.now() - 30 * SECOND_MS });
    for (let rounds = 0; rounds < 4; rounds += 1) await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 4, failedCount: 0 });
    const page = await account.call('GET', `${URL}/${rule.id}/scores?limit=3`);
    const { scores: first, nextCursor } = page.json();
    const rest = (await account.call('GET', `${URL}/${rule.id}/scores?cursor=${nextCursor}`)).json();
    expect([first.length, first[0].callId, rest.scores.length, rest.nextCursor]).toEqual([
      3,
      'slow to be seen',
      1,
      null,
    ]);
  });

  it('by the judge, whose cost is counted', async () => {
    const { account, come } = await withRule({ enabled: false });
    const rule = await made(account, { criterionId: 1 });
    come('judged');
    await round();
    expect(await scoresOf(account, rule.id)).toMatchObject([
      { callId: 'judged', score: 4, normalizedScore: 0.75, judge: 'openai/gpt-4o-mini' },
    ]);
    const budget = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect(budget.spentUsd).toBeGreaterThan(0);
  });

  it('a sample that is the same in every round', async () => {
    const { account, rule, come } = await withRule({ samplePct: 30 });
    for (let at = 0; at < 100; at += 1) come(`sampled ${at}`);
    await round(SECOND_MS);
    const { scoredCount } = await get(account, rule.id);
    expect(scoredCount).toBeGreaterThan(10);
    expect(scoredCount).toBeLessThan(55);
    await round(SECOND_MS);
    expect((await get(account, rule.id)).scoredCount).toBe(scoredCount);
  });

  it('calls without stored content are counted with their reason, and not retried', async () => {
    const { account, rule, come } = await withRule();
    come('without content', { content: null });
    come('unreadable', { garbled: true });
    await round();
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 0, failedCount: 2, lastError: null });
    expect(await scoresOf(account, rule.id)).toMatchObject([
      { status: 'failed', reason: 'no_content' },
      { status: 'failed', reason: 'no_content' },
    ]);
  });

  it('only calls of the rule’s project', async () => {
    const { account, come } = await withRule({ enabled: false });
    const second = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const project = (await app.services.accounts.get(account.id))?.projects.get(second.id)?.number ?? 0;
    const key = await account.key(null, { projectId: second.id });
    const rule = await made(key, { criterionId: await criterion(account, { name: 'Another' }) });
    come('inside', { project });
    come('outside', { project: project + 1 });
    await round();
    expect(await scoresOf(account, rule.id)).toMatchObject([{ callId: 'inside' }]);
    expect((await get(account, rule.id)).scoredCount).toBe(1);
    await account.call('DELETE', `/v1/projects/${second.id}`);
    await round();
    expect(await get(account, rule.id)).toMatchObject({ lastErrorReason: 'project_gone' });
  });

  it('queries once for rules about the same calls', async () => {
    const { account, come } = await withRule();
    for (let at = 0; at < 5; at += 1) {
      await made(account, { criterionId: await criterion(account, { name: `C ${at}` }), samplePct: 90 + at });
    }
    come('shared');
    const before = calls.looks;
    await round();
    expect(calls.looks - before).toBe(1);
  });
});

describe('limits', () => {
  it('accounts take turns, however many rules one of them has', async () => {
    const [many, one] = [await app.account({ plan: 'pro' }), await app.account({ plan: 'pro' })];
    for (let at = 0; at < 12; at += 1) {
      const criterionId = await criterion(many, { name: `C ${at}` });
      await made(many, { criterionId, filter: { model: `m${at}` } });
    }
    await made(one, { criterionId: await criterion(one) });
    const asked: number[] = [];
    const { selectArrivedCalls: arrivedCalls } = calls.records;
    const firstFour = Promise.withResolvers<void>();
    calls.records.selectArrivedCalls = async (scope, ...rest) => {
      asked.push(scope.account);
      // Four groups run concurrently. None of them continues before all four have started.
      if (asked.length === 4) firstFour.resolve();
      await firstFour.promise;
      return arrivedCalls?.(scope, ...rest) ?? [];
    };
    await round().finally(() => Object.assign(calls.records, { selectArrivedCalls: arrivedCalls }));
    expect(asked).toHaveLength(13);
    expect(asked.slice(0, 4)).toContain(await numberOf(one));
  });

  it('200 a minute, the oldest first, until all are scored', async () => {
    const { account, rule, come } = await withRule();
    for (let at = 0; at < 450; at += 1)
      come(`many ${String(at).padStart(3, '0')}`, { receivedMs: START + at });
    const counts: number[] = [];
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await round();
      counts.push((await get(account, rule.id)).scoredCount);
    }
    expect(counts).toEqual([200, 400, 450, 450]);
  });

  it('calls that waited for more than an hour are skipped, and the rule says so', async () => {
    const { account, rule, come } = await withRule();
    come('too old');
    clock.advance(3 * HOUR_MS);
    come('new');
    await round();
    expect(await scoresOf(account, rule.id)).toMatchObject([{ callId: 'new' }]);
    expect(await get(account, rule.id)).toMatchObject({
      lastErrorReason: 'fell_behind',
      lastError: expect.stringContaining(isoTime(START)),
    });
    await round();
    expect((await get(account, rule.id)).lastError).toBeNull();
  });

  it('a rule that is enabled again starts with calls from then on', async () => {
    const { account, rule, come } = await withRule();
    await account.call('PATCH', `${URL}/${rule.id}`, { enabled: false });
    come('while it rested');
    await round();
    clock.advance(SECOND_MS);
    await account.call('PATCH', `${URL}/${rule.id}`, { enabled: true });
    come('after');
    await round();
    expect(await scoresOf(account, rule.id)).toMatchObject([{ callId: 'after' }]);
  });

  it('two concurrent jobs score once', async () => {
    const { account, come } = await withRule({ enabled: false });
    const rule = await made(account, { criterionId: 1 });
    for (let at = 0; at < 40; at += 1) come(`both ${at}`);
    clock.advance(MINUTE_MS);
    const { jobs } = app.services;
    await Promise.all([jobs.runNow('eval-rules'), jobs.runNow('eval-rules'), jobs.runNow('eval-rules')]);
    expect(vendor.requests).toHaveLength(40);
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 40 });
    // A process that died in the middle: its claim expires.
    await app.services.metadata.transaction((db) =>
      db
        .updateTable('eval_rules')
        .set({ locked_by: 'a process that is gone', locked_until: clock.now() + 90 * SECOND_MS })
        .execute(),
    );
    come('next');
    await round();
    expect((await get(account, rule.id)).scoredCount).toBe(40);
    await round();
    expect((await get(account, rule.id)).scoredCount).toBe(41);
  });
});

describe('failures', () => {
  it('the budget is used up: the rule waits and says so, and continues when there is one', async () => {
    const { account, come } = await withRule({ enabled: false });
    const rule = await made(account, { criterionId: 1 });
    for (let at = 0; at < 50; at += 1) come(`broke ${at}`);
    const context = { ...app.services, account: (await app.services.accounts.get(account.id)) as never };
    await reserve(context, 5_000_000, 'test');
    await round();
    await round();
    expect(await get(account, rule.id)).toMatchObject({
      scoredCount: 0,
      failedCount: 0,
      lastErrorReason: 'budget_exhausted',
      lastError: expect.stringMatching(/budget/i),
    });
    expect([vendor.requests.length, await scoresOf(account, rule.id)]).toEqual([0, []]);
    await account.call('PATCH', '/v1/account/llm-feature-budget', { budgetUsd: 10 });
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 50, failedCount: 0, lastError: null });
  });

  it('the judge is unavailable: few calls are tried, none is counted, all are scored when it is back', async () => {
    const { account, come } = await withRule({ enabled: false });
    const rule = await made(account, { criterionId: 1 });
    for (let at = 0; at < 60; at += 1) come(`away ${at}`);
    vendor.fault('server_error');
    await round();
    expect(await get(account, rule.id)).toMatchObject({
      scoredCount: 0,
      failedCount: 0,
      lastErrorReason: 'judge_unavailable',
    });
    expect(vendor.requests.length).toBeLessThan(100);
    vendor.heal();
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 60, failedCount: 0, lastError: null });
  });

  it('a call that the judge cannot score is counted if other calls show that the judge works', async () => {
    const { account, come } = await withRule({ enabled: false });
    const rule = await made(account, { criterionId: 1 });
    come('odd one', { content: { output: 'This is the odd one.' } });
    vendor.fault('server_error', { status: 400, when: ({ last }) => last.includes('odd one') });
    await round();
    expect(await get(account, rule.id)).toMatchObject({
      failedCount: 0,
      lastErrorReason: 'judge_unavailable',
    });
    for (let at = 0; at < 20; at += 1) come(`plain ${at}`);
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 20, failedCount: 1, lastError: null });
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 20, failedCount: 1 });
  });

  it('unusable answers are counted, each with its reason', async () => {
    const { account, come } = await withRule({ enabled: false });
    const rule = await made(account, { criterionId: 1 });
    vendor.fault('not_json');
    come('unreadable answer');
    await round();
    expect(await scoresOf(account, rule.id)).toMatchObject([
      { status: 'failed', reason: 'judge_bad_answer' },
    ]);
  });

  it('the records are unavailable: the rule says so, and catches up', async () => {
    const { account, rule, come } = await withRule();
    come('patient');
    calls.down = unavailable('records_unavailable', 'The records cannot be reached.');
    await expect(round()).rejects.toMatchObject({ reason: 'rules_incomplete' });
    expect(await get(account, rule.id)).toMatchObject({ lastErrorReason: 'records_unavailable' });
    calls.down = null;
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 1, lastError: null });
  });

  it('an account that is no longer on Pro: its rules are paused', async () => {
    const { account, rule, come } = await withRule();
    await operator('PATCH', `/operator/accounts/${account.id}`, { plan: 'free' });
    come('resting');
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 0, lastErrorReason: 'plan_required' });
    await operator('PATCH', `/operator/accounts/${account.id}`, { plan: 'pro' });
    await round();
    expect(await get(account, rule.id)).toMatchObject({ scoredCount: 1, lastError: null });
  });

  it('a criterion that became a trace criterion: the rule is paused', async () => {
    const { account, come } = await withRule({ enabled: false });
    const body = { name: 'Tone', rubric: 'Is it kind?', scaleMin: 1, scaleMax: 5 };
    const criterionId = await criterion(account, { ...body, type: 'llm_judge' });
    const rule = await made(account, { criterionId });
    await account.call('PATCH', `/v1/eval-criteria/${criterionId}`, { ...body, scope: 'trajectory' });
    come('a call');
    await round();
    expect(await get(account, rule.id)).toMatchObject({
      scoredCount: 0,
      lastErrorReason: 'scope_mismatch',
    });
  });

  it.each<[string, (account: TestAccount, rule: { id: number; criterionId: number }) => Promise<unknown>]>([
    ['deleted', (account, { id }) => account.call('DELETE', `${URL}/${id}`)],
    ['disabled', (account, { id }) => account.call('PATCH', `${URL}/${id}`, { enabled: false })],
    [
      'without its criterion',
      (account, { criterionId }) => account.call('DELETE', `/v1/eval-criteria/${criterionId}`),
    ],
    [
      'taken over',
      () =>
        app.services.metadata.transaction((db) =>
          db.updateTable('eval_rules').set({ locked_by: 'another' }).execute(),
        ),
    ],
  ])('%s while the judge is working: nothing is kept', async (_what, act) => {
    const { account, come } = await withRule({ enabled: false });
    const own = await criterion(account, { name: 'Own', type: 'llm_judge', rubric: 'Good?', scaleMax: 5 });
    const rule = await made(account, { criterionId: own });
    // A rule of the same group, which is not started when its turn comes.
    const next = await made(account, { criterionId: 1 });
    come('in the middle');
    vendor.fault('slow', { ms: 1_000 });
    clock.advance(MINUTE_MS);
    const running = app.services.jobs.runNow('eval-rules');
    await eventually(() => expect(vendor.requests).toHaveLength(1));
    await act(account, rule);
    await account.call('PATCH', `${URL}/${next.id}`, { enabled: false });
    await running;
    expect(vendor.requests).toHaveLength(1);
    const kept = await app.services.metadata.reader
      .selectFrom('eval_scores')
      .select('id')
      .where('account_id', '=', account.id)
      .execute();
    expect(kept).toEqual([]);
  });
});

it('scores are deleted when the retention of their calls ends', async () => {
  const { account, rule, come } = await withRule();
  come('old one', { timestampMs: START - 20 * HOUR_MS });
  come('new one');
  await round();
  clock.set(START + 90 * DAY_MS - HOUR_MS);
  await app.services.jobs.runNow('eval-score-expiry');
  expect(await scoresOf(account, rule.id)).toMatchObject([{ callId: 'new one' }]);
  expect((await get(account, rule.id)).scoredCount).toBe(2);
});
