// Traces and sessions that have ended, from the real tables: by the arrival of their newest span, call or not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { selectEndedRuns, type EndedRun, type Scope } from '#records';
import { openEngine, type RecordsEngine } from '../../../store/records/engine/engine.ts';
import { migrateRecords } from '../../../store/records/migrations/migrate.ts';
import { batching } from '#test/support/batching-engine';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { selectCallsOfRuns, selectRunSizes } from './runs.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const sinceMs = now - HOUR_MS;
const untilMs = now - 3 * MINUTE_MS;

interface Extra {
  evalRun?: number;
  project?: number;
  timestampMs?: number;
  model?: string;
}
const came = (receivedMs: number) => ({ received_at: new Date(receivedMs).toISOString() });
const call = (run: string, id: string, receivedMs: number, extra: Extra = {}) => {
  const { timestampMs = receivedMs, model = 'gpt-5', ...belonging } = extra;
  const record = plainCall(id, timestampMs, { traceId: run, sessionId: `session ${run}`, model });
  return { ...callRow({ account, ...belonging }, record), ...came(receivedMs) };
};
const span = (run: string, id: string, receivedMs: number) => {
  const record = { ...plainObservation(run, id, receivedMs), sessionId: `session ${run}` };
  return { ...observationRow({ account }, record), ...came(receivedMs) };
};

describe.each(await testEngines())('ended runs on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;

  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    await engine.insert('calls', [
      call('before', 'b1', sinceMs - 1),
      call("ended o'", 'e1', sinceMs - HOUR_MS),
      call("ended o'", 'e2', untilMs - MINUTE_MS, { model: 'claude' }),
      call('late', 'l1', untilMs, { timestampMs: now - 20 * HOUR_MS }),
      call('goes on', 'g1', sinceMs + 1),
      call('tools go on', 't1', sinceMs + 1),
      call('tools last', 'k1', sinceMs - HOUR_MS),
      call('of a run', 'r1', untilMs, { evalRun: 3 }),
      call('elsewhere', 'p1', untilMs, { project: 2 }),
      call('goes on', 'g2', now),
      { ...call('foreign', 'f1', untilMs), account: newAccount() },
      { ...call('none', 'n1', untilMs), trace_id: '', session_id: '' },
    ]);
    await engine.insert('observations', [
      span('tools go on', 't2', now),
      span('tools last', 'k2', untilMs - 1),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  const ended: EndedRun[] = [
    { id: "ended o'", receivedMs: untilMs - MINUTE_MS },
    { id: 'tools last', receivedMs: untilMs - 1 },
    { id: 'elsewhere', receivedMs: untilMs },
    { id: 'late', receivedMs: untilMs },
  ];
  const ofSessions = (runs: readonly EndedRun[]) =>
    runs.map(({ id, receivedMs }) => ({ id: `session ${id}`, receivedMs }));

  it('are those whose newest span arrived in time, page by page', async () => {
    const ask = (kind: 'runs' | 'sessions', limit: number, after: EndedRun | null = null, of = scope) =>
      selectEndedRuns(kind, { sinceMs, untilMs, after, limit }).run(asking, of);
    const pages = await Promise.all([
      ask('runs', 10),
      ask('runs', 2),
      ask('runs', 2, ended[1]),
      ask('runs', 10, ended[3]),
      ask('sessions', 10),
      ask('runs', 10, null, { ...scope, project: 2 }),
      ask('runs', 10, null, { ...scope, account: account + 1_000_000 }),
    ]);
    expect(pages).toEqual([ended, ended.slice(0, 2), ended.slice(2), [], ofSessions(ended), [ended[2]], []]);
  });

  it('stand by their newest call that matches', async () => {
    const ask = async (filter: object, runs = ended, kind: 'trace' | 'session' = 'trace') =>
      Object.fromEntries(await selectCallsOfRuns(kind, filter, runs).run(asking, scope));
    const [e1, e2] = [
      { id: 'e1', timestampMs: sinceMs - HOUR_MS },
      { id: 'e2', timestampMs: untilMs - MINUTE_MS },
    ];
    expect(await ask({ model: 'gpt' })).toMatchObject({ "ended o'": e1, late: { id: 'l1' } });
    expect(await ask({ model: 'claude' })).toEqual({ "ended o'": e2 });
    expect(await ask({}, ofSessions(ended.slice(0, 1)), 'session')).toEqual({ "session ended o'": e2 });
    expect(await ask({}, [{ id: 'of a run', receivedMs: untilMs }])).toEqual({});
  });

  it('are counted with their sizes', async () => {
    const ask = (filter: object, limit: number) =>
      selectRunSizes('trace', { startMs: now - DAY_MS, ...filter }, limit).run(asking, {
        ...scope,
        project: 1,
      });
    expect(await ask({ model: 'claude' }, 10)).toMatchObject({
      runs: 1,
      firstMs: untilMs - MINUTE_MS,
      newest: [{ hasContent: false, totalTokens: expect.any(Number) }],
    });
    const { runs, newest } = await ask({}, 2);
    expect([runs, newest.length]).toEqual([6, 2]);
    expect(await ask({ model: 'none such' }, 2)).toEqual({ runs: 0, firstMs: null, newest: [] });
  });
});
