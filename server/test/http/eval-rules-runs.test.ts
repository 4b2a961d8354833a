// Rules that score traces and sessions once they have ended. The records are in memory, and so is the time.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, isoTime, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { reserve } from '#services/models';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider/index';
import { StoredCalls, type NewCall } from '#test/support/stored-calls';
import { evalRunsModule } from '../../src/features/eval-runs/module.ts';

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
  await app.services.metadata.transaction((db) => db.deleteFrom('eval_rules').execute());
});

const ok = async (from: Caller, method: string, path: string, body?: object) => {
  const reply = await from.call(method, path, body);
  expect([path, reply.statusCode < 300 ? '' : reply.body]).toEqual([path, '']);
  return reply.body === '' ? null : reply.json();
};

let names = 0;
async function criterion(from: Caller, scope: string, changes: object = {}): Promise<number> {
  names += 1;
  const checks = { type: 'trajectory', rubric: '{"maxSteps": 2}', scaleMin: 0, scaleMax: 1 };
  const body = { name: `Whole ${names}`, scope, ...checks, ...changes };
  return (await ok(from, 'POST', '/v1/eval-criteria', body)).criteria.at(-1).id;
}
const JUDGED = { type: 'llm_judge', rubric: 'Was the user helped?', scaleMin: 1, scaleMax: 5 };

type Kind = 'trace' | 'session';
const CRITERION: Record<Kind, string> = { trace: 'trajectory', session: 'session' };
const AFTER: Record<Kind, number> = { trace: 180, session: 1_800 };

async function accountWith(kind: Kind, { rule = {}, of = {} }: { rule?: object; of?: object } = {}) {
  const account = await app.account({ plan: 'pro' });
  const criterionId = await criterion(account, CRITERION[kind], of);
  const made = await ok(account, 'POST', URL, { criterionId, scope: kind, samplePct: 100, ...rule });
  const number = (await app.services.accounts.get(account.id))?.number ?? 0;
  const come = (id: string, more: Partial<NewCall>) =>
    calls.add({ account: number, id, receivedMs: clock.now(), ...more });
  return { account, rule: made, come };
}

/** Advances the clock and runs the job. */
async function round(ms: number): Promise<void> {
  clock.advance(ms);
  await app.services.jobs.runNow('eval-rules');
}
const scoresOf = async (from: Caller, { id }: { id: number }) =>
  (await ok(from, 'GET', `${URL}/${id}/scores?limit=200`)).scores;
const get = (from: Caller, { id }: { id: number }) => ok(from, 'GET', `${URL}/${id}`);

