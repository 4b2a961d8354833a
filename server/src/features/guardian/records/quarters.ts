// Totals of quarters of an hour by model, and the calls that stand out in one of them.
import { callsWhere, question, QUARTER_MS, type Scope } from '#records';

export interface QuarterSums {
  project: number;
  provider: string;
  model: string;
  /** Number of the quarter since the epoch. */
  quarter: number;
  calls: number;
  errors: number;
  /** Failed calls; those with the same input count once. */
  failedInputs: number;
  costUsd: number;
  /** Cost of the most expensive call. */
  maxCostUsd: number;
  /** Calls that did not fail. */
  answered: number;
  /** Over the answered calls; 0 without any. */
  p75LatencyMs: number;
  lastMs: number;
}

export const selectQuarters = question({
  name: 'selectQuarters',
  isEmpty: (quarters) => quarters.length === 0,
  sql: quartersSql,
  read: (rows: QuarterSums[]) => rows,
});

export function quartersSql(scope: Scope, quarters: readonly number[]) {
  const where = callsWhere(scope, {
    startMs: Math.min(...quarters) * QUARTER_MS,
    endMs: (Math.max(...quarters) + 1) * QUARTER_MS,
  }).and(`intDiv(toUnixTimestamp64Milli(timestamp), ${QUARTER_MS}) IN {quarters: Array(UInt32)}`, {
    quarters,
  });
  return {
    sql: `SELECT project, provider, model, toUInt32(intDiv(toUnixTimestamp64Milli(timestamp), ${QUARTER_MS})) AS quarter,
  toFloat64(count()) AS calls, toFloat64(countIf(error != '')) AS errors,
  toFloat64(countIf(error != '' AND input_hash = 0) + uniqExactIf(input_hash, error != '' AND input_hash != 0)) AS failedInputs,
  sum(cost_usd) AS costUsd, max(cost_usd) AS maxCostUsd,
  toFloat64(countIf(error = '')) AS answered,
  if(answered = 0, 0, quantileExactInclusiveIf(0.75)(latency_ms, error = '')) AS p75LatencyMs,
  toFloat64(max(toUnixTimestamp64Milli(timestamp))) AS lastMs
FROM calls
WHERE ${where.sql}
GROUP BY project, provider, model, quarter
ORDER BY quarter, project, provider, model`,
    params: where.params,
  };
}

export interface EvidenceQuestion {
  project: number;
  /** Null for any model. */
  model: { provider: string; model: string } | null;
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Null for any. */
  responseModel: string | null;
  by: 'errors' | 'cost' | 'latency' | 'time';
}

interface EvidenceCall {
  id: string;
  traceId: string;
  error: string;
}

const MAX_EVIDENCE = 20;
const ORDERS: Readonly<Record<EvidenceQuestion['by'], string>> = {
  errors: 'timestamp DESC',
  cost: 'cost_usd DESC',
  latency: 'latency_ms DESC',
  time: 'timestamp DESC',
};

/** The calls that show a finding best. */
export const selectEvidence = question({
  name: 'selectEvidence',
  sql: evidenceSql,
  read: (rows: EvidenceCall[]) => rows,
});

export function evidenceSql(
  scope: Scope,
  { project, model, fromMs, toMs, responseModel, by }: EvidenceQuestion,
) {
  const where = callsWhere(scope, { startMs: fromMs, endMs: toMs }).and('project = {ofProject: UInt32}', {
    ofProject: project,
  });
  if (model) where.and('provider = {provider: String} AND model = {model: String}', { ...model });
  if (by === 'errors') where.and(`error != ''`);
  if (by === 'latency') where.and(`error = ''`);
  if (responseModel !== null)
    where.and(`JSONExtractString(request_meta, 'responseModel') = {responseModel: String}`, {
      responseModel,
    });
  return {
    sql: `SELECT id, trace_id AS traceId, substring(error, 1, 200) AS error
FROM calls
WHERE ${where.sql}
ORDER BY ${ORDERS[by]}, id
LIMIT ${MAX_EVIDENCE}`,
    params: where.params,
  };
}
