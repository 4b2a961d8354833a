import type { RecordsEngine } from '../engine/engine.ts';

const ASKED = `SELECT name, engine_full FROM system.tables WHERE database = currentDatabase() AND name IN {tables: Array(String)}`;

/** Changes the settings of these tables that have another value. */
export async function setTables(
  engine: RecordsEngine,
  tables: readonly string[],
  settings: Readonly<Record<string, number>>,
): Promise<void> {
  const wanted = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const found = await engine.query<{ name: string; engine_full: string }>(ASKED, { tables: [...tables] });
  for (const { name, engine_full: has } of found) {
    const missing = wanted.filter((setting) => !new RegExp(`\\b${setting}\\b`).test(has));
    if (missing.length > 0) await engine.command(`ALTER TABLE ${name} MODIFY SETTING ${missing.join(', ')}`);
  }
}

const TABLES = ['calls', 'observations', 'call_ids', 'run_times'];

/** Parts are merged when their total is this many times the largest; the default is 5. */
const SETTINGS = { merge_selector_base: 10 };

/**
 * For tables that grow with every record. The merge selector of the in-process engine treats all parts below 5 MB as
 * equal: it merged a part of 30,000 calls again as soon as there were five parts of 5,000, so each call was written
 * three times in its first minute. A server has its own settings.
 */
export async function mergeCallsSeldom(engine: RecordsEngine): Promise<void> {
  if (engine.kind !== 'embedded') return;
  await setTables(engine, TABLES, SETTINGS);
}
