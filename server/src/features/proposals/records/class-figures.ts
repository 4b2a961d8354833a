// The figures of each class of calls, from which proposals are computed. One row per class, the most
// expensive first.
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

/** Failed calls count in `calls` and `errors` only. */
export interface ClassFigures extends CallClass {
  /** The gateway that served most of the calls; '': the vendor itself. */
  gateway: string;
  calls: number;
  errors: number;
  /** Cost of the whole project, with failed calls. */
  projectCostUsd: number;
  costUsd: number;
  withTools: number;
  usage: TokenUsage;
  /** Tokens of the whole input, cached or not. */
  input: { p05: number; p50: number; p75: number; p95: number; max: number };
  /** Reasoning included. */
  outputP95: number;
  /** The least whole input of each UTC day. */
  dailyLeastInput: number[];
  /** Five-minute slots with a call; five minutes is the lifetime of a provider's cache. */
  slots: number;
  callIds: string[];
  traceIds: string[];
}

interface Row extends ClassRow, UsageRow {
  served_by: string;
  n: number;
  errors: number;
  project_cost: number;
  cost: number;
  tools: number;
  input_at: number[];
  output_p95: number;
  input_max: number;
  daily_least: number[];
  slots: number;
  call_ids: string[];
  trace_ids: string[];
}

export const selectCallClasses = question({
  name: 'selectCallClasses',
  heavy: true,
  sql: callClassesSql,
  read: (rows: Row[]) => rows.map(figuresOf),
});

function figuresOf(row: Row): ClassFigures {
  const [p05 = 0, p50 = 0, p75 = 0, p95 = 0] = row.input_at.map((value) => value ?? 0);
  return {
    ...readCallClass(row),
    gateway: row.served_by,
    calls: row.n,
    errors: row.errors,
    projectCostUsd: row.project_cost,
    costUsd: row.cost,
    withTools: row.tools,
    usage: classUsageOf(row),
    input: { p05, p50, p75, p95, max: row.input_max },
    // Null if all calls of the class failed.
    outputP95: row.output_p95 ?? 0,
    dailyLeastInput: row.daily_least,
    slots: row.slots,
    callIds: row.call_ids,
    traceIds: row.trace_ids,
  };
}

// Quantile digests, because exact quantiles keep every value. The sum over a project is computed before the
// limit applies.
export function callClassesSql(
  scope: Scope,
  window: WindowedFilter,
  prompts: readonly KnownPrompt[],
  limit: number,
) {
  const { from, params } = bucketedCalls(scope, window, prompts);
  return {
    sql: `SELECT ${CLASS}, toFloat64(count()) AS n, toFloat64(countIf(failed)) AS errors,
  sum(sum(cost_usd)) OVER (PARTITION BY project) AS project_cost, sumIf(cost_usd, NOT failed) AS cost,
  toFloat64(countIf(with_tools AND NOT failed)) AS tools, topKIf(1)(gateway, NOT failed)[1] AS served_by,
  ${usageSums('NOT failed')},
  quantilesTDigestIf(0.05, 0.5, 0.75, 0.95)(whole_input, NOT failed) AS input_at,
  quantileTDigestIf(0.95)(whole_output, NOT failed) AS output_p95, maxIf(whole_input, NOT failed) AS input_max,
  mapValues(minMapIf(map(toUInt32(toYYYYMMDD(timestamp)), whole_input), NOT failed)) AS daily_least,
  toFloat64(uniqExactIf(intDiv(toUnixTimestamp64Milli(timestamp), 300000), NOT failed)) AS slots,
  groupArrayIf(${EXAMPLES})(id, NOT failed) AS call_ids,
  groupUniqArrayIf(${EXAMPLES})(trace_id, NOT failed AND trace_id != '') AS trace_ids
FROM ${from}
GROUP BY ${CLASS}
ORDER BY cost DESC, n DESC, ${CLASS}
LIMIT {limit: UInt32}`,
    params: { ...params, limit },
  };
}
