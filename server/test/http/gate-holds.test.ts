import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openTestApp, type Caller, type TestAccount } from '#test/support/app';
import { spendTrackerOf } from '../../src/features/runtime-gate/spend/spend-tracker.ts';
import { CutProxy } from '#test/support/cut-proxy';
import {
  ask,
  flush,
  makeGateApp,
  setBudget,
  setPolicy,
  spend,
  ToldSpend,
  type GateApp,
} from '#test/support/gate-app';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { exportOf, inference } from '#test/support/sample-spans';

const NOON = Date.UTC(2026, 5, 15, 12);
const onPostgres = inject('engine') === 'postgres' ? ['on PostgreSQL'] : [];

let gate: GateApp;
let account: TestAccount;
beforeAll(async () => {
  gate = await makeGateApp();
});
afterAll(() => gate.app.stop());
beforeEach(async () => {
  gate.clock.set(NOON);
  gate.told.answer = () => 0;
  account = await gate.app.account();
});

const hold = (who: Caller, usd = 1, seconds = 60) =>
  ask(who, { estimatedCostUsd: usd, holdSeconds: seconds });
const figures = async (who: Caller = account) => {
  const [budget] = (await ask(who)).budgets;
  return [budget?.spentUsd, budget?.heldUsd];
};
const release = (id: string, who: Caller = account) => who.call('POST', `/v1/gate/checks/${id}/release`);
const settle = (gateCheckId: string, usd: number, who: Caller = account) =>
  spend(who, gate.clock, usd, { requestMeta: { gateCheckId } });

