// Someone with a key that may change things, but not send records, uses the import as a second door: to store
// calls past the budgets, or as calls of an evaluation run, which budgets, alerts and lists leave out.
import { describe, expect, inject, it } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import { openTestApp, type Caller, type TestAccount } from '#test/support/app';
import { setBudget } from '#test/support/gate-app';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord } from '#test/support/sample-records';

const row = (id: string, changes: object = {}) => ({
  ...sampleRecord({ id, timestamp: new Date().toISOString(), costUsd: 4, ...changes }),
  priceSource: 'client',
});

const importing = (who: Caller, account: TestAccount, rows: object[]) =>
  who.call('POST', '/v1/data/import', { account: account.id, projects: [], table: 'calls', rows });

const check = async (who: Caller) => {
  const answer = (await who.call('POST', '/v1/gate/check', { estimatedCostUsd: 1 })).json();
  return [answer.decision, answer.budgets[0].spentUsd];
};

describe.skipIf(leftToSqlite(inject('engine')))('POST /v1/data/import', () => {
  it('403: needs both scopes', async () => {
    const account = await (await openTestApp()).account();
    for (const scopes of [['read', 'write'], ['read', 'write:records'], ['read']] as const) {
      const refused = await importing(await account.key([...scopes]), account, [row('x')]);
      expect([refused.statusCode, refused.json().reason]).toEqual([403, 'insufficient_scope']);
    }
    const both = await account.key(['write', 'write:records']);
    expect((await importing(both, account, [row('x')])).json()).toMatchObject({ stored: 1 });
  });

  it('counts the calls of the period at the gate, once, also those that are marked as of a run', async () => {
    const account = await (await openTestApp()).account();
    const key = await account.key(['read', 'write', 'write:records']);
    await setBudget(account, { limitUsd: 10, period: 'day' });
    expect(await check(key)).toEqual(['allow', 0]);
    const tags = { 'tracewell.eval_run': '1', 'tracewell.playground': '1', env: 'prod' };
    const sent = [row('plain'), row('marked', { tags }), row('old', { timestamp: daysAgo(3) })];
    expect((await importing(key, account, sent)).json()).toMatchObject({ stored: 3, rejected: [] });
    expect(await check(key)).toEqual(['allow', 8]);
    expect((await importing(key, account, sent)).json()).toMatchObject({ stored: 0, duplicates: 3 });
    expect(await check(key)).toEqual(['allow', 8]);
    // Partly known: only the new call counts.
    const more = [...sent, row('more')];
    expect((await importing(key, account, more)).json()).toMatchObject({ stored: 1, duplicates: 3 });
    expect(await check(key)).toEqual(['deny', 12]);
    const { records } = (await key.call('POST', '/v1/query/calls', {})).json();
    expect(records.map(({ id }: { id: string }) => id).toSorted()).toEqual([
      'marked',
      'more',
      'old',
      'plain',
    ]);
    expect(JSON.stringify(records)).not.toContain('tracewell.');
    const { sources } = (await key.call('GET', '/v1/ingest/diagnostics')).json();
    const reasons = sources.flatMap((source: { reasons: unknown[] }) => source.reasons);
    expect(reasons).toMatchObject([{ kind: 'dropped', code: 'reserved_tag', count: 6 }]);
  });

  it('makes alerts fire, and is in the audit log', async () => {
    const app = await openTestApp();
    const account = await app.account();
    const alert = {
      name: 'Spend',
      alertType: 'cost_threshold',
      thresholdValue: 5,
      windowMinutes: 60,
      channelKinds: ['email'],
    };
    expect((await account.call('POST', '/v1/alerts', alert)).statusCode).toBe(201);
    const timestamp = new Date(Date.now() - HOUR_MS / 4).toISOString();
    const tags = { 'tracewell.eval_run': '1' };
    await importing(account, account, [row('a', { timestamp, tags }), row('b', { timestamp, tags })]);
    await app.services.jobs.runNow('alerts');
    const { events } = (await account.call('GET', '/v1/alerts/events')).json();
    expect(events).toMatchObject([{ alertName: 'Spend', observedValue: 8 }]);
    const { entries } = (await account.call('GET', '/v1/audit?action=data.import')).json();
    expect(entries).toMatchObject([
      { actorType: 'key', targetType: 'account', metadata: { table: 'calls', rows: 2 } },
    ]);
  });
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * HOUR_MS).toISOString();
