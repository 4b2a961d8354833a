// Quarters of an hour that something new came for, as a whole and by model; and the calls that stand out in one of them.
import type { RecordsEngine } from '../engine/engine.ts';
import { callsWhere } from './call-filter.ts';
import { QUARTER_MS } from './guardian-window.ts';
import type { Scope } from './scope.ts';

export interface QuarterSums {
  project: number;
  provider: string;
  model: string;
  /** Since the epoch. */
  quarter: number;
  calls: number;
  errors: number;
  /** Failures, those with the same input counted once. */
  failedInputs: number;
  costUsd: number;
  /** Of the dearest call. */
  maxCostUsd: number;
  /** Of calls that did not fail. */
  answered: number;
  /** Of those; 0 without any. */
  p75LatencyMs: number;
  lastMs: number;
}

export async function guardianQuarters(
  engine: RecordsEngine,
  scope: Scope,
  quarters: readonly number[],
): Promise<QuarterSums[]> {
  if (quarters.length === 0) return [];
  const { sql, params } = guardianQuartersSql(scope, quarters);
  return engine.query<QuarterSums>(sql, params);
}

export function guardianQuartersSql(scope: Scope, quarters: readonly number[]) {
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
  /** Null: of whichever model. */
  model: { provider: string; model: string } | null;
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  /** Null: whatever answered. */
  responseModel: string | null;
  by: 'errors' | 'cost' | 'latency' | 'time';
}

export interface EvidenceCall {
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

/** The calls that say it best. */
export async function guardianEvidence(
  engine: RecordsEngine,
  scope: Scope,
  question: EvidenceQuestion,
): Promise<EvidenceCall[]> {
  const { sql, params } = guardianEvidenceSql(scope, question);
  return engine.query<EvidenceCall>(sql, params);
}

export function guardianEvidenceSql(
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
