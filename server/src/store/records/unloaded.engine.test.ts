// Answers that are read from the tables and from the log at the same time, while loads begin at any moment:
// whatever was acknowledged before a question is in its answer, once.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/clock';
import { incomingCall, incomingObservation } from '#test/support/incoming';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from './engine/engine.ts';
import { migrateRecords } from './migrations/migrate.ts';
import type { CallRecord, ObservationRecord } from './record.ts';
import type { RecordsStore } from './store.ts';
import { createRecordsStore } from './create-records-store.ts';
import { openEmbeddedWriter } from './writer/open-embedded.ts';
import type { Incoming, RecordWriter } from './writer/writer.ts';
import {
  selectAggregate,
  selectCall,
  selectCalls,
  selectDistribution,
  selectPercentiles,
  selectSealedContent,
  selectTrace,
  selectTraceList,
} from './index.ts';
import { encodeRecords } from './writer/rows/encode-records.ts';

const HOUR = 3_600_000;
const engines = await testEngines();
/** The log is the same on both engines; only a table is read in another way. */
const roundsOn = (kind: string): number =>
  process.env['TEST_ALL'] === '1' ? 24 : kind === 'embedded' ? 7 : 4;
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe.each(engines)('reading beside loads on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  let writer: RecordWriter;
  let store: RecordsStore;
  /** Number of questions that read unloaded rows. */
  let besides = 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-unloaded-'));
  beforeAll(async () => {
    const opened = await openEngine(config, testOptions());
    await migrateRecords(opened);
    engine = {
      ...opened,
      query: (sql, params, asker) => {
        if (sql.includes('RowBinary')) besides += 1;
        return opened.query(sql, params, asker);
      },
    };
    const options = { clock: systemClock, onProblem: () => undefined };
    writer = await openEmbeddedWriter(engine, { folder: path.join(folder, 'log'), ...options });
    store = createRecordsStore(engine, writer);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const made = (account: number, at: number, nowMs: number): Incoming & { kind: 'call' } => {
    const incoming = incomingCall(account, `call-${at}-${randomInt(1_000)}`, {
      timestampMs: nowMs - randomInt(3 * HOUR),
      ...(randomInt(2) === 0 ? {} : { sealed: randomBytes(randomInt(1, 40)) }),
    });
    if (incoming.kind !== 'call') throw new Error('Not a call.');
    Object.assign(incoming.row.call, {
      model: pick(['small', 'large']),
      totalTokens: randomInt(1_000),
      latencyMs: randomInt(5_000),
      error: pick([null, null, 'timeout', 'it\'s "odd"\n']),
      tags: pick<CallRecord['tags']>([{}, { env: 'prod' }, { env: 'dev', 日本: '🚀' }]),
      traceId: pick([null, `trace-${randomInt(5)}`]),
      sessionId: pick([null, `session-${randomInt(5)}`]),
    });
    return incoming;
  };

  it('each answer has everything that was acknowledged before its question, once', async () => {
    const account = newAccount();
    const scope = { account, project: null, sinceMs: 0 };
    const nowMs = Date.now();
    const window = { startMs: nowMs - 4 * HOUR, endMs: nowMs + 1 };
    const all: CallRecord[] = [];
    const steps: ObservationRecord[] = [];
    const contents = new Map<string, string>();
    const rounds = roundsOn(config.kind);
    for (let round = 0; round < rounds; round += 1) {
      const records = Array.from({ length: randomInt(1, 40) }, (_, at) =>
        made(account, round * 100 + at, nowMs),
      );
      const others = Array.from({ length: randomInt(3) }, (_, at) => {
        const step = incomingObservation(account, `trace-${randomInt(7)}`, `step-${round}-${at}`);
        if (step.kind !== 'observation') throw new Error('Not an observation.');
        const { observation } = step.row;
        observation.timestampMs = nowMs - randomInt(3 * HOUR);
        observation.error = pick([null, 'broken']);
        return step;
      });
      await writer.write({ account, quota: 1e6, encoded: encodeRecords([...records, ...others]) });
      all.push(...records.map(({ row }) => row.call));
      steps.push(...others.map(({ row }) => row.observation));
      for (const { id, content } of records)
        if (content) contents.set(id, Buffer.from(content.sealed).toString('hex'));
      // In some rounds another caller has the log loaded meanwhile.
      const loading =
        randomInt(2) === 0 ? Promise.resolve() : delay(randomInt(60)).then(() => writer.settleAll());
      const tag = pick(['prod', 'dev', 'none']);
      const trace = `trace-${randomInt(6)}`;
      const newest = { order: { by: 'timestamp', descending: true }, after: null, limit: 20 } as const;
      const slowest = { order: { by: 'latency_ms', descending: true }, after: null, limit: 20 } as const;
      const list = await store.ask(scope, selectCalls({}, newest));
      const models = await store.ask(scope, selectAggregate(window, { axis: 'model', metric: 'tokens' }));
      const [tagged, errors] = await Promise.all([
        store.ask(scope, selectCalls({ tags: { env: tag } }, newest)),
        store.ask(scope, selectAggregate(window, { axis: 'error', metric: 'count' })),
      ]);
      const slow = await store.ask(scope, selectCalls({}, slowest));
      const hours = await store.ask(scope, selectAggregate(window, { axis: 'hour', metric: 'latency' }));
      const ranks = await store.ask(scope, selectPercentiles(window, { metric: 'latency', axis: null }));
      const shape = { metric: 'latency', buckets: 5, scale: 'linear' } as const;
      const buckets = await store.ask(scope, selectDistribution(window, shape));
      const { traces } = await store.ask(scope, selectTraceList({ calls: {} }, { after: null, limit: 20 }));
      const failing = await store.ask(
        scope,
        selectTraceList({ calls: {}, hasError: true }, { after: null, limit: 20 }),
      );
      const some = all.filter(() => randomInt(3) === 0);
      const opened = await store.ask(scope, selectSealedContent(some, 1_000_000));
      // These wait for the load if they are about records that are not loaded.
      const traced = await store.ask(scope, selectTrace(trace, 500));
      const one = await store.ask(scope, selectCall(all.at(-1)?.id ?? ''));
      await loading;
      const inOrder = (calls: readonly CallRecord[], value: (call: CallRecord) => number) =>
        calls
          .toSorted(
            (left, right) =>
              value(right) - value(left) ||
              right.timestampMs - left.timestampMs ||
              (left.id < right.id ? 1 : -1),
          )
          .slice(0, 20);
      const ids = (calls: readonly CallRecord[]) => calls.map(({ id }) => id);
      const found = (calls: readonly { call: CallRecord }[]) => ids(calls.map(({ call }) => call));
      expect(found(list)).toEqual(ids(inOrder(all, () => 0)));
      expect(list[0]?.call).toMatchObject({ tags: inOrder(all, () => 0)[0]?.tags });
      const ofTag = all.filter(({ tags }) => tags['env'] === tag);
      expect(found(tagged)).toEqual(ids(inOrder(ofTag, () => 0)));
      expect(found(slow)).toEqual(ids(inOrder(all, ({ latencyMs }) => latencyMs)));
      expect(models.total).toEqual({ value: sumOf(all.map((call) => call.totalTokens)), count: all.length });
      const failed = all.filter(({ error }) => error !== null);
      expect(sumOf(errors.groups.map(({ count }) => count))).toBe(failed.length);
      expect(sumOf(hours.groups.map(({ count }) => count))).toBe(all.length);
      const latencies = all.map(({ latencyMs }) => latencyMs);
      expect(ranks).toMatchObject({ count: all.length, max: Math.max(...latencies) });
      expect(sumOf(buckets.map(({ count }) => count))).toBe(all.length);
      expect(found(traced.calls).toSorted()).toEqual(
        ids(all.filter(({ traceId }) => traceId === trace)).toSorted(),
      );
      expect(one?.call.id).toBe(all.at(-1)?.id);
      expect(Object.fromEntries([...opened].map(([id, { sealed }]) => [id, sealed.toString('hex')]))).toEqual(
        Object.fromEntries(some.flatMap(({ id }) => (contents.has(id) ? [[id, contents.get(id)]] : []))),
      );
      const spans = Map.groupBy([...all, ...steps], (span) => span.traceId ?? '');
      spans.delete('');
      const expected = [...spans]
        .map(([traceId, some]) => ({
          traceId,
          spans: some.length,
          errors: some.filter(({ error }) => error !== null).length,
          newestMs: Math.max(...some.map(({ timestampMs }) => timestampMs)),
        }))
        .toSorted((left, right) => right.newestMs - left.newestMs);
      const figures = (list: typeof traces) =>
        list.map(({ traceId, spans: count, errors: failures }) => ({
          traceId,
          spans: count,
          errors: failures,
        }));
      const known = expected.map(({ newestMs: _at, ...rest }) => rest);
      expect(figures(traces)).toEqual(known);
      expect(figures(failing.traces)).toEqual(known.filter(({ errors: failures }) => failures > 0));
    }
    // Questions that are overtaken by loads wait for them, so on a busy machine there are fewer.
    expect(besides).toBeGreaterThan(3);
  });
});
