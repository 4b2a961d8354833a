// How the in-process engine merges parts of `call_content`. Each merge reads and writes all their content
// again, which costs as much as the insert (docs/adr/0035-what-content-costs.md). A server may be too old for
// these settings, and has more cores.
import type { RecordsEngine } from '../engine/engine.ts';

const SETTINGS: Readonly<Record<string, number>> = {
  // Parts are merged when their total is 16 times the largest; the default is 5. The engine lowers this when
  // there are many parts.
  merge_selector_base: 16,
  // Parts of the largest size are final. Once there are many of them, the engine would merge the others in
  // pairs.
  min_parts_to_merge_at_once: 8,
  // The largest parts that find no seven others have an eighth of the merge limit, so there may be more parts
  // than by default.
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
