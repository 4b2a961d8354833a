// Sessions, or traces without a session, in which the input of a class grows far beyond normal while the
// output does not: their totals by class, and the part beyond a length that would be enough.
import { question, type KnownPrompt, type Scope, type TokenUsage, type WindowedFilter } from '#records';
import {
  CLASS,
  bucketedCalls,
  readCallClass,
  EXAMPLES,
  classUsageOf,
  usageSums,
  type CallClass,
  type ClassRow,
  type UsageRow,
} from './call-class.ts';

export interface LongContextQuestion {
  /** `reaches`: tokens that a growing thread must reach. `cutTo`: tokens that a call should be cut to. */
  classes: readonly (CallClass & { reaches: number; cutTo: number })[];
  /** Minimum number of calls in a thread. */
  leastCalls: number;
  /** Minimum correlation of input tokens with time. */
  leastGrowth: number;
  /** Maximum correlation of output tokens with time. */
  mostOutputGrowth: number;
}

export interface LongContextFigures extends CallClass {
  threads: number;
  /** Calls of those threads beyond the length to cut to. */
  longCalls: number;
  costUsd: number;
  /** Tokens of the long calls. */
  usage: TokenUsage;
  /** Input tokens beyond the length to cut to. */
  excessTokens: number;
  longest: number;
  /** The longest call of each of the worst threads. */
  callIds: string[];
  traceIds: string[];
}

interface Row extends ClassRow, UsageRow {
  threads: number;
  long_calls: number;
  cost: number;
  excess: number;
  longest: number;
  worst: [number, string, string][];
}

export const selectLongContexts = question({
  name: 'selectLongContexts',
  heavy: true,
  isEmpty: (_window, _prompts, { classes }) => classes.length === 0,
  sql: longContextsSql,
  read: (rows: Row[]) => rows.map(figuresOf),
});

const figuresOf = (row: Row): LongContextFigures => ({
  ...readCallClass(row),
  threads: row.threads,
  longCalls: row.long_calls,
  costUsd: row.cost,
  usage: classUsageOf(row),
  excessTokens: row.excess,
  longest: row.longest,
  callIds: row.worst.map(([, id]) => id),
  traceIds: [...new Set(row.worst.map(([, , trace]) => trace))].filter((id) => id !== ''),
});

const BYTES_IN_MEMORY = 200_000_000;

const keyOf = ({ project, provider, model, classKind, className }: CallClass): string =>
  [project, provider, model, classKind, className].join('\n');

const THREAD_SUMS = [
  'uncached_sum',
  'cache_read_sum',
  'cache_write_sum',
  'output_sum',
  'reasoning_sum',
  'audio_sum',
];

export function longContextsSql(
  scope: Scope,
  window: WindowedFilter,
  prompts: readonly KnownPrompt[],
  { classes, leastCalls, leastGrowth, mostOutputGrowth }: LongContextQuestion,
) {
  const { from, params } = bucketedCalls(scope, window, prompts);
  return {
    sql: `SELECT ${CLASS}, toFloat64(count()) AS threads, toFloat64(sum(long_calls)) AS long_calls, sum(long_cost) AS cost,
  ${THREAD_SUMS.map((name) => `sum(t.${name}) AS ${name}`).join(', ')},
  sum(t.excess) AS excess, max(top) AS longest,
  groupArraySorted(${EXAMPLES})((-t.excess, top_call.1, top_call.2)) AS worst
FROM (
SELECT ${CLASS}, thread, count() AS n, max(whole_input) AS top, argMax((id, trace_id), (whole_input, id)) AS top_call,
  countIf(whole_input > cut_to) AS long_calls, sumIf(cost_usd, whole_input > cut_to) AS long_cost,
  ${usageSums('whole_input > cut_to')},
  sumIf(whole_input - cut_to, whole_input > cut_to) AS excess,
  corr(at_ms, whole_input) AS growth, corr(at_ms, whole_output) AS output_growth
FROM (
SELECT *, if(session_id != '', concat('s', session_id), if(trace_id != '', concat('t', trace_id), '')) AS thread,
  toFloat64(toUnixTimestamp64Milli(timestamp) - {start: Int64}) AS at_ms,
  indexOf({classes: Array(String)}, concat(toString(project), '\\n', provider, '\\n', model, '\\n', class_kind, '\\n', class_name)) AS at,
  {cutTo: Array(Float64)}[at] AS cut_to
FROM ${from}
WHERE NOT failed AND thread != '' AND at != 0
)
GROUP BY ${CLASS}, thread, at
HAVING n >= {leastCalls: UInt32} AND top >= {reaches: Array(Float64)}[at]
  AND ifNotFinite(growth, 0) >= {leastGrowth: Float64} AND ifNotFinite(output_growth, 0) <= {mostOutputGrowth: Float64}
) AS t
GROUP BY ${CLASS}
ORDER BY excess DESC, ${CLASS}
SETTINGS max_bytes_before_external_group_by = ${BYTES_IN_MEMORY}`,
    params: {
      ...params,
      start: window.startMs,
      classes: classes.map(keyOf),
      reaches: classes.map(({ reaches }) => reaches),
      cutTo: classes.map(({ cutTo }) => cutTo),
      leastCalls,
      leastGrowth,
      mostOutputGrowth,
    },
  };
}