describe('a rule', () => {
  it('201: has a scope and a quiet time, which can change', async () => {
    for (const [kind, quietSeconds] of Object.entries(AFTER)) {
      const { account, rule } = await accountWith(kind as Kind);
      expect(rule).toMatchObject({ scope: kind, quietSeconds });
      const changed = await ok(account, 'PATCH', `${URL}/${rule.id}`, { quietSeconds: 60 });
      expect(changed).toMatchObject({ scope: kind, quietSeconds: 60, samplePct: 100 });
      const [entry] = (await ok(account, 'GET', '/v1/audit?limit=1')).entries;
      expect(entry.metadata.changed).toEqual(['quietSeconds']);
    }
  });

  it('400 scope_mismatch for a criterion with another scope, also in the estimate', async () => {
    const account = await app.account({ plan: 'pro' });
    const ids = {
      call: 1,
      trace: await criterion(account, 'trajectory'),
      session: await criterion(account, 'session'),
    };
    for (const scope of ['call', 'trace', 'session'] as const)
      for (const [of, criterionId] of Object.entries(ids)) {
        if (of === scope) continue;
        for (const path of [URL, `${URL}/estimate`]) {
          const reply = await account.call('POST', path, { criterionId, scope, samplePct: 5 });
          expect([scope, of, reply.statusCode, reply.json().reason]).toEqual([
            scope,
            of,
            400,
            'scope_mismatch',
          ]);
          expect(reply.json().details).toMatchObject([{ path: 'criterionId' }]);
        }
      }
  });

  it('400: a quiet time that is too short, too long, or of calls', async () => {
    const account = await app.account({ plan: 'pro' });
    const criterionId = await criterion(account, 'trajectory');
    for (const body of [
      { criterionId, scope: 'trace', quietSeconds: 59 },
      { criterionId, scope: 'trace', quietSeconds: 3_601 },
      { criterionId, scope: 'trace', quietSeconds: 90.5 },
      { criterionId: 1, quietSeconds: 60 },
      { criterionId, scope: 'span' },
    ])
      expect((await account.call('POST', URL, { samplePct: 5, ...body })).statusCode).toBe(400);
    const ofCalls = await ok(account, 'POST', URL, { criterionId: 1, samplePct: 5 });
    expect(ofCalls).toMatchObject({ scope: 'call', quietSeconds: null });
    const changed = await account.call('PATCH', `${URL}/${ofCalls.id}`, { quietSeconds: 60 });
    expect(changed.statusCode).toBe(400);
  });

  it('400: session criteria are of some types, and not for runs and experiments', async () => {
    const account = await app.account({ plan: 'pro' });
    const body = { name: 'Word', type: 'contains', rubric: 'a', scaleMin: 0, scaleMax: 1, scope: 'session' };
    expect((await account.call('POST', '/v1/eval-criteria', body)).json().details[0].path).toBe('scope');
    const criterionId = await criterion(account, 'session', JUDGED);
    const run = await account.call('POST', '/v1/eval-runs', { name: 'r', criterionIds: [criterionId] });
    expect([run.statusCode, run.json().reason]).toEqual([400, 'scope_mismatch']);
    // Those that a run takes by default are the three of every account.
    await ok(account, 'POST', '/v1/eval-runs', { name: 'r' });
    const { criteria } = await app.services.metadata.reader
      .selectFrom('eval_runs')
      .select('criteria')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(criteria)).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });
});

