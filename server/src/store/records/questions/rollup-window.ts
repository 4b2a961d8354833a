// Which part of a question the sums by quarter of an hour (agg_15m) can answer to the last digit. What they cannot: the quarters that
// the window or the retention cuts through, and anything that was not kept apart when they were summed up.
import type { CallFilter } from './call-filter.ts';
import { Where, type Scope } from './scope.ts';

export type WindowedFilter = CallFilter & { startMs: number; endMs: number };

export interface Quarters {
  /** Inclusive, on a quarter of an hour. */
  fromMs: number;
  /** Exclusive, on a quarter of an hour. */
  toMs: number;
  /** There are calls to look at before or after them. */
  partial: boolean;
}

const QUARTER_MS = 900_000;
const LAST_MS = Math.floor((2 ** 32 * 1_000) / QUARTER_MS - 1) * QUARTER_MS;

/** What the sums can be narrowed by. A filter that is new elsewhere is not among them, and so asks the calls. */
const KEPT_APART: ReadonlySet<string> = new Set(['startMs', 'endMs', 'provider', 'model']);

const asksNothing = (name: string, value: unknown): boolean =>
  value === undefined ||
  (name === 'includeEvalRuns' && value === false) ||
  (name === 'tags' && Object.keys(value as object).length === 0);

/** Null: ask the calls alone. */
export function wholeQuarters({ sinceMs }: Scope, filter: WindowedFilter): Quarters | null {
  const summed = Object.entries(filter).every(
    ([name, value]) => KEPT_APART.has(name) || asksNothing(name, value),
  );
  if (!summed) return null;
  const start = Math.max(filter.startMs, Math.floor(sinceMs) + 1, 0);
  const fromMs = Math.ceil(start / QUARTER_MS) * QUARTER_MS;
  const toMs = Math.min(Math.floor(filter.endMs / QUARTER_MS) * QUARTER_MS, LAST_MS);
  if (fromMs >= toMs) return null;
  return { fromMs, toMs, partial: start < fromMs || toMs < filter.endMs };
}

export const isOnQuarters = (offsetMinutes: number): boolean => offsetMinutes % 15 === 0;

export function sumsWhere(scope: Scope, { provider, model }: CallFilter, quarters: Quarters): Where {
  const where = Where.ofSums(scope).and(
    `bucket >= toDateTime({quartersFrom: UInt32}, 'UTC') AND bucket < toDateTime({quartersTo: UInt32}, 'UTC')`,
    { quartersFrom: quarters.fromMs / 1_000, quartersTo: quarters.toMs / 1_000 },
  );
  if (provider !== undefined) where.and('provider = {provider: String}', { provider });
  if (model !== undefined) where.and('positionCaseInsensitiveUTF8(model, {model: String}) > 0', { model });
  return where;
}

/** The calls that lie in the window and in none of the quarters. */
export const outsideQuarters = (where: Where, { fromMs, toMs }: Quarters): Where =>
  where.and(
    '(timestamp < fromUnixTimestamp64Milli({outsideFrom: Int64}) OR timestamp >= fromUnixTimestamp64Milli({outsideTo: Int64}))',
    { outsideFrom: fromMs, outsideTo: toMs },
  );