describe('holds', () => {
  it('of fifty concurrent agents, as many pass as the budget allows; an actual cost below the estimate makes room', async () => {
    await setBudget(account, { limitUsd: 20 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => hold(account)));
    const allowed = answers.filter(({ decision }) => decision === 'allow');
    expect([allowed.length, answers.length - allowed.length]).toEqual([20, 30]);
    expect(allowed.every((answer) => answer.hold?.amountUsd === 1)).toBe(true);
    expect(
      answers.filter(({ decision }) => decision === 'deny').every((answer) => answer.hold === null),
    ).toBe(true);
    expect(await figures()).toEqual([0, 20]);
    expect((await ask(account, { estimatedCostUsd: 0.01 })).decision).toBe('deny');
    for (const { gateCheckId } of allowed.slice(0, 10)) await settle(gateCheckId, 0.5);
    expect(await figures()).toEqual([5, 10]);
    const more = await Promise.all(Array.from({ length: 10 }, () => hold(account)));
    expect(more.filter(({ decision }) => decision === 'allow').length).toBe(5);
    expect(await figures()).toEqual([5, 15]);
  });

  it('the same in two processes', async () => {
    await setBudget(account, { limitUsd: 20 });
    const second = await gate.second();
    const there = second.as(account);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => hold(at % 2 === 0 ? account : there)),
    );
    expect(answers.filter(({ decision }) => decision === 'allow').length).toBe(20);
    await flush(gate.app);
    await flush(second);
    expect([await figures(), await figures(there)]).toEqual([
      [0, 20],
      [0, 20],
    ]);
    // Settled in the other process: the cost replaces the hold in one step.
    const mine = answers.find(({ decision }, at) => decision === 'allow' && at % 2 === 0);
    await settle(mine?.gateCheckId ?? '', 0.25, there);
    expect(await figures(there)).toEqual([0, 20]);
    await flush(second);
    expect(await figures(there)).toEqual([0.25, 19]);
    await flush(gate.app);
    expect(await figures()).toEqual([0.25, 19]);
  });

  it('against every budget that applies to the step, or none', async () => {
    await setBudget(account, { name: 'All', limitUsd: 3 });
    await setBudget(account, { name: 'Day', limitUsd: 2, period: 'day', scope: { provider: 'openai' } });
    const openai = { provider: 'openai', estimatedCostUsd: 1, holdSeconds: 60 };
    expect((await ask(account, openai)).decision).toBe('allow');
    expect((await ask(account, openai)).budgets.map(({ heldUsd }) => heldUsd)).toEqual([2, 2]);
    expect((await ask(account, openai)).decision).toBe('deny');
    expect((await hold(account)).budgets.map(({ heldUsd, remainingUsd }) => [heldUsd, remainingUsd])).toEqual(
      [[3, 0]],
    );
    expect((await hold(account)).decision).toBe('deny');
    const other = await gate.app.account();
    const free = await hold(other);
    expect([free.decision, free.hold, free.gateCheckId.slice(0, 4)]).toEqual(['allow', null, 'gck_']);
  });

  it('no hold for zero, for an unknown amount, or for a denied step', async () => {
    await setBudget(account);
    expect((await ask(account, { holdSeconds: 60 })).hold).toBeNull();
    expect((await hold(account, 0)).hold).toBeNull();
    await setPolicy(account, { effect: 'deny' });
    expect(await hold(account)).toMatchObject({ decision: 'deny', hold: null });
    expect(await figures()).toEqual([0, 0]);
  });

  it('404 hold_not_found: released, settled, expired, foreign, or invented', async () => {
    await setBudget(account);
    const [one, two, three] = [await hold(account), await hold(account), await hold(account, 1, 5)];
    const given = await release(one.gateCheckId);
    expect([given.statusCode, given.json()]).toEqual([200, { gateCheckId: one.gateCheckId, releasedUsd: 1 }]);
    expect(await figures()).toEqual([0, 2]);
    await settle(two.gateCheckId, 0.1);
    gate.clock.advance(5_000);
    const other = await gate.app.account();
    const four = await hold(account);
    const plain = await ask(account);
    for (const [id, who] of [
      [one.gateCheckId, account],
      [two.gateCheckId, account],
      [three.gateCheckId, account],
      [four.gateCheckId, other],
      [plain.gateCheckId, account],
      ['gch_', account],
      ['x', account],
    ] as const) {
      const reply = await release(id, who);
      expect([id, reply.statusCode, reply.json().reason]).toEqual([id, 404, 'hold_not_found']);
    }
    await flush(gate.app);
    expect((await release(two.gateCheckId)).statusCode).toBe(404);
    expect(await figures()).toEqual([0.1, 1]);
    const reader = await account.key(['read']);
    expect((await release(four.gateCheckId, reader)).statusCode).toBe(200);
  });

  it('expired holds no longer count; a call that arrives later still does', async () => {
    await setBudget(account);
    const { gateCheckId, hold: held } = await hold(account, 5, 10);
    expect(held).toEqual({ amountUsd: 5, expiresAt: '2026-06-15T12:00:10.000Z' });
    gate.clock.advance(9_999);
    expect(await figures()).toEqual([0, 5]);
    gate.clock.advance(5_000);
    expect(await figures()).toEqual([0, 0]);
    const two = await hold(account, 5, 100);
    await settle(gateCheckId, 3);
    expect(await figures()).toEqual([3, 5]);
    await flush(gate.app);
    expect(await figures()).toEqual([3, 5]);
    await settle(two.gateCheckId, 1);
    await settle(two.gateCheckId, 1);
    await flush(gate.app);
    expect(await figures()).toEqual([5, 0]);
  });

  it('also settled by a span; not by records of another account, nor by duplicates', async () => {
    await setBudget(account);
    const [one, two] = [await hold(account), await hold(account)];
    await account.call(
      'POST',
      '/v1/traces',
      exportOf([inference({ 'tracewell.gate_check_id': one.gateCheckId }, NOON)]),
    );
    expect(await figures()).toEqual([0.00021, 1]);
    const other = await gate.app.account();
    await setBudget(other);
    await ask(other);
    await settle(two.gateCheckId, 1, other);
    await flush(gate.app);
    expect([await figures(), await figures(other)]).toEqual([
      [0.00021, 1],
      [1, 0],
    ]);
    await spend(account, gate.clock, 1, { id: 'same' });
    await spend(account, gate.clock, 1, { id: 'same', requestMeta: { gateCheckId: two.gateCheckId } });
    await flush(gate.app);
    expect(await figures()).toEqual([1.00021, 1]);
  });

  it('a key that is bound to another project cannot end them, in any process', async () => {
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Other' })).json();
    const key = await account.key(null, { projectId: id });
    await setBudget(account, { limitUsd: 10 });
    const bound = { ...account, ...key };
    const [one, two] = [await hold(account), await hold(account)];
    expect((await release(one.gateCheckId, bound)).statusCode).toBe(404);
    await settle(one.gateCheckId, 0.25, bound);
    await flush(gate.app);
    expect(await figures()).toEqual([0.25, 2]);
    const second = await gate.second();
    const there = second.as(bound);
    await figures(there);
    await settle(two.gateCheckId, 0.25, there);
    await flush(second);
    expect((await figures(second.as(account)))[1]).toBe(2);
    // The first call of the account that a process sees.
    const third = await gate.second();
    await settle(two.gateCheckId, 0, third.as(bound));
    await flush(third);
    expect((await figures(third.as(account)))[1]).toBe(2);
    const own = await hold(bound);
    expect((await release(own.gateCheckId, bound)).statusCode).toBe(200);
    expect((await release(two.gateCheckId)).statusCode).toBe(200);
  });

  it('survive a kill, and can then be settled', async () => {
    await setBudget(account, { limitUsd: 3 });
    const second = await gate.second();
    const made = await hold(second.as(account), 2, 600);
    // Nothing is closed: the memory of the process is simply lost.
    const third = await gate.second();
    const there = third.as(account);
    expect((await hold(there, 2)).decision).toBe('deny');
    expect(await figures(there)).toEqual([0, 2]);
    await settle(made.gateCheckId, 0.5, there);
    expect((await hold(there, 2)).decision).toBe('allow');
    expect(await figures(there)).toEqual([0.5, 2]);
  });

  it('settled by the first call of the account that a process sees', async () => {
    await setBudget(account);
    const made = await hold(account, 2, 600);
    const second = await gate.second();
    await settle(made.gateCheckId, 0.5, second.as(account));
    await flush(second);
    gate.clock.advance(10_000);
    expect([(await figures(second.as(account)))[1], (await figures())[1]]).toEqual([0, 0]);
  });

  it('any events in any order, in two processes: the sums match the rows', async () => {
    const ids = [
      await setBudget(account, { name: 'a', limitUsd: 1_000 }),
      await setBudget(account, { name: 'b', limitUsd: 1_000, period: 'day', scope: { provider: 'openai' } }),
    ];
    const second = await gate.second();
    const callers = [account, second.as(account)];
    let seed = 11;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const one = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
    const open: string[] = [];
    let spentUsd = 0;
    for (let round = 0; round < 25; round += 1) {
      const steps = Array.from({ length: 6 }, () => {
        const who = one(callers) ?? account;
        const id = open.splice(random(open.length), 1)[0];
        const kind = random(4);
        if (kind === 0 && id !== undefined) return release(id, who);
        if (kind === 1 && id !== undefined) {
          spentUsd += 0.5;
          return settle(id, 0.5, who);
        }
        const body = { estimatedCostUsd: 1 + random(3), holdSeconds: 2 + random(5) };
        return ask(who, { ...body, ...(random(2) === 0 ? { provider: 'openai' } : {}) }).then((answer) =>
          open.push(answer.gateCheckId),
        );
      });
      await Promise.all(steps);
      if (random(3) === 0) await flush(one([gate.app, second]) ?? gate.app);
      if (random(4) === 0) gate.clock.advance(1_000);
      if (random(8) === 0) await gate.app.worker.runNow('gate-sweep');
    }
    await flush(gate.app);
    await flush(second);
    await flush(gate.app);
    const { reader } = gate.app.services.metadata;
    const rows = await reader
      .selectFrom('gate_holds')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('expires_at', '>', gate.clock.now())
      .execute();
    const expected = ids.map((id) =>
      rows.filter((row) => row.budget_ids.includes(id)).reduce((sum, row) => sum + row.micros / 1e6, 0),
    );
    for (const who of callers) {
      const { budgets } = await ask(who, { provider: 'openai' });
      expect(ids.map((id) => budgets.find((each) => each.id === id)?.heldUsd)).toEqual(expected);
      expect(budgets.map((each) => each.spentUsd)).toEqual([spentUsd, spentUsd]);
    }
  });

  it('deleting a budget deletes its holds', async () => {
    const id = await setBudget(account);
    const made = await hold(account);
    const deleted = await account.call('DELETE', `/v1/gate/budgets/${id}`);
    expect(deleted.statusCode).toBe(204);
    await settle(made.gateCheckId, 1);
    await flush(gate.app);
    expect((await ask(account)).budgets).toEqual([]);
  });
});

