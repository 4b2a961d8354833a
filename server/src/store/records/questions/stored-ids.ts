import { hashId, idHashText } from '../writer/dedup/id-hash.ts';
import { question } from './question.ts';
import { OF_ACCOUNT, type Scope } from './scope.ts';

const TIMES = `SELECT timestamp FROM call_ids
  WHERE ${OF_ACCOUNT} AND id_hash IN {hashes: Array(UInt64)}`;

const STORED = `
SELECT id FROM calls
WHERE ${OF_ACCOUNT} AND timestamp IN (${TIMES}) AND id IN {ids: Array(String)}
UNION ALL
SELECT id FROM observations
WHERE ${OF_ACCOUNT} AND timestamp IN (${TIMES}) AND id IN {ids: Array(String)}`;

/** The ids that the account has as a call or an observation, in any project and of any age. */
export const selectStoredIds = question({
  name: 'selectStoredIds',
  sql: ({ account }: Scope, ids: readonly string[]) => ({
    sql: STORED,
    params: {
      account,
      ids,
      // As bigint: the client would write text in quotes, which an array of numbers does not accept.
      hashes: ids.map((id) => BigInt(idHashText(hashId(id)))),
    },
  }),
  read: (rows: { id: string }[]): Set<string> => new Set(rows.map((row) => row.id)),
});
