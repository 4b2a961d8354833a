// How the engine joins parts of `call_content` in-process. Each join reads and writes all content in them again, which costs as much
// as the insert did (docs/adr/0035-what-content-costs.md). A server may be too old to know these settings, and has cores to spare.
import type { RecordsEngine } from '../engine/engine.ts';

const SETTINGS: Readonly<Record<string, number>> = {
  // Parts are joined when all are 16 times the largest of them, where the default is 5. The engine lowers this as parts grow many.
  merge_selector_base: 16,
  // Parts of the largest size stay for good. Once there are many of them the engine would join the others in pairs.
  min_parts_to_merge_at_once: 8,
  // The largest parts that find no seven others are an eighth of the limit for joins, so there may be more parts than by default.
  parts_to_delay_insert: 5_000,
  parts_to_throw_insert: 10_000,
};

const ASKED = `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'call_content'`;

export async function joinContentSeldom(engine: RecordsEngine): Promise<void> {
  if (engine.kind !== 'embedded') return;
  const [table] = await engine.query<{ engine_full: string }>(ASKED);
  const wanted = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}`);
  const missing = wanted.filter((setting) => !new RegExp(`\\b${setting}\\b`).test(table?.engine_full ?? ''));
  if (missing.length > 0)
    await engine.command(`ALTER TABLE call_content MODIFY SETTING ${missing.join(', ')}`);
}
