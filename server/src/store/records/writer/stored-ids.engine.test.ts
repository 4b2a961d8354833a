import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { KnownIds } from './dedup/known-ids.ts';
import { countStoredIds, learnStoredIds } from './stored-ids.ts';

const now = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
// More than one block of the engine.
const COUNT = 70_000;

const embedded = (await testEngines()).filter(({ config }) => config.kind === 'embedded');

describe.each(embedded)('ids that the $name engine has', ({ config }) => {
  let engine: RecordsEngine;
  const [one, two] = [newAccount(), newAccount()];
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
    await engine.insert(
      'calls',
      Array.from({ length: COUNT }, (_none, at) => ({
        account: at % 2 === 0 ? one : two,
        project: 1,
        id: `call-${at}`,
        timestamp: iso(now - at),
        received_at: iso(now),
        expires_at: iso(now + 3_600_000),
      })),
    );
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database}`);
    await engine.close();
  });

  it('are learned, each for its account', async () => {
    const ids = new KnownIds(await countStoredIds(engine), false);
    expect(ids.statusOf(one, 'call-0').kind).toBe('unknown');
    await learnStoredIds(engine, ids, new AbortController().signal);
    expect(ids.complete).toBe(true);
    expect(ids.size).toBe(COUNT);
    for (let at = 0; at < COUNT; at += 501) {
      const [owner, other] = at % 2 === 0 ? [one, two] : [two, one];
      // Known ids have to be looked up; others are certainly new.
      expect(ids.statusOf(owner, `call-${at}`).kind).toBe('unknown');
      expect(ids.statusOf(other, `call-${at}`).kind).toBe('fresh');
    }
  });

  it('are not all learned when the start is aborted', async () => {
    const ids = new KnownIds(COUNT, false);
    await expect(learnStoredIds(engine, ids, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(ids.complete).toBe(false);
  });
});
