import { describe, expect, it, vi } from 'vitest';
import { unavailable } from '#lib/app-error';
import { HOUR_MS, MINUTE_MS, SECOND_MS, isoTime } from '#lib/clock';
import { eventually } from '#test/support/eventually';
import { openTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { KeptRecords } from '#test/support/kept-records';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { runJobs } from '#test/support/run-jobs';
import type { RecordsReplies } from '#test/support/fake-records';

const PLAINTEXT = '/v1/account/consents/plaintext-storage';
const AI_HELPER = '/v1/account/consents/ai-helper';
const REDACTION = '/v1/account/consents/pii-redaction';

const OFF = { plaintextStorage: false, aiHelper: false, piiRedaction: true };

async function openWithRecords() {
  const clock = new FakeClock();
  const deleteContent = vi.fn<RecordsReplies['deleteContent']>(async () => undefined);
  const app = await openTestApp({ clock, records: { deleteContent } });
  return { app, clock, deleteContent };
}

const setAccount = async (
  app: TestApp,
  id: string,
  values: { plan?: string; subscription_status?: string },
): Promise<void> => {
  await app.services.metadata.transaction((db) =>
    db.updateTable('accounts').set(values).where('id', '=', id).execute(),
  );
  app.services.feed.announce([{ topic: 'accounts', key: id }]);
};

async function auditActions(caller: Caller): Promise<string[]> {
  const { entries } = (await caller.call('GET', '/v1/audit')).json();
  return entries.map((entry: { action: string }) => entry.action);
}

describe('consents', () => {
  it('200: each is granted and withdrawn separately, audited, and effective immediately', async () => {
    const { app } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    expect((await account.call('PUT', PLAINTEXT)).json()).toEqual({ ...OFF, plaintextStorage: true });
    const both = { plaintextStorage: true, aiHelper: true, piiRedaction: true };
    expect((await account.call('PUT', AI_HELPER)).json()).toEqual(both);
    expect((await account.call('DELETE', REDACTION)).json()).toEqual({ ...both, piiRedaction: false });
    expect((await app.services.accounts.get(account.id))?.consents).toEqual({ ...both, piiRedaction: false });
    expect((await account.call('DELETE', AI_HELPER)).json()).toEqual({
      plaintextStorage: true,
      aiHelper: false,
      piiRedaction: false,
    });
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 4)).toMatchObject([
      { action: 'account.withdraw_consent', targetId: account.id, metadata: { aiHelper: false } },
      { action: 'account.withdraw_consent', metadata: { piiRedaction: false } },
      { action: 'account.grant_consent', metadata: { aiHelper: true } },
      { action: 'account.grant_consent', metadata: { plaintextStorage: true } },
    ]);
  });

  it('200: a request without an effect writes nothing, also with concurrent requests', async () => {
    const { app } = await openWithRecords();
    const account = await app.account({ plan: 'team' });
    const before = await auditActions(account);
    expect((await account.call('DELETE', AI_HELPER)).json()).toEqual(OFF);
    expect((await account.call('PUT', REDACTION)).json()).toEqual(OFF);
    expect(await auditActions(account)).toEqual(before);
    await Promise.all([1, 2, 3, 4].map(() => account.call('PUT', AI_HELPER)));
    expect(await auditActions(account)).toEqual(['account.grant_consent', ...before]);
  });

  it('200: redaction can be switched off on Free; consents of one account do not affect another', async () => {
    const { app } = await openWithRecords();
    const [mine, other] = [await app.account({ plan: 'free' }), await app.account({ plan: 'free' })];
    const reply = await mine.call('DELETE', REDACTION);
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...OFF, piiRedaction: false }]);
    expect((await other.call('PUT', REDACTION)).json()).toEqual(OFF);
  });

  it('200: redaction runs even if a client claims that it has already redacted', async () => {
    const kept = new KeptRecords();
    const app = await openTestApp({ records: kept.records });
    const account = await app.account();
    await sendRecords(account, [
      sampleRecord({
        piiRedacted: true,
        tags: { customer: 'joe@example.com' },
        error: 'for joe@example.com',
      }),
    ]);
    expect(kept.kept).toMatchObject([
      { row: { call: { tags: { customer: '[email]' }, error: 'for [email]', piiRedacted: true } } },
    ]);
  });

  it('200: content expires with its record, and its words are indexed only with content search', async () => {
    for (const contentSearch of [true, false]) {
      const kept = new KeptRecords();
      const clock = new FakeClock();
      const app = await openTestApp({ clock, records: kept.records, config: { contentSearch } });
      const account = await app.account({ plan: 'team' });
      await account.call('PUT', PLAINTEXT);
      const timestamp = isoTime(clock.now() - 5 * HOUR_MS);
      await sendRecords(account, [sampleRecord({ timestamp, requestMeta: { input: 'hello there' } })]);
      const [{ row, content }] = kept.kept as [(typeof kept.kept)[number]];
      expect(content?.expiresAtMs).toBe(row.expiresAtMs);
      // Two words of three bytes each.
      expect(content?.words.length).toBe(contentSearch ? 6 : 0);
    }
  });

  it('402: granting on Free or with a canceled subscription; withdrawing never needs payment', async () => {
    const { app } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    await account.call('PUT', AI_HELPER);
    await setAccount(app, account.id, { subscription_status: 'canceled' });
    for (const path of [PLAINTEXT, AI_HELPER]) {
      const reply = await account.call('PUT', path);
      expect([reply.statusCode, reply.json().reason]).toEqual([402, 'subscription_canceled']);
    }
    expect((await account.call('DELETE', REDACTION)).json().piiRedaction).toBe(false);
    expect((await account.call('PUT', REDACTION)).json().piiRedaction).toBe(true);
    await setAccount(app, account.id, { plan: 'free', subscription_status: 'active' });
    for (const path of [PLAINTEXT, AI_HELPER]) {
      const reply = await account.call('PUT', path);
      expect([reply.statusCode, reply.json().reason]).toEqual([402, 'plan_required']);
      expect((await account.call('DELETE', path)).statusCode).toBe(200);
    }
    expect((await account.call('PUT', REDACTION)).json()).toEqual(OFF);
  });

  it('403 insufficient_role: members and viewers; owners and admins may', async () => {
    const { app } = await openWithRecords();
    const account = await app.account({ plan: 'team' });
    for (const role of ['member', 'viewer'] as const) {
      const person = await account.member(role);
      for (const path of [PLAINTEXT, AI_HELPER, REDACTION]) {
        for (const method of ['PUT', 'DELETE']) {
          const reply = await person.call(method, path);
          expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_role']);
        }
      }
    }
    for (const role of ['admin', 'owner'] as const) {
      const person = await account.member(role);
      expect((await person.call('PUT', AI_HELPER)).statusCode).toBe(200);
      expect((await person.call('DELETE', AI_HELPER)).statusCode).toBe(200);
    }
  });

  it('403 insufficient_scope: a key that only reads or sends; a key with write may', async () => {
    const { app } = await openWithRecords();
    const account = await app.account({ plan: 'team' });
    for (const scopes of [['read'], ['read', 'write:records']] as const) {
      const reply = await (await account.key([...scopes])).call('PUT', AI_HELPER);
      expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_scope']);
    }
    expect((await (await account.key(['write'])).call('PUT', AI_HELPER)).statusCode).toBe(200);
  });

  it('403 csrf: another site cannot withdraw with the cookie', async () => {
    const { app } = await openWithRecords();
    const owner = await (await app.account()).member('owner');
    const reply = await owner.call('DELETE', REDACTION, undefined, { origin: 'https://evil.example' });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'csrf']);
  });

  it('401, 404, 405: no credential, an unknown consent, another method', async () => {
    const { app } = await openWithRecords();
    const account = await app.account();
    expect((await app.call('PUT', AI_HELPER)).statusCode).toBe(401);
    expect((await account.call('PUT', '/v1/account/consents/everything')).statusCode).toBe(404);
    expect((await account.call('GET', AI_HELPER)).headers.allow).toBe('PUT, DELETE');
  });
});

