import { sql, type RawBuilder } from 'kysely';
import type { MetadataKind } from './database.ts';

/**
 * Lets several processes take different rows at once. On SQLite the transaction already holds the only write
 * lock.
 */
export const skipLocked = (kind: MetadataKind) => (kind === 'postgres' ? sql`for update skip locked` : sql``);

/**
 * Orders and compares a text column by code points. SQLite does so by default; PostgreSQL uses the locale of
 * the database.
 */
export const codePointOrder = (kind: MetadataKind, column: string): RawBuilder<string> =>
  kind === 'postgres' ? sql<string>`${sql.ref(column)} collate "C"` : sql<string>`${sql.ref(column)}`;
