// The gate with the real records: what was sent before there was a budget, and what a process had not written, is found there.
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { openApp } from '#app';
import { openTestApp } from '#test/app';
import { ask, recordsAsked, setBudget } from '#test/gate-app';
import { freshFolder } from '#test/metadata';
import { leftToSqlite } from '#test/records-engine';
import { sampleRecord, sendRecords } from '#test/sample-records';

const SLOW_MS = 240_000;

describe.skipIf(leftToSqlite(inject('engine')))('spend from the records', () => {
  it('ingest, budget, ingest, restart', { timeout: SLOW_MS }, async () => {
    const app = await openTestApp();
    const account = await app.account();
    const project = (await account.call('POST', '/v1/projects', { name: 'Other' })).json().id;
    const bound = await account.key(null, { projectId: project });
    const prod = { tags: { env: 'prod' } };
    await sendRecords(account, [
      sampleRecord({ costUsd: 1, model: 'gpt-4o', ...prod }),
      sampleRecord({ costUsd: 2, model: 'o3', ...prod }),
      sampleRecord({ costUsd: 4, model: 'gpt-4o' }),
      sampleRecord({ costUsd: 1_000, tags: { 'tracewell.eval_run': '3' } }),
      sampleRecord({ costUsd: 1_000, timestamp: new Date(Date.now() - 33 * 86_400_000).toISOString() }),
    ]);
    await sendRecords(bound, [sampleRecord({ costUsd: 8, model: 'GPT-4O-mini', ...prod })]);
    // Together: one question is about as many as there are.
    await Promise.all([
      setBudget(account, { name: 'a' }),
      setBudget(account, { name: 'b', scope: { model: 'gpt-4*', tags: { env: 'prod' } } }),
      setBudget(account, { name: 'c', scope: { provider: 'openai', projectId: project } }),
    ]);
    const spent = async () => {
      await recordsAsked(app, account.id);
      return Object.fromEntries(
        (await account.call('GET', '/v1/gate/budgets'))
          .json()
          .budgets.map(({ name, spentUsd }: { name: string; spentUsd: number }) => [name, spentUsd]),
      );
    };
    expect(await spent()).toEqual({ a: 15, b: 9, c: 8 });
    await sendRecords(bound, [sampleRecord({ costUsd: 0.5, model: 'gpt-4.1', ...prod })]);
    expect(await spent()).toEqual({ a: 15.5, b: 9.5, c: 8.5 });
    // As after a kill: another process begins, and what this one has not written it finds in the records.
    const config = { ...app.config, dataDir: freshFolder() };
    const other = await openApp(config, pino({ level: 'silent' }), { records: app.services.records });
    onTestFinished(() => other.stop());
    await other.http.ready();
    const there = {
      call: (method: string, url: string, body?: unknown) =>
        other.http.inject({
          method: method as 'POST',
          url,
          headers: { host: 'localhost', authorization: `Bearer ${account.apiKey}` },
          ...(body === undefined ? {} : { payload: body as object }),
        }),
    };
    await ask(there);
    await recordsAsked(other, account.id);
    const about = { provider: 'openai', model: 'gpt-4o', tags: { env: 'prod' } };
    const seen = (await ask(there, about)).budgets.map(({ name, spentUsd }) => [name, spentUsd]);
    expect(Object.fromEntries(seen)).toEqual({ a: 15.5, b: 9.5 });
  });
});
