// The last times of groups after random erasures, against a recomputation from the calls that are left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { seededRandom } from '#lib/seeded-random';
import { callRow, plainCall } from '#test/support/call-rows';
import { emulated, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectAggregate } from '../questions/aggregate.ts';
import type { Axis } from '../questions/axes.ts';
import { applyErasures, stageErasure } from './erase.ts';

interface Sent {
  id: string;
  timestampMs: number;
  provider: string;
  model: string;
  project: number;
}

const AXES = ['provider', 'model', 'day', 'hour'] as const satisfies readonly Axis[];
const CALLS = emulated ? 60 : 240;
const ROUNDS = emulated ? 2 : 6;
const SEEDS = [1, 2];
const start = Math.floor(Date.now() / (60 * MINUTE_MS)) * 60 * MINUTE_MS - 50 * 60 * MINUTE_MS;
const SPAN_MS = 2 * 24 * 60 * MINUTE_MS;
const scopeOf = (account: number) => ({ account, project: null, sinceMs: 0 });

const keyOf = (axis: Axis, { provider, model, timestampMs }: Sent): string => {
  const time = new Date(timestampMs).toISOString();
  const keys: Partial<Record<Axis, string>> = { provider, model, day: time.slice(0, 10) };
  return keys[axis] ?? `${time.slice(0, 13)}:00Z`;
};

describe.each(await testEngines())('last times on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  async function answer(account: number, axis: Axis): Promise<Record<string, [number, number]>> {
    const window = { startMs: start, endMs: start + SPAN_MS + 60 * MINUTE_MS };
    const asked = selectAggregate(window, { axis, metric: 'count', offsetMinutes: 0 });
    const { groups } = await asked.run(engine, scopeOf(account));
    return Object.fromEntries(groups.map(({ key, count, lastSeenMs }) => [key, [count, lastSeenMs]]));
  }

  function expected(left: readonly Sent[], axis: Axis): Record<string, [number, number]> {
    const groups: Record<string, [number, number]> = {};
    for (const call of left) {
      const group = (groups[keyOf(axis, call)] ??= [0, 0]);
      group[0] += 1;
      group[1] = Math.max(group[1], call.timestampMs);
    }
    return groups;
  }

  it.each(SEEDS)(
    'are those of the calls that are left, whatever was erased (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const next = seededRandom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
      const account = newAccount();
      let left: Sent[] = Array.from({ length: CALLS }, (_, at) => ({
        id: `c${at}`,
        // Often the same quarter of an hour, and sometimes the same millisecond.
        timestampMs: start + Math.floor(next() * 40) * 3 * MINUTE_MS * 16 + Math.floor(next() * 50) * 1_000,
        provider: pick(['openai', 'anthropic']),
        model: pick(['gpt-4o', 'claude', 'other']),
        project: pick([1, 2]),
      }));
      for (let at = 0; at < left.length; at += 17) {
        await engine.insert(
          'calls',
          left
            .slice(at, at + 17)
            .map(({ project, id, timestampMs, provider, model }) =>
              callRow({ account, project }, { ...plainCall(id, timestampMs), provider, model, costUsd: 1 }),
            ),
        );
      }
      for (let round = 1; round <= ROUNDS; round += 1) {
        // The newest of a group is erased most often: one alone, several, or a whole group.
        const group = pick(left).model;
        const newest = left
          .filter(({ model }) => model === group)
          .toSorted((one, other) => other.timestampMs - one.timestampMs)
          .slice(0, pick([1, 1, 3, 20]));
        const others = left.filter(() => next() < 0.05);
        const gone =
          round === ROUNDS
            ? left.filter(({ model }) => model === group)
            : [...new Set([...newest, ...others])];
        await stageErasure(seed * 100 + round, gone).run(engine, account);
        await applyErasures().run(engine, account);
        const ids = new Set(gone.map(({ id }) => id));
        left = left.filter(({ id }) => !ids.has(id));
        if (round % 2 === 0) await engine.command('OPTIMIZE TABLE agg_15m FINAL');
        for (const axis of AXES)
          expect([round, axis, await answer(account, axis)]).toEqual([round, axis, expected(left, axis)]);
      }
    },
  );
});
