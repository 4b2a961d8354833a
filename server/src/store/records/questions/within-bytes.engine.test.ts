// As many rows as fit, on the real engine: the first ones in the order of the question, and at least one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectCalls } from './calls.ts';
import type { Scope } from './scope.ts';
import { selectTrace } from './trace.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 86_400_000 };
const NOTE = 100_000;
const CALLS = 12;

describe.each(await testEngines())('rows within a bound: $name', ({ config }) => {
  let engine: RecordsEngine;
  let statements = 0;
  let asking: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    asking = {
      ...engine,
      query: (sql, params, asker) => {
        statements += 1;
        return engine.query(sql, params, asker);
      },
    };
    await migrateRecords(engine);
    const at = Array.from({ length: CALLS }, (_, place) => place);
    const note = 'é'.repeat(NOTE / 2);
    await engine.insert(
      'calls',
      at.map((place) =>
        callRow(
          { account },
          plainCall(`c${String(place).padStart(2, '0')}`, now - 1_000 + place, {
            traceId: 'wide',
            latencyMs: 100 - place,
            requestMeta: { note },
          }),
        ),
      ),
    );
    await engine.insert(
      'observations',
      at.map((place) =>
        observationRow(
          { account },
          { ...plainObservation('wide', `o${place}`, now - 1_000 + place), attributes: { note } },
        ),
      ),
    );
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });

  const listed = async (maxBytes: number | undefined, by: 'timestamp' | 'latency_ms', limit = 50) => {
    statements = 0;
    const page = { order: { by, descending: false }, after: null, limit, ...(maxBytes ? { maxBytes } : {}) };
    return (await selectCalls({}, page).run(asking, scope)).map(({ call }) => call.id);
  };

  it('lists rows up to the one that reaches the bound, and none after it', async () => {
    const all = await listed(undefined, 'timestamp');
    expect([all.length, statements]).toEqual([CALLS, 1]);
    expect(await listed(10 * NOTE * CALLS, 'timestamp')).toEqual(all);
    expect(statements).toBe(1);
    expect(await listed(3.5 * NOTE, 'timestamp')).toEqual(all.slice(0, 4));
    expect(statements).toBe(3);
    expect(await listed(3.5 * NOTE, 'latency_ms')).toEqual(all.toReversed().slice(0, 4));
    expect(await listed(1, 'timestamp')).toEqual(all.slice(0, 1));
    expect(await listed(3.5 * NOTE, 'timestamp', 2)).toEqual(all.slice(0, 2));
  });

  it('bounds the calls and the observations of a trace', async () => {
    const trace = await selectTrace('wide', 500, { calls: 2.5 * NOTE, observations: 4.5 * NOTE }).run(
      engine,
      scope,
    );
    expect(trace.calls.map(({ call }) => call.id)).toEqual(['c00', 'c01', 'c02']);
    expect(trace.observations.map(({ observation }) => observation.spanId)).toEqual([
      'o0',
      'o1',
      'o2',
      'o3',
      'o4',
    ]);
    const whole = await selectTrace('wide', 500).run(engine, scope);
    expect([whole.calls.length, whole.observations.length]).toEqual([CALLS, CALLS]);
  });
});