it('a check that comes while changed rules are loaded in the background waits for them', async () => {
  const id = await setBudget(account);
  expect((await ask(account)).budgets).toHaveLength(1);
  await account.call('DELETE', `/v1/gate/budgets/${id}`);
  // As a call that arrives does.
  const tracker = spendTrackerOf(gate.app.services);
  tracker.prepare(tracker.state(account.id));
  expect((await ask(account)).budgets).toEqual([]);
});

describe.each(onPostgres)('while the metadata store is unavailable, %s', () => {
  it(
    '200: plain checks continue; holds follow the fail mode; 503 only if nothing is known',
    { timeout: 60_000 },
    async () => {
      const direct = await freshMetadata(freshFolder());
      if (direct.kind !== 'postgres') throw new Error('not PostgreSQL');
      const url = new URL(direct.url);
      const proxy = new CutProxy({ host: url.hostname, port: Number(url.port) });
      await proxy.open();
      onTestFinished(() => proxy.cut());
      url.port = String(proxy.port);
      const told = new ToldSpend();
      const own = await openTestApp({
        config: { metadata: { kind: 'postgres', url: url.href }, port: 0 },
        records: told.records,
      });
      const [open, closed, fresh] = [await own.account(), await own.account(), await own.account()];
      await setBudget(open, { limitUsd: 2 });
      await setBudget(closed, { failMode: 'closed' });
      for (const each of [open, closed]) await ask(each);
      expect((await fresh.call('GET', '/v1/projects')).statusCode).toBe(200);
      await proxy.cut();
      expect((await ask(open)).decision).toBe('allow');
      expect(await hold(open)).toMatchObject({
        decision: 'allow',
        hold: null,
        reasons: [{ code: 'budget_not_held', message: expect.stringContaining('No amount can be held') }],
      });
      expect(await hold(open, 3)).toMatchObject({ decision: 'deny', hold: null });
      expect(await hold(closed)).toMatchObject({ decision: 'deny', hold: null });
      own.services.feed.announce([{ topic: 'gate', key: open.id }]);
      expect((await ask(open)).decision).toBe('allow');
      const reply = await fresh.call('POST', '/v1/gate/check', {});
      expect([reply.statusCode, reply.json().reason]).toEqual([503, 'metadata_unavailable']);
      await proxy.open();
      expect((await hold(closed)).hold).not.toBeNull();
    },
  );
});
