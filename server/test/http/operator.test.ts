import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '#lib/app-error';
import { DAY_MS } from '#lib/clock';
import { enqueue } from '#core/jobs/job-queue';
import { job } from '#core/jobs/job';
import { FakeClock } from '#test/support/clock';
import { OPERATOR_TOKEN, PASSWORD, makeTestApp, openTestApp, type TestApp } from '#test/support/app';

const AUTH = { authorization: `Bearer ${OPERATOR_TOKEN}` };

const ranWith: unknown[] = [];
const JOBS = [
  job({ name: 'counted', run: async (_ctx, payload) => void ranWith.push(payload) }),
  job({ name: 'broken', run: () => Promise.reject(new Error('select secret from users')) }),
  job({ name: 'away', run: () => Promise.reject(unavailable('records_unavailable', 'Not now.')) }),
];

let app: TestApp;
beforeAll(async () => {
  const stats = async () => ({ records: 42, bytesOnDisk: 1_000 });
  app = await makeTestApp({ jobs: JOBS, records: { stats } });
});
afterAll(() => app.stop());

let mails = 0;
const newEmail = () => `operator-made-${(mails += 1)}@example.com`;

const operator = (method: string, path: string, body?: unknown) =>
  app.call(method, `/operator${path}`, body, AUTH);

const lastEntry = async (apiKey: string) =>
  (await app.call('GET', '/v1/audit', undefined, { authorization: `Bearer ${apiKey}` })).json().entries[0];

describe('the operator token', () => {
  it('401 invalid_operator_token: none, a wrong one, an API key', async () => {
    const account = await app.account();
    for (const authorization of ['', 'Bearer wrong', `Basic ${OPERATOR_TOKEN}`, `Bearer ${account.apiKey}`]) {
      const reply = await app.call(
        'GET',
        '/operator/jobs',
        undefined,
        authorization ? { authorization } : {},
      );
      expect([reply.statusCode, reply.json().reason]).toEqual([401, 'invalid_operator_token']);
    }
    expect((await account.call('POST', '/operator/accounts', {})).statusCode).toBe(401);
  });

  it('429 after ten wrong ones; a missing one does not count, and the right one always passes', async () => {
    const guarded = await openTestApp({ jobs: [] });
    const ask = async (headers = {}) =>
      (await guarded.call('GET', '/operator/jobs', undefined, headers)).statusCode;
    for (let times = 0; times < 12; times += 1) expect(await ask()).toBe(401);
    const wrong = { authorization: 'Bearer wrong-token-of-the-tests' };
    for (let times = 0; times < 10; times += 1) expect(await ask(wrong)).toBe(401);
    expect(await ask(wrong)).toBe(429);
    expect([await ask(AUTH), await ask()]).toEqual([200, 401]);
  });

  it('404: without a configured token there is no operator API', async () => {
    const closed = await openTestApp({ config: { operatorToken: null }, jobs: [] });
    expect((await closed.call('GET', '/operator/jobs', undefined, AUTH)).statusCode).toBe(404);
  });
});

