// Deletes everything that is stored of a project. Content and known ids have no project: they are found
// through their calls and observations. Calls and observations are therefore deleted last, so that a second
// run after a crash finds the rest.
import { OF_ACCOUNT } from '../questions/scope.ts';
import { idHashSql } from '../writer/dedup/id-hash.ts';
import { recordsChange } from './change.ts';
import { mutate, type Mutation } from './mutate.ts';

const OF_PROJECT = `${OF_ACCOUNT} AND project = {project: UInt32}`;

const fromBoth = (columns: string): string =>
  `SELECT ${columns} FROM calls WHERE ${OF_PROJECT}
  UNION ALL SELECT ${columns} FROM observations WHERE ${OF_PROJECT}`;

/** A step may only begin when the previous one is done. */
export const PROJECT_DELETIONS: readonly (readonly Mutation[])[] = [
  [
    {
      table: 'call_content',
      action: `DELETE WHERE ${OF_ACCOUNT} AND (timestamp, id) IN (
  ${fromBoth('timestamp, id')})`,
    },
    {
      table: 'call_ids',
      action: `DELETE WHERE ${OF_ACCOUNT} AND (timestamp, id_hash) IN (
  ${fromBoth(`timestamp, ${idHashSql('id')}`)})`,
    },
  ],
  [
    { table: 'messages', action: `DELETE WHERE ${OF_PROJECT}` },
    { table: 'calls', action: `DELETE WHERE ${OF_PROJECT}` },
    { table: 'observations', action: `DELETE WHERE ${OF_PROJECT}` },
    { table: 'run_times', action: `DELETE WHERE ${OF_PROJECT}` },
    { table: 'agg_15m', action: `DELETE WHERE ${OF_PROJECT}` },
  ],
];

export const PROJECT_ROWS = `SELECT
  (SELECT count() FROM calls WHERE ${OF_PROJECT})
  + (SELECT count() FROM observations WHERE ${OF_PROJECT})
  + (SELECT count() FROM messages WHERE ${OF_PROJECT})
  + (SELECT count() FROM run_times WHERE ${OF_PROJECT})
  + (SELECT count() FROM agg_15m WHERE ${OF_PROJECT}) AS rows`;

/** The records stay charged: arrivals are counted apart from them. */
export const deleteProject = recordsChange({
  name: 'deleteProject',
  removesContent: true,
  run: async (engine, account, signal, project: number) => {
    const params = { account, project };
    const [found] = await engine.query<{ rows: string }>(PROJECT_ROWS, params);
    // A mutation rewrites whole parts, so an empty project starts none.
    if (found && Number(found.rows) === 0) return;
    for (const step of PROJECT_DELETIONS) {
      signal?.throwIfAborted();
      await mutate(engine, step, params, signal);
    }
  },
});
