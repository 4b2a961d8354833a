import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#core/context';
import { costsChanged } from '../../src/features/runtime-gate/spend/costs-changed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { OPERATOR_TOKEN, type TestAccount } from '#test/support/app';
import { ask, flush, makeGateApp, setBudget, spend, type GateApp } from '#test/support/gate-app';
import { storeOfRun } from '#test/support/records-of-a-run';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference } from '#test/support/sample-spans';

const NOON = Date.UTC(2026, 5, 15, 12);

let gate: GateApp;
let account: TestAccount;
beforeAll(async () => {
  gate = await makeGateApp();
});
afterAll(() => gate.app.stop());
beforeEach(async () => {
  gate.clock.set(NOON);
  gate.told.answer = () => 0;
  gate.told.away = false;
  gate.told.unpriced = { calls: 0, tokens: 0 };
  gate.told.wants = [];
  account = await gate.app.account();
});

/** The spend of each budget, sorted by name, because the clock stands still and gives no other order. */
const spent = async (who: Pick<TestAccount, 'call'> = account, body: object = {}, headers = {}) =>
  (await ask(who, body, headers)).budgets
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ spentUsd }) => spentUsd);
const iso = (ms: number) => new Date(ms).toISOString();

describe('spend', () => {
  it('counts stored calls, and refuses steps over the limit', async () => {
    const id = await setBudget(account, { limitUsd: 1 });
    expect(await ask(account, { estimatedCostUsd: 1 })).toMatchObject({ decision: 'allow', reasons: [] });
    await spend(account, gate.clock, 0.75);
    expect(await ask(account, { estimatedCostUsd: 0.25 })).toMatchObject({
      decision: 'allow',
      budgets: [{ id, spentUsd: 0.75, remainingUsd: 0.25, heldUsd: 0, limitUsd: 1, name: 'All' }],
    });
    expect(await ask(account, { estimatedCostUsd: 0.250001 })).toMatchObject({
      decision: 'deny',
      reasons: [{ budgetId: id, message: expect.stringContaining('0.75 USD are spent') }],
    });
    const { budgets } = (await account.call('GET', '/v1/gate/budgets')).json();
    expect(budgets).toMatchObject([
      {
        spentUsd: 0.75,
        heldUsd: 0,
        remainingUsd: 0.25,
        periodStart: '2026-06-01T00:00:00.000Z',
        periodEnd: '2026-07-01T00:00:00.000Z',
      },
    ]);
  });

  it('tells calls without a price, which no budget can see in its spend, and refuses steps if it is set so', async () => {
    const id = await setBudget(account, { limitUsd: 1 });
    await ask(account);
    for (let call = 0; call < 3; call += 1) {
      const tokens = { 'gen_ai.usage.input_tokens': 900, 'gen_ai.usage.output_tokens': 100 };
      const spans = exportOf([inference({ 'gen_ai.request.model': 'nobody-sells-this', ...tokens }, NOON)]);
      expect((await account.call('POST', '/v1/traces', spans)).statusCode).toBe(200);
    }
    const unpriced = { calls: 3, tokens: 3_000 };
    expect(await ask(account)).toMatchObject({
      decision: 'allow',
      reasons: [
        {
          budgetId: id,
          code: 'budget_unpriced',
          values: { calls: 3, tokens: 3_000, onUnpriced: 'warn' },
          message: expect.stringContaining('3 calls (3000 tokens) without a price'),
        },
      ],
      budgets: [{ spentUsd: 0, unpriced }],
    });
    const changed = await account.call('PATCH', `/v1/gate/budgets/${id}`, { onUnpriced: 'deny' });
    expect(changed.json()).toMatchObject({ onUnpriced: 'deny', failMode: 'open', unpriced });
    expect(await ask(account)).toMatchObject({ decision: 'deny', budgets: [{ unpriced }] });
    // Another process reads them from the records.
    gate.told.unpriced = unpriced;
    await flush(gate.app);
    const other = await gate.second();
    expect(await ask(other.as(account))).toMatchObject({
      decision: 'deny',
      budgets: [{ unpriced }],
    });
    await account.call('PATCH', `/v1/gate/budgets/${id}`, { onUnpriced: 'allow' });
    expect(await ask(account)).toMatchObject({ decision: 'allow', reasons: [], budgets: [{ unpriced }] });
    const refused = await account.call('PATCH', `/v1/gate/budgets/${id}`, { onUnpriced: 'perhaps' });
    expect(refused.statusCode).toBe(400);
  });

  it('counts duplicates once: within a request, and across requests', async () => {
    await setBudget(account);
    await ask(account);
    const record = sampleRecord({ timestamp: iso(NOON), costUsd: 1, id: 'one' });
    const other = { ...record, id: 'two', costUsd: 0.5 };
    await account.call('POST', '/v1/ingest', { records: [record, { ...record, costUsd: 9 }] });
    expect(await spent()).toEqual([1]);
    await account.call('POST', '/v1/ingest', { records: [record, other, record] });
    expect(await spent()).toEqual([1.5]);
    await account.call('POST', '/v1/ingest', { records: [record, other] });
    expect(await spent()).toEqual([1.5]);
  });

  it('adds up amounts below a micro-dollar', async () => {
    await setBudget(account);
    await ask(account);
    for (let round = 0; round < 4; round += 1) {
      await spend(account, gate.clock, 0.000_000_3);
      await flush(gate.app);
    }
    expect(await spent()).toEqual([0.000_001]);
  });

  it('late records count in the period of their timestamp, or not at all if it is over', async () => {
    await setBudget(account, { name: 'Day', period: 'day' });
    await setBudget(account, { name: 'Week', period: 'week' });
    await setBudget(account, { name: 'Month', period: 'month' });
    gate.clock.set(Date.UTC(2026, 5, 16, 1));
    await ask(account);
    await spend(account, gate.clock, 1);
    await spend(account, gate.clock, 2, { timestamp: '2026-06-15T23:59:59.999Z' });
    await spend(account, gate.clock, 4, { timestamp: '2026-06-14T23:59:59.999Z' });
    await spend(account, gate.clock, 8, { timestamp: '2026-05-31T23:59:59.999Z' });
    expect(await spent()).toEqual([1, 7, 3]);
  });

  it('starts again with the day, the week from Monday and the month, in UTC', async () => {
    gate.clock.set(Date.UTC(2026, 5, 28, 23, 59));
    await setBudget(account, { name: 'Day', period: 'day' });
    await setBudget(account, { name: 'Week', period: 'week' });
    await setBudget(account, { name: 'Month', period: 'month' });
    await ask(account);
    await spend(account, gate.clock, 1);
    expect(await spent()).toEqual([1, 1, 1]);
    // Ahead of its time: it counts once its day has come.
    await spend(account, gate.clock, 2, { timestamp: '2026-06-29T08:00:00.000Z' });
    expect(await spent()).toEqual([1, 3, 1]);
    gate.clock.set(Date.UTC(2026, 5, 29));
    expect(await spent()).toEqual([2, 3, 2]);
    gate.clock.set(Date.UTC(2026, 6, 1));
    expect(await spent()).toEqual([0, 0, 2]);
    gate.clock.set(Date.UTC(2026, 6, 6));
    expect(await spent()).toEqual([0, 0, 0]);
  });

  it('counts by scope, and calls in traces like any other; not calls of evaluation runs', async () => {
    const project = (await account.call('POST', '/v1/projects', { name: 'Other' })).json().id;
    await setBudget(account, { name: 'project', scope: { projectId: project } });
    await setBudget(account, { name: 'model', scope: { model: 'GPT-4*', provider: 'openai' } });
    await setBudget(account, { name: 'tag', scope: { tags: { constructor: 'x', 'ключ 🔑': 'да' } } });
    const about = { provider: 'openai', model: 'gpt-4o', tags: { constructor: 'x', 'ключ 🔑': 'да' } };
    const names = (body: object, headers = {}) => spent(account, body, headers);
    expect(await names(about)).toEqual([0, 0]);
    expect(await names({}, { 'x-project-id': project })).toEqual([0]);
    await spend(account, gate.clock, 1, about);
    await spend(account, gate.clock, 2, { model: 'o3' });
    const ofRun = { timestamp: iso(NOON), costUsd: 4, tags: { 'tracewell.eval_run': '3' } };
    await storeOfRun(gate.app, account.id, [sampleRecord(ofRun)]);
    await spend(account, gate.clock, 8, { tags: JSON.parse('{"__proto__": "x"}') });
    expect(await names(about)).toEqual([9, 1]);
    const records = [sampleRecord({ timestamp: iso(NOON), costUsd: 16, model: 'o3' })];
    await account.call('POST', '/v1/ingest', { records }, { 'x-project-id': project });
    expect(await names(about, { 'x-project-id': project })).toEqual([9, 16, 1]);
    // gpt-4o-mini: 1,000 x 0.15 + 100 x 0.6 dollars per million.
    await account.call('POST', '/v1/traces', exportOf([inference({}, NOON)]));
    expect(await names(about)).toEqual([9.00021, 1]);
  });

  it('starts with the figure from the records, and queries them again for another scope or period', async () => {
    gate.told.answer = ({ modelGlob }) => (modelGlob === undefined ? 5 : 3);
    const id = await setBudget(account);
    expect(await spent()).toEqual([5]);
    expect(gate.told.wants).toEqual([{ startMs: Date.UTC(2026, 5, 1), endMs: Date.UTC(2026, 6, 1) }]);
    const changed = await account.call('PATCH', `/v1/gate/budgets/${id}`, {
      scope: { model: 'gpt-*', tags: { a: 'b' }, provider: 'openai', projectId: account.projectId },
      period: 'day',
    });
    expect(changed.json()).toMatchObject({ spentUsd: 3, remainingUsd: 17, period: 'day' });
    expect(gate.told.wants.at(-1)).toMatchObject({
      startMs: Date.UTC(2026, 5, 15),
      modelGlob: 'gpt-*',
      tags: { a: 'b' },
      provider: 'openai',
      project: expect.any(Number),
    });
    const asked = gate.told.wants.length;
    await account.call('PATCH', `/v1/gate/budgets/${id}`, { limitUsd: 7, name: 'Less' });
    expect(await spent(account, { provider: 'openai', model: 'gpt-4', tags: { a: 'b' } })).toEqual([3]);
    expect(gate.told.wants.length).toBe(asked);
  });

  it('spend that arrives while the records are queried is added to their answer', async () => {
    const answer = Promise.withResolvers<number>();
    gate.told.answer = () => answer.promise;
    const making = setBudget(account);
    while (gate.told.wants.length === 0) await new Promise(setImmediate);
    await spend(account, gate.clock, 1);
    await flush(gate.app);
    await spend(account, gate.clock, 2);
    answer.resolve(10);
    await making;
    expect(await spent()).toEqual([13]);
    await flush(gate.app);
    expect(await spent()).toEqual([13]);
  });

  it('the job corrects the count, upwards and downwards', async () => {
    await setBudget(account);
    await ask(account);
    await spend(account, gate.clock, 1);
    gate.told.answer = () => 0.25;
    await gate.app.worker.runNow('gate-reconcile');
    expect(await spent()).toEqual([0.25]);
    // Nothing was added since, so the records are not queried for an hour.
    const asked = gate.told.wants.length;
    await gate.app.worker.runNow('gate-reconcile');
    expect(gate.told.wants.length).toBe(asked);
    gate.told.answer = () => 4;
    gate.clock.advance(HOUR_MS + MINUTE_MS);
    await gate.app.worker.runNow('gate-reconcile');
    expect(await spent()).toEqual([4]);
  });

  it('an answer from before the costs changed does not replace a newer one', async () => {
    await setBudget(account);
    await ask(account);
    const { services } = gate.app;
    const known = await services.accounts.get(account.id);
    if (!known) throw new Error('There is no such account.');
    const slow = Promise.withResolvers<number>();
    const asked = Promise.withResolvers<void>();
    gate.told.answer = () => {
      asked.resolve();
      return slow.promise;
    };
    gate.clock.advance(2 * HOUR_MS);
    const job = services.jobs.runNow('gate-reconcile');
    await asked.promise;
    gate.clock.advance(1_000);
    gate.told.answer = () => 25;
    await costsChanged({ ...services, account: known } as Context);
    slow.resolve(3);
    await job;
    expect(await spent()).toEqual([25]);
    // If they do not answer, the next run of the job queries them, although nothing was added.
    gate.told.away = true;
    await costsChanged({ ...services, account: known } as Context);
    gate.told.away = false;
    gate.told.answer = () => 30;
    await services.jobs.runNow('gate-reconcile');
    expect(await spent()).toEqual([30]);
  });

  it('spend stays counted although retention deleted the beginning of a period', async () => {
    const free = await gate.app.account();
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await gate.app.call('PATCH', `/operator/accounts/${free.id}`, { retentionDays: 7 }, operator);
    gate.clock.set(Date.UTC(2026, 5, 1, 1));
    await setBudget(free);
    await ask(free);
    await spend(free, gate.clock, 6);
    gate.told.answer = () => 2;
    await gate.app.worker.runNow('gate-reconcile');
    expect(await spent(free)).toEqual([2]);
    await spend(free, gate.clock, 6);
    gate.clock.advance(29 * DAY_MS);
    await gate.app.worker.runNow('gate-reconcile');
    expect(await spent(free)).toEqual([8]);
  });

  it('stays finite whatever costs calls claim', async () => {
    await setBudget(account);
    await ask(account);
    for (let round = 0; round < 3; round += 1) await spend(account, gate.clock, 1e15);
    await flush(gate.app);
    for (let round = 0; round < 10; round += 1) await spend(account, gate.clock, 1e15);
    await flush(gate.app);
    expect(await ask(account)).toMatchObject({
      decision: 'deny',
      budgets: [{ spentUsd: 9e9, remainingUsd: 0 }],
    });
  });
});

