// The things with the newest rows, such as traces or sessions: by the time of the newest row of each. The engine would read all
// rows for `GROUP BY` or `LIMIT 1 BY`, so it reads the newest rows in the order of the key, and more of them if they belong to too
// few things.
import type { QuestionEngine, Statement } from './question.ts';

export interface NewestPlace {
  id: string;
  /** Time of its newest row. */
  atMs: number;
}

/** What the statement answers: one row for each source and thing. */
interface PlaceRow {
  /** The table; missing if there is only one. */
  source?: string;
  place_id: string;
  at_ms: string;
  /** Time of its oldest row. */
  from_ms: string;
  found: string;
}

interface NewestPlaces {
  places: NewestPlace[];
  /** There are more rows, and they were too many to look for more things. */
  isCut: boolean;
}

/** The next read has at least twice and at most eight times as many rows. */
const MORE_ROWS = { least: 2, most: 8 };
/** Older things usually have as many rows as newer ones, but not exactly. */
const MARGIN = 1.5;
const MOST_ROWS = 1_000_000;

interface Wanted {
  limit: number;
  /** Rows that are read for each thing of a page, at first. Most should have fewer. */
  rowsOfEach: number;
}

/** `limit` of them, or all that there are, newest first. `statement` reads this many of the newest rows of each source. */
export async function newestPlaces(
  engine: QuestionEngine,
  { limit, rowsOfEach }: Wanted,
  statement: (rows: number) => Statement,
): Promise<NewestPlaces> {
  for (let rows = limit * rowsOfEach; ;) {
    const { sql, params } = statement(rows);
    const { places, isAll } = placesIn(await engine.query<PlaceRow>(sql, params), rows);
    const isEnough = isAll || places.length >= limit;
    if (isEnough || rows >= MOST_ROWS) return { places: places.slice(0, limit), isCut: !isEnough };
    const wanted = Math.ceil((limit / places.length) * MARGIN);
    rows *= Math.min(MORE_ROWS.most, Math.max(MORE_ROWS.least, wanted));
  }
}

/** Where a source has more rows, its oldest moment may be incomplete, and what is older is not known. */
function placesIn(found: readonly PlaceRow[], rows: number): { places: NewestPlace[]; isAll: boolean } {
  let unknownMs = -Infinity;
  const newest = new Map<string, number>();
  for (const ofSource of Map.groupBy(found, ({ source = '' }) => source).values()) {
    for (const { place_id: id, at_ms: atMs } of ofSource)
      newest.set(id, Math.max(newest.get(id) ?? -Infinity, Number(atMs)));
    if (ofSource.reduce((sum, row) => sum + Number(row.found), 0) < rows) continue;
    const oldestMs = ofSource.reduce((least, row) => Math.min(least, Number(row.from_ms)), Infinity);
    unknownMs = Math.max(unknownMs, oldestMs);
  }
  const places = [...newest]
    .map(([id, atMs]) => ({ id, atMs }))
    .filter(({ atMs }) => atMs > unknownMs)
    .toSorted(
      (left, right) => right.atMs - left.atMs || Buffer.compare(Buffer.from(right.id), Buffer.from(left.id)),
    );
  return { places, isAll: unknownMs === -Infinity };
}
