// How the in-process engine merges parts of the tables that grow with every record. To its selector all parts
// below 5 MB are of one size, so it merged a part of 30,000 calls again as soon as there were five of 5,000
// beside it: a call was written three times in its first minute. A server has its own settings.
import type { RecordsEngine } from '../engine/engine.ts';
import { setTables } from './table-settings.ts';

const TABLES = ['calls', 'observations', 'call_ids', 'run_times'];

/** Parts are merged when their total is this many times the largest; the default is 5. */
const SETTINGS = { merge_selector_base: 10 };

export async function mergeCallsSeldom(engine: RecordsEngine): Promise<void> {
  if (engine.kind !== 'embedded') return;
  await setTables(engine, TABLES, SETTINGS);
}
