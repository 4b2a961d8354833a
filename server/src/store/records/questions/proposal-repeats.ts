// Calls of a class that ask what was asked the same day already: equal fingerprints of the input, which are kept although the
// input itself is sealed or not stored at all.
import type { RecordsEngine } from '../engine/engine.ts';
import {
  CLASS,
  classedCalls,
  classOf,
  type CallClass,
  type ClassRow,
  type KnownPrompt,
} from './proposal-class.ts';
import type { WindowedFilter } from './rollup-window.ts';
import type { Scope } from './scope.ts';

export interface RepeatFigures extends CallClass {
  /** Calls whose input came more than once on their day. */
  calls: number;
  /** Of them, all but the first of each input and day. */
  repeats: number;
  /** What those cost. */
  repeatsCostUsd: number;
  /** The most calls of one input on one day. */
  most: number;
  /** The first and the last call of the inputs and days with the most calls. */
  callIds: string[];
  traceIds: string[];
}

export interface RepeatQuestion {
  /** So many calls of an input on a day at least. */
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
/** There are as many groups as there are different inputs: past this they go to disk. */
const BYTES_IN_MEMORY = 200_000_000;

export async function repeatedInputs(
  engine: RecordsEngine,
  scope: Scope,
  window: WindowedFilter,
  prompts: readonly KnownPrompt[],
  question: RepeatQuestion,
): Promise<RepeatFigures[]> {
  const { sql, params } = repeatedInputsSql(scope, window, prompts, question);
  const rows = await engine.query<Row>(sql, params);
  return rows.map(figuresOf);
}

const figuresOf = (row: Row): RepeatFigures => ({
  ...classOf(row),
  calls: row.calls,
  repeats: row.repeats,
  repeatsCostUsd: row.cost,
  most: row.most,
  callIds: [...new Set(row.examples.flatMap(([, first, last]) => [first, last]))],
  traceIds: [...new Set(row.examples.flatMap(([, , , first, last]) => [first, last]))].filter(
    (id) => id !== '',
  ),
});

// Failed calls are left out: asking again after an error is another matter.
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