describe.each<Kind>(['trace', 'session'])('a %s', (kind) => {
  const of = (id: string): Partial<NewCall> => (kind === 'trace' ? { traceId: id } : { sessionId: id });
  const QUIET = AFTER[kind] * SECOND_MS;
  const idName = `${kind}Id`;

  it('is scored once it has been quiet, once, wherever scores are read', async () => {
    const { account, rule, come } = await accountWith(kind);
    come('one', of('r1'));
    await round(QUIET / 2);
    come('two', of('r1'));
    come('alone', {});
    await round(QUIET - SECOND_MS);
    expect(await scoresOf(account, rule)).toEqual([]);
    await round(SECOND_MS);
    const [score, ...others] = await scoresOf(account, rule);
    expect(others).toEqual([]);
    expect(score).toMatchObject({ callId: 'two', traceId: null, sessionId: null, score: 1, [idName]: 'r1' });
    for (let more = 0; more < 6; more += 1) await round(MINUTE_MS);
    expect(await scoresOf(account, rule)).toEqual([score]);
    expect(await get(account, rule)).toMatchObject({ scoredCount: 1, failedCount: 0, lastError: null });
    const { scores } = await ok(account, 'GET', `/v1/scores?${idName}=r1`);
    expect(scores).toMatchObject([{ value: 1, source: 'rule', callId: null, [idName]: 'r1' }]);
    expect((await ok(account, 'GET', `/v1/scores?${idName}=other`)).scores).toEqual([]);
  });

  it('is scored once more after late spans: the score is replaced and keeps its id', async () => {
    const { account, rule, come } = await accountWith(kind);
    const one = async () => {
      const { scores } = await ok(account, 'GET', `/v1/scores?${idName}=late`);
      expect(scores).toHaveLength(1);
      return scores[0];
    };
    for (const id of ['a', 'b']) come(id, of('late'));
    await round(QUIET);
    const before = await one();
    expect(before.value).toBe(1);
    clock.advance(10 * MINUTE_MS);
    come('c', of('late'));
    await round(QUIET - SECOND_MS);
    expect(await one()).toEqual(before);
    await round(SECOND_MS);
    const after = await one();
    expect(after).toMatchObject({ id: before.id, value: 0, createdAt: isoTime(clock.now()) });
    await round(MINUTE_MS);
    expect(await one()).toEqual(after);
    expect((await get(account, rule)).scoredCount).toBe(1);
  });

  it('matches if one of its calls does, and is sampled by its id', async () => {
    const { account, rule, come } = await accountWith(kind, {
      rule: { filter: { model: 'gpt' }, samplePct: 40 },
    });
    for (let at = 0; at < 60; at += 1) {
      come(`m${at}`, { ...of(`mixed ${at}`), model: 'gpt-5' });
      come(`o${at}`, { ...of(`mixed ${at}`), model: 'claude' });
      come(`c${at}`, { ...of(`other ${at}`), model: 'claude' });
    }
    await round(QUIET);
    const first = (await scoresOf(account, rule)).map((score: Record<string, string>) => score[idName]);
    expect(first.length).toBeGreaterThan(8);
    expect(first.length).toBeLessThan(45);
    expect(first.every((id: string) => id.startsWith('mixed'))).toBe(true);
    // Another span of each: the same ones are scored.
    for (let at = 0; at < 60; at += 1) come(`n${at}`, { ...of(`mixed ${at}`), model: 'gpt-5' });
    await round(QUIET);
    const again = (await scoresOf(account, rule)).map((score: Record<string, string>) => score[idName]);
    expect(again.toSorted()).toEqual(first.toSorted());
  });

  it('a failed judge replaces nothing, and a lasting failure is scored after the next span', async () => {
    const { account, rule, come } = await accountWith(kind, { of: JUDGED });
    come('good', of('judged'));
    come('void', { ...of('void'), content: null });
    await round(QUIET);
    expect(await get(account, rule)).toMatchObject({ scoredCount: 1, failedCount: 1 });
    vendor.fault('refusal');
    come('again', of('judged'));
    await round(QUIET);
    const asked = vendor.requests.length;
    await round(MINUTE_MS);
    expect(vendor.requests).toHaveLength(asked);
    const { scores } = await ok(account, 'GET', `/v1/scores?${idName}=judged`);
    expect(scores).toMatchObject([{ value: 4, source: 'judge' }]);
    vendor.heal();
    come('content at last', of('void'));
    await round(QUIET);
    expect(await get(account, rule)).toMatchObject({ scoredCount: 2, failedCount: 1, lastError: null });
  });

  it('waits for the budget without a loss', async () => {
    const { account, rule, come } = await accountWith(kind, { of: JUDGED });
    come('costly', of('costly'));
    vendor.fault('rate_limited');
    await round(QUIET);
    expect(await get(account, rule)).toMatchObject({
      scoredCount: 0,
      failedCount: 0,
      lastErrorReason: 'judge_rate_limited',
    });
    vendor.heal();
    await round(3 * 60 * MINUTE_MS);
    expect(await get(account, rule)).toMatchObject({ scoredCount: 1, lastError: null });
  });

  it('is skipped after more than a day, and the rule says so', async () => {
    const { account, rule, come } = await accountWith(kind);
    come('too old', of('old'));
    clock.advance(2 * DAY_MS);
    come('new', of('new'));
    await round(QUIET);
    expect(await scoresOf(account, rule)).toMatchObject([{ [idName]: 'new' }]);
    expect(await get(account, rule)).toMatchObject({
      lastErrorReason: 'fell_behind',
      lastError: expect.stringContaining(`${kind} that had its last span`),
    });
  });

  it('one look for rules of the same scope and quiet time; two processes score once', async () => {
    const { account, rule, come } = await accountWith(kind);
    const other = await ok(account, 'POST', URL, {
      criterionId: await criterion(account, CRITERION[kind]),
      scope: kind,
      samplePct: 100,
    });
    come('shared', of('shared'));
    clock.advance(QUIET);
    const before = calls.looks;
    await Promise.all([app.services.jobs.runNow('eval-rules'), app.services.jobs.runNow('eval-rules')]);
    expect(calls.looks - before).toBe(1);
    for (const each of [rule, other]) expect(await scoresOf(account, each)).toHaveLength(1);
  });

  it('sums up in alerts and figures as a score of a call does', async () => {
    const { account, come } = await accountWith(kind);
    for (let at = 0; at < 6; at += 1)
      for (const step of ['a', 'b', 'c']) come(`${step}${at}`, of(`long ${at}`));
    await round(QUIET);
    clock.advance(30 * MINUTE_MS);
    const rules = await ok(account, 'GET', URL);
    const { criterionId } = rules.rules[0];
    const preview = await ok(account, 'POST', '/v1/alerts/preview', {
      alertType: 'eval_score',
      evalCriterionId: criterionId,
      thresholdValue: 0.5,
      windowMinutes: 60,
    });
    expect(preview.points.filter(({ holds }: { holds: boolean }) => holds)).toMatchObject([{ value: 0 }]);
    const { scores } = await ok(account, 'POST', '/v1/scores/aggregate', {});
    expect(scores).toMatchObject([{ count: 6, mean: 0 }]);
  });

  it('is estimated by its matching calls', async () => {
    const { account, rule, come } = await accountWith(kind, { of: JUDGED });
    for (const id of ['a', 'b', 'c']) come(id, of('one'));
    come('d', of('two'));
    clock.advance(SECOND_MS);
    const order = { criterionId: rule.criterionId, scope: kind, samplePct: 50 };
    const estimate = await ok(account, 'POST', `${URL}/estimate`, order);
    expect(estimate).toMatchObject({ matchingCalls: 2, matchingPerDay: 2, scoredPerDay: 1, basis: 'tokens' });
  });

  it('loses its scores when a call of it is erased', async () => {
    const { account, come } = await accountWith(kind);
    come('newest', of('erased'));
    come('kept', of('kept'));
    await round(QUIET);
    const count = async (id: string) =>
      (await ok(account, 'GET', `/v1/scores?${idName}=${id}`)).scores.length;
    expect([await count('erased'), await count('kept')]).toEqual([1, 1]);
    await app.services.metadata.transaction(async (db) => {
      const erased = {
        projectId: null,
        projectNumber: null,
        callIds: ['an earlier one'],
        traceIds: kind === 'trace' ? ['erased'] : [],
        wholeTraceIds: [],
        sessionIds: kind === 'session' ? ['erased'] : [],
        sessionId: null,
      };
      await evalRunsModule.hooks?.onErased?.(db, { id: account.id, number: 0 }, erased, clock.now());
    });
    expect([await count('erased'), await count('kept')]).toEqual([0, 1]);
  });

  it('of one project by its rule', async () => {
    const { account, come } = await accountWith(kind, { rule: { enabled: false } });
    const second = await ok(account, 'POST', '/v1/projects', { name: 'Second' });
    const project = (await app.services.accounts.get(account.id))?.projects.get(second.id)?.number ?? 0;
    const key: Caller = await account.key(null, { projectId: second.id });
    const criterionId = await criterion(account, CRITERION[kind]);
    const rule = await ok(key, 'POST', URL, { criterionId, scope: kind, samplePct: 100 });
    come('inside', { ...of('inside'), project });
    come('outside', { ...of('outside'), project: project + 1 });
    await round(QUIET);
    expect(await scoresOf(account, rule)).toMatchObject([{ [idName]: 'inside' }]);
  });
});

