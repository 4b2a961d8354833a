import { sql, type RawBuilder } from 'kysely';
import type { MetadataKind } from './database.ts';

/**
 * A column of text by its code points, for orders, comparisons and ASCII case. SQLite takes texts that way by itself, PostgreSQL
 * goes by the locale in which the database was made.
 */
export const plainText = (kind: MetadataKind, column: string): RawBuilder<string> =>
  kind === 'postgres' ? sql<string>`${sql.ref(column)} collate "C"` : sql<string>`${sql.ref(column)}`;
