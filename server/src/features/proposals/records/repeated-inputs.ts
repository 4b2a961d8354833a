// Calls of a class that repeat an input of the same day. Equal inputs have equal fingerprints, which are
// stored although the input is sealed or not stored at all.
import { question, type KnownPrompt, type Scope, type WindowedFilter } from '#records';
import { CLASS, classedCalls, readCallClass, type CallClass, type ClassRow } from './call-class.ts';

export interface RepeatFigures extends CallClass {
  /** Calls whose input appears more than once on their day. */
  calls: number;
  /** These calls without the first of each input and day. */
  repeats: number;
  /** Cost of the repeats. */
  repeatsCostUsd: number;
  /** The most calls of one input on one day. */
  most: number;
  /** The first and the last call of the inputs and days with the most calls. */
  callIds: string[];
  traceIds: string[];
}

interface RepeatQuestion {
  /** Minimum number of calls with the same input on a day. */
  least: number;
  limit: number;
}

interface Row extends ClassRow {
  calls: number;
  repeats: number;
  cost: number;
  most: number;
  examples: [number, string, string, string, string][];
}

const SHOWN = 3;
/** There is one group for each distinct input. Beyond this size, groups are moved to disk. */
const BYTES_IN_MEMORY = 200_000_000;

export const selectRepeatedInputs = question({
  name: 'selectRepeatedInputs',
  heavy: true,
  sql: repeatedInputsSql,
  read: (rows: Row[]) => rows.map(figuresOf),
});

const figuresOf = (row: Row): RepeatFigures => ({
  ...readCallClass(row),
  calls: row.calls,
  repeats: row.repeats,
  repeatsCostUsd: row.cost,
  most: row.most,
  callIds: [...new Set(row.examples.flatMap(([, first, last]) => [first, last]))],
  traceIds: [...new Set(row.examples.flatMap(([, , , first, last]) => [first, last]))].filter(
    (id) => id !== '',
  ),
});

// Failed calls are left out: a retry after an error is not a repeated input.
export function repeatedInputsSql(
  scope: Scope,
  window: WindowedFilter,
  prompts: readonly KnownPrompt[],
  { least, limit }: RepeatQuestion,
) {
  const { from, params } = classedCalls(scope, window, prompts);
  return {
    sql: `SELECT ${CLASS}, toFloat64(sum(n)) AS calls, toFloat64(sum(n - 1)) AS repeats, sum(again_usd) AS cost, toFloat64(max(n)) AS most,
  groupArraySorted(${SHOWN})((-toInt64(n), first_call.1, last_call.1, first_call.2, last_call.2)) AS examples
FROM (
SELECT ${CLASS}, toDate(timestamp) AS day, input_hash, count() AS n,
  argMin((id, trace_id, cost_usd), (timestamp, id)) AS first_call, argMax((id, trace_id), (timestamp, id)) AS last_call,
  sum(cost_usd) - first_call.3 AS again_usd
FROM ${from}
WHERE input_hash != 0 AND NOT failed
GROUP BY ${CLASS}, day, input_hash
HAVING n >= {least: UInt32}
)
GROUP BY ${CLASS}
ORDER BY cost DESC, repeats DESC, ${CLASS}
LIMIT {limit: UInt32}
SETTINGS max_bytes_before_external_group_by = ${BYTES_IN_MEMORY}`,
    params: { ...params, least, limit },
  };
}
