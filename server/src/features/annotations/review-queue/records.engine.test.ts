// Reads candidates for review from the real tables: in order, page by page, and only calls to review.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../../store/records/engine/engine.ts';
import { migrateRecords } from '../../../store/records/migrations/migrate.ts';
import { selectCallLocation, selectCallsAt, type CallRef, type Scope } from '#records';
import { selectReviewCandidates } from './records.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const window = { startMs: now - 7 * DAY_MS, endMs: now };

const at = (id: string, timestampMs: number): CallRef => ({ id, timestampMs });

// Two calls have the same time, so that the id decides where the next page starts.
const failed = [
  at("o'dd 日本", now - 1),
  at('b', now - HOUR_MS),
  at('a', now - HOUR_MS),
  at('c', now - 2 * DAY_MS),
];
const fine = [at('f2', now - 5), at('f1', window.startMs)];
const left = {
  before: at('before', window.startMs - 1),
  after: at('after', window.endMs),
  expired: at('expired', scope.sinceMs),
  run: at('run', now - 2),
  foreign: at('foreign', now - 3),
};

describe.each(await testEngines())('review on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;

  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    const error = 'timed out';
    await engine.insert('calls', [
      ...failed.map(({ id, timestampMs }) => callRow({ account }, plainCall(id, timestampMs, { error }))),
      ...fine.map(({ id, timestampMs }) => callRow({ account, project: 2 }, plainCall(id, timestampMs))),
      ...[left.before, left.after, left.expired].map(({ id, timestampMs }) =>
        callRow({ account }, plainCall(id, timestampMs, { error })),
      ),
      callRow({ account, evalRun: 7 }, plainCall('run', left.run.timestampMs, { error })),
      callRow({ account: newAccount() }, plainCall('foreign', left.foreign.timestampMs, { error })),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('pages through failed calls and through the others, newest first', async () => {
    const ask = (isFailed: boolean, limit: number, after: CallRef | null = null, where = scope) =>
      selectReviewCandidates({ ...window, failed: isFailed, after, limit }).run(asking, where);
    const pages = await Promise.all([
      ask(true, 10),
      ask(true, 2),
      ask(true, 2, failed[1]),
      ask(true, 2, failed[3]),
      ask(false, 10),
      ask(false, 10, null, { ...scope, project: 1 }),
      ask(true, 10, null, { ...scope, account: account + 1_000_000 }),
    ]);
    expect(pages).toEqual([failed, failed.slice(0, 2), failed.slice(2), [], fine, [], []]);
  });

  it('reads calls by time and id, and only those that can be reviewed', async () => {
    const places = [...failed, ...fine, ...Object.values(left), at('f2', now - HOUR_MS), at('nobody', now)];
    const [all, ofProject] = await Promise.all([
      selectCallsAt(places).run(asking, scope),
      selectCallsAt(places).run(asking, { ...scope, project: 2 }),
    ]);
    expect([...all.keys()].toSorted()).toEqual(
      [...failed, ...fine, left.before, left.after].map(({ id }) => id).toSorted(),
    );
    expect(all.get("o'dd 日本")?.call).toEqual(plainCall("o'dd 日本", now - 1, { error: 'timed out' }));
    expect([...ofProject.keys()].toSorted()).toEqual(['f1', 'f2']);
    expect(await selectCallsAt([]).run(asking, scope)).toEqual(new Map());
  });

  it('locates a call by its id', async () => {
    const located = await Promise.all([
      selectCallLocation("o'dd 日本").run(asking, scope),
      selectCallLocation('f2').run(asking, { ...scope, project: 2 }),
      selectCallLocation('run').run(asking, scope),
      selectCallLocation('expired').run(asking, scope),
      selectCallLocation('f2').run(asking, { ...scope, project: 1 }),
    ]);
    expect(located).toEqual([
      { timestampMs: now - 1, project: 1, ofEvalRun: false },
      { timestampMs: now - 5, project: 2, ofEvalRun: false },
      { timestampMs: now - 2, project: 1, ofEvalRun: true },
      null,
      null,
    ]);
  });
});
