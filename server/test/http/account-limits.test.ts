// The limits of an account, raised in each of the three ways, and enforced at their raised values.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { firstStart } from '#features/first-start';
import { readConfig } from '#config';
import { OPERATOR_TOKEN, PASSWORD, openTestApp, type Caller } from '#test/support/app';
import type { FakeRecords } from '#test/support/fake-records';
import { sampleRecords } from '#test/support/sample-records';

const LIMITS = {
  recordsPerMonth: 1_000_003,
  retentionDays: 200,
  exportRows: 60_000,
  traceSpans: 1_200,
  savedViews: 23,
  datasetItems: 10_000,
  itemCharacters: 20_000,
};
const OF_PLAN = {
  recordsPerMonth: 1_000_000,
  retentionDays: 90,
  exportRows: 50_000,
  traceSpans: 500,
  savedViews: 20,
  datasetItems: 20,
  itemCharacters: 4_000,
};
const AUTHORIZED = { authorization: `Bearer ${OPERATOR_TOKEN}` };

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}

/** A service whose first account is `account`, and what it asked of the records. */
async function openWorld(config: Parameters<typeof openTestApp>[0] = {}) {
  const asked = { cap: 0, spans: 0 };
  const records: FakeRecords = {
    selectUnpricedModels: async () => [],
    streamCalls: async (_scope, _filter, { cap }) => {
      asked.cap = cap;
      return nothing();
    },
    selectTrace: async (_scope, _trace, most) => {
      asked.spans = most;
      return { calls: [], observations: [], truncated: false };
    },
  };
  return { app: await openTestApp({ ...config, records }), asked };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** What the service enforces for this caller. */
async function enforced({ asked }: World, account: Caller) {
  await account.call('POST', '/v1/query/export', {});
  await account.call('GET', '/v1/query/trace/0af7651916cd43dd8448eb211c80319c');
  const replies: Awaited<ReturnType<Caller['call']>>[] = [];
  do
    replies.push(
      await account.call('POST', '/v1/saved-views', { name: `View ${replies.length}`, filter: {} }),
    );
  while (replies.at(-1)?.statusCode === 201);
  expect(replies.at(-1)?.json()).toMatchObject({ reason: 'limit_reached' });
  const savedViews = replies.length - 1;
  return { exportRows: asked.cap, traceSpans: asked.spans, savedViews };
}

/** Limits of what is stored, with the writer of the tests. */
async function stores(account: Caller, records: object[]): Promise<number> {
  const reply = await account.call('POST', '/v1/ingest', { records });
  return reply.statusCode === 429 ? 0 : (reply.json().accepted as number);
}

const old = (days: number) => ({ timestamp: new Date(Date.now() - days * DAY_MS).toISOString() });

describe('limits of an account', () => {
  it('are those of the plan, or as the operator raises them, and null is the plan again', async () => {
    const world = await openWorld();
    const account = await world.app.account();
    const change = (limits: object) =>
      world.app.call('PATCH', `/operator/accounts/${account.id}`, { limits }, AUTHORIZED);
    expect((await change({})).json().limits).toEqual(OF_PLAN);
    const raised = await change(LIMITS);
    expect(raised.json()).toMatchObject({ limits: LIMITS, recordQuota: 1_000_003, retentionDays: 200 });
    expect(await enforced(world, account)).toEqual({
      exportRows: 60_000,
      traceSpans: 1_200,
      savedViews: 23,
    });
    expect((await account.call('GET', '/v1/account')).json()).toMatchObject({
      usage: { quota: 1_000_003 },
      retentionDays: 200,
      limits: { exportRecords: 60_000, traceSpans: 1_200, savedViews: 23 },
    });
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'account.update', metadata: expect.objectContaining(LIMITS) }),
    );
    const back = await change(Object.fromEntries(Object.keys(LIMITS).map((name) => [name, null])));
    expect(back.json().limits).toEqual(OF_PLAN);
    // Views beyond the limit stay; there are just no new ones.
    const more = await account.call('POST', '/v1/saved-views', { name: 'One more', filter: {} });
    expect(more.json()).toMatchObject({ reason: 'limit_reached', error: expect.stringContaining('20') });
  });

  it('apply to what is stored: the quota and the retention', async () => {
    const app = await openTestApp();
    const account = await app.account();
    const change = (limits: object) =>
      app.call('PATCH', `/operator/accounts/${account.id}`, { limits }, AUTHORIZED);
    await change({ recordsPerMonth: 3 });
    expect(await stores(account, sampleRecords(4))).toBe(0);
    expect(await stores(account, sampleRecords(3))).toBe(3);
    expect(await stores(account, sampleRecords(1, old(150)))).toBe(0);
    await change({ recordsPerMonth: 5, retentionDays: 200 });
    expect(await stores(account, sampleRecords(1, old(150)))).toBe(1);
    expect(await stores(account, sampleRecords(1, old(250)))).toBe(0);
    expect(await stores(account, sampleRecords(2))).toBe(0);
    expect(await stores(account, sampleRecords(1))).toBe(1);
  });

  it('are raised by the owner of the first account, and of no other', async () => {
    const world = await openWorld();
    const first = await world.app.account();
    const owner = await first.member('owner');
    const set = (by: Caller, body: object) => by.call('PATCH', '/v1/account/limits', body);
    const { retentionDays: _days, ...some } = LIMITS;
    const changed = await set(owner, some);
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...LIMITS, retentionDays: 90 }]);
    expect(await enforced(world, first)).toEqual({ exportRows: 60_000, traceSpans: 1_200, savedViews: 23 });
    expect((await owner.call('GET', '/v1/account/overview')).json()).toMatchObject({
      limitsChangeable: true,
      usage: { quota: 1_000_003 },
    });
    expect((await set(owner, { savedViews: null })).json()).toMatchObject({ savedViews: 20 });

    const second = await world.app.account();
    const other = await second.member('owner');
    expect((await other.call('GET', '/v1/account/overview')).json()).toMatchObject({
      limitsChangeable: false,
    });
    for (const [by, reason] of [
      [other, 'operator_only'],
      [await first.member('admin'), 'insufficient_role'],
    ] as const) {
      const refused = await set(by, some);
      expect([refused.statusCode, refused.json().reason]).toEqual([403, reason]);
    }
    expect((await set(first, some)).json()).toMatchObject({ reason: 'session_required' });
    expect((await world.app.services.accounts.get(second.id))?.savedViews).toBe(20);
  });

  it('are raised for a first start', async () => {
    const text = Object.entries(LIMITS).map(([name, value]) => `${name}=${value}`);
    const { init } = readConfig({
      TRACEWELL_INIT_EMAIL: 'ops@example.com',
      TRACEWELL_INIT_PASSWORD: PASSWORD,
      TRACEWELL_INIT_LIMITS: text.join(','),
    });
    expect(init.limits).toEqual(LIMITS);
    const world = await openWorld({ config: { init } });
    const started = await firstStart(world.app.services);
    const account = await world.app.services.accounts.get(started?.accountId ?? '');
    expect(account).toMatchObject({
      recordQuota: 1_000_003,
      retentionDays: 200,
      exportRows: 60_000,
      traceSpans: 1_200,
      savedViews: 23,
    });
  });

  it('400: values out of range, unknown limits, and a limit under both of its names', async () => {
    const app = await openTestApp();
    const account = await app.account();
    for (const [body, path] of [
      [{ limits: { savedViews: 1_001 } }, 'limits.savedViews'],
      [{ limits: { traceSpans: 0 } }, 'limits.traceSpans'],
      [{ limits: { exportRows: 1.5 } }, 'limits.exportRows'],
      [{ limits: { recordsPerMonth: -1 } }, 'limits.recordsPerMonth'],
      [{ limits: { retentionDays: 'long' } }, 'limits.retentionDays'],
      [{ limits: { colour: 1 } }, 'limits.colour'],
      [{ recordQuota: 5, limits: { recordsPerMonth: 5 } }, 'limits.recordsPerMonth'],
      [{ retentionDays: 5, limits: { retentionDays: 6 } }, 'limits.retentionDays'],
    ] as const) {
      const reply = await app.call('PATCH', `/operator/accounts/${account.id}`, body, AUTHORIZED);
      expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, path]);
    }
  });
});