describe('content after plaintext storage was withdrawn', () => {
  it('200: the answer says when it will be deleted, and a job deletes it once', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    const withdrawnAt = clock.now();
    const reply = await account.call('DELETE', PLAINTEXT);
    expect(reply.json()).toEqual({ ...OFF, contentDeletedBy: isoTime(withdrawnAt + HOUR_MS) });
    clock.advance(SECOND_MS);
    expect((await account.call('DELETE', PLAINTEXT)).json().contentDeletedBy).toBe(
      isoTime(withdrawnAt + HOUR_MS),
    );
    await runJobs(app);
    expect(deleteContent).not.toHaveBeenCalled();
    clock.advance(10 * SECOND_MS);
    await runJobs(app);
    await runJobs(app);
    const number = (await app.services.accounts.get(account.id))?.number;
    expect(deleteContent.mock.calls).toEqual([[number]]);
    expect((await account.call('DELETE', PLAINTEXT)).json().contentDeletedBy).toBe(isoTime(clock.now()));
  });

  it('200: the job is retried while the records store is unavailable', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    deleteContent.mockRejectedValue(unavailable('records_unavailable', 'Away.'));
    await account.call('DELETE', PLAINTEXT);
    for (let tries = 0; tries < 8; tries += 1) {
      clock.advance(10 * MINUTE_MS);
      await runJobs(app);
    }
    expect(deleteContent).toHaveBeenCalledTimes(8);
    deleteContent.mockResolvedValue(undefined);
    clock.advance(10 * MINUTE_MS);
    await runJobs(app);
    clock.advance(10 * MINUTE_MS);
    await runJobs(app);
    expect(deleteContent).toHaveBeenCalledTimes(9);
  });

  it('200: granted again before the job runs, old content is deleted first and new content is kept', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    await account.call('DELETE', PLAINTEXT);
    const granted = await account.call('PUT', PLAINTEXT);
    expect([granted.statusCode, granted.json().plaintextStorage]).toEqual([200, true]);
    expect(deleteContent).toHaveBeenCalledTimes(1);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(deleteContent).toHaveBeenCalledTimes(1);
    await account.call('DELETE', PLAINTEXT);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(deleteContent).toHaveBeenCalledTimes(2);
  });

  it('503: granted again while the records store is unavailable, nothing changes and the deletion still runs', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    await account.call('DELETE', PLAINTEXT);
    deleteContent.mockRejectedValueOnce(unavailable('records_unavailable', 'Away.'));
    const reply = await account.call('PUT', PLAINTEXT);
    expect([reply.statusCode, reply.json().reason]).toEqual([503, 'records_unavailable']);
    expect((await app.services.accounts.get(account.id))?.consents.plaintextStorage).toBe(false);
    clock.advance(MINUTE_MS);
    await runJobs(app);
    expect(deleteContent).toHaveBeenCalledTimes(2);
  });

  it('200, 503: of many concurrent grants, one deletes, and nothing is deleted after its answer', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    await account.call('DELETE', PLAINTEXT);
    // The later a deletion starts, the longer it takes, so it would delete everything that is stored
    // meanwhile.
    const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
    let begun = 0;
    deleteContent.mockImplementation(async () => ends[begun++]?.promise);
    const replies = [0, 1, 2, 3].map(() => account.call('PUT', PLAINTEXT));
    await eventually(() => expect(deleteContent).toHaveBeenCalled());
    ends[0]?.resolve();
    const first = await Promise.any(
      replies.map(async (reply) => (await reply).statusCode === 200 || Promise.reject(new Error('refused'))),
    );
    expect([first, begun]).toEqual([true, 1]);
    for (const end of ends) end.resolve();
    const codes = (await Promise.all(replies)).map((reply) => reply.statusCode);
    expect(codes.filter((code) => code !== 503)).toContain(200);
    expect((await account.call('PUT', PLAINTEXT)).json().plaintextStorage).toBe(true);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(deleteContent).toHaveBeenCalledTimes(1);
  });

  it('200: a process that is killed while it grants leaves the deletion to the job', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    const { contentDeletedBy } = (await account.call('DELETE', PLAINTEXT)).json();
    const { promise: never, reject } = Promise.withResolvers<void>();
    deleteContent.mockReturnValueOnce(never);
    const killed = account.call('PUT', PLAINTEXT);
    await eventually(() => expect(deleteContent).toHaveBeenCalledTimes(1));
    clock.advance(MINUTE_MS);
    await runJobs(app);
    await runJobs(app);
    expect(deleteContent).toHaveBeenCalledTimes(2);
    expect(clock.now()).toBeLessThan(Date.parse(contentDeletedBy));
    reject(unavailable('records_unavailable', 'Away.'));
    expect((await killed).statusCode).toBe(503);
    expect((await app.services.accounts.get(account.id))?.consents.plaintextStorage).toBe(false);
    expect((await account.call('PUT', PLAINTEXT)).statusCode).toBe(200);
    expect(deleteContent).toHaveBeenCalledTimes(2);
  });

  it('503 content_deletion_pending: granted again while the job runs', async () => {
    const { app, clock, deleteContent } = await openWithRecords();
    const account = await app.account({ plan: 'pro' });
    await account.call('PUT', PLAINTEXT);
    await account.call('DELETE', PLAINTEXT);
    const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
    deleteContent.mockReturnValueOnce(slow);
    clock.advance(MINUTE_MS);
    await app.worker.round();
    const during = await account.call('PUT', PLAINTEXT);
    expect([during.statusCode, during.json().reason]).toEqual([503, 'content_deletion_pending']);
    expect(during.headers['retry-after']).toMatch(/^\d+$/);
    finish();
    await app.worker.settled();
    expect((await account.call('PUT', PLAINTEXT)).statusCode).toBe(200);
  });
});
