import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, openTestApp, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { sampleRecords, sendRecords } from '#test/support/sample-records';
import type { RecordsReplies } from '#test/support/fake-records';

/** The snapshot asks the records store for one thing; these tests check what it does with the answer. */
const recordsWith = (selectUnpricedModels: RecordsReplies['selectUnpricedModels']) => ({
  selectUnpricedModels,
});

const noUnpriced = recordsWith(async () => []);

/** For tests that need neither a clock nor other records. */
let usual: TestApp;
beforeAll(async () => {
  usual = await makeTestApp({ records: noUnpriced });
});
afterAll(() => usual.stop());

describe('GET /v1/account', () => {
  it('200: the key, the limits of the plan, and what is left of the month', async () => {
    const clock = new FakeClock(Date.UTC(2026, 11, 31, 23, 59));
    const app = await openTestApp({ clock, records: noUnpriced });
    const account = await app.account({ plan: 'pro', name: 'Øre & Co' });
    await sendRecords(account, sampleRecords(400, { timestamp: '2026-12-31T23:58:00Z' }));
    const reply = await account.call('GET', '/v1/account');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      accountId: account.id,
      name: 'Øre & Co',
      plan: 'pro',
      projectId: account.projectId,
      usage: {
        month: '2026-12',
        records: 400,
        quota: 1_000_000,
        remaining: 999_600,
        resetsAt: '2027-01-01T00:00:00.000Z',
      },
      retentionDays: 90,
      limits: {
        exportRecords: 50_000,
        alerts: null,
        alertChannels: ['email', 'slack', 'webhook', 'discord', 'teams', 'pagerduty'],
        savedViews: 20,
        traceSpans: 500,
        datasetItems: 20,
        itemCharacters: 4_000,
        teamMembers: false,
      },
      limitsChangeable: true,
      consents: { plaintextStorage: false, aiHelper: false, piiRedaction: true },
      settings: { acceptProviders: 'four' },
      deletesAt: null,
      unpricedModels: [],
      key: { id: expect.stringMatching(/^key_/), name: 'Test key', scopes: null },
    });
    clock.advance(60_000);
    expect((await account.call('GET', '/v1/account')).json().usage).toMatchObject({
      month: '2027-01',
      records: 0,
      resetsAt: '2027-02-01T00:00:00.000Z',
    });
  });

  it('200: Free has its own quota, retention and limits', async () => {
    const app = usual;
    const account = await app.account({ plan: 'free' });
    expect((await account.call('GET', '/v1/account')).json()).toMatchObject({
      plan: 'free',
      usage: { records: 0, quota: 50_000, remaining: 50_000 },
      retentionDays: 30,
      limits: { exportRecords: 1_000, alerts: 3, alertChannels: ['email'] },
    });
  });

  it('200: quota and retention set by the operator; remaining is never below zero', async () => {
    const app = usual;
    const account = await app.account();
    await sendRecords(account, sampleRecords(12));
    await app.call(
      'PATCH',
      `/operator/accounts/${account.id}`,
      { recordQuota: 10, retentionDays: 7 },
      { authorization: `Bearer ${OPERATOR_TOKEN}` },
    );
    expect((await account.call('GET', '/v1/account')).json()).toMatchObject({
      usage: { records: 12, quota: 10, remaining: 0 },
      retentionDays: 7,
    });
  });

  it('200: the project selected by the header or the key, and the scopes of the key', async () => {
    const app = usual;
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const chosen = await account.call('GET', '/v1/account', undefined, { 'x-project-id': id });
    expect(chosen.json().projectId).toBe(id);
    const bound = await account.key(['read', 'write:records'], { projectId: id });
    expect((await bound.call('GET', '/v1/account')).json()).toMatchObject({
      projectId: id,
      key: { id: bound.id, scopes: ['read', 'write:records'] },
    });
  });

  it('200: models without a price, of this account and of the last 30 days', async () => {
    const clock = new FakeClock();
    const unpriced = vi.fn<RecordsReplies['selectUnpricedModels']>(async () => ['house-model-1']);
    const app = await openTestApp({ clock, records: recordsWith(unpriced) });
    const account = await app.account();
    expect((await account.call('GET', '/v1/account')).json().unpricedModels).toEqual(['house-model-1']);
    const known = await app.services.accounts.get(account.id);
    const whole = { account: known?.number, project: null, sinceMs: clock.now() - 30 * DAY_MS };
    expect(unpriced).toHaveBeenLastCalledWith(whole);
    await account.call('GET', '/v1/account', undefined, { 'x-project-id': account.projectId });
    expect(unpriced).toHaveBeenLastCalledWith(whole);
    const bound = await account.key(['read'], { projectId: account.projectId });
    await bound.call('GET', '/v1/account');
    expect(unpriced).toHaveBeenLastCalledWith({ ...whole, project: known?.defaultProject.number });
  });

  it('200: an empty list of unpriced models while the records store is unavailable', async () => {
    const away = new AppError('unavailable', 'records_unavailable', 'Away.');
    const app = await openTestApp({ records: recordsWith(() => Promise.reject(away)) });
    const account = await app.account();
    const reply = await account.call('GET', '/v1/account');
    expect([reply.statusCode, reply.json().unpricedModels]).toEqual([200, []]);
  });

  it('200: a records store that never answers delays the snapshot by seconds at most', async () => {
    const app = await openTestApp({ records: recordsWith(() => new Promise(() => undefined)) });
    const account = await app.account();
    const reply = await account.call('GET', '/v1/account');
    expect([reply.statusCode, reply.json().unpricedModels]).toEqual([200, []]);
  });

  it('401 missing_credential: a session cookie is not enough', async () => {
    const app = usual;
    const owner = await (await app.account()).member('owner');
    const reply = await owner.call('GET', '/v1/account');
    expect([reply.statusCode, reply.json().reason]).toEqual([401, 'missing_credential']);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('403 insufficient_scope: a key that may only send records', async () => {
    const app = usual;
    const sender = await (await app.account()).key(['write:records']);
    const reply = await sender.call('GET', '/v1/account');
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_scope']);
    expect(reply.json().error).toContain('"read"');
  });

  it('404 project_not_found: the project of another account', async () => {
    const app = usual;
    const [mine, other] = [await app.account(), await app.account()];
    const reply = await mine.call('GET', '/v1/account', undefined, { 'x-project-id': other.projectId });
    expect([reply.statusCode, reply.json().reason]).toEqual([404, 'project_not_found']);
  });

  it('405: the snapshot cannot be written', async () => {
    const app = usual;
    const account = await app.account();
    const reply = await account.call('POST', '/v1/account', {});
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, DELETE, HEAD']);
  });
});