it('the judge sees the conversation across the traces of a session', async () => {
  const { account, rule, come } = await accountWith('session', { of: JUDGED });
  const say = (input: string, output: string) => ({ content: { input, output } });
  come('s1', { sessionId: 's', traceId: 't1', ...say('Where is my parcel?', 'In Graz.') });
  clock.advance(SECOND_MS);
  come('s2', { sessionId: 's', traceId: 't2', ...say('And when does it come?', 'On Monday.') });
  come('s3', { sessionId: 'another', ...say('Unrelated?', 'Yes.') });
  await round(AFTER.session * SECOND_MS);
  const seen = vendor.requests.map(({ last }) => last).find((last) => last.includes('parcel')) ?? '';
  for (const text of ['In Graz.', 'And when does it come?', 'On Monday.']) expect(seen).toContain(text);
  expect(seen).not.toContain('Unrelated');
  expect(await scoresOf(account, rule)).toHaveLength(2);
});

it('a score on request is of the session of the call, and replaces the earlier one', async () => {
  const { account, come } = await accountWith('session', { rule: { enabled: false } });
  const criterionId = await criterion(account, 'session');
  come('asked', { sessionId: 'on request' });
  come('no session', {});
  const order = { criterionIds: [criterionId] };
  const scored = await ok(account, 'POST', '/v1/query/calls/asked/scores', order);
  expect(scored.scores).toMatchObject([{ score: 1, sessionId: 'on request', traceId: null }]);
  await ok(account, 'POST', '/v1/query/calls/asked/scores', order);
  const { scores } = await ok(account, 'GET', '/v1/scores?sessionId=on%20request');
  expect(scores).toHaveLength(1);
  const none = await ok(account, 'POST', '/v1/query/calls/no%20session/scores', order);
  expect(none.scores).toMatchObject([{ status: 'failed', reason: 'no_session', code: 'no_session' }]);
});

