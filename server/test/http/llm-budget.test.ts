import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { release, reserve, settleReservation, type BudgetContext } from '#services/models';
import { OPERATOR_TOKEN, makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const BUDGET = '/v1/account/llm-feature-budget';
const USD = 1_000_000;
const FRESH = {
  budgetUsd: 5,
  spentUsd: 0,
  remainingUsd: 5,
  periodStart: '2026-06',
  defaultBudgetUsd: 5,
  minBudgetUsd: 5,
  maxBudgetUsd: 500,
};

const clock = new FakeClock();
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());

const outcome = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().reason];

async function spending({ services }: TestApp, { id }: TestAccount): Promise<BudgetContext> {
  const account = await services.accounts.get(id);
  if (!account) throw new Error('no account');
  return { metadata: services.metadata, clock: services.clock, account };
}

async function setPlan(of: TestAccount, plan: string): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const reply = await app.call('PATCH', `/operator/accounts/${of.id}`, { plan }, headers);
  expect(reply.statusCode).toBe(200);
}

describe('GET /v1/account/llm-feature-budget', () => {
  it('200: the default on every plan, for every role and a key that reads', async () => {
    for (const plan of ['free', 'pro', 'team'] as const) {
      const account = await app.account({ plan });
      const reader = await account.key(['read']);
      const viewer = await account.member('viewer');
      for (const caller of [account, reader, viewer]) {
        const reply = await caller.call('GET', BUDGET);
        expect([reply.statusCode, reply.json()]).toEqual([200, FRESH]);
      }
    }
  });

  it('200: the spend; amounts held by running work are not spent yet', async () => {
    const account = await app.account({ plan: 'free' });
    const mine = await spending(app, account);
    const [a, b] = [await reserve(mine, USD, 'test'), await reserve(mine, USD, 'test')];
    expect((await account.call('GET', BUDGET)).json()).toEqual(FRESH);
    await settleReservation(mine, a, 123_457);
    await release(mine, b);
    expect((await account.call('GET', BUDGET)).json()).toEqual({
      ...FRESH,
      spentUsd: 0.123457,
      remainingUsd: 4.876543,
    });
    const other = await app.account({ plan: 'free' });
    expect((await other.call('GET', BUDGET)).json()).toEqual(FRESH);
  });

  it('200: starts again with the month, in UTC', async () => {
    const own = new FakeClock(Date.UTC(2026, 11, 31, 23, 59));
    const there = await openTestApp({ clock: own });
    const account = await there.account();
    const mine = await spending(there, account);
    const late = await reserve(mine, 2 * USD, 'test');
    await settleReservation(mine, await reserve(mine, 3 * USD, 'test'), 3 * USD);
    own.advance(MINUTE_MS);
    await settleReservation(mine, late, 2 * USD);
    const reply = await account.call('GET', BUDGET);
    expect(reply.json()).toEqual({ ...FRESH, periodStart: '2027-01' });
    own.set(Date.UTC(2026, 11, 31));
    expect((await account.call('GET', BUDGET)).json()).toMatchObject({ spentUsd: 5, remainingUsd: 0 });
  });

  it('200: an expired reservation is spent, whether the sweep has run or not', async () => {
    const own = new FakeClock();
    const there = await openTestApp({ clock: own });
    const account = await there.account();
    await reserve(await spending(there, account), USD, 'killed');
    own.advance(15 * MINUTE_MS);
    const lapsed = { ...FRESH, spentUsd: 1, remainingUsd: 4 };
    expect((await account.call('GET', BUDGET)).json()).toEqual(lapsed);
    const swept = await there.call('POST', '/operator/jobs/llm-budget-sweep/run', undefined, {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
    });
    expect(swept.statusCode).toBe(200);
    expect((await account.call('GET', BUDGET)).json()).toEqual(lapsed);
  });

  it('401, 403, 405: no credential, a key that only sends, an unsupported method', async () => {
    const account = await app.account();
    expect((await app.call('GET', BUDGET)).statusCode).toBe(401);
    const sender = await account.key(['write:records']);
    expect(outcome(await sender.call('GET', BUDGET))).toEqual([403, 'insufficient_scope']);
    expect((await account.call('PUT', BUDGET, { budgetUsd: 5 })).headers.allow).toBe('GET, PATCH, HEAD');
  });
});

