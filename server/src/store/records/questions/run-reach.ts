// The time of one run, asked first, so that only that time is read. The bloom filter on the trace alone would be asked for
// every granule of the account. A statement of its own is cheaper than a part of those that read the spans.
import { RUN } from '../migrations/0001-schema.ts';
import type { QuestionEngine, Statement } from './question.ts';
import { OF_ACCOUNT, type Scope, type Where } from './scope.ts';

/** The starts of its first span and of its last. Both may be wider than what is left after an erasure. */
export interface Reach {
  fromMs: number;
  toMs: number;
}

/** Null if the account has no span of this run. */
export async function reachOf(engine: QuestionEngine, scope: Scope, traceId: string): Promise<Reach | null> {
  const { sql, params } = reachSql(scope, traceId);
  const [found] = await engine.query<{ spans: string; from_ms: string; to_ms: string }>(sql, params);
  return !found || found.spans === '0' ? null : { fromMs: Number(found.from_ms), toMs: Number(found.to_ms) };
}

export const reachSql = ({ account, project }: Scope, traceId: string): Statement => ({
  sql: `SELECT count() AS spans, toUnixTimestamp64Milli(min(first)) AS from_ms, toUnixTimestamp64Milli(max(last)) AS to_ms
FROM run_times
WHERE ${OF_ACCOUNT} AND run = ${RUN.replace('trace_id', '{traceId: String}')}${project === null ? '' : ' AND project = {project: UInt32}'}`,
  params: { account, traceId, ...(project === null ? {} : { project }) },
});

export const within = (where: Where, { fromMs, toMs }: Reach): Where =>
  where
    .and('timestamp >= fromUnixTimestamp64Milli({from: Int64})', { from: fromMs })
    .and('timestamp <= fromUnixTimestamp64Milli({to: Int64})', { to: toMs });