describe('GET /v1/account/overview', () => {
  it('200: for users of every role and for keys, the snapshot without the key', async () => {
    const clock = new FakeClock(Date.UTC(2026, 11, 31, 23, 59));
    const app = await openTestApp({ clock, records: noUnpriced });
    const account = await app.account({ plan: 'pro', name: 'Øre & Co' });
    await sendRecords(account, sampleRecords(4, { timestamp: '2026-12-31T23:58:00Z' }));
    const { key, ...told } = (await account.call('GET', '/v1/account')).json();
    expect(key).toMatchObject({ name: 'Test key' });
    const callers = [
      account,
      await account.key(['read']),
      await account.member('owner'),
      await account.member('admin'),
      await account.member('member'),
      await account.member('viewer'),
    ];
    for (const caller of callers) {
      const reply = await caller.call('GET', '/v1/account/overview');
      expect([reply.statusCode, reply.json()]).toEqual([200, told]);
    }
    expect(told).toMatchObject({ plan: 'pro', usage: { month: '2026-12', records: 4, remaining: 999_996 } });
  });

  it('200: the project selected by the header or the key', async () => {
    const app = usual;
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const viewer = await account.member('viewer');
    const bound = await account.key(['read'], { projectId: id });
    expect((await viewer.call('GET', '/v1/account/overview')).json().projectId).toBe(account.projectId);
    const chosen = await viewer.call('GET', '/v1/account/overview', undefined, { 'x-project-id': id });
    expect(chosen.json().projectId).toBe(id);
    expect((await bound.call('GET', '/v1/account/overview')).json().projectId).toBe(id);
    const other = await app.account();
    const foreign = await viewer.call('GET', '/v1/account/overview', undefined, {
      'x-project-id': other.projectId,
    });
    expect([foreign.statusCode, foreign.json().reason]).toEqual([404, 'project_not_found']);
  });

  it('401, 403: no credential, and a key that may only send records', async () => {
    const app = usual;
    const account = await app.account();
    expect((await app.call('GET', '/v1/account/overview')).statusCode).toBe(401);
    const sender = await account.key(['write:records']);
    const reply = await sender.call('GET', '/v1/account/overview');
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_scope']);
  });

  it('200: without the unpriced models while the records store is unavailable', async () => {
    const away = new AppError('unavailable', 'records_unavailable', 'Away.');
    const app = await openTestApp({ records: recordsWith(() => Promise.reject(away)) });
    const viewer = await (await app.account()).member('viewer');
    const reply = await viewer.call('GET', '/v1/account/overview');
    expect([reply.statusCode, reply.json().unpricedModels]).toEqual([200, []]);
  });
});
