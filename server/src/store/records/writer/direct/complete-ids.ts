// Completes call_ids and run_times from the tables: an engine that died during an insert may have filled a
// table but not its views. Look-up by id and duplicate detection use call_ids, so a record that is missing
// there could be stored again.
import type { RecordsEngine, ServerCall } from '../../engine/engine.ts';
import { runTimesOf } from '../../migrations/0001-schema.ts';
import { hashId, idHashSql, idHashText } from '../dedup/id-hash.ts';
import type { WrittenRecord } from './usage-ledger.ts';
import { OF_ACCOUNT } from '../../questions/scope.ts';

const PLACE = `${OF_ACCOUNT} AND timestamp IN {times: Array(DateTime64(3, 'UTC'))}
  AND ${idHashSql('id')} IN {hashes: Array(UInt64)}`;
const SPANS = ['calls', 'observations'] as const;

const STORED_SQL = `SELECT count() AS records FROM (
  SELECT id FROM calls WHERE ${PLACE} UNION ALL SELECT id FROM observations WHERE ${PLACE})`;

/** The row that the view over `source` creates for a record. */
const completeIdsSql = (source: (typeof SPANS)[number]): string => `
INSERT INTO call_ids (account, id_hash, timestamp, expires_on)
SELECT account, ${idHashSql('id')}, timestamp, toDate(expires_at) + 1 FROM ${source}
WHERE ${PLACE} AND ${idHashSql('id')} NOT IN (
  SELECT id_hash FROM call_ids WHERE ${OF_ACCOUNT} AND id_hash IN {hashes: Array(UInt64)})`;

/** The rows that a view creates for the runs. An extra row does no harm. */
const completeTimesSql = (source: (typeof SPANS)[number]): string => `
INSERT INTO run_times (account, run, project, first, last, expires_at)
${runTimesOf(`FROM ${source}\nWHERE ${PLACE} AND`)}`;

const timeText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, -1);

/** Parameters that locate records: `times` and `hashes`. */
export function placesOf(records: readonly WrittenRecord[]): Record<string, unknown> {
  const times = new Set<number>();
  const hashes: bigint[] = [];
  for (const { id, timestampMs } of records) {
    times.add(timestampMs);
    // As bigint: the client would write text in quotes, which an array of numbers does not accept.
    hashes.push(BigInt(idHashText(hashId(id))));
  }
  return { times: [...times].map(timeText), hashes };
}

/** Returns how many of the records are stored, in portions that fit into one query. */
export async function completeIds(
  engine: RecordsEngine,
  account: number,
  records: readonly WrittenRecord[],
  call: () => ServerCall,
): Promise<number> {
  const params = { account, ...placesOf(records) };
  const [row] = await engine.query<{ records: string }>(STORED_SQL, params);
  const stored = Number(row?.records ?? 0);
  if (stored === 0) return 0;
  for (const source of SPANS) await engine.command(completeIdsSql(source), params, call());
  for (const source of SPANS) await engine.command(completeTimesSql(source), params, call());
  return stored;
}
