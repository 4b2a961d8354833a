// The gate with the real records: it finds spend there from before a budget existed, and spend that a process
// had not written.
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { openApp } from '#app';
import { openTestApp, type Caller } from '#test/support/app';
import { ask, recordsAsked, setBudget } from '#test/support/gate-app';
import { storeOfRun } from '#test/support/records-of-a-run';
import { freshFolder } from '#test/support/metadata';
import { leftToSqlite } from '#test/support/records-engine';
import { sampleRecord, sendRecords } from '#test/support/sample-records';
import { exportOf, inference } from '#test/support/sample-spans';

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
      sampleRecord({ costUsd: 1_000, timestamp: new Date(Date.now() - 33 * 86_400_000).toISOString() }),
    ]);
    const ofRun = sampleRecord({ costUsd: 1_000, tags: { 'tracewell.eval_run': '3' } });
    await storeOfRun(app, account.id, [ofRun]);
    await sendRecords(bound, [sampleRecord({ costUsd: 8, model: 'GPT-4O-mini', ...prod })]);
    // Concurrently, so that one query covers all three budgets.
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
    // As after a kill: another process starts, and finds spend that this one has not written in the records.
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

  it(
    'new prices applied to past calls: the next check uses them, here and in another process',
    { timeout: SLOW_MS },
    async () => {
      const app = await openTestApp();
      const account = await app.account();
      const other = await openApp({ ...app.config, dataDir: freshFolder() }, pino({ level: 'silent' }), {
        records: app.services.records,
      });
      onTestFinished(() => other.stop());
      await other.http.ready();
      await other.services.feed.look();
      const there: Caller = {
        call: (method, url, body) =>
          other.http.inject({
            method: method as 'POST',
            url,
            headers: { host: 'localhost', authorization: `Bearer ${account.apiKey}` },
            payload: body as object,
          }),
      };
      const price = (inputPerMTok: number) =>
        account.call('PUT', '/v1/account/model-prices', {
          prices: [{ model: 'in-house', inputPerMTok, outputPerMTok: 0 }],
        });
      await price(25);
      const usage = { 'gen_ai.usage.input_tokens': 1_000_000, 'gen_ai.request.model': 'in-house' };
      const sent = await account.call('POST', '/v1/traces', exportOf([inference(usage)]));
      expect(sent.statusCode).toBe(200);
      await setBudget(account, { limitUsd: 50 });
      await other.services.feed.look();
      for (const [process, who] of [
        [app, account],
        [other, there],
      ] as const) {
        await ask(who);
        await recordsAsked(process, account.id);
        expect(await ask(who)).toMatchObject({ decision: 'allow', budgets: [{ spentUsd: 25 }] });
      }

      const window = {
        startTime: new Date(Date.now() - 3_600_000).toISOString(),
        endTime: new Date().toISOString(),
      };
      const reprice = async (dryRun: boolean) =>
        (await account.call('POST', '/v1/account/model-prices/reprice', { ...window, dryRun })).json();
      await price(250);
      expect(await reprice(true)).toMatchObject({ beforeUsd: 25, afterUsd: 250 });
      expect(await ask(account)).toMatchObject({ decision: 'allow', budgets: [{ spentUsd: 25 }] });
      expect(await reprice(false)).toMatchObject({
        applied: true,
        beforeUsd: 25,
        afterUsd: 250,
        differenceUsd: 225,
      });
      expect(await ask(account)).toMatchObject({ decision: 'deny', budgets: [{ spentUsd: 250 }] });
      await other.services.feed.look();
      expect(await ask(there)).toMatchObject({ decision: 'deny', budgets: [{ spentUsd: 250 }] });
      // And lowered again.
      await price(10);
      await reprice(false);
      expect(await ask(account)).toMatchObject({ decision: 'allow', budgets: [{ spentUsd: 10 }] });
    },
  );
});
