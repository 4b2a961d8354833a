// Decides which part of a window the rollup by quarter of an hour (agg_15m) answers exactly. Quarters that
// the window or retention cuts through are read from the calls, and so are filters on columns that the rollup
// does not have.
import { addConditions, type CallCondition } from './call-conditions.ts';
import type { CallFilter } from './call-filter.ts';
import { Where, type Scope } from './scope.ts';

export type WindowedFilter = CallFilter & { startMs: number; endMs: number };

interface Quarters {
  /** Inclusive, on a quarter of an hour. */
  fromMs: number;
  /** Exclusive, on a quarter of an hour. */
  toMs: number;
  /** Part of the window lies before or after these quarters. */
  partial: boolean;
}

/** The bucket of agg_15m. */
export const QUARTER_MS = 900_000;
const LAST_MS = Math.floor((2 ** 32 * 1_000) / QUARTER_MS - 1) * QUARTER_MS;

/** Filters that the rollup can apply. A filter that is not listed here reads the calls. */
const ROLLUP_FILTERS: ReadonlySet<string> = new Set(['startMs', 'endMs', 'provider', 'model']);

/** Conditions on columns that the rollup has. */
const isSummed = (name: string, value: unknown): boolean =>
  name === 'where' &&
  (value as readonly CallCondition[]).every(({ field }) => field === 'provider' || field === 'model');

const isUnset = (name: string, value: unknown): boolean =>
  value === undefined ||
  (name === 'includeEvalRuns' && value === false) ||
  (name === 'tags' && Object.keys(value as object).length === 0);

/** Null if the rollup cannot help and the calls are read. */
export function wholeQuarters({ sinceMs }: Scope, filter: WindowedFilter): Quarters | null {
  const summed = Object.entries(filter).every(
    ([name, value]) => ROLLUP_FILTERS.has(name) || isUnset(name, value) || isSummed(name, value),
  );
  if (!summed) return null;
  const start = Math.max(filter.startMs, Math.floor(sinceMs) + 1, 0);
  const fromMs = Math.ceil(start / QUARTER_MS) * QUARTER_MS;
  const toMs = Math.min(Math.floor(filter.endMs / QUARTER_MS) * QUARTER_MS, LAST_MS);
  if (fromMs >= toMs) return null;
  return { fromMs, toMs, partial: start < fromMs || toMs < filter.endMs };
}

export const isOnQuarters = (offsetMinutes: number): boolean => offsetMinutes % 15 === 0;

export function sumsWhere(scope: Scope, filter: CallFilter, quarters: Quarters): Where {
  const { provider, model } = filter;
  // The quarters begin after retention ends, so one condition says both: each takes the engine time to plan.
  const where = Where.ofSums({ ...scope, sinceMs: quarters.fromMs - 1_000 }).and(
    'bucket < {quartersTo: UInt32}',
    { quartersTo: quarters.toMs / 1_000 },
  );
  if (provider !== undefined) where.and('provider = {provider: String}', { provider });
  if (model !== undefined) where.and('positionCaseInsensitiveUTF8(model, {model: String}) > 0', { model });
  addConditions(where, filter.where);
  return where;
}

/** The calls of the window inside these quarters. */
export const withinQuarters = (where: Where, { fromMs, toMs }: Quarters): Where =>
  where.and(
    'timestamp >= fromUnixTimestamp64Milli({insideFrom: Int64}) AND timestamp < fromUnixTimestamp64Milli({insideTo: Int64})',
    { insideFrom: fromMs, insideTo: toMs },
  );

/** The calls of the window outside these quarters. */
export const outsideQuarters = (where: Where, { fromMs, toMs }: Quarters): Where =>
  where.and(
    '(timestamp < fromUnixTimestamp64Milli({outsideFrom: Int64}) OR timestamp >= fromUnixTimestamp64Milli({outsideTo: Int64}))',
    { outsideFrom: fromMs, outsideTo: toMs },
  );
