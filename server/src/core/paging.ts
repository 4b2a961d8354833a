// Pages of lists that can grow. A page has a limit and an opaque cursor: the sort key of the last row shown.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Type, type Static } from 'typebox';
import { invalid } from '#lib/app-error';
import { decodeCursor, encodeCursor } from '#lib/cursor';

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type PageQuery = Static<typeof PageQuery>;

const DEFAULT_LIMIT = 50;

/** A number, usually a time, and an id for rows with the same number. */
export type Position = [at: number, id: string];

export interface Page<Key> {
  /** Null means from the beginning. */
  after: Key | null;
  /** How many rows to show. Query one more to learn whether there is a next page. */
  limit: number;
}

const notOurs = () => invalid('cursor', 'The cursor is not one that this list gave out.');

/** For lists ordered by a number and an id. */
export function pageByPosition({ limit = DEFAULT_LIMIT, cursor }: PageQuery): Page<Position> {
  if (cursor === undefined) return { after: null, limit };
  const [at, id] = decodeCursor(cursor, ['integer', 'string']) ?? [];
  if (typeof at !== 'number' || typeof id !== 'string' || id.includes('\u0000')) throw notOurs();
  return { after: [at, id], limit };
}

/** For lists ordered by a number alone. */
export function pageByNumber({ limit = DEFAULT_LIMIT, cursor }: PageQuery): Page<number> {
  if (cursor === undefined) return { after: null, limit };
  const [at] = decodeCursor(cursor, ['integer']) ?? [];
  if (typeof at !== 'number') throw notOurs();
  return { after: at, limit };
}

/** For lists ordered by a text; the cursor contains the text. */
export const TextPageQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(Type.String({ maxLength: 1_200 })),
});

/** For lists ordered by a text alone. */
export function pageByText({ limit = DEFAULT_LIMIT, cursor }: PageQuery): Page<string> {
  if (cursor === undefined) return { after: null, limit };
  const [text] = decodeCursor(cursor, ['string']) ?? [];
  if (typeof text !== 'string' || text.includes('\u0000')) throw notOurs();
  return { after: text, limit };
}

/** Removes the extra row. If it was there, there is a next cursor. */
export function cutPage<Row, Key extends number | string | Position>(
  rows: readonly Row[],
  { limit }: Page<Key>,
  keyOf: (row: Row) => Key,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, nextCursor: null };
  const key = keyOf(last);
  return { shown, nextCursor: encodeCursor(typeof key === 'object' ? key : [key]) };
}

/** `(at, id)` after or before a position, compared as pairs in both engines. */
export const beyond = (at: string, id: string, direction: '>' | '<', after: Position): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(id)}) ${sql.raw(direction)} (${after[0]}, ${after[1]})`;
