import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { ContentMerges } from './content-merges.ts';

const embedded = (await testEngines()).filter(({ config }) => config.kind === 'embedded');
const MIB = 1024 * 1024;
/** Two of these parts are more than what is merged as it comes. */
const LIMITS = { smallBytes: 4 * MIB, largeBytes: 64 * MIB, waitingBytes: 32 * MIB, waitingParts: 1_000 };
const PART_ROWS = 1_000;
const ROW_BYTES = 3_000;
const TOO_MANY = 40;

describe.each(embedded)('parts of content in the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  const problems: unknown[] = [];
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database}`);
    await engine.close();
  });

  const parts = async (): Promise<number> => {
    const [row] = await engine.query<{ parts: string }>(
      `SELECT count() AS parts FROM system.parts WHERE database = currentDatabase() AND table = 'call_content' AND active`,
    );
    return Number(row?.parts);
  };
  const largest = async (): Promise<string | undefined> => {
    const [row] = await engine.query<{ engine_full: string }>(
      `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'call_content'`,
    );
    return /max_bytes_to_merge_at_max_space_in_pool = (\d+)/.exec(row?.engine_full ?? '')?.[1];
  };
  const load = () =>
    engine.command(
      `INSERT INTO call_content (account, id, timestamp, expires_at, sealed)
       SELECT 1, toString(generateUUIDv4()), toDateTime64('2026-11-17 12:00:00', 3, 'UTC'), '2100-01-01 00:00:00', randomString(${ROW_BYTES})
       FROM numbers(${PART_ROWS})`,
    );

  it('wait until they make a large one, and are merged once', async () => {
    const merges = await ContentMerges.open(engine, (error) => problems.push(error), LIMITS);
    expect(await largest()).toBe(String(LIMITS.smallBytes));
    const limits = new Set<string | undefined>();
    let before = 0;
    let most = 0;
    for (let at = 0; at < TOO_MANY; at += 1) {
      await load();
      merges.loaded();
      await merges.close();
      limits.add(await largest());
      before = await parts();
      most = Math.max(most, before);
    }
    expect(problems).toEqual([]);
    // 16 parts of 3 MB are the first that are found to have waited long enough.
    expect(most).toBeGreaterThanOrEqual(16);
    expect(limits).toEqual(new Set([String(LIMITS.smallBytes), String(LIMITS.largeBytes)]));
    await expect.poll(parts, { timeout: 20_000 }).toBeLessThan(TOO_MANY - 12);
    const [{ rows } = {}] = await engine.query<{ rows: string }>('SELECT count() AS rows FROM call_content');
    expect(Number(rows)).toBe(TOO_MANY * PART_ROWS);
  });

  it('are merged as they come after the next start, up to the smaller limit', async () => {
    await ContentMerges.open(engine, (error) => problems.push(error));
    expect(await largest()).toBe(String(128 * MIB));
    expect(problems).toEqual([]);
  });
});
