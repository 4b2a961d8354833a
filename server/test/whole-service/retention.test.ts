// The retention and quota jobs on a real metadata store, with a fake clock and fake records.
import { pino } from 'pino';
import { beforeAll, afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '#lib/app-error';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { RecordsReplies } from '#test/support/fake-records';

const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);
const setRetention = vi.fn<RecordsReplies['setRetention']>();
const deleteExpired = vi.fn<RecordsReplies['deleteExpired']>();
const reconcileUsage = vi.fn<RecordsReplies['reconcileUsage']>();
let lines: Record<string, unknown>[] = [];
let app: TestApp;

beforeAll(async () => {
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  app = await makeTestApp({ clock, log, records: { setRetention, deleteExpired, reconcileUsage } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(START);
  setRetention.mockReset().mockResolvedValue(undefined);
  deleteExpired.mockReset().mockResolvedValue({});
  reconcileUsage.mockReset().mockResolvedValue({ accounts: 0, corrected: [] });
  await app.services.metadata.transaction(async (db) => {
    await db.deleteFrom('jobs').execute();
    await db.deleteFrom('retention_changes').execute();
  });
  lines = [];
});

const operator = (method: string, path: string, body?: unknown) =>
  app.call(method, `/operator${path}`, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });
const change = (id: string, body: object) => operator('PATCH', `/accounts/${id}`, body);
const runNow = (name: string) => operator('POST', `/jobs/${name}/run`);
const queued = async () => (await operator('GET', '/jobs?status=queued')).json().jobs;
const said = (msg: string) => lines.filter((line) => line['msg'] === msg);

async function round(): Promise<void> {
  await app.worker.round();
  await app.worker.settled();
}

async function newAccount(plan: 'free' | 'pro' | 'team') {
  const { id } = await app.account({ plan });
  const { number } = (await app.services.accounts.get(id)) ?? { number: 0 };
  return { id, number };
}

const setFor = () => setRetention.mock.calls.map(([number, days]) => [number, days]);

describe('the retention job', () => {
  it('deletes expired data by the clock of the service, and reports how much', async () => {
    deleteExpired.mockResolvedValue({ calls: 3, call_ids: 2 });
    expect((await runNow('retention')).statusCode).toBe(200);
    expect(deleteExpired.mock.calls.map(([now]) => now)).toEqual([START]);
    expect(setRetention).not.toHaveBeenCalled();
    expect(said('expired rows deleted')).toMatchObject([{ deleted: { calls: 3, call_ids: 2 } }]);
    const { jobs } = (await operator('GET', '/jobs?name=retention')).json();
    expect(jobs).toMatchObject([{ name: 'retention', status: 'done', error: null }]);
  });

  it('follows a change of plan within seconds, and again when no write can be pending', async () => {
    const { id, number } = await newAccount('free');
    await newAccount('free');
    await change(id, { plan: 'pro' });
    expect(await queued()).toMatchObject([{ name: 'retention' }]);
    await round();
    expect(setRetention).not.toHaveBeenCalled();
    clock.advance(5 * SECOND_MS);
    await round();
    expect(setFor()).toEqual([[number, 90]]);
    clock.advance(10 * MINUTE_MS);
    await runNow('retention');
    await runNow('retention');
    expect(setFor()).toEqual([
      [number, 90],
      [number, 90],
    ]);
  });

  it('applies the current retention, however often it changed, and is not done while it changes', async () => {
    const { id, number } = await newAccount('pro');
    await change(id, { retentionDays: 7 });
    await change(id, { retentionDays: null });
    await change(id, { retentionDays: 3 });
    clock.advance(HOUR_MS);
    setRetention.mockImplementationOnce(async () => {
      await change(id, { retentionDays: 200 });
    });
    await runNow('retention');
    await runNow('retention');
    expect(setFor()).toEqual([
      [number, 3],
      [number, 200],
    ]);
  });

  it('has nothing to do if a change leaves the retention the same', async () => {
    const { id } = await newAccount('pro');
    await change(id, { plan: 'team', recordQuota: 5, retentionDays: 90 });
    expect(await queued()).toEqual([]);
    await runNow('retention');
    expect(setRetention).not.toHaveBeenCalled();
  });

  it('deletes nothing before a longer retention is applied, and retries', async () => {
    const { id, number } = await newAccount('free');
    await change(id, { retentionDays: 60 });
    setRetention.mockRejectedValueOnce(unavailable('records_unavailable', 'The records are unavailable.'));
    clock.advance(5 * SECOND_MS);
    await round();
    expect(deleteExpired).not.toHaveBeenCalled();
    expect(await queued()).toMatchObject([
      { name: 'retention', attempt: 1, error: 'The records are unavailable.' },
    ]);
    clock.advance(2 * MINUTE_MS);
    await round();
    expect(setFor()).toEqual([
      [number, 60],
      [number, 60],
    ]);
    expect(deleteExpired).toHaveBeenCalledOnce();
  });
});

describe('the quota-reconcile job', () => {
  it('logs each corrected account, by its id, and the sum', async () => {
    const { id, number } = await newAccount('free');
    reconcileUsage.mockResolvedValue({ accounts: 4, corrected: [{ account: number, from: 7, to: 5 }] });
    expect((await runNow('quota-reconcile')).statusCode).toBe(200);
    expect(said('usage corrected')).toMatchObject([{ account: id, from: 7, to: 5 }]);
    expect(said('usage reconciled')).toMatchObject([{ accounts: 4, corrected: 1 }]);
    const { jobs } = (await operator('GET', '/jobs?name=quota-reconcile')).json();
    expect(jobs).toMatchObject([{ status: 'done', error: null }]);
  });
});
