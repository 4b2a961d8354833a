// Calls for scans, from the real tables: newest first, page by page, with their projects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../../store/records/engine/engine.ts';
import { migrateRecords } from '../../../store/records/migrations/migrate.ts';
import { selectNewestCalls, selectScannableCalls, type ScannableCall } from './records.ts';
import type { Scope } from '#records';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };

const at = (id: string, timestampMs: number, project = 1, hasContent = true): ScannableCall => ({
  id,
  timestampMs,
  project,
  hasContent,
});

// Two have the same time, so that the id decides where a page continues.
const newest = [
  at("o'dd 日本", now - 1),
  at('b', now - HOUR_MS, 2),
  at('a', now - HOUR_MS, 1, false),
  at('old', now - 20 * DAY_MS),
];

describe.each(await testEngines())('scans on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;

  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    await engine.insert('calls', [
      ...newest.map(({ id, timestampMs, project, hasContent }) => ({
        ...callRow({ account, project }, plainCall(id, timestampMs)),
        has_content: hasContent,
      })),
      callRow({ account, evalRun: 7 }, plainCall('run', now - 2)),
      callRow({ account }, plainCall('expired', scope.sinceMs)),
      callRow({ account: newAccount() }, plainCall('foreign', now - 3)),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('pages, places and projects', async () => {
    const places = [...newest, at('run', now - 2), at('expired', scope.sinceMs), at('b', now), at('x', now)];
    const answers = await Promise.all([
      selectNewestCalls({ after: null, limit: 10 }).run(asking, scope),
      selectNewestCalls({ after: null, limit: 2 }).run(asking, scope),
      selectNewestCalls({ after: newest[1] ?? null, limit: 2 }).run(asking, scope),
      selectNewestCalls({ after: newest[3] ?? null, limit: 2 }).run(asking, scope),
      selectNewestCalls({ after: null, limit: 10 }).run(asking, { ...scope, project: 2 }),
      selectScannableCalls(places).run(asking, scope),
      selectScannableCalls(places).run(asking, { ...scope, project: 2 }),
    ]);
    expect(answers.slice(0, 5)).toEqual([
      newest,
      newest.slice(0, 2),
      newest.slice(2),
      [],
      newest.slice(1, 2),
    ]);
    expect(answers[5]).toEqual(new Map(newest.map((call) => [call.id, call])));
    expect(answers[6]).toEqual(new Map([['b', newest[1]]]));
    expect(await selectScannableCalls([]).run(asking, scope)).toEqual(new Map());
  });
});