describe('a process that dies', () => {
  const scored = (account: TestAccount) => ok(account, 'GET', '/v1/scores?traceId=interrupted');

  it('before it looks, or while the judge works: the next one scores, once', async () => {
    const { account, rule, come } = await accountWith('trace', { of: JUDGED });
    come('call', { traceId: 'interrupted' });
    clock.advance(AFTER.trace * SECOND_MS);
    // The lease of a process that died in the middle of its round.
    await app.services.metadata.transaction((db) =>
      db
        .updateTable('eval_rules')
        .set({ locked_by: 'dead', locked_until: clock.now() + MINUTE_MS })
        .where('id', '=', rule.id)
        .execute(),
    );
    await app.services.jobs.runNow('eval-rules');
    expect((await scored(account)).scores).toEqual([]);
    await round(2 * MINUTE_MS);
    expect((await scored(account)).scores).toHaveLength(1);
    expect(await get(account, rule)).toMatchObject({ scoredCount: 1, failedCount: 0 });
  });

  it('after it has written the score, but not where the rule continues: nothing is asked again', async () => {
    const { account, rule, come } = await accountWith('trace', { of: JUDGED });
    come('call', { traceId: 'interrupted' });
    const { watermark } = await app.services.metadata.reader
      .selectFrom('eval_rules')
      .select('watermark')
      .where('id', '=', rule.id)
      .executeTakeFirstOrThrow();
    await round(AFTER.trace * SECOND_MS);
    const asked = vendor.requests.length;
    await app.services.metadata.transaction((db) =>
      db.updateTable('eval_rules').set({ watermark }).where('id', '=', rule.id).execute(),
    );
    await round(MINUTE_MS);
    expect(vendor.requests).toHaveLength(asked);
    expect((await scored(account)).scores).toHaveLength(1);
    expect(await get(account, rule)).toMatchObject({ scoredCount: 1 });
  });

  it('and was down for hours: what ended meanwhile is scored', async () => {
    const { account, rule, come } = await accountWith('session');
    come('call', { sessionId: 'overnight' });
    await round(20 * 60 * MINUTE_MS);
    expect(await scoresOf(account, rule)).toMatchObject([{ sessionId: 'overnight' }]);
  });
});

it('a budget that is used up pauses the rule, and nothing is lost', async () => {
  const { account, rule, come } = await accountWith('trace', { of: JUDGED });
  come('call', { traceId: 'unpaid' });
  const context = { ...app.services, account: (await app.services.accounts.get(account.id)) as never };
  await reserve(context, 5_000_000, 'test');
  await round(AFTER.trace * SECOND_MS);
  expect(await get(account, rule)).toMatchObject({ scoredCount: 0, lastErrorReason: 'budget_exhausted' });
  expect(vendor.requests).toEqual([]);
  await ok(account, 'PATCH', '/v1/account/llm-feature-budget', { budgetUsd: 10 });
  await round(MINUTE_MS);
  expect(await get(account, rule)).toMatchObject({ scoredCount: 1, lastError: null });
});
