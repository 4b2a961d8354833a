// Whether inserts sync their files. In-process they do not, because readers would wait for the sync, and a
// checkpoint of the log syncs everything at once. If the machine cannot sync the whole file system, each insert
// syncs.
import type { RecordsEngine } from '../engine/engine.ts';
import { RECORD_TABLES } from '../changes/mutate.ts';

const ASKED = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN {tables: Array(String)}
  AND NOT (engine_full LIKE {insert: String} AND engine_full LIKE {folder: String} AND engine_full LIKE {broken: String})`;

/**
 * After a power cut, each month may have as many broken parts as there were inserts since the last
 * checkpoint.
 */
const BROKEN_PARTS = 10_000;

/** The sync of the log's loads. */
export async function unsyncedLoads(engine: RecordsEngine): Promise<() => Promise<void>> {
  // A server syncs its inserts.
  if (!engine.canSync) return () => Promise.resolve();
  const each = (await engine.canSync()) ? 0 : 1;
  const settings = {
    insert: `fsync_after_insert = ${each}`,
    folder: `fsync_part_directory = ${each}`,
    broken: `max_suspicious_broken_parts = ${BROKEN_PARTS}`,
  };
  const others = await engine.query<{ name: string }>(ASKED, {
    tables: [...RECORD_TABLES],
    ...Object.fromEntries(Object.entries(settings).map(([name, text]) => [name, `%${text}%`])),
  });
  for (const { name } of others)
    await engine.command(`ALTER TABLE ${name} MODIFY SETTING ${Object.values(settings).join(', ')}`);
  return async () => {
    await engine.sync?.();
  };
}