describe('POST /operator/accounts', () => {
  it('201: the key has full access, the owner can sign in, the account is on Free', async () => {
    const email = newEmail();
    const made = await operator('POST', '/accounts', { email, password: PASSWORD, name: 'Ada' });
    expect(made.statusCode).toBe(201);
    const { accountId, userId, apiKey } = made.json();
    expect([accountId.slice(0, 4), userId.slice(0, 4), apiKey.slice(0, 4)]).toEqual(['acc_', 'usr_', 'twl_']);
    expect(await lastEntry(apiKey)).toMatchObject({
      action: 'account.create',
      actorType: 'operator',
      targetId: accountId,
      metadata: { plan: 'free', userId },
    });
    const signedIn = await app.call('POST', '/v1/auth/login', {
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(signedIn.json()).toMatchObject({
      user: { id: userId, email, name: 'Ada' },
      account: { id: accountId, name: 'Ada', plan: 'free' },
      role: 'owner',
    });
    const keys = await app.call('GET', '/v1/api-keys', undefined, { authorization: `Bearer ${apiKey}` });
    expect(keys.json().apiKeys).toMatchObject([{ name: 'First key', scopes: null }]);
  });

  it('201: with a plan, and a name taken from the email', async () => {
    const made = await operator('POST', '/accounts', { email: newEmail(), password: PASSWORD, plan: 'team' });
    expect(await app.services.accounts.get(made.json().accountId)).toMatchObject({
      plan: { name: 'team' },
      name: expect.stringMatching(/^operator-made-\d+$/),
    });
  });

  it('409 email_taken: also in another case, and with concurrent requests; nothing is left behind', async () => {
    const email = newEmail();
    const before = (await operator('GET', '/stats')).json().accounts;
    const replies = await Promise.all(
      [email, email.toUpperCase()].map((one) =>
        operator('POST', '/accounts', { email: one, password: PASSWORD, name: 'Twin' }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 409]);
    expect(replies.find((reply) => reply.statusCode === 409)?.json().reason).toBe('email_taken');
    expect((await operator('GET', '/stats')).json().accounts).toBe(before + 1);
  });

  it('400: a short password, an unknown plan, an unknown field', async () => {
    const good = { email: newEmail(), password: PASSWORD, name: 'Ada' };
    for (const [field, value] of [
      ['password', 'short'],
      ['plan', 'gold'],
      ['colour', 'red'],
      ['email', 'nobody'],
    ] as const) {
      const reply = await operator('POST', '/accounts', { ...good, [field]: value });
      expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, field]);
    }
  });
});

describe('PATCH /operator/accounts/{id}', () => {
  it('200: plan, subscription, quota and retention apply immediately, and null restores the value of the plan', async () => {
    const account = await app.account({ plan: 'free' });
    const changed = await operator('PATCH', `/accounts/${account.id}`, {
      plan: 'pro',
      subscriptionStatus: 'canceled',
      recordQuota: 7,
      retentionDays: 3,
    });
    expect(changed.json()).toEqual({
      accountId: account.id,
      name: 'Test',
      plan: 'pro',
      subscriptionStatus: 'canceled',
      recordQuota: 7,
      retentionDays: 3,
      limits: {
        recordsPerMonth: 7,
        retentionDays: 3,
        exportRows: 50_000,
        traceSpans: 500,
        savedViews: 20,
        datasetItems: 20,
        itemCharacters: 4_000,
      },
    });
    expect(await app.services.accounts.get(account.id)).toMatchObject({
      plan: { name: 'pro' },
      subscriptionActive: false,
      recordQuota: 7,
      retentionDays: 3,
    });
    expect(await lastEntry(account.apiKey)).toMatchObject({
      action: 'account.update',
      actorType: 'operator',
      metadata: { plan: 'pro', recordQuota: 7 },
    });
    const back = await operator('PATCH', `/accounts/${account.id}`, {
      recordQuota: null,
      retentionDays: null,
    });
    expect(back.json()).toMatchObject({ plan: 'pro', recordQuota: 1_000_000, retentionDays: 90 });
  });

  it('200: a quota of 0 is a quota; an empty body changes nothing', async () => {
    const account = await app.account();
    const none = await operator('PATCH', `/accounts/${account.id}`, { recordQuota: 0 });
    expect(none.json().recordQuota).toBe(0);
    const { id } = await lastEntry(account.apiKey);
    expect((await operator('PATCH', `/accounts/${account.id}`, {})).json()).toEqual(none.json());
    expect((await lastEntry(account.apiKey)).id).toBe(id);
  });

  it('404: unknown ids, of any form', async () => {
    for (const id of ['acc_00000000000000000000', 'nonsense', 'prj_00000000000000000000']) {
      expect((await operator('PATCH', `/accounts/${id}`, { plan: 'pro' })).statusCode).toBe(404);
      expect((await operator('POST', `/accounts/${id}/keys`, {})).statusCode).toBe(404);
      expect((await operator('PUT', `/accounts/${id}/consents`, {})).statusCode).toBe(404);
    }
  });

  it('400: values out of range, and null where there is no default', async () => {
    const account = await app.account();
    for (const body of [{ recordQuota: -1 }, { retentionDays: 0 }, { plan: null }, { recordQuota: 1.5 }]) {
      expect((await operator('PATCH', `/accounts/${account.id}`, body)).statusCode).toBe(400);
    }
  });
});

describe('POST /operator/accounts/{id}/keys', () => {
  it('201: with scopes, project and expiry; the key works and is bound', async () => {
    const account = await app.account();
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    const made = await operator('POST', `/accounts/${account.id}/keys`, {
      name: 'CI',
      scopes: ['read'],
      projectId: account.projectId,
      expiresAt,
    });
    expect(made.statusCode).toBe(201);
    const { id, apiKey } = made.json();
    expect((await account.call('GET', '/v1/api-keys')).json().apiKeys).toContainEqual(
      expect.objectContaining({ id, name: 'CI', scopes: ['read'], projectId: account.projectId, expiresAt }),
    );
    const with_ = { authorization: `Bearer ${apiKey}` };
    expect((await app.call('GET', '/v1/account', undefined, with_)).statusCode).toBe(200);
    expect((await app.call('GET', '/v1/projects', undefined, with_)).json().reason).toBe('account_wide');
    expect((await app.call('POST', '/v1/projects', { name: 'No' }, with_)).statusCode).toBe(403);
    expect(await lastEntry(account.apiKey)).toMatchObject({
      action: 'api_key.create',
      actorType: 'operator',
      targetId: id,
    });
  });

  it('201: without a body, a key with full access', async () => {
    const account = await app.account();
    const { apiKey } = (await operator('POST', `/accounts/${account.id}/keys`)).json();
    const keys = await app.call('GET', '/v1/api-keys', undefined, { authorization: `Bearer ${apiKey}` });
    expect(keys.statusCode).toBe(200);
  });

  it('400: the project of another account, an expiry in the past', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const foreign = await operator('POST', `/accounts/${account.id}/keys`, { projectId: other.projectId });
    expect([foreign.statusCode, foreign.json().reason]).toEqual([400, 'unknown_project']);
    const past = { name: 'Late', expiresAt: '2020-01-01T00:00:00.000Z' };
    expect((await operator('POST', `/accounts/${account.id}/keys`, past)).statusCode).toBe(400);
  });
});

