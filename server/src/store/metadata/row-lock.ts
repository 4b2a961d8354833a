import { sql } from 'kysely';
import type { MetadataKind } from './database.ts';

/** Lets several processes take different rows at once; SQLite's transaction holds the only write lock already. */
export const skipLocked = (kind: MetadataKind) => (kind === 'postgres' ? sql`for update skip locked` : sql``);