describe('spend across processes and restarts', () => {
  it('is seen by another process within a second', async () => {
    await setBudget(account);
    await ask(account);
    const second = await gate.second();
    const there = second.as(account);
    expect(await spent(there)).toEqual([0]);
    await spend(account, gate.clock, 1);
    await spend(there, gate.clock, 2);
    expect([await spent(), await spent(there)]).toEqual([[1], [2]]);
    await flush(gate.app);
    await flush(second);
    await flush(gate.app);
    expect([await spent(), await spent(there)]).toEqual([[3], [3]]);
    // A process that was not asked for a while checks the store before it answers.
    await spend(account, gate.clock, 4);
    await flush(gate.app);
    gate.clock.advance(10_000);
    expect(await spent(there)).toEqual([7]);
  });

  it('survives a restart; unwritten spend is found in the records', async () => {
    await setBudget(account);
    const second = await gate.second();
    const there = second.as(account);
    await ask(there);
    await spend(there, gate.clock, 1);
    await second.stop();
    gate.told.away = true;
    gate.clock.advance(10_000);
    expect(await ask(account)).toMatchObject({ decision: 'allow', reasons: [], budgets: [{ spentUsd: 1 }] });
    gate.told.away = false;
    gate.told.answer = () => 1.5;
    const third = await gate.second();
    expect(await spent(third.as(account))).toEqual([1.5]);
  });

  it('a budget that is created or deleted in another process', async () => {
    const second = await gate.second();
    const there = second.as(account);
    expect(await spent(there)).toEqual([]);
    const id = await setBudget(account);
    await second.services.feed.look();
    expect(await spent(there)).toEqual([0]);
    await account.call('DELETE', `/v1/gate/budgets/${id}`);
    await second.services.feed.look();
    expect([await spent(there), await spent()]).toEqual([[], []]);
  });
});

describe('while the records do not answer', () => {
  it.each([
    ['open', 'allow'],
    ['closed', 'deny'],
  ])('%s: %s, with a reason; normal again once they answer', async (failMode, decision) => {
    gate.told.away = true;
    const id = await setBudget(account, { failMode });
    for (let round = 0; round < 2; round += 1)
      expect(await ask(account)).toMatchObject({
        decision,
        reasons: [{ budgetId: id, message: expect.stringContaining('is unknown') }],
      });
    expect(await ask(account, { estimatedCostUsd: 21 })).toMatchObject({ decision: 'deny' });
    gate.told.away = false;
    gate.told.answer = () => 1;
    await gate.app.worker.runNow('gate-reconcile');
    expect(await ask(account)).toMatchObject({ decision: 'allow', reasons: [], budgets: [{ spentUsd: 1 }] });
  });
});