describe('PUT /operator/accounts/{id}/consents', () => {
  it('200: changes the given fields on any plan, and returns all', async () => {
    const account = await app.account({ plan: 'free' });
    const url = `/accounts/${account.id}/consents`;
    expect((await operator('PUT', url, { plaintextStorage: true, piiRedaction: false })).json()).toEqual({
      plaintextStorage: true,
      aiHelper: false,
      piiRedaction: false,
    });
    expect(await lastEntry(account.apiKey)).toMatchObject({
      action: 'account.set_consents',
      actorType: 'operator',
      metadata: { plaintextStorage: true, piiRedaction: false },
    });
    expect((await operator('PUT', url, { aiHelper: true })).json()).toEqual({
      plaintextStorage: true,
      aiHelper: true,
      piiRedaction: false,
    });
    expect((await app.services.accounts.get(account.id))?.consents.aiHelper).toBe(true);
    expect((await operator('PUT', url, { aiHelper: 'yes' })).statusCode).toBe(400);
  });
});

describe('jobs', () => {
  it('200: runs a job and answers when it is done', async () => {
    const before = ranWith.length;
    const reply = await operator('POST', '/jobs/counted/run');
    expect([reply.statusCode, reply.json().name, ranWith.length]).toEqual([200, 'counted', before + 1]);
    expect(reply.json().durationMs).toBeGreaterThanOrEqual(0);
  });

  it('404: a job that does not exist; the answer lists the existing ones', async () => {
    const reply = await operator('POST', '/jobs/unknown/run');
    expect([reply.statusCode, reply.json().error]).toEqual([404, expect.stringContaining('away, broken')]);
  });

  it('500 job_failed and 503: a failure is reported without internal details', async () => {
    const broken = await operator('POST', '/jobs/broken/run');
    expect([broken.statusCode, broken.json().reason]).toEqual([500, 'job_failed']);
    expect(broken.body).not.toContain('secret');
    const away = await operator('POST', '/jobs/away/run');
    expect([away.statusCode, away.json().reason]).toEqual([503, 'records_unavailable']);
  });

  it('200: the history shows which jobs ran, when, for how long and why they failed, page by page', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ jobs: JOBS, clock });
    const list = async (query: string) =>
      (await own.call('GET', `/operator/jobs${query}`, undefined, AUTH)).json();
    await own.services.metadata.transaction(async (db) => {
      for (const name of ['counted', 'broken', 'counted']) await enqueue(db, clock, { name, maxAttempts: 1 });
      await enqueue(db, clock, { name: 'counted', runAt: clock.now() + DAY_MS });
    });
    await own.worker.round();
    await own.worker.settled();
    const { jobs, nextCursor } = await list('');
    expect(nextCursor).toBeNull();
    expect(jobs.map((row: { name: string; status: string }) => [row.name, row.status])).toEqual([
      ['counted', 'queued'],
      ['counted', 'done'],
      ['broken', 'failed'],
      ['counted', 'done'],
    ]);
    expect(jobs[2]).toMatchObject({ attempt: 1, maxAttempts: 1, error: 'select secret from users' });
    expect(jobs[1]).toMatchObject({ error: null, durationMs: 0, finishedAt: '2026-06-15T12:00:00.000Z' });
    expect((await list('?status=failed')).jobs).toHaveLength(1);
    expect((await list('?name=counted')).jobs).toHaveLength(3);
    const first = await list('?limit=3');
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect([...first.jobs, ...second.jobs]).toEqual(jobs);
    expect(second.nextCursor).toBeNull();
    for (const query of ['?cursor=zzz', '?status=lost', '?limit=0']) {
      const reply = await own.call('GET', `/operator/jobs${query}`, undefined, AUTH);
      expect(reply.statusCode).toBe(400);
    }
  });
});

describe('GET /operator/stats', () => {
  it('200: counts, sizes and jobs', async () => {
    await app.account();
    const before = (await operator('GET', '/stats')).json().jobs.done;
    await operator('POST', '/jobs/counted/run');
    const stats = (await operator('GET', '/stats')).json();
    expect(stats).toMatchObject({
      version: app.config.version,
      uptimeSeconds: expect.any(Number),
      records: 42,
      writer: { waitingBytes: 0, waitingRequests: 0, waitingSegments: 0, waitingSeconds: 0 },
      // Plans that other tests changed wait for a job that this worker does not know.
      jobs: {
        queued: expect.any(Number),
        running: 0,
        done: before + 1,
        names: ['away', 'broken', 'counted'],
      },
    });
    expect(stats.accounts).toBeGreaterThan(0);
    const ownFiles = stats.bytesOnDisk - 1_000;
    expect(ownFiles > 0).toBe(app.config.metadata.kind === 'sqlite');
  });
});
