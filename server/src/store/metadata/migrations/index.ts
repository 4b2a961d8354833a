import type { Migration } from 'kysely/migration';
import type { MetadataKind } from '../database.ts';
import { SCHEMA, schema } from './0001-schema/index.ts';

/** Forward only, in the order of their names. A released migration is never edited; a new one is added. */
export const migrations = (kind: MetadataKind): Record<string, Migration> => ({
  [SCHEMA]: { up: schema(kind) },
});
