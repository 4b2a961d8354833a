// Windows of many accounts as a table for a join, split where quarters of an hour begin, and the ranges of
// time that a statement has to read for them.
import { DAY_MS } from '#lib/clock';
import type { Params } from '../../engine/params.ts';
import { QUARTER_MS } from '../rollup-window.ts';

/** Ranges of time in a statement. Further ranges are merged where the gaps are smallest. */
const MAX_RANGES = 32;

export interface WindowWant {
  account: number;
  /** Null for the whole account. */
  project: number | null;
  /** Records up to this time are past their retention, whether or not they are deleted yet. */
  sinceMs: number;
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Adds the same window of this many previous days, except days that retention cuts through. */
  historyDays: number;
}

/** A part of a want's window, on the day itself and on the previous days. */
interface Piece {
  at: number;
  account: number;
  project: number;
  fromMs: number;
  toMs: number;
  days: number;
}

export const historyWithin = ({ startMs, sinceMs, historyDays }: WindowWant): number =>
  Math.max(0, Math.min(historyDays, Math.floor((startMs - sinceMs - 1) / DAY_MS)));

export function pieceOf(want: WindowWant, at: number): Piece {
  const { account, project, sinceMs, startMs, endMs } = want;
  return {
    at,
    account,
    project: project ?? 0,
    fromMs: Math.max(startMs, Math.floor(sinceMs) + 1),
    toMs: endMs,
    days: historyWithin(want) + 1,
  };
}

/** The whole quarters of an hour in the piece, and the ends before and after them. */
export function splitPiece(piece: Piece): { whole: Piece[]; ends: Piece[] } {
  const { fromMs, toMs } = piece;
  const first = Math.min(Math.ceil(fromMs / QUARTER_MS) * QUARTER_MS, toMs);
  const last = Math.max(Math.floor(toMs / QUARTER_MS) * QUARTER_MS, first);
  const parts = (bounds: [number, number][]) =>
    bounds
      .filter(([from, to]) => from < to)
      .map(([from, to]): Piece => Object.assign({}, piece, { fromMs: from, toMs: to }));
  return {
    whole: parts([[first, last]]),
    ends: parts([
      [fromMs, first],
      [last, toMs],
    ]),
  };
}

/**
 * The pieces as a table with one row for each day and each bucket (`bucketMs`) that the piece touches. The
 * join is by account and bucket, so a record meets the few windows around its time and not those of all other
 * days.
 */
export function piecesSql(name: string, pieces: readonly Piece[], params: Params, bucketMs: number): string {
  const column = (field: keyof Piece, type: string, big = false): string => {
    const values = pieces.map((piece) => piece[field]);
    params[`${name}_${field}`] = big ? values.map(BigInt) : values;
    return `{${name}_${field}: Array(${type})}`;
  };
  const columns = [
    column('at', 'UInt32'),
    column('account', 'UInt32'),
    column('project', 'UInt32'),
    column('fromMs', 'Int64', true),
    column('toMs', 'Int64', true),
    column('days', 'UInt32'),
  ];
  return `
SELECT at, account, project, back, from_ms, to_ms,
  arrayJoin(range(intDiv(from_ms, ${bucketMs}), intDiv(to_ms - 1, ${bucketMs}) + 1)) AS bucket
FROM (
SELECT w.1 AS at, w.2 AS account, w.3 AS project, arrayJoin(range(w.6)) AS back,
  w.4 - toInt64(back) * ${DAY_MS} AS from_ms, w.5 - toInt64(back) * ${DAY_MS} AS to_ms
FROM (SELECT arrayJoin(arrayZip(${columns.join(', ')})) AS w)
)
`;
}

/** Conditions on the table's key that limit what the engine reads. */
export function rangesSql(
  name: string,
  pieces: readonly Piece[],
  params: Params,
  bound: (param: string) => string,
): (column: string) => string {
  const ranges = coveringRanges(
    pieces.flatMap(({ fromMs, toMs, days }) =>
      Array.from({ length: days }, (_, back): Range => [fromMs - back * DAY_MS, toMs - back * DAY_MS]),
    ),
    MAX_RANGES,
  );
  ranges.forEach(([from, to], at) => {
    params[`${name}_from${at}`] = from;
    params[`${name}_to${at}`] = to;
  });
  return (column) =>
    ranges
      .map(
        (_, at) => `${column} >= ${bound(`${name}_from${at}`)} AND ${column} < ${bound(`${name}_to${at}`)}`,
      )
      .join(' OR ');
}

type Range = [from: number, to: number];

/** At most `most` ranges that cover all of these. */
export function coveringRanges(all: readonly Range[], most: number): Range[] {
  const apart: Range[] = [];
  for (const [from, to] of all.toSorted((left, right) => left[0] - right[0])) {
    const last = apart.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  if (apart.length <= most) return apart;
  const gaps = apart.slice(1).map(([from], at) => from - (apart[at]?.[1] ?? from));
  // Only the widest gaps stay open.
  const narrowest = gaps.toSorted((left, right) => right - left)[most - 2] ?? Infinity;
  let open = 0;
  const joined: Range[] = [];
  apart.forEach(([from, to], at) => {
    const last = joined.at(-1);
    const gap = gaps[at - 1] ?? Infinity;
    const keepsOpen = gap >= narrowest && open < most - 1;
    if (last && !keepsOpen) last[1] = to;
    else {
      joined.push([from, to]);
      if (last) open += 1;
    }
  });
  return joined;
}
