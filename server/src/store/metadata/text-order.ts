import { sql, type RawBuilder } from 'kysely';
import type { MetadataKind } from './database.ts';

/**
 * Orders and compares a text column by code points. SQLite does so by default; PostgreSQL uses the locale of
 * the database.
 */
export const codePointOrder = (kind: MetadataKind, column: string): RawBuilder<string> =>
  kind === 'postgres' ? sql<string>`${sql.ref(column)} collate "C"` : sql<string>`${sql.ref(column)}`;
