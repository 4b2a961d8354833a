// Floods of changes. Each change takes a lock, a sync to disk and an entry in the audit log, which is kept
// for ever.
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { openTestApp, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { ReviewableCalls } from '#test/support/reviewable-calls';

const statuses = async (times: number, send: (n: number) => Promise<{ statusCode: number }>) => {
  const counts: Record<number, number> = {};
  for (let n = 0; n < times; n += 1) {
    const { statusCode } = await send(n);
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
};

describe('changes', () => {
  it('429: the 301st change of a key in a minute; other keys, reads and records are not affected', async () => {
    const clock = new FakeClock();
    const app = await openTestApp({ clock });
    const account = await app.account();
    const rename = (from = account as Pick<typeof account, 'call'>) =>
      from.call('DELETE', '/v1/saved-views/99');
    expect(await statuses(301, () => rename())).toEqual({ 404: 300, 429: 1 });
    const refused = await rename();
    expect([refused.json().reason, refused.headers['retry-after']]).toEqual([
      'rate_limited',
      expect.any(String),
    ]);
    expect((await rename(await account.key(null))).statusCode).toBe(404);
    expect((await rename(await app.account())).statusCode).toBe(404);
    expect((await account.call('GET', '/v1/projects')).statusCode).toBe(200);
    expect((await account.call('POST', '/v1/gate/check', { tool: 'search' })).statusCode).toBe(200);
    expect((await account.call('POST', '/v1/ingest', [])).statusCode).not.toBe(429);
    clock.advance(MINUTE_MS);
    expect((await rename()).statusCode).toBe(404);
  });

  it('429: many keys of one account share 1,200 a minute', async () => {
    const app = await openTestApp({ clock: new FakeClock() });
    const account = await app.account();
    const counts: Record<number, number> = {};
    for (let key = 0; key < 5; key += 1) {
      const caller = await account.key(null);
      const seen = await statuses(250, () => caller.call('DELETE', '/v1/saved-views/99'));
      for (const [status, times] of Object.entries(seen))
        counts[Number(status)] = (counts[Number(status)] ?? 0) + times;
    }
    expect(counts).toEqual({ 404: 1_200, 429: 50 });
  });
});

/** Inserted as rows, because that many requests would take minutes. */
async function addAnnotations(
  app: TestApp,
  accountId: string,
  count: number,
  callId?: string,
): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => ({
      account_id: accountId,
      project_number: 1,
      call_id: callId ?? `old-${from + n}`,
      call_timestamp: 1,
      of_eval_run: 0 as const,
      annotation_text: null,
      label: 'x',
      quality_score: null,
      author_type: 'key' as const,
      author_id: 'key_x',
      created_at: 1,
      updated_at: 1,
    }));
    await app.services.metadata.transaction((db) => db.insertInto('annotations').values(rows).execute());
  }
}

describe('annotations', () => {
  const calls = new ReviewableCalls();

  async function opened() {
    const clock = new FakeClock();
    const app = await openTestApp({ records: calls.records, clock });
    const made = async (plan: 'free' | 'team') => {
      const account = await app.account({ plan });
      const number = (await app.services.accounts.get(account.id))?.number ?? 0;
      for (const id of ['one', 'two']) calls.add(number, id, clock.now() - 1_000);
      const annotate = (callId: string) => account.call('POST', '/v1/annotations', { callId, label: 'x' });
      return { id: account.id, annotate };
    };
    return { app, made };
  }

  it('409: the 501st of one call, also with concurrent requests', async () => {
    const { app, made } = await opened();
    const { id, annotate } = await made('team');
    await addAnnotations(app, id, 498, 'one');
    const replies = await Promise.all(Array.from({ length: 5 }, () => annotate('one')));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409]);
    expect((await annotate('one')).json().reason).toBe('too_many_annotations');
    expect((await annotate('two')).statusCode).toBe(201);
  });

  it('409: over the limit of the Free plan', async () => {
    const { app, made } = await opened();
    const outcomes: number[][] = [];
    for (const plan of ['free', 'team'] as const) {
      const { id, annotate } = await made(plan);
      await addAnnotations(app, id, 49_999);
      outcomes.push([(await annotate('one')).statusCode, (await annotate('one')).statusCode]);
    }
    expect(outcomes).toEqual([
      [201, 409],
      [201, 201],
    ]);
  });
});
