import { sql } from 'kysely';
import type { MetadataKind } from './database.ts';

/**
 * Lets several processes take different rows at once. On SQLite the transaction already holds the only write
 * lock.
 */
export const skipLocked = (kind: MetadataKind) => (kind === 'postgres' ? sql`for update skip locked` : sql``);
