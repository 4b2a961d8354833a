// Everything that is stored of a project, for good. Content and known ids have no project of their own: they are found by the calls
// and observations that they belong to, which therefore go last, and whoever comes after a crash finds what is left.
import type { RecordsEngine } from '../engine/engine.ts';
import { idHashSql } from '../writer/dedup/id-hash.ts';
import { mutate, type Mutation } from './mutate.ts';

const OF_THE_PROJECT = 'account = {account: UInt32} AND project = {project: UInt32}';

const fromBoth = (columns: string): string =>
  `SELECT ${columns} FROM calls WHERE ${OF_THE_PROJECT}
  UNION ALL SELECT ${columns} FROM observations WHERE ${OF_THE_PROJECT}`;

/** Step by step: what is in one may only begin when the one before is done. */
export const PROJECT_DELETIONS: readonly (readonly Mutation[])[] = [
  [
    {
      table: 'call_content',
      action: `DELETE WHERE account = {account: UInt32} AND (timestamp, id) IN (
  ${fromBoth('timestamp, id')})`,
    },
    {
      table: 'call_ids',
      action: `DELETE WHERE account = {account: UInt32} AND (timestamp, id_hash) IN (
  ${fromBoth(`timestamp, ${idHashSql('id')}`)})`,
    },
  ],
  [
    { table: 'calls', action: `DELETE WHERE ${OF_THE_PROJECT}` },
    { table: 'observations', action: `DELETE WHERE ${OF_THE_PROJECT}` },
    { table: 'agg_15m', action: `DELETE WHERE ${OF_THE_PROJECT}` },
  ],
];

export const PROJECT_ROWS = `SELECT
  (SELECT count() FROM calls WHERE ${OF_THE_PROJECT})
  + (SELECT count() FROM observations WHERE ${OF_THE_PROJECT})
  + (SELECT count() FROM agg_15m WHERE ${OF_THE_PROJECT}) AS rows`;

/** What was charged for the records stays charged: arrivals are counted apart from them. */
export async function deleteProject(
  engine: RecordsEngine,
  account: number,
  project: number,
  signal?: AbortSignal,
): Promise<void> {
  const params = { account, project };
  const [found] = await engine.query<{ rows: string }>(PROJECT_ROWS, params);
  // Parts are rewritten whole: not for nothing.
  if (found && Number(found.rows) === 0) return;
  for (const step of PROJECT_DELETIONS) {
    signal?.throwIfAborted();
    await mutate(engine, step, params, signal);
  }
}
