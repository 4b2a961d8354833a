// New calls by what was asked for and what answered: few rows that say which other questions are worth asking.
import type { RecordsEngine } from '../engine/engine.ts';
import { newCalls, QUARTER_MS, type GuardianWindow } from './guardian-window.ts';
import type { Scope } from './scope.ts';

export interface CallGroup {
  project: number;
  provider: string;
  model: string;
  /** '' where calls do not tell. */
  responseModel: string;
  calls: number;
  errors: number;
  redacted: number;
  /** Failed ones whose input can be compared. */
  failedInputs: number;
  firstMs: number;
  /** Quarters of an hour since the epoch that the calls lie in. */
  quarters: number[];
}

const MAX_GROUPS = 5_000;

export async function guardianGroups(
  engine: RecordsEngine,
  scope: Scope,
  window: GuardianWindow,
): Promise<CallGroup[]> {
  const { sql, params } = guardianGroupsSql(scope, window);
  return engine.query<CallGroup>(sql, params);
}

export function guardianGroupsSql(scope: Scope, window: GuardianWindow) {
  const where = newCalls(scope, window);
  return {
    sql: `SELECT project, provider, model, JSONExtractString(request_meta, 'responseModel') AS responseModel,
  toFloat64(count()) AS calls, toFloat64(countIf(error != '')) AS errors, toFloat64(countIf(pii_redacted)) AS redacted,
  toFloat64(countIf(error != '' AND input_hash != 0)) AS failedInputs, toFloat64(min(toUnixTimestamp64Milli(timestamp))) AS firstMs,
  arraySort(groupUniqArray(toUInt32(intDiv(toUnixTimestamp64Milli(timestamp), ${QUARTER_MS})))) AS quarters
FROM calls
WHERE ${where.sql}
GROUP BY project, provider, model, responseModel
ORDER BY calls DESC, project, provider, model, responseModel
LIMIT ${MAX_GROUPS}`,
    params: where.params,
  };
}
