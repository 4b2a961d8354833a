import { question } from './question.ts';
import { OF_ACCOUNT, type Scope } from './scope.ts';

/**
 * Models of calls without a known price, which therefore cost 0. Calls without tokens are free anyway and do
 * not count.
 */
export const selectUnpricedModels = question({
  name: 'selectUnpricedModels',
  sql: ({ account, project, sinceMs }: Scope) => ({
    sql: `SELECT DISTINCT model FROM calls
     WHERE ${OF_ACCOUNT}${project === null ? '' : ' AND project = {project: UInt32}'} AND timestamp >= fromUnixTimestamp64Milli({since: Int64})
       AND price_source = 'none' AND total_tokens > 0 AND expires_at > now()
     ORDER BY model LIMIT 1000`,
    params: { account, since: sinceMs, ...(project === null ? {} : { project }) },
  }),
  read: (rows: { model: string }[]) => rows.map((row) => row.model),
});
