// New calls grouped by requested model and answering model: few rows, which show what other queries are
// worth running.
import { question, QUARTER_MS, type Scope } from '#records';
import { newCalls, type GuardianWindow } from './window.ts';

export interface CallGroup {
  project: number;
  provider: string;
  model: string;
  /** '' if the calls do not name it. */
  responseModel: string;
  calls: number;
  errors: number;
  redacted: number;
  /** Failed calls whose input has a fingerprint. */
  failedInputs: number;
  firstMs: number;
  /** Quarters of an hour, counted from the epoch, in which the calls lie. */
  quarters: number[];
}

const MAX_GROUPS = 5_000;

export const selectCallGroups = question({
  name: 'selectCallGroups',
  sql: callGroupsSql,
  read: (rows: CallGroup[]) => rows,
});

export function callGroupsSql(scope: Scope, window: GuardianWindow) {
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
