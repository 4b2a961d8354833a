// Compares the rollup of the quarters that a write touched with their calls, and adds or subtracts the
// difference.
import type { RecordsEngine, ServerCall } from '../../engine/engine.ts';
import { SUMS } from '../../migrations/0001-schema.ts';
import { QUARTER_MS } from '../../questions/rollup-window.ts';
import { OF_ACCOUNT } from '../../questions/scope.ts';

const AT_ONCE = 2_000;

const KEY = 'account, bucket, project, provider, model';
const COUNTS = ['calls', 'errors', 'ttft_calls'];
const AMOUNTS = [...SUMS, 'ttft_sum_ms'];
const COLUMNS = [...COUNTS, ...AMOUNTS];

// Counts are signed here; a negative one wraps around as unsigned, so that the sum is right. Calls that are
// about to expire are left alone: the engine drops them and their rollup at its own time. An equal difference
// may be due twice and is no duplicate.
const COMPLETE_SUMS_SQL = `
INSERT INTO agg_15m (${KEY}, ${COLUMNS.join(', ')}, last_seen, expires_at)
SELECT ${KEY}, ${COUNTS.map((name) => `toUInt64(sum(s_${name}))`).join(', ')},
  ${AMOUNTS.map((name) => `sum(s_${name})`).join(', ')}, max(seen), max(ends)
FROM (
  SELECT ${KEY}, toInt64(count()) AS s_calls, toInt64(countIf(error != '')) AS s_errors,
    toInt64(countIf(ttft_ms >= 0)) AS s_ttft_calls,
    ${SUMS.map((name) => `sum(${name}) AS s_${name}`).join(', ')}, sumIf(ttft_ms, ttft_ms >= 0) AS s_ttft_sum_ms,
    max(timestamp) AS seen, max(expires_at) AS ends
  FROM (SELECT *, toStartOfFifteenMinutes(timestamp) AS bucket FROM calls
    WHERE ${OF_ACCOUNT} AND eval_run = 0
      AND timestamp >= fromUnixTimestamp64Milli({from: Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to: Int64}, 'UTC'))
  WHERE toUnixTimestamp(bucket) IN {buckets: Array(UInt32)}
  GROUP BY ${KEY}
  UNION ALL
  SELECT ${KEY}, ${COUNTS.map((name) => `-toInt64(sum(agg_15m.${name})) AS s_${name}`).join(', ')},
    ${[...SUMS, 'ttft_sum_ms'].map((name) => `-sum(agg_15m.${name}) AS s_${name}`).join(', ')},
    max(last_seen) AS seen, max(expires_at) AS ends
  FROM agg_15m
  WHERE ${OF_ACCOUNT} AND toUnixTimestamp(bucket) IN {buckets: Array(UInt32)}
  GROUP BY ${KEY}
)
GROUP BY ${KEY}
HAVING (sum(s_calls) != 0 OR sum(s_errors) != 0 OR abs(sum(s_cost_usd)) > 1e-6) AND max(ends) > now() + 3600
SETTINGS insert_deduplicate = 0`;

/** Completes the rollup of the quarters that contain these times. */
export async function completeSums(
  engine: RecordsEngine,
  account: number,
  timesMs: Iterable<number>,
  call?: () => ServerCall,
): Promise<void> {
  const quarters = new Set<number>();
  for (const ms of timesMs) quarters.add(Math.floor(ms / QUARTER_MS) * QUARTER_MS);
  // The rollup has no quarters before 1970.
  const all = [...quarters].filter((ms) => ms >= 0).toSorted((left, right) => left - right);
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE);
    const params = {
      account,
      from: some[0] ?? 0,
      to: (some.at(-1) ?? 0) + QUARTER_MS,
      buckets: some.map((ms) => ms / 1_000),
    };
    await engine.command(COMPLETE_SUMS_SQL, params, call?.());
  }
}
