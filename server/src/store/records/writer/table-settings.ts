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
