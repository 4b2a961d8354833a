// Bounds the size of an answer, so that a few hundred wide rows are not read into memory only to be dropped
// there.
import { isEngineError, isTooLarge } from '../engine/errors.ts';
import type { CallRow } from './call-columns.ts';
import type { QuestionEngine, Statement } from './question.ts';

/**
 * A lower bound of the bytes that a call or an observation has in an answer: its texts, without what JSON
 * adds.
 */
export const CALL_BYTES = `length(request_meta) + length(error_details) + length(tool_calls) + length(redaction_metadata) + length(error)
  + arraySum(arrayMap(text -> length(text), mapKeys(tags))) + arraySum(arrayMap(text -> length(text), mapValues(tags)))`;
export const OBSERVATION_BYTES = 'length(attributes) + length(name) + length(error)';

/** The same for a row that came back. */
export const callBytes = (row: CallRow): number =>
  [
    row.request_meta,
    row.error_details,
    row.tool_calls,
    row.redaction_metadata,
    row.error,
    ...Object.entries(row.tags).flat(),
  ].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

interface Bounded {
  /** The same rows in the same order for any columns, `limit` of them. */
  statement: (columns: string) => Statement;
  columns: string;
  /** Bytes of one row, as SQL. */
  bytes: string;
  max: number;
  /** Rows are found by a key, so they are few. If the engine needs much memory for them, they are wide. */
  areFew?: boolean;
}

const TOO_MANY_ROWS_OR_BYTES = 396;
/**
 * 500 calls of normal width need 4 MB. Two questions of an account run at once, and each may take this before
 * it fails.
 */
const FEW_ROWS_BYTES = 32_000_000;

/** An account runs one of these at a time: each takes several times its answer in memory. */
const WIDE = { heavy: true };

const isTooMuch = (error: unknown): boolean =>
  isEngineError(error, TOO_MANY_ROWS_OR_BYTES) || isTooLarge(error);

/**
 * Returns the first rows of the statement, up to and including the one that reaches the bound. At least one
 * row comes back, and if all rows are smaller than the bound, all of them do. Most answers are small: only
 * when the engine rejects one as too large does a second statement measure the rows, and a third reads as
 * many as fit.
 */
export async function queryWithin<Row>(engine: QuestionEngine, bounded: Bounded): Promise<Row[]> {
  const { statement, columns, bytes, max, areFew = false } = bounded;
  const { sql, params } = statement(columns);
  const settings = [
    `max_result_bytes = ${max}, result_overflow_mode = 'throw'`,
    ...(areFew ? [`max_memory_usage = ${FEW_ROWS_BYTES}`] : []),
  ];
  try {
    return await engine.query<Row>(`${sql}\nSETTINGS ${settings.join(', ')}`, params);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    const widths = statement(`${bytes} AS row_bytes`);
    const rows = await engine.query<{ row_bytes: string }>(
      // Sorts the widths only, not the columns that are measured.
      `${widths.sql}\nSETTINGS query_plan_execute_functions_after_sorting = 0`,
      widths.params,
      WIDE,
    );
    return engine.query<Row>(sql, { ...params, limit: countWithin(rows, max) }, WIDE);
  }
}

function countWithin(rows: readonly { row_bytes: string }[], max: number): number {
  let sum = 0;
  const reaching = rows.findIndex(({ row_bytes }) => (sum += Number(row_bytes)) >= max);
  return reaching < 0 ? rows.length : reaching + 1;
}