describe('PATCH /v1/account/llm-feature-budget', () => {
  it('200: applies immediately and in later months, with an audit entry', async () => {
    const account = await app.account({ plan: 'pro' });
    const admin = await account.member('admin');
    const reply = await admin.call('PATCH', BUDGET, { budgetUsd: 19.99 });
    const changed = { ...FRESH, budgetUsd: 19.99, remainingUsd: 19.99 };
    expect([reply.statusCode, reply.json()]).toEqual([200, changed]);
    expect((await account.call('GET', BUDGET)).json()).toEqual(changed);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries[0]).toMatchObject({
      action: 'llm_budget.set',
      actorId: admin.userId,
      targetType: 'account',
      targetId: account.id,
      metadata: { from: 5, to: 19.99 },
    });
    await account.call('PATCH', BUDGET, { budgetUsd: 19.99 });
    expect((await account.call('GET', '/v1/audit')).json().entries[0].id).toBe(entries[0].id);
    const mine = await spending(app, account);
    await settleReservation(mine, await reserve(mine, 19_990_000, 'test'), 0);
  });

  it('200: the whole range, in steps of a cent', async () => {
    const account = await app.account({ plan: 'team' });
    for (const budgetUsd of [5, 5.01, 5.1, 8.2, 64.1, 128.35, 299.99, 499.99, 500, 5]) {
      const reply = await account.call('PATCH', BUDGET, { budgetUsd });
      expect([reply.statusCode, reply.json().budgetUsd]).toEqual([200, budgetUsd]);
    }
  });

  it('200: lowered below the spend, nothing remains and nothing can be reserved', async () => {
    const account = await app.account({ plan: 'pro' });
    const mine = await spending(app, account);
    await account.call('PATCH', BUDGET, { budgetUsd: 20 });
    await settleReservation(mine, await reserve(mine, 10 * USD, 'test'), 12 * USD);
    const lowered = await account.call('PATCH', BUDGET, { budgetUsd: 6 });
    expect(lowered.json()).toEqual({ ...FRESH, budgetUsd: 6, spentUsd: 12, remainingUsd: 0 });
    await expect(reserve(mine, 1, 'test')).rejects.toMatchObject({ reason: 'budget_exhausted' });
    const raised = await account.call('PATCH', BUDGET, { budgetUsd: 12.01 });
    expect(raised.json().remainingUsd).toBe(0.01);
    await reserve(mine, 10_000, 'test');
  });

  it('200: each of many concurrent requests gets its own figure, and the audit chain stays valid', async () => {
    const account = await app.account({ plan: 'pro' });
    const wanted = Array.from({ length: 8 }, (_, at) => 10 + at);
    const replies = await Promise.all(
      wanted.map((budgetUsd) => account.call('PATCH', BUDGET, { budgetUsd })),
    );
    expect(replies.map((reply) => reply.json().budgetUsd)).toEqual(wanted);
    const { entries } = (await account.call('GET', '/v1/audit?action=llm_budget.set')).json();
    const steps = entries.map((entry: { metadata: { from: number; to: number } }) => entry.metadata);
    expect(steps).toHaveLength(8);
    for (const [at, { from }] of steps.entries()) expect(from).toBe(steps[at + 1]?.to ?? 5);
  });

  it('400: out of range, between two steps, or not a number', async () => {
    const account = await app.account({ plan: 'pro' });
    const wrong = [4.99, 500.01, 0, -5, 5.001, 5.005, 19.990_000_1, 1e308, '10', null, true, [10]];
    for (const budgetUsd of wrong) {
      const reply = await account.call('PATCH', BUDGET, { budgetUsd });
      expect([budgetUsd, ...outcome(reply), reply.json().details[0].path]).toEqual([
        budgetUsd,
        400,
        'invalid_request',
        'budgetUsd',
      ]);
    }
    expect(outcome(await account.call('PATCH', BUDGET, {}))).toEqual([400, 'invalid_request']);
    const extra = await account.call('PATCH', BUDGET, { budgetUsd: 10, spentUsd: 0 });
    expect(extra.json().details).toEqual([{ path: 'spentUsd', message: 'is not a known field' }]);
    expect((await account.call('GET', BUDGET)).json()).toEqual(FRESH);
  });

  it('403 plan_required: on Free; the earlier budget applies again with the plan', async () => {
    const account = await app.account({ plan: 'free' });
    const refused = await account.call('PATCH', BUDGET, { budgetUsd: 10 });
    expect(outcome(refused)).toEqual([403, 'plan_required']);
    await setPlan(account, 'pro');
    await account.call('PATCH', BUDGET, { budgetUsd: 40 });
    await setPlan(account, 'free');
    expect((await account.call('GET', BUDGET)).json()).toEqual(FRESH);
    await expect(reserve(await spending(app, account), 6 * USD, 'test')).rejects.toMatchObject({
      status: 429,
    });
    await setPlan(account, 'team');
    expect((await account.call('GET', BUDGET)).json().budgetUsd).toBe(40);
  });

  it('403: members, viewers, and keys without write; 401: no credential', async () => {
    const account = await app.account();
    for (const role of ['member', 'viewer'] as const) {
      const person = await account.member(role);
      const reply = await person.call('PATCH', BUDGET, { budgetUsd: 10 });
      expect(outcome(reply)).toEqual([403, 'insufficient_role']);
    }
    const sender = await account.key(['read', 'write:records']);
    const reply = await sender.call('PATCH', BUDGET, { budgetUsd: 10 });
    expect(outcome(reply)).toEqual([403, 'insufficient_scope']);
    const writer = await account.key(['write']);
    expect((await writer.call('PATCH', BUDGET, { budgetUsd: 10 })).statusCode).toBe(200);
    expect((await app.call('PATCH', BUDGET, { budgetUsd: 10 })).statusCode).toBe(401);
  });
});
